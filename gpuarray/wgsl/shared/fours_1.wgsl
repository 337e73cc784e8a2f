// Items of 1 byte of dst, and four of them that fill a word. Only one lane writes to a word.
//
// needs: fn result_bits(a: acc) -> u32; struct Four
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

fn store(i: u32, a: acc) {
    let at = (i >> 2u) - params.dst_base;
    dst[at] = insertBits(dst[at], result_bits(a), (i & 3u) * 8u, 8u);
}

fn store_four(i: u32, q: Four) {
    let low = (result_bits(q.a) & 0xffu) | ((result_bits(q.b) & 0xffu) << 8u);
    let high = (result_bits(q.c) & 0xffu) | ((result_bits(q.d) & 0xffu) << 8u);
    dst[(i >> 2u) - params.dst_base] = low | (high << 16u);
}
