// The numbers of the items, as int64.
@group(0) @binding(3) var<storage, read_write> ordered: array<u32>;

fn put_index(i: u32, index: u32) {
    ordered[2u * i] = index;
    ordered[2u * i + 1u] = 0u;
}
