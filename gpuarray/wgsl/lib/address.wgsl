// Small helpers of the functions that Python renders.

// An index as a position on an axis of `size` items; negative counts from the end.
fn wrap_index(index: I64, size: u32) -> u32 {
    let low = i64_to_u32(index);
    return select(low, low + size, lt_i64(index, u32_to_i64(0u)));
}

// Word k of a byte string, with zeros from byte `size` on.
fn first_bytes(word: u32, size: u32, k: u32) -> u32 {
    if 4u * k >= size { return 0u; }
    let left = size - 4u * k;
    if left >= 4u { return word; }
    return word & (0xffffffffu >> (32u - 8u * left));
}

// A word whose first byte in memory weighs most, as byte strings are ordered.
fn swap_bytes(word: u32) -> u32 {
    return (word >> 24u) | ((word >> 8u) & 0xff00u) | ((word << 8u) & 0xff0000u) | (word << 24u);
}
