// The items of a lane: 4 of them.
struct Run { q: Four }

fn read_run(p: Place) -> Run { return Run(fold_four(p, 0u, load_four(p, 0u))); }

fn run_total(run: Run) -> acc { return run.q.d; }

fn write_run(p: Place, run: Run, before: acc) { write_four(p.item, p.writes, run.q, before); }
