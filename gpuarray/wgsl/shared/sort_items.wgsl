// The items of an invocation while they are sorted: KEY words of the stored bits, and with
// INDEX a number that goes with them. Items from `count` on do not exist, and come last.
//
// needs: const WG, KEY, INDEX; fn load(i: u32) -> bits; fn digit(a: u32, b: u32, shift: u32);
//        fn low_word, high_word (of bits)
//!use lanes
struct Items { low: Lane, high: Lane, index: Lane }

struct Pairs { low: vec4u, high: vec4u }

fn load_4(start: u32, last: u32, p: vec4u) -> Pairs {
    let i = start + min(p, vec4u(last));
    let x = load(i.x);
    let y = load(i.y);
    let z = load(i.z);
    let w = load(i.w);
    let low = vec4u(low_word(x), low_word(y), low_word(z), low_word(w));
    if KEY == 1u { return Pairs(low, low); }
    return Pairs(low, vec4u(high_word(x), high_word(y), high_word(z), high_word(w)));
}

// The items start, start + 1, .. at the places p; all loads are issued before the first is used.
fn load_items(p: Lane, start: u32, count: u32) -> Items {
    let a = load_4(start, count - 1u, p.a);
    let b = load_4(start, count - 1u, p.b);
    let c = load_4(start, count - 1u, p.c);
    let d = load_4(start, count - 1u, p.d);
    let low = Lane(a.low, b.low, c.low, d.low);
    return Items(low, Lane(a.high, b.high, c.high, d.high), low);
}

fn moved(here: Lane, there: Lane, v: Items) -> Items {
    var w = v;
    w.low = exchanged(here, there, v.low);
    if KEY == 2u { w.high = exchanged(here, there, v.high); }
    if INDEX != 0u { w.index = exchanged(here, there, v.index); }
    return w;
}

fn digits_4(low: vec4u, high: vec4u, shift: u32) -> vec4u {
    return vec4u(
        digit(low.x, high.x, shift),
        digit(low.y, high.y, shift),
        digit(low.z, high.z, shift),
        digit(low.w, high.w, shift),
    );
}

fn digits(v: Items, shift: u32) -> Lane {
    return Lane(
        digits_4(v.low.a, v.high.a, shift),
        digits_4(v.low.b, v.high.b, shift),
        digits_4(v.low.c, v.high.c, shift),
        digits_4(v.low.d, v.high.d, shift),
    );
}

// The lowest bits of digits at places p, all ones for what does not exist.
fn lowest(bits: u32, p: Lane, count: u32, d: Lane) -> Lane {
    let ones = vec4u((1u << bits) - 1u);
    return Lane(
        select(d.a & ones, ones, p.a >= vec4u(count)),
        select(d.b & ones, ones, p.b >= vec4u(count)),
        select(d.c & ones, ones, p.c >= vec4u(count)),
        select(d.d & ones, ones, p.d >= vec4u(count)),
    );
}
