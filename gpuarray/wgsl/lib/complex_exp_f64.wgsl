// complex128 exponentials, from those of the real part and the sine and cosine of the imaginary
// part: within 4 ULP a part (expm1: of the result's size). Special values are C's.

// (cos y, sin y), and (1, 0) where y is not finite.
fn cis_c128(y: f64) -> C128 {
    if !isfinite_f64(y) { return C128(1.0lf, 0.0lf); }
    if abs_f64(y) < 0x1p-30lf { return C128(1.0lf, y); }
    let x = turn_f64(y);
    return C128(quarter_sin_f64(x, 1u), quarter_sin_f64(x, 0u));
}

// c e^x 2^n, rounded once; it may be finite although e^x is not. c is finite, x no NaN.
fn times_exp_c128(c: f64, x: f64, n: i32) -> f64 {
    if iszero_f64(c) { return c; }
    let r = reduce_ln2_f64(clamp(x, -EXP_RANGE_C128, EXP_RANGE_C128));
    return scaled_part_c128(c, exp_reduced_f64(r.r), r.n + n);
}
fn both_times_exp_c128(c: C128, x: f64, n: i32) -> C128 {
    return C128(times_exp_c128(c.x, x, n), times_exp_c128(c.y, x, n));
}
// A vanishing or infinite size in a direction.
fn toward_c128(size: f64, direction: C128) -> C128 {
    return C128(copysign_f64(size, direction.x), copysign_f64(size, direction.y));
}

fn exp_c128(a: C128) -> C128 {
    let direction = cis_c128(a.y);
    if isfinite_c128(a) && !iszero_f64(a.y) { return both_times_exp_c128(direction, a.x, 0); }
    return exp_edge_c128(a, exp_f64(a.x), direction);
}
// size: e^x or its like. direction: that of y.
fn exp_edge_c128(a: C128, size: f64, direction: C128) -> C128 {
    if iszero_f64(a.y) { return C128(size, a.y); }
    if isinf_f64(a.x) {
        if isfinite_f64(a.y) { return toward_c128(size, direction); }
        if signbit_f64(a.x) { return C128(0.0lf, copysign_f64(0.0lf, a.y)); }
        return C128(inf_f64(), nan_f64());
    }
    return C128(nan_f64(), nan_f64());
}

// 2^x in the direction of y ln2, which is taken in two parts.
fn exp2_c128(a: C128) -> C128 {
    let angle = two_product_f64(a.y, LN2_C128);
    var d = cis_c128(angle.high);
    if !isfinite_c128(a) || iszero_f64(a.y) { return exp_edge_c128(a, exp2_f64(a.x), d); }
    if abs_f64(a.y) > TINY_C128 {
        let low = rounded_f64(angle.low + rounded_f64(a.y * LN2_REST_C128));
        d = mul_c128(d, cis_c128(low));
    }
    let x = clamp(a.x, -2.0lf * EXP_RANGE_C128, 2.0lf * EXP_RANGE_C128);
    let n = nearest_f64(x);
    let size = exp2_f64(rounded_f64(x - n));
    return C128(scaled_part_c128(d.x, size, i32(n)), scaled_part_c128(d.y, size, i32(n)));
}
// c m 2^n, rounded once.
fn scaled_part_c128(c: f64, m: f64, n: i32) -> f64 {
    if iszero_f64(c) { return c; }
    let product = rounded_f64(frexp_mantissa_f64(c) * m);
    return scaled_f64(product, n + frexp_exponent_f64(c));
}

// e^x cos y - 1 = (e^x - 1) cos y - 2 sin(y/2)^2, as NumPy's.
fn expm1_c128(a: C128) -> C128 {
    if !isfinite_f64(a.y) { return C128(nan_f64(), nan_f64()); }
    let direction = cis_c128(a.y);
    if isfinite_f64(a.x) && a.x > 2.0lf * FAR_C128 {
        let power = both_times_exp_c128(direction, a.x, 0);
        return C128(sub_f64(power.x, 1.0lf), power.y);
    }
    let half = sin_f64(mul_f64(0.5lf, a.y));
    let x = mul_f64(expm1_f64(a.x), direction.x);
    let y = mul_f64(exp_f64(a.x), direction.y);
    return C128(sub_f64(x, mul_f64(2.0lf, square_f64(half))), y);
}
