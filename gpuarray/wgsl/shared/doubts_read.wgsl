// Not zero where some item of the tiles does not fit `quick`.
@group(0) @binding(3) var<storage, read> doubts: array<u32>;
