// What reduce_rows does, with op itself, where it doubted whether `quick` may stand for it.
//
// needs: const WG; what line_fold needs
// grid:  any number of workgroups, which share the tiles
//!use grid
//!use tile_params
//!use line_fold
//!use doubts_read

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    if doubts[0] == 0u { return; }
    let tiles = params.groups * params.tile_count;
    for (var number = flat_id(wg, nwg); number < tiles; number += nwg.x * nwg.y) {
        fold_tile(number, lid, true);
        workgroupBarrier();
    }
}
