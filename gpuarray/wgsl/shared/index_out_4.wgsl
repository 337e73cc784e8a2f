// The numbers of the items, as uint32.
@group(0) @binding(3) var<storage, read_write> ordered: array<u32>;

fn put_index(i: u32, index: u32) { ordered[i] = index; }
