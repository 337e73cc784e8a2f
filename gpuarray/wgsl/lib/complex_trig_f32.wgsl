// complex64 hyperbolic functions within 5 ULP a part, tanh within 10; sine, cosine and tangent
// are theirs of i z. Special values are C's.

fn sinh_c64(a: C64) -> C64 {
    let direction = cis_c64(a.y);
    if !isfinite_c64(a) { return sinh_edge_c64(a, direction); }
    if abs_f32(a.x) > FAR_C64 {
        return back_c64(both_times_exp_c64(direction, abs_f32(a.x), -1), a.x);
    }
    return C64(mul_f32(sinh_f32(a.x), direction.x), mul_f32(cosh_f32(a.x), direction.y));
}
fn back_c64(a: C64, x: f32) -> C64 {
    return C64(select(a.x, neg_f32(a.x), signbit_f32(x)), a.y);
}
fn sinh_edge_c64(a: C64, direction: C64) -> C64 {
    if iszero_f32(a.y) { return a; }
    if iszero_f32(a.x) { return C64(a.x, nan_f32()); }
    if !isinf_f32(a.x) { return C64(nan_f32(), nan_f32()); }
    if !isfinite_f32(a.y) { return C64(a.x, nan_f32()); }
    return back_c64(toward_c64(inf_f32(), direction), a.x);
}

fn cosh_c64(a: C64) -> C64 {
    let direction = cis_c64(select(a.y, neg_f32(a.y), signbit_f32(a.x)));
    if !isfinite_c64(a) { return cosh_edge_c64(a, direction); }
    let x = abs_f32(a.x);
    if x > FAR_C64 { return both_times_exp_c64(direction, x, -1); }
    return C64(mul_f32(cosh_f32(x), direction.x), mul_f32(sinh_f32(x), direction.y));
}
fn cosh_edge_c64(a: C64, direction: C64) -> C64 {
    let zero = select(direction.y, a.y, isnan_f32(a.x));
    if iszero_f32(a.y) { return C64(abs_f32(a.x), zero); }
    if iszero_f32(a.x) { return C64(nan_f32(), a.x); }
    if !isinf_f32(a.x) { return C64(nan_f32(), nan_f32()); }
    if !isfinite_f32(a.y) { return C64(inf_f32(), nan_f32()); }
    return toward_c64(inf_f32(), direction);
}

// (sinh x cosh x + i sin y cos y) / (sinh(x)^2 + cos(y)^2).
fn tanh_c64(a: C64) -> C64 {
    let d = cis_c64(a.y);
    if !isfinite_c64(a) { return tanh_edge_c64(a, d); }
    if abs_f32(a.x) > FAR_C64 {
        let rest = times_exp_c64(mul_f32(d.x, d.y), -2.0 * min(abs_f32(a.x), EXP_RANGE_C64), 2);
        return C64(copysign_f32(1.0, a.x), rest);
    }
    let s = sinh_f32(a.x);
    let size = add_f32(square_f32(s), square_f32(d.x));
    return C64(div_f32(mul_f32(s, cosh_f32(a.x)), size), div_f32(mul_f32(d.x, d.y), size));
}
fn tanh_edge_c64(a: C64, d: C64) -> C64 {
    if isinf_f32(a.x) {
        if !isfinite_f32(a.y) { return C64(copysign_f32(1.0, a.x), copysign_f32(0.0, a.y)); }
        let zero = copysign_f32(0.0, d.x);
        return C64(copysign_f32(1.0, a.x), select(zero, neg_f32(zero), signbit_f32(d.y)));
    }
    if iszero_f32(a.y) { return a; }
    return C64(select(nan_f32(), a.x, iszero_f32(a.x)), nan_f32());
}

fn times_i_c64(a: C64) -> C64 { return C64(neg_f32(a.y), a.x); }
fn over_i_c64(a: C64) -> C64 { return C64(a.y, neg_f32(a.x)); }
fn sin_c64(a: C64) -> C64 { return over_i_c64(sinh_c64(times_i_c64(a))); }
fn cos_c64(a: C64) -> C64 { return cosh_c64(times_i_c64(a)); }
fn tan_c64(a: C64) -> C64 { return over_i_c64(tanh_c64(times_i_c64(a))); }
