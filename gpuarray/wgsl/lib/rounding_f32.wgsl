// f32: rounding to integers, signs. On the bits where a device could lose a subnormal or -0.0.

fn magnitude_bits_f32(a: f32) -> u32 { return bitcast<u32>(a) & ~0x80000000u; }
fn copysign_f32(a: f32, b: f32) -> f32 {
    return bitcast<f32>(magnitude_bits_f32(a) | (bitcast<u32>(b) & 0x80000000u));
}

// An inf that const-evaluation cannot see.
fn inf_f32() -> f32 { return bitcast<f32>(0x7f800000u ^ u32(params.zero)); }

// Clears the bits below the point.
fn trunc_f32(a: f32) -> f32 {
    let exponent = u32(magnitude_bits_f32(a) >> 23u);
    if exponent >= 150u { return a; }
    if exponent < 127u { return bitcast<f32>(bitcast<u32>(a) & 0x80000000u); }
    return bitcast<f32>(bitcast<u32>(a) & ~(0x7fffffu >> (exponent - 127u)));
}
fn floor_f32(a: f32) -> f32 {
    let cut = trunc_f32(a);
    if bitcast<u32>(cut) == bitcast<u32>(a) || !signbit_f32(a) { return cut; }
    return cut - 1.0;
}
fn ceil_f32(a: f32) -> f32 {
    let cut = trunc_f32(a);
    if bitcast<u32>(cut) == bitcast<u32>(a) || signbit_f32(a) { return cut; }
    return cut + 1.0;
}

// Adding 2^23 leaves no bits below the point, so the sum rounds, ties to even.
fn rint_f32(a: f32) -> f32 {
    if u32(magnitude_bits_f32(a) >> 23u) >= 150u { return a; }
    let large = copysign_f32(8388608.0, a);
    return copysign_f32(rounded_f32(a + large) - large, a);
}

// modf: inf has the fraction 0, and both parts have a's sign.
fn modf_whole_f32(a: f32) -> f32 { return trunc_f32(a); }
fn modf_fraction_f32(a: f32) -> f32 {
    if isnan_f32(a) || magnitude_bits_f32(a) < 0x3f800000u { return a; }
    if isinf_f32(a) { return copysign_f32(0.0, a); }
    return copysign_f32(a - trunc_f32(a), a);
}
