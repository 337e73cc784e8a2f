// complex64 values: parts, comparisons in lexicographic order, arithmetic, tests.

fn real_c64(a: C64) -> f32 { return a.x; }
fn imag_c64(a: C64) -> f32 { return a.y; }
// The zero is hidden: known to the driver, 0 times x loses the sign of x.
fn f32_to_c64(a: f32) -> C64 { return C64(a, rounded_f32(0.0)); }
fn c64_to_bool(a: C64) -> bool { return f32_to_bool(a.x) || f32_to_bool(a.y); }

fn isnan_c64(a: C64) -> bool { return isnan_f32(a.x) || isnan_f32(a.y); }
fn isinf_c64(a: C64) -> bool { return isinf_f32(a.x) || isinf_f32(a.y); }
fn isfinite_c64(a: C64) -> bool { return isfinite_f32(a.x) && isfinite_f32(a.y); }

fn eq_c64(a: C64, b: C64) -> bool { return eq_f32(a.x, b.x) && eq_f32(a.y, b.y); }
fn ne_c64(a: C64, b: C64) -> bool { return !eq_c64(a, b); }
fn lt_c64(a: C64, b: C64) -> bool {
    return (lt_f32(a.x, b.x) && !unordered_f32(a.y, b.y)) || (eq_f32(a.x, b.x) && lt_f32(a.y, b.y));
}
fn le_c64(a: C64, b: C64) -> bool {
    return (lt_f32(a.x, b.x) && !unordered_f32(a.y, b.y)) || (eq_f32(a.x, b.x) && le_f32(a.y, b.y));
}
fn gt_c64(a: C64, b: C64) -> bool { return lt_c64(b, a); }
fn ge_c64(a: C64, b: C64) -> bool { return le_c64(b, a); }

// The first with a NaN; of equal values the first.
fn max_c64(a: C64, b: C64) -> C64 {
    if isnan_c64(a) || ge_c64(a, b) { return a; }
    return b;
}
fn min_c64(a: C64, b: C64) -> C64 {
    if isnan_c64(a) || le_c64(a, b) { return a; }
    return b;
}
fn fmax_c64(a: C64, b: C64) -> C64 {
    if isnan_c64(b) || ge_c64(a, b) { return a; }
    return b;
}
fn fmin_c64(a: C64, b: C64) -> C64 {
    if isnan_c64(b) || le_c64(a, b) { return a; }
    return b;
}

fn clip_c64(a: C64, low: C64, high: C64) -> C64 { return min_c64(max_c64(a, low), high); }

fn neg_c64(a: C64) -> C64 { return C64(neg_f32(a.x), neg_f32(a.y)); }
fn conj_c64(a: C64) -> C64 { return C64(a.x, neg_f32(a.y)); }
fn rint_c64(a: C64) -> C64 { return C64(rint_f32(a.x), rint_f32(a.y)); }
fn abs_c64(a: C64) -> f32 { return hypot_f32(a.x, a.y); }
fn sub_c64(a: C64, b: C64) -> C64 { return add_c64(a, neg_c64(b)); }

fn square_c64(a: C64) -> C64 { return mul_c64(a, a); }

// The multiplication of scans and reductions. A product with 1 is not computed where the 1
// stands for nothing: inf times 0i would give NaN.
fn product_c64(a: C64, b: C64) -> C64 {
    if is_identity_c64(a) { return b; }
    if is_identity_c64(b) { return a; }
    return mul_c64(a, b);
}

// Smith, Algorithm 116: Complex division, 1962; divided by 0, both parts are.
fn div_c64(a: C64, b: C64) -> C64 {
    if iszero_f32(b.x) && iszero_f32(b.y) { return C64(over_zero_c64(a.x), over_zero_c64(a.y)); }
    // The larger part of b is made the first one.
    let plain = ge_f32(abs_f32(b.x), abs_f32(b.y));
    let d = select(b.yx, b, plain);
    let n = select(a.yx, a, plain);
    let ratio = div_f32(d.y, d.x);
    let scale = div_f32(1.0, add_f32(d.x, mul_f32(d.y, ratio)));
    let x = add_f32(n.x, mul_f32(n.y, ratio));
    let turned = mul_f32(n.x, ratio);
    let y = add_f32(select(turned, n.y, plain), neg_f32(select(n.y, turned, plain)));
    return C64(mul_f32(x, scale), mul_f32(y, scale));
}
fn over_zero_c64(a: f32) -> f32 {
    if isnan_f32(a) || iszero_f32(a) { return nan_f32(); }
    return copysign_f32(inf_f32(), a);
}
fn reciprocal_c64(a: C64) -> C64 {
    let plain = le_f32(abs_f32(a.y), abs_f32(a.x));
    let d = select(a.yx, a, plain);
    let ratio = div_f32(d.y, d.x);
    let scale = add_f32(d.x, mul_f32(d.y, ratio));
    let large = div_f32(1.0, scale);
    let small = div_f32(ratio, scale);
    return C64(select(small, large, plain), neg_f32(select(large, small, plain)));
}

// a / |a|: a point of the unit circle, or 0. Where |a| overflows it is NumPy's i or -i.
fn sign_c64(a: C64) -> C64 {
    let size = abs_c64(a);
    if isnan_f32(size) || (isinf_f32(a.x) && isinf_f32(a.y)) { return C64(nan_f32(), nan_f32()); }
    if isinf_f32(a.x) { return C64(copysign_f32(1.0, a.x), 0.0); }
    if isinf_f32(size) { return C64(0.0, copysign_f32(1.0, a.y)); }
    if iszero_f32(size) { return C64(0.0, 0.0); }
    return C64(div_f32(a.x, size), div_f32(a.y, size));
}
