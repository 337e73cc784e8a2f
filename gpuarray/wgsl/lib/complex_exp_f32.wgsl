// complex64 exponentials, from those of the real part and the sine and cosine of the imaginary
// part: within 4 ULP a part (expm1: of the result's size). Special values are C's.

// (cos y, sin y), and (1, 0) where y is not finite.
fn cis_c64(y: f32) -> C64 {
    if !isfinite_f32(y) { return C64(1.0, 0.0); }
    if abs_f32(y) < 0x1p-30f { return C64(1.0, y); }
    let x = turn_f32(y);
    return C64(quarter_sin_f32(x, 1u), quarter_sin_f32(x, 0u));
}

// c e^x 2^n, rounded once; it may be finite although e^x is not. c is finite, x no NaN.
fn times_exp_c64(c: f32, x: f32, n: i32) -> f32 {
    if iszero_f32(c) { return c; }
    let r = reduce_ln2_f32(clamp(x, -EXP_RANGE_C64, EXP_RANGE_C64));
    return scaled_part_c64(c, exp_reduced_f32(r.r), r.n + n);
}
fn both_times_exp_c64(c: C64, x: f32, n: i32) -> C64 {
    return C64(times_exp_c64(c.x, x, n), times_exp_c64(c.y, x, n));
}
// A vanishing or infinite size in a direction.
fn toward_c64(size: f32, direction: C64) -> C64 {
    return C64(copysign_f32(size, direction.x), copysign_f32(size, direction.y));
}

fn exp_c64(a: C64) -> C64 {
    let direction = cis_c64(a.y);
    if isfinite_c64(a) && !iszero_f32(a.y) { return both_times_exp_c64(direction, a.x, 0); }
    return exp_edge_c64(a, exp_f32(a.x), direction);
}
// size: e^x or its like. direction: that of y.
fn exp_edge_c64(a: C64, size: f32, direction: C64) -> C64 {
    if iszero_f32(a.y) { return C64(size, a.y); }
    if isinf_f32(a.x) {
        if isfinite_f32(a.y) { return toward_c64(size, direction); }
        if signbit_f32(a.x) { return C64(0.0, copysign_f32(0.0, a.y)); }
        return C64(inf_f32(), nan_f32());
    }
    return C64(nan_f32(), nan_f32());
}

// 2^x in the direction of y ln2, which is taken in two parts.
fn exp2_c64(a: C64) -> C64 {
    let angle = two_product_f32(a.y, LN2_C64);
    var d = cis_c64(angle.high);
    if !isfinite_c64(a) || iszero_f32(a.y) { return exp_edge_c64(a, exp2_f32(a.x), d); }
    if abs_f32(a.y) > TINY_C64 {
        let low = rounded_f32(angle.low + rounded_f32(a.y * LN2_REST_C64));
        d = mul_c64(d, cis_c64(low));
    }
    let x = clamp(a.x, -2.0 * EXP_RANGE_C64, 2.0 * EXP_RANGE_C64);
    let n = nearest_f32(x);
    let size = exp2_f32(rounded_f32(x - n));
    return C64(scaled_part_c64(d.x, size, i32(n)), scaled_part_c64(d.y, size, i32(n)));
}
// c m 2^n, rounded once.
fn scaled_part_c64(c: f32, m: f32, n: i32) -> f32 {
    if iszero_f32(c) { return c; }
    let product = rounded_f32(frexp_mantissa_f32(c) * m);
    return scaled_f32(product, n + frexp_exponent_f32(c));
}

// e^x cos y - 1 = (e^x - 1) cos y - 2 sin(y/2)^2, as NumPy's.
fn expm1_c64(a: C64) -> C64 {
    if !isfinite_f32(a.y) { return C64(nan_f32(), nan_f32()); }
    let direction = cis_c64(a.y);
    if isfinite_f32(a.x) && a.x > 2.0 * FAR_C64 {
        let power = both_times_exp_c64(direction, a.x, 0);
        return C64(sub_f32(power.x, 1.0), power.y);
    }
    let half = sin_f32(mul_f32(0.5, a.y));
    let x = mul_f32(expm1_f32(a.x), direction.x);
    let y = mul_f32(exp_f32(a.x), direction.y);
    return C64(sub_f32(x, mul_f32(2.0, square_f32(half))), y);
}
