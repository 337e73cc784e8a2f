// One range: all items of a column.
fn range_of(j: u32) -> vec2u { return vec2u(0u, params.n); }
