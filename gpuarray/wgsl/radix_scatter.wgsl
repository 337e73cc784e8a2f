// sorted, order = the items of each row in the order of one digit of 8 bits, stably: the q-th
// item with digit d of tile k goes to place offsets[(256 row + d) tiles + k] + q.
//
// Inside the tile the items are sorted by the digit, or by its two halves, so that adjacent
// invocations write adjacent items. Places outside first_out..last_out-1 lie in another window.
//
// needs: const WG, KEY, INDEX; load, digit, low_word, high_word; index_at (index_in_*);
//        put_key (keys_out_*); put_index (index_out_*); own_places, out_places, ranks (*_ranks);
//        bases_before, bases_after (*_bases)
// grid:  one workgroup per tile of 16 WG items
//!use grid
//!use sort_items
//!use digit_places

struct Params {
    n: u32, tiles: u32, first_tile: u32, tile_count: u32, shift: u32,
    first_out: u32, last_out: u32, first_index: u32,
    sign: u32, infinity: u32, flip: u32, zero: u32,
}

@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> offsets: array<u32>;

fn index_4(i: vec4u) -> vec4u {
    return vec4u(index_at(i.x), index_at(i.y), index_at(i.z), index_at(i.w));
}

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let t = flat_id(wg, nwg);
    if t >= params.tile_count { return; }
    let row = (params.first_tile + t) / params.tiles;
    let k = (params.first_tile + t) % params.tiles;
    let count = min(params.n - k * (16u * WG), 16u * WG);
    let start = row * params.n + k * (16u * WG);
    let at = 256u * row * params.tiles + k;
    let own = own_places(lid);
    var p = own;
    var v = load_items(own, start, count);
    if INDEX != 0u {
        v.index.a = index_4(start + min(own.a, vec4u(count - 1u)));
        v.index.b = index_4(start + min(own.b, vec4u(count - 1u)));
        v.index.c = index_4(start + min(own.c, vec4u(count - 1u)));
        v.index.d = index_4(start + min(own.d, vec4u(count - 1u)));
    }
    for (var shift = 0u; shift < 8u; shift += DIGIT) {
        let here = ranks(lid, lowest(DIGIT, own, count, digits(v, params.shift + shift)));
        if shift + DIGIT == 8u {
            p = out_places(lid);
            bases_before(lid, at);
        }
        v = moved(here, p, v);
    }
    let d = lowest(8u, p, count, digits(v, params.shift));
    bases_after(p, d, count, at);
    put_4(p.a, d.a, v.low.a, v.high.a, v.index.a, count);
    put_4(p.b, d.b, v.low.b, v.high.b, v.index.b, count);
    put_4(p.c, d.c, v.low.c, v.high.c, v.index.c, count);
    put_4(p.d, d.d, v.low.d, v.high.d, v.index.d, count);
}
