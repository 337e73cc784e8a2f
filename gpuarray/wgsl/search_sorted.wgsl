// places[i] = add places[i] + how many of n sorted items lie before load(i): the smaller ones,
// with RIGHT also the equal ones; int64.
//
// An invocation searches for four values at once, so that their reads overlap; the first steps
// of all searches look at samples in workgroup memory.
//
// needs: const WG, KEY, RIGHT; fn load(i: u32) -> bits; fn key, low_word, high_word (key_*)
// grid:  one workgroup per 16 WG values
//!use grid
//!use sorted_samples

struct Params {
    first: u32, last: u32, n: u32, half: u32, first_out: u32, first_item: u32, add: u32,
    apart: u32, sign: u32, infinity: u32, flip: u32, zero: u32,
}

@group(0) @binding(0) var<storage, read_write> places: array<u32>;
@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> items: array<u32>;

fn wanted(i: u32) -> vec2u {
    let bits = load(min(i, params.last - 1u));
    return key(low_word(bits), high_word(bits));
}

// The count of items, one step on if the item there lies before the value.
fn moved_on(count: u32, step: u32, value: vec2u) -> u32 {
    let next = count + step;
    let at = min(next, params.n);
    var k: vec2u;
    if step >= params.apart { k = sample(at / params.apart - 1u); } else { k = item(at - 1u); }
    let equal = all(k == value);
    let below = k.y < value.y || (k.y == value.y && k.x < value.x);
    return select(count, next, next <= params.n && (below || (RIGHT != 0u && equal)));
}

fn write(i: u32, count: u32) {
    if i < params.last {
        let at = 2u * (i - params.first_out);
        places[at] = count + select(0u, places[at], params.add != 0u);
        places[at + 1u] = 0u;
    }
}

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let start = params.first + flat_id(wg, nwg) * (16u * WG);
    if start >= params.last { return; }
    take_samples(lid);
    for (var i = start + lid; i < min(start + 16u * WG, params.last); i += 4u * WG) { search(i); }
}

fn search(i: u32) {
    let a = wanted(i);
    let b = wanted(i + WG);
    let c = wanted(i + 2u * WG);
    let d = wanted(i + 3u * WG);
    var found = vec4u(0u);
    for (var step = params.half; step > 0u; step >>= 1u) {
        found = vec4u(
            moved_on(found.x, step, a),
            moved_on(found.y, step, b),
            moved_on(found.z, step, c),
            moved_on(found.w, step, d),
        );
    }
    write(i, found.x);
    write(i + WG, found.y);
    write(i + 2u * WG, found.z);
    write(i + 3u * WG, found.w);
}
