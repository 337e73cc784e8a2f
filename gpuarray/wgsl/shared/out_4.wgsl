// Item i of dst, one word.
//
// needs: fn result_bits(a: acc) -> u32
@group(0) @binding(0) var<storage, read_write> dst: array<u32>;

fn store(i: u32, a: acc) { dst[i - params.dst_base] = result_bits(a); }
