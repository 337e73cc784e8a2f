// dst[o, t] = op of load(o, k) over the items k of tile t of a long row o: 16 WG of them, by the
// tree of scan_rows.wgsl. With QUICK, `quick` stands for op, and doubts about that are noted.
//
// needs: const WG, QUICK; what line_fold needs
// grid:  one workgroup per tile
//!use grid
//!use tile_params
//!use line_fold

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let number = flat_id(wg, nwg);
    if number < params.groups * params.tile_count { fold_tile(number, lid, QUICK == 0u); }
}
