// float16: the two functions that depend on which numbers a float16 can hold. Values are f32.

// Equal numbers give the first: NumPy's float16 differs from its float32 in that.
fn nextafter_f16(a: f32, b: f32) -> f32 {
    if unordered_f32(a, b) { return nan_f32(); }
    if key_f32(a) == key_f32(b) { return a; }
    if iszero_f32(a) { return unpack_f16((pack_f16(b) & 0x8000u) | 1u); }
    let outward = (key_f32(a) < key_f32(b)) != signbit_f32(a);
    let bits = pack_f16(a);
    return unpack_f16(select(bits - 1u, bits + 1u, outward));
}

// The distance to the next number above, never negative: NumPy's float16 differs in that, too.
fn spacing_f16(a: f32) -> f32 {
    let bits = pack_f16(a);
    if (bits & 0x7c00u) == 0x7c00u { return nan_f32(); }
    // Below a negative power of two the numbers lie half as far apart.
    let boundary = (bits & 0x83ffu) == 0x8000u && bits > 0x8400u;
    let exponent = max((bits >> 10u) & 31u, 1u) - u32(boundary);
    if bits == 0x7bffu { return unpack_f16(0x7c00u); }
    return unpack_f32((exponent + 102u) << 23u);
}
