// A stack of `matrices` products of (rows, depth) and (depth, columns), with the sums over k
// cut into `parts` parts of `part` items; strides are in bytes. left_along, right_along: 1 where
// neighbours in memory lie along k.
struct Params {
    rows: u32, columns: u32, depth: u32, matrices: u32, part: u32, parts: u32,
    left_row: u32, left_k: u32, left_along: u32,
    right_column: u32, right_k: u32, right_along: u32,
    dst_base: u32, zero: u32,
}

@group(0) @binding(1) var<storage, read> left: array<u32>;
@group(0) @binding(2) var<storage, read> right: array<u32>;
@group(0) @binding(3) var<uniform> params: Params;
