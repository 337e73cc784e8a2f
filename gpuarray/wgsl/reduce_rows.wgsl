// dst[o, t] = op of load(o, k) over the items k of tile t of a long row o: 16 WG of them, by the
// tree of scan_rows.wgsl.
//
// needs: alias acc; const WG, FIRST, QUICK; fn load(i: u32) -> acc; fn identity() -> acc;
//        fn op, quick(a: acc, b: acc) -> acc; fn quick_for(a: acc) -> bool;
//        fn store(i: u32, a: acc) (out_*); fn fold_chunks (chunks_*)
// grid:  one workgroup per tile
//!use grid
//!use tile_params
//!use rows
//!use lines_tree
//!use care

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let number = flat_id(wg, nwg);
    if number >= params.groups * params.tile_count { return; }
    let t = tile_at(number, lid);
    let q = read_lines(t);
    let at = t.column * params.tiles + t.number;
    if QUICK != 0u { doubt(q, identity(), lid); }
    fold(q, lid, QUICK == 0u);
    if QUICK != 0u && care_needed(lid) { fold(q, lid, true); }
    if lid == 0u { store(at, chunks[0]); }
}

fn fold(q: Lines, lid: u32, careful: bool) {
    note_chunk(0u, lid, climb(running(q.a, careful).d, lid, careful).sum);
    note_chunk(1u, lid, climb(running(q.b, careful).d, lid, careful).sum);
    note_chunk(2u, lid, climb(running(q.c, careful).d, lid, careful).sum);
    note_chunk(3u, lid, climb(running(q.d, careful).d, lid, careful).sum);
    fold_chunks(lid, careful);
}
