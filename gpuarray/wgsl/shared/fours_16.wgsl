// Items of four words of dst, each a vector, and four of them.
//
// needs: fn result_bits(a: acc) -> vec4u; struct Four
@group(0) @binding(0) var<storage, read_write> dst: array<vec4u>;

fn store(i: u32, a: acc) { dst[i - params.dst_base / 4u] = result_bits(a); }

fn store_four(i: u32, q: Four) {
    store(i, q.a);
    store(i + 1u, q.b);
    store(i + 2u, q.c);
    store(i + 3u, q.d);
}
