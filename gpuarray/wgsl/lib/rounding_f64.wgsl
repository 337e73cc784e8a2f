// f64: rounding to integers, signs, as in rounding_f32.wgsl.

fn magnitude_bits_f64(a: f64) -> u64 { return bitcast<u64>(a) & ~0x8000000000000000lu; }
fn copysign_f64(a: f64, b: f64) -> f64 {
    return bitcast<f64>(magnitude_bits_f64(a) | (bitcast<u64>(b) & 0x8000000000000000lu));
}

// An inf that const-evaluation cannot see.
fn inf_f64() -> f64 { return bitcast<f64>(0x7ff0000000000000lu ^ u64(params.zero)); }

// Clears the bits below the point.
fn trunc_f64(a: f64) -> f64 {
    let exponent = u32(magnitude_bits_f64(a) >> 52u);
    if exponent >= 1075u { return a; }
    if exponent < 1023u { return bitcast<f64>(bitcast<u64>(a) & 0x8000000000000000lu); }
    return bitcast<f64>(bitcast<u64>(a) & ~(0xffffffffffffflu >> (exponent - 1023u)));
}
fn floor_f64(a: f64) -> f64 {
    let cut = trunc_f64(a);
    if bitcast<u64>(cut) == bitcast<u64>(a) || !signbit_f64(a) { return cut; }
    return cut - 1.0lf;
}
fn ceil_f64(a: f64) -> f64 {
    let cut = trunc_f64(a);
    if bitcast<u64>(cut) == bitcast<u64>(a) || signbit_f64(a) { return cut; }
    return cut + 1.0lf;
}

// Adding 2^52 leaves no bits below the point, so the sum rounds, ties to even.
fn rint_f64(a: f64) -> f64 {
    if u32(magnitude_bits_f64(a) >> 52u) >= 1075u { return a; }
    let large = copysign_f64(4503599627370496.0lf, a);
    return copysign_f64(rounded_f64(a + large) - large, a);
}

// modf: inf has the fraction 0, and both parts have a's sign.
fn modf_whole_f64(a: f64) -> f64 { return trunc_f64(a); }
fn modf_fraction_f64(a: f64) -> f64 {
    if isnan_f64(a) || magnitude_bits_f64(a) < 0x3ff0000000000000lu { return a; }
    if isinf_f64(a) { return copysign_f64(0.0lf, a); }
    return copysign_f64(a - trunc_f64(a), a);
}
