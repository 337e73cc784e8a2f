// dst = the items that are kept, in order: item i of tile t, the r-th one kept there, is
// item offsets[tile + t] + r of dst.
//
// The result is written by units: whole words, whatever the size of an item. Units below
// `base` or from `limit` on lie outside the bound window and are left to other dispatches.
//
// needs: const WG = 256; const ITEM, UNIT (bytes of an item and of a unit);
//        fn keep(i: u32) -> bool; fn made(u: u32, start: u32, stop: u32) -> its words,
//        fn emit(u: u32, words) (emit_*)
// grid:  one workgroup per tile of 16 WG items
//!use grid
//!use survivors

struct Params {
    first: u32, last: u32, tile: u32, tiles: u32, base: u32, limit: u32, zero: u32
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
    let stop = offsets[params.tile + t + 1u];
    let first = max(start * ITEM / UNIT, params.base);
    let last = min((stop * ITEM + UNIT - 1u) / UNIT, params.limit);
    if first >= last { return; }
    find_survivors(params.first + t * (16u * WG), lid);
    let end = last - 1u;
    for (var u = first + lid; u < last; u += 4u * WG) {
        // All four are made before the first is written: their loads do not wait.
        let a = made(u, start, stop);
        let b = made(min(u + WG, end), start, stop);
        let c = made(min(u + 2u * WG, end), start, stop);
        let d = made(min(u + 3u * WG, end), start, stop);
        emit(u, a);
        if u + WG < last { emit(u + WG, b); }
        if u + 2u * WG < last { emit(u + 2u * WG, c); }
        if u + 3u * WG < last { emit(u + 3u * WG, d); }
    }
}
