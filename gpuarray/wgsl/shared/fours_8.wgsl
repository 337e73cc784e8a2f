// Items of two words of dst, and four of them that fill two vectors.
//
// needs: fn result_bits(a: acc) -> vec2u; struct Four
@group(0) @binding(0) var<storage, read_write> dst: array<vec4u>;

fn store(i: u32, a: acc) {
    let at = (i >> 1u) - params.dst_base / 4u;
    let words = result_bits(a);
    let half = 2u * (i & 1u);
    dst[at][half] = words.x;
    dst[at][half + 1u] = words.y;
}

fn store_four(i: u32, q: Four) {
    let at = (i >> 1u) - params.dst_base / 4u;
    dst[at] = vec4u(result_bits(q.a), result_bits(q.b));
    dst[at + 1u] = vec4u(result_bits(q.c), result_bits(q.d));
}
