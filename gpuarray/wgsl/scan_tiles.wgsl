// dst = the running op of load(..) along the middle axis of (outer, n, inner):
// dst[o, k, r] = before(o, r) op load(o, 0, r) op .. op load(o, k, r), by tiles of SEG * EACH
// items of a column (o, r). EXCLUSIVE leaves out the last one. `before`, the running op of
// everything ahead of the tile, comes from prefix_at.
//
// needs: alias acc; const WG, SEG, EACH, COLUMNS, SPREAD, EXCLUSIVE; fn load(i: u32) -> acc;
//        fn op(a: acc, b: acc) -> acc; fn identity() -> acc; fn store(i: u32, a: acc) (out_*);
//        fn prefix_at (prefix_*); fn block_scan (block_scan_*); fn read_run (run_*)
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
    let run = read_run(p);
    let before = prefix_at(tile_number(p));
    if COLUMNS == 0u {
        write_run(p, run, block_scan(lid, p.slot, run_total(run), before));
    } else { // the lanes that scan a column are not those that hold it
        let ahead = block_scan(lid, p.slot, run_total(run), identity());
        write_run(p, run, op(before, ahead));
    }
}
