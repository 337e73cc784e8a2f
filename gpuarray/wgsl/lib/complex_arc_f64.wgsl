// complex128 inverse trigonometric and hyperbolic functions, within 5 ULP a part, after Hull,
// Fairgrieve and Tang, Implementing the complex arcsine and arccosine functions using exception
// handling, 1997: with a = (|z + i| + |z - i|) / 2,
//
//   asinh(x + iy) = log(a + sqrt(a^2 - 1)) + i atan(y / sqrt(a^2 - y^2)),
//
// where a - 1 and a - y are found without cancellation. Special values are C's.

// size: log(a + sqrt(a^2 - 1)); root: sqrt(a^2 - y^2).
struct Arc64 { size: f64, root: f64 }

// For finite x and y of 0 or more, not both tiny. less: a - 1 and a - y, as sums of half of
// hypot(x, b) - b for b = y + 1 and b = 1 - y or y - 1.
fn arc_c128(x: f64, y: f64) -> Arc64 {
    let above = rounded_f64(y + 1.0lf);
    let below = rounded_f64(y - 1.0lf);
    let apart = abs_f64(below);
    let r = hypot_f64(x, above);
    let s = hypot_f64(x, apart);
    let a = max(0.5lf * rounded_f64(r + s), 1.0lf);
    let square = rounded_f64(x * x);
    let first = 0.5lf * div_f64(square, rounded_f64(r + above));
    var near = 0.5lf * x;
    if apart > 0.0lf { near = 0.5lf * div_f64(square, rounded_f64(s + apart)); }
    let far = 0.5lf * rounded_f64(s + apart);
    var less_1 = rounded_f64(first + select(far, near, y < 1.0lf));
    var less_y = rounded_f64(first + select(near, far, y < 1.0lf));
    if a >= 10.0lf { less_1 = rounded_f64(a - 1.0lf); }
    if y <= 0.625lf * a { less_y = rounded_f64(a - y); }
    // Beside the line from 0 to infinity x hardly matters, but at i.
    if x < EPS_C128 * apart {
        let root = sqrt_f64(rounded_f64(apart * above));
        if y < 1.0lf { return Arc64(div_f64(x, root), root); }
        return Arc64(log1p_f64(rounded_f64(below + root)), mul_f64(x, div_f64(y, root)));
    }
    if apart == 0.0lf && x < EPS_C128 * 0x1p-7lf {
        let root = sqrt_f64(x);
        return Arc64(root, root);
    }
    let more = sqrt_f64(rounded_f64(less_1 * rounded_f64(a + 1.0lf)));
    let root = sqrt_f64(rounded_f64(less_y * rounded_f64(a + y)));
    return Arc64(log1p_f64(rounded_f64(less_1 + more)), root);
}

// The same for large z, or for infinite: log(2 |z|) and the part that stands beside y.
fn arc_far_c128(x: f64, y: f64) -> Arc64 {
    if isinf_f64(x) || isinf_f64(y) { return Arc64(inf_f64(), x); }
    return Arc64(rounded_f64(log_size_far_c128(max(x, y), min(x, y)) + LN2_C128), x);
}
fn arc_any_c128(x: f64, y: f64) -> Arc64 {
    if key_f64(max_f64(x, y)) > key_f64(1.0lf / EPS_C128) { return arc_far_c128(x, y); }
    return arc_c128(x, y);
}

fn arcsinh_c128(a: C128) -> C128 {
    let x = abs_f64(a.x);
    let y = abs_f64(a.y);
    if isnan_c128(a) {
        if isinf_f64(a.x) || iszero_f64(a.y) { return a; }
        if isinf_f64(a.y) { return C128(a.y, nan_f64()); }
        return C128(nan_f64(), nan_f64());
    }
    if max(x, y) < SMALL_C128 { return a; }
    let parts = arc_any_c128(x, y);
    return C128(copysign_f64(parts.size, a.x), copysign_f64(arctan2_f64(y, parts.root), a.y));
}
fn arcsin_c128(a: C128) -> C128 { return over_i_c128(arcsinh_c128(times_i_c128(a))); }

fn arccos_c128(a: C128) -> C128 {
    let x = abs_f64(a.x);
    let y = abs_f64(a.y);
    if isnan_c128(a) {
        if isinf_f64(a.x) { return C128(nan_f64(), neg_f64(inf_f64())); }
        if isinf_f64(a.y) { return C128(nan_f64(), neg_f64(a.y)); }
        return C128(select(nan_f64(), HALF_PI_C128, iszero_f64(a.x)), nan_f64());
    }
    if max(x, y) < SMALL_C128 { return C128(rounded_f64(HALF_PI_C128 - a.x), neg_f64(a.y)); }
    let parts = arc_any_c128(y, x);
    let size = select(neg_f64(parts.size), parts.size, signbit_f64(a.y));
    return C128(arctan2_f64(parts.root, a.x), size);
}
fn arccosh_c128(a: C128) -> C128 {
    let w = arccos_c128(a);
    return C128(abs_f64(w.y), copysign_f64(w.x, a.y));
}

// log1p(4 x / ((1 - x)^2 + y^2)) / 4 + i atan2(2 y, 1 - x^2 - y^2) / 2.
fn arctanh_c128(a: C128) -> C128 {
    let x = abs_f64(a.x);
    let y = abs_f64(a.y);
    if isnan_c128(a) {
        if isinf_f64(a.y) { return arctanh_far_c128(a); }
        if isinf_f64(a.x) { return C128(copysign_f64(0.0lf, a.x), nan_f64()); }
        return C128(select(nan_f64(), a.x, iszero_f64(a.x)), nan_f64());
    }
    if isinf_c128(a) { return arctanh_far_c128(a); }
    let large = max(x, y);
    if large < SMALL_C128 { return a; }
    if large > 1.0lf / EPS_C128 { // the real part of 1 / z
        let ratio = div_f64(min(x, y), large);
        let size = div_f64(div_f64(x, large), rounded_f64(1.0lf + rounded_f64(ratio * ratio)));
        return C128(copysign_f64(div_f64(size, large), a.x), copysign_f64(HALF_PI_C128, a.y));
    }
    var size: f64;
    if x == 1.0lf && y < EPS_C128 {
        size = 0.5lf * rounded_f64(LN2_C128 - log_f64(y));
    } else {
        let square = add_f64(square_f64(rounded_f64(x - 1.0lf)), square_f64(y));
        size = mul_f64(0.25lf, log1p_f64(div_f64(mul_f64(4.0lf, x), square)));
    }
    let less = sub_f64(rounded_f64(rounded_f64(1.0lf - x) * rounded_f64(1.0lf + x)), square_f64(y));
    let angle = mul_f64(0.5lf, arctan2_f64(mul_f64(2.0lf, y), less));
    return C128(copysign_f64(size, a.x), copysign_f64(angle, a.y));
}
fn arctanh_far_c128(a: C128) -> C128 {
    return C128(copysign_f64(0.0lf, a.x), copysign_f64(HALF_PI_C128, a.y));
}
fn arctan_c128(a: C128) -> C128 { return over_i_c128(arctanh_c128(times_i_c128(a))); }
