// Items are numbered as they lie in their row.
fn index_at(i: u32) -> u32 { return i % params.n; }
