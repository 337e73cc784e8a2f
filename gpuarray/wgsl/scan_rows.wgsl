// dst[o, k] = before(o) op load(o, 0) op .. op load(o, k) along long rows of n items, by tiles of
// 16 WG; EXCLUSIVE leaves out the last one. `before`, the running op of everything ahead of the
// tile, comes from prefix_at. With QUICK, `quick` stands for op.
//
// needs: const WG, QUICK; what line_scan needs
// grid:  one workgroup per tile
//!use grid
//!use tile_params
//!use line_scan

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let number = flat_id(wg, nwg);
    if number < params.groups * params.tile_count { scan_tile(number, lid, QUICK == 0u); }
}
