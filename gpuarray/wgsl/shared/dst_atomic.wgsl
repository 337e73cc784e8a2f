// A destination whose words may hold parts of several items: each invocation changes
// only the bits of its own item, atomically, so the order does not matter.
@group(0) @binding(0) var<storage, read_write> dst: array<atomic<u32>>;

fn store_bytes(a: u32, bits: u32, count: u32) {
    let mask = 0xffffffffu >> (32u - 8u * count);
    let shift = (a & 3u) * 8u;
    replace_bits(a >> 2u, mask << shift, (bits & mask) << shift);
    if shift + 8u * count > 32u {
        replace_bits((a >> 2u) + 1u, mask >> (32u - shift), (bits & mask) >> (32u - shift));
    }
}

fn replace_bits(word: u32, mask: u32, bits: u32) {
    if mask == 0xffffffffu {
        atomicStore(&dst[word], bits);
        return;
    }
    atomicAnd(&dst[word], ~mask | bits);
    atomicOr(&dst[word], bits);
}
