// f32 cube root and hypotenuse, within 2 ULP.

// a = 2^(3 third + j) v, v in [1, 2): a polynomial for cbrt(v), times cbrt(2^j), then Halley's
// steps. The last one starts from a root cut to 12 bits, whose square is exact.
fn cbrt_f32(a: f32) -> f32 {
    if iszero_f32(a) || !isfinite_f32(a) { return a; }
    let x = parts_f32(a);
    let exponent = u32(x.exponent - 127 + 3072);
    let third = i32(exponent / 3u) - 1024;
    let j = exponent % 3u;
    let v = bitcast<f32>((x.mantissa & 0x7fffffu) | 0x3f800000u);
    var t = 0.022148699;
    t = step_f32(t, v, -0.15866245);
    t = step_f32(t, v, 0.5808264);
    t = step_f32(t, v, 0.55579096);
    t *= select(select(1.0, 1.2599211, j == 1u), 1.587401, j == 2u);
    let a3 = grow_f32(v, i32(j));
    t = bitcast<f32>(bitcast<u32>(t) & ~0xfffu);
    let r = div_f32(a3, rounded_f32(t * t));
    let step = div_f32(rounded_f32(r - t), rounded_f32(2.0 * t + r));
    let root = rounded_f32(t + rounded_f32(t * step));
    return copysign_f32(scaled_f32(root, third), a);
}

// sqrt(a^2 + b^2) of the numbers scaled so that the larger one is in [1, 2).
fn hypot_f32(a: f32, b: f32) -> f32 {
    if isinf_f32(a) || isinf_f32(b) { return inf_f32(); }
    if unordered_f32(a, b) { return nan_f32(); }
    let large = max_f32(abs_f32(a), abs_f32(b));
    let small = min_f32(abs_f32(a), abs_f32(b));
    if iszero_f32(small) { return large; }
    let p = parts_f32(large);
    let q = parts_f32(small);
    let apart = q.exponent - p.exponent;
    if apart < -13 { return large; }
    let x = bitcast<f32>((p.mantissa & 0x7fffffu) | 0x3f800000u);
    let y = grow_f32(bitcast<f32>((q.mantissa & 0x7fffffu) | 0x3f800000u), apart);
    let root = sqrt_f32(rounded_f32(rounded_f32(x * x) + rounded_f32(y * y)));
    return scaled_f32(root, p.exponent - 127);
}
