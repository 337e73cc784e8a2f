// Reading and writing the items of a transform, and the roots of unity.
//
// A backward transform is the conjugate of the forward one of the conjugate: the first pass
// reads, the last writes conjugates. The last multiplies by a scale, too.
struct Params {
    count: u32, inner: u32, length: u32, wide: u32, used: u32, radix: u32, done: u32, rest: u32,
    src_at: u32, dst_at: u32, conjugates: u32, scaled: u32, scale_low: u32, scale_high: u32,
    mask: u32, shift: u32
}

@group(0) @binding(3) var<uniform> params: Params;

struct Butterfly { src: u32, src_step: u32, dst: u32, dst_step: u32, turn: u32 }

fn read_item(i: u32) -> num {
    let a = src_item(params.src_at + i);
    if (params.conjugates & 1u) != 0u { return num(a.x, -a.y); }
    return a;
}
fn write_item(i: u32, item: num) {
    var a = item;
    if params.scaled != 0u { a *= scale(params.scale_low, params.scale_high); }
    if (params.conjugates & 2u) != 0u { a.y = -a.y; }
    set_dst_item(params.dst_at + i, a);
}

fn times(a: num, b: num) -> num { return num(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
// a times -i.
fn down(a: num) -> num { return num(a.y, -a.x); }

// a times exp(-2 pi i e / length), e < length. The table has the first mask + 1 powers, and
// from there on every power whose exponent is a multiple of mask + 1.
fn turned(a: num, e: u32) -> num {
    if e == 0u { return a; }
    let low = table_item(e & params.mask);
    let high = e >> params.shift;
    if high == 0u { return times(a, low); }
    return times(a, times(table_item(params.mask + 1u + high), low));
}
