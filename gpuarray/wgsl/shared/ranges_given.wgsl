// Ranges of items of a column: all firsts, then all lasts.
@group(0) @binding(3) var<storage, read> ranges: array<u32>;

fn range_of(j: u32) -> vec2u { return vec2u(ranges[j], ranges[params.ranges + j]); }
