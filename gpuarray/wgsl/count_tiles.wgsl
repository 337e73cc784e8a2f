// counts[tile + t] = how many of the items of tile t, first + 4096 t and so on, are kept.
//
// needs: const WG = 256; fn keep(i: u32) -> bool
// grid:  one workgroup per tile of 16 WG items
//!use grid
//!use count_kept

struct Params { first: u32, last: u32, tile: u32, tiles: u32, zero: u32 }

@group(0) @binding(0) var<storage, read_write> counts: array<u32>;
@group(0) @binding(1) var<uniform> params: Params;

var<workgroup> kept: atomic<u32>;

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let t = flat_id(wg, nwg);
    if t >= params.tiles { return; }
    // WGSL promises zero; some drivers do not keep the promise.
    if lid == 0u { atomicStore(&kept, 0u); }
    workgroupBarrier();
    // Integers: the order of the additions does not show.
    atomicAdd(&kept, count_kept(params.first + t * (16u * WG), lid));
    workgroupBarrier();
    if lid == 0u { counts[params.tile + t] = atomicLoad(&kept); }
}
