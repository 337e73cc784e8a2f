// complex128 square root: within 3 ULP a part, C's special values.

// With t = sqrt((|x| + |z|) / 2), the root is t + i y / 2t, or for negative x |y| / 2t + i t.
fn sqrt_c128(a: C128) -> C128 {
    let special = !isfinite_f64(a.x) || !isfinite_f64(a.y);
    if special { return sqrt_edge_c128(a); }
    if iszero_f64(a.x) && iszero_f64(a.y) { return C128(0.0lf, a.y); }
    // Scaled by an even power of two, so that the larger part is in [1/2, 2).
    let large = max_f64(abs_f64(a.x), abs_f64(a.y));
    let half = frexp_exponent_f64(large) >> 1u;
    let x = ldexp_f64_i32(abs_f64(a.x), -2 * half);
    let y = ldexp_f64_i32(a.y, -2 * half);
    let t = scaled_f64(sqrt_f64(0.5lf * rounded_f64(x + hypot_f64(x, y))), half);
    let other = div_f64(a.y, 2.0lf * t);
    if signbit_f64(a.x) { return C128(abs_f64(other), copysign_f64(t, a.y)); }
    return C128(t, other);
}
fn sqrt_edge_c128(a: C128) -> C128 {
    if isinf_f64(a.y) { return C128(inf_f64(), a.y); }
    if isnan_f64(a.x) { return C128(a.x, a.x); }
    if isfinite_f64(a.x) { return C128(nan_f64(), nan_f64()); }
    let none = select(0.0lf, nan_f64(), isnan_f64(a.y));
    if signbit_f64(a.x) { return C128(none, copysign_f64(inf_f64(), a.y)); }
    return C128(inf_f64(), copysign_f64(none, a.y));
}
