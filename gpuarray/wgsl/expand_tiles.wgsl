// Item i of dst, the r-th one kept in tile t, becomes value offsets[tile + t] + r.
//
// Values before `rank_first` or from `rank_last` on and addresses outside the bound window
// of dst, of `limit` bytes, are left to other dispatches.
//
// needs: const WG = 256; fn keep(i: u32) -> bool; fn address(i: u32) -> u32;
//        fn store(a: u32, rank: u32) (item_* over values_*); dst (dst_words or dst_atomic)
// grid:  one workgroup per tile of 16 WG items
//!use grid
//!use survivors

struct Params {
    first: u32, last: u32, tile: u32, tiles: u32, limit: u32,
    rank_first: u32, rank_last: u32, values_at: u32, values_step: u32, zero: u32
}

@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> offsets: array<u32>;

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let t = flat_id(wg, nwg);
    if t >= params.tiles { return; }
    let start = offsets[params.tile + t];
    let first = max(start, params.rank_first);
    let last = min(offsets[params.tile + t + 1u], params.rank_last);
    if first >= last { return; }
    find_survivors(params.first + t * (16u * WG), lid);
    for (var rank = first + lid; rank < last; rank += WG) {
        let a = address(survivor(rank - start));
        if a < params.limit { store(a, rank - params.rank_first); }
    }
}
