// The values of an assignment: a buffer, and words at any byte address of it.
@group(0) @binding(3) var<storage, read> values: array<u32>;

fn value_word(rank: u32, k: u32) -> u32 {
    let a = params.values_at + rank * params.values_step + 4u * k;
    let shift = (a & 3u) * 8u;
    let low = values[a >> 2u] >> shift;
    if shift == 0u { return low; }
    return low | (values[(a >> 2u) + 1u] << (32u - shift));
}
