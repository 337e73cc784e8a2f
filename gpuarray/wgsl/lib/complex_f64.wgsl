// complex128 values: parts, comparisons in lexicographic order, arithmetic, tests.

fn real_c128(a: C128) -> f64 { return a.x; }
fn imag_c128(a: C128) -> f64 { return a.y; }
// The zero is hidden: known to the driver, 0 times x loses the sign of x.
fn f64_to_c128(a: f64) -> C128 { return C128(a, rounded_f64(0.0lf)); }
fn c128_to_bool(a: C128) -> bool { return f64_to_bool(a.x) || f64_to_bool(a.y); }

fn isnan_c128(a: C128) -> bool { return isnan_f64(a.x) || isnan_f64(a.y); }
fn isinf_c128(a: C128) -> bool { return isinf_f64(a.x) || isinf_f64(a.y); }
fn isfinite_c128(a: C128) -> bool { return isfinite_f64(a.x) && isfinite_f64(a.y); }

fn eq_c128(a: C128, b: C128) -> bool { return eq_f64(a.x, b.x) && eq_f64(a.y, b.y); }
fn ne_c128(a: C128, b: C128) -> bool { return !eq_c128(a, b); }
fn lt_c128(a: C128, b: C128) -> bool {
    return (lt_f64(a.x, b.x) && !unordered_f64(a.y, b.y)) || (eq_f64(a.x, b.x) && lt_f64(a.y, b.y));
}
fn le_c128(a: C128, b: C128) -> bool {
    return (lt_f64(a.x, b.x) && !unordered_f64(a.y, b.y)) || (eq_f64(a.x, b.x) && le_f64(a.y, b.y));
}
fn gt_c128(a: C128, b: C128) -> bool { return lt_c128(b, a); }
fn ge_c128(a: C128, b: C128) -> bool { return le_c128(b, a); }

// The first with a NaN; of equal values the first.
fn max_c128(a: C128, b: C128) -> C128 {
    if isnan_c128(a) || ge_c128(a, b) { return a; }
    return b;
}
fn min_c128(a: C128, b: C128) -> C128 {
    if isnan_c128(a) || le_c128(a, b) { return a; }
    return b;
}
fn fmax_c128(a: C128, b: C128) -> C128 {
    if isnan_c128(b) || ge_c128(a, b) { return a; }
    return b;
}
fn fmin_c128(a: C128, b: C128) -> C128 {
    if isnan_c128(b) || le_c128(a, b) { return a; }
    return b;
}

fn clip_c128(a: C128, low: C128, high: C128) -> C128 { return min_c128(max_c128(a, low), high); }

fn neg_c128(a: C128) -> C128 { return C128(neg_f64(a.x), neg_f64(a.y)); }
fn conj_c128(a: C128) -> C128 { return C128(a.x, neg_f64(a.y)); }
fn rint_c128(a: C128) -> C128 { return C128(rint_f64(a.x), rint_f64(a.y)); }
fn abs_c128(a: C128) -> f64 { return hypot_f64(a.x, a.y); }
fn sub_c128(a: C128, b: C128) -> C128 { return add_c128(a, neg_c128(b)); }

fn square_c128(a: C128) -> C128 { return mul_c128(a, a); }

// The multiplication of scans and reductions. A product with 1 is not computed where the 1
// stands for nothing: inf times 0i would give NaN.
fn product_c128(a: C128, b: C128) -> C128 {
    if is_identity_c128(a) { return b; }
    if is_identity_c128(b) { return a; }
    return mul_c128(a, b);
}

// Smith, Algorithm 116: Complex division, 1962; divided by 0, both parts are.
fn div_c128(a: C128, b: C128) -> C128 {
    if iszero_f64(b.x) && iszero_f64(b.y) { return C128(over_zero_c128(a.x), over_zero_c128(a.y)); }
    // The larger part of b is made the first one.
    let plain = ge_f64(abs_f64(b.x), abs_f64(b.y));
    let d = select(b.yx, b, plain);
    let n = select(a.yx, a, plain);
    let ratio = div_f64(d.y, d.x);
    let scale = div_f64(1.0lf, add_f64(d.x, mul_f64(d.y, ratio)));
    let x = add_f64(n.x, mul_f64(n.y, ratio));
    let turned = mul_f64(n.x, ratio);
    let y = add_f64(select(turned, n.y, plain), neg_f64(select(n.y, turned, plain)));
    return C128(mul_f64(x, scale), mul_f64(y, scale));
}
fn over_zero_c128(a: f64) -> f64 {
    if isnan_f64(a) || iszero_f64(a) { return nan_f64(); }
    return copysign_f64(inf_f64(), a);
}
fn reciprocal_c128(a: C128) -> C128 {
    let plain = le_f64(abs_f64(a.y), abs_f64(a.x));
    let d = select(a.yx, a, plain);
    let ratio = div_f64(d.y, d.x);
    let scale = add_f64(d.x, mul_f64(d.y, ratio));
    let large = div_f64(1.0lf, scale);
    let small = div_f64(ratio, scale);
    return C128(select(small, large, plain), neg_f64(select(large, small, plain)));
}

// a / |a|: a point of the unit circle, or 0. Where |a| overflows it is NumPy's i or -i.
fn sign_c128(a: C128) -> C128 {
    let size = abs_c128(a);
    if isnan_f64(size) || (isinf_f64(a.x) && isinf_f64(a.y)) { return C128(nan_f64(), nan_f64()); }
    if isinf_f64(a.x) { return C128(copysign_f64(1.0lf, a.x), 0.0lf); }
    if isinf_f64(size) { return C128(0.0lf, copysign_f64(1.0lf, a.y)); }
    if iszero_f64(size) { return C128(0.0lf, 0.0lf); }
    return C128(div_f64(a.x, size), div_f64(a.y, size));
}
