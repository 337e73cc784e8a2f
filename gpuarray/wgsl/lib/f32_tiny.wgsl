// f32 sums and products near and below 2^-126, by arithmetic that a device which flushes
// subnormals does not touch.

// a + b, where the device's sum is less than 2^-100.
fn add_tiny_f32(a: f32, b: f32, sum: f32) -> f32 {
    // From 2^-98 on, a cancels against b: their difference is exact and no subnormal.
    if (bitcast<u32>(a) & 0x7fffffffu) >= 0x0e800000u { return sum; }
    let scaled = rounded_f32(scale_up_f32(a) + scale_up_f32(b));
    let sign = bitcast<u32>(scaled) & 0x80000000u;
    let bits = bitcast<u32>(scaled) & 0x7fffffffu;
    // A subnormal sum is exact: a multiple of 2^-149, its bits the multiple.
    if bits < 0x30800000u { return bitcast<f32>(sign | u32(bitcast<f32>(bits) * 0x1p53f)); }
    return bitcast<f32>(sign | (bits - 0x30000000u));
}

// a * 2^96, exactly; a below 2^-97.
fn scale_up_f32(a: f32) -> f32 {
    let sign = bitcast<u32>(a) & 0x80000000u;
    let bits = bitcast<u32>(a) & 0x7fffffffu;
    if bits < 0x00800000u { return bitcast<f32>(sign | bitcast<u32>(f32(bits) * 0x1p-53f)); }
    return bitcast<f32>(sign | (bits + 0x30000000u));
}

fn mul_exact_f32(a: f32, b: f32) -> f32 {
    let sign = (bitcast<u32>(a) ^ bitcast<u32>(b)) & 0x80000000u;
    if unordered_f32(a, b) { return nan_f32(); }
    if isinf_f32(a) || isinf_f32(b) {
        if iszero_f32(a) || iszero_f32(b) { return nan_f32(); }
        return bitcast<f32>(sign | 0x7f800000u);
    }
    if iszero_f32(a) || iszero_f32(b) { return bitcast<f32>(sign); }
    let x = parts_f32(a);
    let y = parts_f32(b);
    // The product of the mantissas, times 2^15: in [2^61, 2^63).
    let product = mul_wide(x.mantissa << 8u, y.mantissa << 7u);
    let less = u32(product.y < 0x40000000u);
    let top = words_shl(product, less);
    let exponent = x.exponent + y.exponent - 253 - i32(less);
    return compose_f32(sign, exponent, top.y | u32(top.x != 0u));
}
