// Items of one word of dst, and four of them that fill a vector.
//
// needs: fn result_bits(a: acc) -> u32; struct Four
@group(0) @binding(0) var<storage, read_write> dst: array<vec4u>;

fn store(i: u32, a: acc) { dst[(i >> 2u) - params.dst_base / 4u][i & 3u] = result_bits(a); }

fn store_four(i: u32, q: Four) {
    dst[(i >> 2u) - params.dst_base / 4u] = vec4u(
        result_bits(q.a), result_bits(q.b), result_bits(q.c), result_bits(q.d),
    );
}
