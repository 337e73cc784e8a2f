// The items of a lane: 16 adjacent ones of a row that is longer than a tile's lanes.
//
// Read one by one, adjacent lanes would lie 16 items apart, and each load would touch a line
// of memory for every lane. So eight lanes together read and write the same half of a lane's
// items, side by side, and the values change places in workgroup memory (turn_*).
//
// needs: SEG = WG = 256, EACH = 16, COLUMNS = 0; fn to_lanes, to_rows (turn_*)
struct Eight { a: acc, b: acc, c: acc, d: acc, e: acc, f: acc, g: acc, h: acc }

struct Run { q0: Four, q1: Four, q2: Four, q3: Four, s1: acc, s2: acc }

// The lane's place in row 0 of the first half, as a number in the tile. Rows are 512 items
// apart: 32 lanes' own; the second half begins 8 items on.
fn row_start(p: Place) -> u32 { return 16u * (p.slot >> 3u) + (p.slot & 7u); }

fn load_row(p: Place, k: u32) -> acc {
    let at = row_start(p) + k;
    let first = p.tile * SEG * EACH;
    let valid = at < left(params.valid, first);
    return or_identity(load(select(params.safe, p.column * params.n + first + at, valid)), valid);
}

// All sixteen loads are issued before the first is used.
fn read_run(p: Place) -> Run {
    let rows0 = Eight(
        load_row(p, 0u),
        load_row(p, 512u),
        load_row(p, 1024u),
        load_row(p, 1536u),
        load_row(p, 2048u),
        load_row(p, 2560u),
        load_row(p, 3072u),
        load_row(p, 3584u),
    );
    let rows1 = Eight(
        load_row(p, 8u),
        load_row(p, 520u),
        load_row(p, 1032u),
        load_row(p, 1544u),
        load_row(p, 2056u),
        load_row(p, 2568u),
        load_row(p, 3080u),
        load_row(p, 3592u),
    );
    let v = to_lanes(p.slot, rows0);
    let w = to_lanes(p.slot, rows1);
    let q0 = running(v.a, v.b, v.c, v.d);
    let q1 = running(v.e, v.f, v.g, v.h);
    let q2 = running(w.a, w.b, w.c, w.d);
    let q3 = running(w.e, w.f, w.g, w.h);
    let s1 = op(q0.d, q1.d);
    return Run(q0, q1, q2, q3, s1, op(s1, q2.d));
}

fn running(a: acc, b: acc, c: acc, d: acc) -> Four {
    let ab = op(a, b);
    let abc = op(ab, c);
    return Four(a, ab, abc, op(abc, d));
}

fn run_total(run: Run) -> acc { return op(run.s2, run.q3.d); }

fn write_run(p: Place, run: Run, before: acc) {
    let b1 = op(before, run.q0.d);
    let b2 = op(before, run.s1);
    let b3 = op(before, run.s2);
    write_rows(p, 0u, to_rows(p.slot, results(before, run.q0, b1, run.q1)));
    write_rows(p, 8u, to_rows(p.slot, results(b2, run.q2, b3, run.q3)));
}

fn results(x: acc, q: Four, y: acc, r: Four) -> Eight {
    if EXCLUSIVE == 0u {
        return Eight(
            op(x, q.a), op(x, q.b), op(x, q.c), op(x, q.d),
            op(y, r.a), op(y, r.b), op(y, r.c), op(y, r.d),
        );
    }
    return Eight(
        x, op(x, q.a), op(x, q.b), op(x, q.c),
        y, op(y, r.a), op(y, r.b), op(y, r.c),
    );
}

fn write_rows(p: Place, k: u32, v: Eight) {
    write_row(p, k, v.a);
    write_row(p, k + 512u, v.b);
    write_row(p, k + 1024u, v.c);
    write_row(p, k + 1536u, v.d);
    write_row(p, k + 2048u, v.e);
    write_row(p, k + 2560u, v.f);
    write_row(p, k + 3072u, v.g);
    write_row(p, k + 3584u, v.h);
}

fn write_row(p: Place, k: u32, a: acc) {
    let at = row_start(p) + k;
    let first = p.tile * SEG * EACH;
    write(p.column * params.n + first + at, at < left(params.n, first), a);
}
