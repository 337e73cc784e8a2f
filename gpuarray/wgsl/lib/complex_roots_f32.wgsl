// complex64 square root: within 3 ULP a part, C's special values.

// With t = sqrt((|x| + |z|) / 2), the root is t + i y / 2t, or for negative x |y| / 2t + i t.
fn sqrt_c64(a: C64) -> C64 {
    let special = !isfinite_f32(a.x) || !isfinite_f32(a.y);
    if special { return sqrt_edge_c64(a); }
    if iszero_f32(a.x) && iszero_f32(a.y) { return C64(0.0, a.y); }
    // Scaled by an even power of two, so that the larger part is in [1/2, 2).
    let large = max_f32(abs_f32(a.x), abs_f32(a.y));
    let half = frexp_exponent_f32(large) >> 1u;
    let x = ldexp_f32_i32(abs_f32(a.x), -2 * half);
    let y = ldexp_f32_i32(a.y, -2 * half);
    let t = scaled_f32(sqrt_f32(0.5 * rounded_f32(x + hypot_f32(x, y))), half);
    let other = div_f32(a.y, 2.0 * t);
    if signbit_f32(a.x) { return C64(abs_f32(other), copysign_f32(t, a.y)); }
    return C64(t, other);
}
fn sqrt_edge_c64(a: C64) -> C64 {
    if isinf_f32(a.y) { return C64(inf_f32(), a.y); }
    if isnan_f32(a.x) { return C64(a.x, a.x); }
    if isfinite_f32(a.x) { return C64(nan_f32(), nan_f32()); }
    let none = select(0.0, nan_f32(), isnan_f32(a.y));
    if signbit_f32(a.x) { return C64(none, copysign_f32(inf_f32(), a.y)); }
    return C64(inf_f32(), copysign_f32(none, a.y));
}
