// A destination of items that are whole aligned words: nobody shares a word.
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

fn store_bytes(a: u32, bits: u32, count: u32) { dst[a >> 2u] = bits; }
