// No intermediate result is kept.
fn store(i: u32, a: acc) {}
