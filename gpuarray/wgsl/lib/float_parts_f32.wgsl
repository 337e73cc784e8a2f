// f32: exponent and mantissa apart and together, neighbours, and products with one constant.

fn reciprocal_f32(a: f32) -> f32 { return div_f32(1.0, a); }

// NumPy multiplies by the quotient rounded to the type.
fn degrees_f32(a: f32) -> f32 { return mul_f32(a, 57.295776); }
fn radians_f32(a: f32) -> f32 { return mul_f32(a, 0.017453292); }

// 0 below zero, h at zero, 1 above.
fn heaviside_f32(a: f32, h: f32) -> f32 {
    if isnan_f32(a) { return a; }
    if iszero_f32(a) { return h; }
    return select(1.0, 0.0, signbit_f32(a));
}

// a = mantissa * 2^exponent, the mantissa in [1/2, 1); zero, inf and NaN have the exponent 0.
fn frexp_mantissa_f32(a: f32) -> f32 {
    if iszero_f32(a) || !isfinite_f32(a) { return a; }
    let fraction = parts_f32(a).mantissa & 0x7fffffu;
    return bitcast<f32>((bitcast<u32>(a) & 0x80000000u) | 0x3f000000u | fraction);
}
fn frexp_exponent_f32(a: f32) -> i32 {
    if iszero_f32(a) || !isfinite_f32(a) { return 0; }
    return parts_f32(a).exponent - 126;
}

// a * 2^n, rounded once.
fn ldexp_f32_i32(a: f32, n: i32) -> f32 {
    if iszero_f32(a) || !isfinite_f32(a) { return a; }
    let x = parts_f32(a);
    let exponent = x.exponent - 127 + clamp(n, -5000, 5000);
    return compose_f32(bitcast<u32>(a) & 0x80000000u, exponent, x.mantissa << 7u);
}
fn ldexp_f32_i64(a: f32, n: I64) -> f32 {
    let most = i32_to_i64(5000);
    return ldexp_f32_i32(a, i64_to_i32(max_i64(min_i64(n, most), neg_i64(most))));
}

// Equal numbers give the second, so that 0.0 towards -0.0 is -0.0.
fn nextafter_f32(a: f32, b: f32) -> f32 {
    if unordered_f32(a, b) { return nan_f32(); }
    if key_f32(a) == key_f32(b) { return b; }
    if iszero_f32(a) { return bitcast<f32>((bitcast<u32>(b) & 0x80000000u) | 1u); }
    let outward = (key_f32(a) < key_f32(b)) != signbit_f32(a);
    return bitcast<f32>(select(bitcast<u32>(a) - 1u, bitcast<u32>(a) + 1u, outward));
}

// The distance to the next number away from zero, with a's sign; 0.0 and -0.0 have one sign.
fn spacing_f32(a: f32) -> f32 {
    let bits = magnitude_bits_f32(a);
    if bits >= 0x7f800000u { return nan_f32(); }
    if bits == 0u { return bitcast<f32>(1u); }
    let sign = bitcast<u32>(a) & 0x80000000u;
    if bits == 0x7f800000u - 1u { return bitcast<f32>(sign | 0x7f800000u); }
    let exponent = max(u32(bits >> 23u), 1u);
    var distance = 1u << min(exponent - 1u, 23u);
    if exponent > 23u { distance = u32(exponent - 23u) << 23u; }
    return bitcast<f32>(sign | distance);
}
