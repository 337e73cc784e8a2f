// Item i of dst, four words.
//
// needs: fn result_bits(a: acc) -> vec4u
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

fn store(i: u32, a: acc) {
    let words = result_bits(a);
    let at = 4u * i - params.dst_base;
    dst[at] = words.x;
    dst[at + 1u] = words.y;
    dst[at + 2u] = words.z;
    dst[at + 3u] = words.w;
}
