// The items of a lane: 16 of them, as four fours that a small tree joins. Unrolled: a loop over a
// local array is five times slower, because naga checks its bounds.
struct Run { q0: Four, q1: Four, q2: Four, q3: Four, half: acc }

// All sixteen loads are issued before the first is used.
fn read_run(p: Place) -> Run {
    let l0 = load_four(p, 0u);
    let l1 = load_four(p, 4u);
    let l2 = load_four(p, 8u);
    let l3 = load_four(p, 12u);
    let q0 = fold_four(p, 0u, l0);
    let q1 = fold_four(p, 4u, l1);
    let q2 = fold_four(p, 8u, l2);
    let q3 = fold_four(p, 12u, l3);
    return Run(q0, q1, q2, q3, op(q0.d, q1.d));
}

fn run_total(run: Run) -> acc { return op(run.half, op(run.q2.d, run.q3.d)); }

fn write_run(p: Place, run: Run, before: acc) {
    let step = 4u * params.inner;
    let middle = op(before, run.half);
    write_four(p.item, p.writes, run.q0, before);
    write_four(p.item + step, left(p.writes, 4u), run.q1, op(before, run.q0.d));
    write_four(p.item + 2u * step, left(p.writes, 8u), run.q2, middle);
    write_four(p.item + 3u * step, left(p.writes, 12u), run.q3, op(middle, run.q2.d));
}
