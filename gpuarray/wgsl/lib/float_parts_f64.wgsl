// f64: exponent and mantissa apart and together, neighbours, and products with one constant.

fn reciprocal_f64(a: f64) -> f64 { return div_f64(1.0lf, a); }

// NumPy multiplies by the quotient rounded to the type.
fn degrees_f64(a: f64) -> f64 { return mul_f64(a, 57.29577951308232lf); }
fn radians_f64(a: f64) -> f64 { return mul_f64(a, 0.017453292519943295lf); }

// 0 below zero, h at zero, 1 above.
fn heaviside_f64(a: f64, h: f64) -> f64 {
    if isnan_f64(a) { return a; }
    if iszero_f64(a) { return h; }
    return select(1.0lf, 0.0lf, signbit_f64(a));
}

// a = mantissa * 2^exponent, the mantissa in [1/2, 1); zero, inf and NaN have the exponent 0.
fn frexp_mantissa_f64(a: f64) -> f64 {
    if iszero_f64(a) || !isfinite_f64(a) { return a; }
    let fraction = parts_f64(a).mantissa & 0xffffffffffffflu;
    return bitcast<f64>((bitcast<u64>(a) & 0x8000000000000000lu) | 0x3fe0000000000000lu | fraction);
}
fn frexp_exponent_f64(a: f64) -> i32 {
    if iszero_f64(a) || !isfinite_f64(a) { return 0; }
    return parts_f64(a).exponent - 1022;
}

// a * 2^n, rounded once.
fn ldexp_f64_i32(a: f64, n: i32) -> f64 {
    if iszero_f64(a) || !isfinite_f64(a) { return a; }
    let x = parts_f64(a);
    let exponent = x.exponent - 1023 + clamp(n, -5000, 5000);
    return compose_f64(signbit_f64(a), exponent, x.mantissa << 10u);
}
fn ldexp_f64_i64(a: f64, n: I64) -> f64 {
    let most = i32_to_i64(5000);
    return ldexp_f64_i32(a, i64_to_i32(max_i64(min_i64(n, most), neg_i64(most))));
}

// Equal numbers give the second, so that 0.0 towards -0.0 is -0.0.
fn nextafter_f64(a: f64, b: f64) -> f64 {
    if unordered_f64(a, b) { return nan_f64(); }
    if key_f64(a) == key_f64(b) { return b; }
    if iszero_f64(a) { return bitcast<f64>((bitcast<u64>(b) & 0x8000000000000000lu) | 1lu); }
    let outward = (key_f64(a) < key_f64(b)) != signbit_f64(a);
    return bitcast<f64>(select(bitcast<u64>(a) - 1lu, bitcast<u64>(a) + 1lu, outward));
}

// The distance to the next number away from zero, with a's sign; 0.0 and -0.0 have one sign.
fn spacing_f64(a: f64) -> f64 {
    let bits = magnitude_bits_f64(a);
    if bits >= 0x7ff0000000000000lu { return nan_f64(); }
    if bits == 0lu { return bitcast<f64>(1lu); }
    let sign = bitcast<u64>(a) & 0x8000000000000000lu;
    if bits == 0x7ff0000000000000lu - 1lu { return bitcast<f64>(sign | 0x7ff0000000000000lu); }
    let exponent = max(u32(bits >> 52u), 1u);
    var distance = 1lu << min(exponent - 1u, 52u);
    if exponent > 52u { distance = u64(exponent - 52u) << 52u; }
    return bitcast<f64>(sign | distance);
}
