// Items of 2 bytes of dst, and four of them that fill two words. Only one lane writes to both.
//
// needs: fn result_bits(a: acc) -> u32; struct Four
@group(0) @binding(0) var<storage, read_write> dst: array<vec2u>;

fn store(i: u32, a: acc) {
    let at = (i >> 2u) - params.dst_base / 2u;
    let word = (i >> 1u) & 1u;
    dst[at][word] = insertBits(dst[at][word], result_bits(a), (i & 1u) * 16u, 16u);
}

fn store_four(i: u32, q: Four) {
    let low = (result_bits(q.a) & 0xffffu) | (result_bits(q.b) << 16u);
    let high = (result_bits(q.c) & 0xffffu) | (result_bits(q.d) << 16u);
    dst[(i >> 2u) - params.dst_base / 2u] = vec2u(low, high);
}
