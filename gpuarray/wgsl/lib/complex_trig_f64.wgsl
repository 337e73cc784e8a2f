// complex128 hyperbolic functions within 5 ULP a part, tanh within 10; sine, cosine and tangent
// are theirs of i z. Special values are C's.

fn sinh_c128(a: C128) -> C128 {
    let direction = cis_c128(a.y);
    if !isfinite_c128(a) { return sinh_edge_c128(a, direction); }
    if abs_f64(a.x) > FAR_C128 {
        return back_c128(both_times_exp_c128(direction, abs_f64(a.x), -1), a.x);
    }
    return C128(mul_f64(sinh_f64(a.x), direction.x), mul_f64(cosh_f64(a.x), direction.y));
}
fn back_c128(a: C128, x: f64) -> C128 {
    return C128(select(a.x, neg_f64(a.x), signbit_f64(x)), a.y);
}
fn sinh_edge_c128(a: C128, direction: C128) -> C128 {
    if iszero_f64(a.y) { return a; }
    if iszero_f64(a.x) { return C128(a.x, nan_f64()); }
    if !isinf_f64(a.x) { return C128(nan_f64(), nan_f64()); }
    if !isfinite_f64(a.y) { return C128(a.x, nan_f64()); }
    return back_c128(toward_c128(inf_f64(), direction), a.x);
}

fn cosh_c128(a: C128) -> C128 {
    let direction = cis_c128(select(a.y, neg_f64(a.y), signbit_f64(a.x)));
    if !isfinite_c128(a) { return cosh_edge_c128(a, direction); }
    let x = abs_f64(a.x);
    if x > FAR_C128 { return both_times_exp_c128(direction, x, -1); }
    return C128(mul_f64(cosh_f64(x), direction.x), mul_f64(sinh_f64(x), direction.y));
}
fn cosh_edge_c128(a: C128, direction: C128) -> C128 {
    let zero = select(direction.y, a.y, isnan_f64(a.x));
    if iszero_f64(a.y) { return C128(abs_f64(a.x), zero); }
    if iszero_f64(a.x) { return C128(nan_f64(), a.x); }
    if !isinf_f64(a.x) { return C128(nan_f64(), nan_f64()); }
    if !isfinite_f64(a.y) { return C128(inf_f64(), nan_f64()); }
    return toward_c128(inf_f64(), direction);
}

// (sinh x cosh x + i sin y cos y) / (sinh(x)^2 + cos(y)^2).
fn tanh_c128(a: C128) -> C128 {
    let d = cis_c128(a.y);
    if !isfinite_c128(a) { return tanh_edge_c128(a, d); }
    if abs_f64(a.x) > FAR_C128 {
        let rest = times_exp_c128(mul_f64(d.x, d.y), -2.0lf * min(abs_f64(a.x), EXP_RANGE_C128), 2);
        return C128(copysign_f64(1.0lf, a.x), rest);
    }
    let s = sinh_f64(a.x);
    let size = add_f64(square_f64(s), square_f64(d.x));
    return C128(div_f64(mul_f64(s, cosh_f64(a.x)), size), div_f64(mul_f64(d.x, d.y), size));
}
fn tanh_edge_c128(a: C128, d: C128) -> C128 {
    if isinf_f64(a.x) {
        if !isfinite_f64(a.y) { return C128(copysign_f64(1.0lf, a.x), copysign_f64(0.0lf, a.y)); }
        let zero = copysign_f64(0.0lf, d.x);
        return C128(copysign_f64(1.0lf, a.x), select(zero, neg_f64(zero), signbit_f64(d.y)));
    }
    if iszero_f64(a.y) { return a; }
    return C128(select(nan_f64(), a.x, iszero_f64(a.x)), nan_f64());
}

fn times_i_c128(a: C128) -> C128 { return C128(neg_f64(a.y), a.x); }
fn over_i_c128(a: C128) -> C128 { return C128(a.y, neg_f64(a.x)); }
fn sin_c128(a: C128) -> C128 { return over_i_c128(sinh_c128(times_i_c128(a))); }
fn cos_c128(a: C128) -> C128 { return cosh_c128(times_i_c128(a)); }
fn tan_c128(a: C128) -> C128 { return over_i_c128(tanh_c128(times_i_c128(a))); }
