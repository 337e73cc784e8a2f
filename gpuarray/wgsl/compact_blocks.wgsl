// dst = the items that are kept: those of a tile are contiguous and in order, the tiles come as
// they come. A tile of k survivors begins at item claimed[0] of dst, and adds k to it.
//
// The result is written by units, as in compact_tiles.wgsl; units from `limit` on are dropped.
//
// needs: const WG = 256; const ITEM, UNIT (bytes of an item and of a unit);
//        fn keep(i: u32) -> bool; fn made(u: u32, start: u32, stop: u32) -> its words,
//        fn emit(u: u32, words) (emit_*)
// grid:  one workgroup per tile of 16 WG items
//!use grid
//!use survivors

struct Params { first: u32, last: u32, tiles: u32, base: u32, limit: u32, zero: u32 }

@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read_write> claimed: array<atomic<u32>>;

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let t = flat_id(wg, nwg);
    if t >= params.tiles { return; }
    let at = params.first + t * (16u * WG);
    let bits = keep_sixteen(at, lid);
    let before = kept_before(lid, countOneBits(bits));
    if lid == WG - 1u { // `found` is free between its two uses
        let kept = before + countOneBits(bits);
        found[1] = kept;
        if kept > 0u { found[0] = atomicAdd(&claimed[0], kept); }
    }
    workgroupBarrier();
    let start = found[0];
    let kept = found[1];
    if kept == 0u { return; }
    let stop = start + kept;
    workgroupBarrier();
    note_survivors(at, lid, bits, before);
    let first = start * ITEM / UNIT;
    let last = min((stop * ITEM + UNIT - 1u) / UNIT, params.limit);
    for (var u = first + lid; u < last; u += 4u * WG) {
        // All four are made before the first is written: their loads do not wait.
        let end = last - 1u;
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
