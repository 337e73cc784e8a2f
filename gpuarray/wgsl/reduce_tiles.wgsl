// dst[o, t, r] = op of load(o, k, r) over the items k of tile t: SEG * EACH items of one column
// (o, r) of the problem (outer, n, inner).
//
// needs: alias acc; const WG, SEG, EACH, COLUMNS, SPREAD; fn load(i: u32) -> acc;
//        fn op(a: acc, b: acc) -> acc; fn identity() -> acc; fn store(i: u32, a: acc) (out_*);
//        fn block_reduce (block_reduce_*); fn read_run (run_*)
// grid:  one workgroup per tile of WG / SEG columns
//!use grid
//!use tile_params
//!use tile_items

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let number = flat_id(wg, nwg);
    if number >= params.groups * params.tile_count { return; }
    let p = place(number, lid);
    let total = block_reduce(lid, p.slot, run_total(read_run(p)));
    if p.live && p.slot % SEG == 0u { store(tile_number(p), total); }
}
