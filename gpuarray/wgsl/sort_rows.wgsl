// sorted, ordered = the items of each row of n, at most 16 WG of them, in order, stably.
//
// A workgroup takes `per` rows together: it sorts their items by the digits of the keys, DIGIT
// bits at a time, and at last by the row. Digits that all its items share are left out.
//
// needs: const WG, KEY, INDEX; fn load(i: u32) -> bits; digit, key, low_word, high_word (key_*);
//        own_places, ranks (*_ranks); index_at (index_in_*); put_key (keys_out_*); put_index (index_out_*)
// grid:  one workgroup per `per` rows
//!use grid
//!use sort_items
//!use differing_bits

struct Params {
    n: u32, first_row: u32, last_row: u32, per: u32, bits: u32, row_bits: u32,
    first_out: u32, first_index: u32, sign: u32, infinity: u32, flip: u32, zero: u32,
}

@group(0) @binding(1) var<uniform> params: Params;

fn put(start: u32, p: u32, low: u32, high: u32, index: u32) {
    put_key(start + p - params.first_out, low, high);
    if INDEX != 0u { put_index(start + p - params.first_out, index_at(start + index)); }
}

fn put_4(start: u32, count: u32, p: vec4u, low: vec4u, high: vec4u, index: vec4u) {
    if p.x < count { put(start, p.x, low.x, high.x, index.x); }
    if p.y < count { put(start, p.y, low.y, high.y, index.y); }
    if p.z < count { put(start, p.z, low.z, high.z, index.z); }
    if p.w < count { put(start, p.w, low.w, high.w, index.w); }
}

fn row_digits(v: Items, shift: u32) -> Lane {
    let s = vec4u(shift);
    let n = params.n;
    return Lane(
        (v.index.a / n) >> s, (v.index.b / n) >> s, (v.index.c / n) >> s, (v.index.d / n) >> s,
    );
}

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let row = params.first_row + flat_id(wg, nwg) * params.per;
    if row >= params.last_row { return; }
    let count = min(params.per, params.last_row - row) * params.n;
    let start = row * params.n;
    let own = own_places(lid);
    var v = load_items(own, start, count);
    v.index = own; // as they lie in the workgroup
    let differ = differing_bits(lid, v);
    for (var shift = 0u; shift < params.bits + params.row_bits; shift += DIGIT) {
        var d: Lane;
        if shift < params.bits {
            if (words_shr(differ, shift).x & ((1u << DIGIT) - 1u)) == 0u { continue; }
            d = digits(v, shift);
        } else {
            d = row_digits(v, shift - params.bits);
        }
        v = moved(ranks(lid, lowest(DIGIT, own, count, d)), own, v);
    }
    put_4(start, count, own.a, v.low.a, v.high.a, v.index.a);
    put_4(start, count, own.b, v.low.b, v.high.b, v.index.b);
    put_4(start, count, own.c, v.low.c, v.high.c, v.index.c);
    put_4(start, count, own.d, v.low.d, v.high.d, v.index.d);
}
