// Items of two words.
@group(0) @binding(0) var<storage, read_write> sorted: array<u32>;

fn put_key(i: u32, low: u32, high: u32) {
    sorted[2u * i] = low;
    sorted[2u * i + 1u] = high;
}
