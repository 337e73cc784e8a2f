// The op of one tile of a long row, by the tree of line_scan.
//
// needs: what rows and lines_tree need and have; fn note_doubt(q: Lines) (doubts_*);
//        fn store(i: u32, a: acc) (out_*); fn fold_chunks (chunks_*)
//!use rows
//!use lines_tree
fn fold_tile(number: u32, lid: u32, careful: bool) {
    let t = tile_at(number, lid);
    let q = read_lines(t);
    note_doubt(q);
    note_chunk(0u, lid, climb(running(q.a, careful).d, lid, careful).sum);
    note_chunk(1u, lid, climb(running(q.b, careful).d, lid, careful).sum);
    note_chunk(2u, lid, climb(running(q.c, careful).d, lid, careful).sum);
    note_chunk(3u, lid, climb(running(q.d, careful).d, lid, careful).sum);
    fold_chunks(lid, careful);
    if lid == 0u { store(t.column * params.tiles + t.number, chunks[0]); }
}
