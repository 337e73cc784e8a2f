// complex128 values: parts, comparisons in lexicographic order, arithmetic, tests.

fn real_c128(a: C128) -> f64 { return a.x; }
fn imag_c128(a: C128) -> f64 { return a.y; }
fn f64_to_c128(a: f64) -> C128 { return C128(a, 0.0lf); }
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
    if ge_f64(abs_f64(b.x), abs_f64(b.y)) {
        if iszero_f64(b.x) && iszero_f64(b.y) {
            return C128(div_f64(a.x, abs_f64(b.x)), div_f64(a.y, abs_f64(b.x)));
        }
        let ratio = div_f64(b.y, b.x);
        let scale = div_f64(1.0lf, add_f64(b.x, mul_f64(b.y, ratio)));
        let x = add_f64(a.x, mul_f64(a.y, ratio));
        let y = sub_f64(a.y, mul_f64(a.x, ratio));
        return C128(mul_f64(x, scale), mul_f64(y, scale));
    }
    let ratio = div_f64(b.x, b.y);
    let scale = div_f64(1.0lf, add_f64(b.y, mul_f64(b.x, ratio)));
    let x = add_f64(mul_f64(a.x, ratio), a.y);
    let y = sub_f64(mul_f64(a.y, ratio), a.x);
    return C128(mul_f64(x, scale), mul_f64(y, scale));
}
fn reciprocal_c128(a: C128) -> C128 {
    if le_f64(abs_f64(a.y), abs_f64(a.x)) {
        let ratio = div_f64(a.y, a.x);
        let scale = add_f64(a.x, mul_f64(a.y, ratio));
        return C128(div_f64(1.0lf, scale), div_f64(neg_f64(ratio), scale));
    }
    let ratio = div_f64(a.x, a.y);
    let scale = add_f64(mul_f64(a.x, ratio), a.y);
    return C128(div_f64(ratio, scale), div_f64(-1.0lf, scale));
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
