// The running op along one tile of a long row, from what is ahead of it on.
//
// needs: what rows and lines_tree need and have; const EXCLUSIVE;
//        fn store(i: u32, a: acc), fn store_four(i: u32, q: Four) (out_*, fours_*);
//        fn prefix_at (prefix_*); fn scan_chunks (chunks_*)
//!use rows
//!use lines_tree
fn scan_tile(number: u32, lid: u32, careful: bool) {
    let t = tile_at(number, lid);
    let before = prefix_at(t.column * params.tiles + t.number);
    let c = climb_lines(read_lines(t), before, lid, careful);
    workgroupBarrier();
    write_lines(t, scanned(c, lid, careful));
}

struct Climbs { q: Lines, a: Climb, b: Climb, c: Climb, d: Climb }

// Leaves what is ahead of each chunk in `chunks`, after a barrier.
fn climb_lines(q: Lines, before: acc, lid: u32, careful: bool) -> Climbs {
    let a = running(q.a, careful);
    let b = running(q.b, careful);
    let c = running(q.c, careful);
    let d = running(q.d, careful);
    let ca = climb(a.d, lid, careful);
    let cb = climb(b.d, lid, careful);
    let cc = climb(c.d, lid, careful);
    let cd = climb(d.d, lid, careful);
    note_chunk(0u, lid, ca.sum);
    note_chunk(1u, lid, cb.sum);
    note_chunk(2u, lid, cc.sum);
    note_chunk(3u, lid, cd.sum);
    scan_chunks(lid, before, careful);
    return Climbs(Lines(a, b, c, d), ca, cb, cc, cd);
}

fn scanned(c: Climbs, lid: u32, careful: bool) -> Lines {
    return Lines(
        after(c.q.a, descend(c.a, chunk(0u, lid), lid, careful), careful),
        after(c.q.b, descend(c.b, chunk(1u, lid), lid, careful), careful),
        after(c.q.c, descend(c.c, chunk(2u, lid), lid, careful), careful),
        after(c.q.d, descend(c.d, chunk(3u, lid), lid, careful), careful),
    );
}

fn after(q: Four, e: acc, careful: bool) -> Four {
    if EXCLUSIVE != 0u {
        return Four(e, plus(e, q.a, careful), plus(e, q.b, careful), plus(e, q.c, careful));
    }
    return Four(
        plus(e, q.a, careful), plus(e, q.b, careful), plus(e, q.c, careful), plus(e, q.d, careful),
    );
}

fn write_lines(t: Tile, q: Lines) {
    if (t.number + 1u) * (16u * WG) <= params.n {
        store_four(t.item, q.a);
        store_four(t.item + 4u * WG, q.b);
        store_four(t.item + 8u * WG, q.c);
        store_four(t.item + 12u * WG, q.d);
        return;
    }
    write_part(t, 0u, q.a);
    write_part(t, 4u * WG, q.b);
    write_part(t, 8u * WG, q.c);
    write_part(t, 12u * WG, q.d);
}

fn write_part(t: Tile, k: u32, q: Four) {
    if k < t.writes { store(t.item + k, q.a); }
    if k + 1u < t.writes { store(t.item + k + 1u, q.b); }
    if k + 2u < t.writes { store(t.item + k + 2u, q.c); }
    if k + 3u < t.writes { store(t.item + k + 3u, q.d); }
}
