// Item i of dst, 1 byte, of a buffer that was cleared: each byte is set once, so order is no
// matter, but its word is shared with other invocations.
//
// needs: fn result_bits(a: acc) -> u32
@group(0) @binding(0) var<storage, read_write> dst: array<atomic<u32>>;

fn store(i: u32, a: acc) {
    atomicOr(&dst[(i >> 2u) - params.dst_base], (result_bits(a) & 0xffu) << ((i & 3u) * 8u));
}
