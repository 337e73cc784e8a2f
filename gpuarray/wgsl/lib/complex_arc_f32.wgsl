// complex64 inverse trigonometric and hyperbolic functions, within 5 ULP a part, after Hull,
// Fairgrieve and Tang, Implementing the complex arcsine and arccosine functions using exception
// handling, 1997: with a = (|z + i| + |z - i|) / 2,
//
//   asinh(x + iy) = log(a + sqrt(a^2 - 1)) + i atan(y / sqrt(a^2 - y^2)),
//
// where a - 1 and a - y are found without cancellation. Special values are C's.

// size: log(a + sqrt(a^2 - 1)); root: sqrt(a^2 - y^2).
struct Arc32 { size: f32, root: f32 }

// For finite x and y of 0 or more, not both tiny. less: a - 1 and a - y, as sums of half of
// hypot(x, b) - b for b = y + 1 and b = 1 - y or y - 1.
fn arc_c64(x: f32, y: f32) -> Arc32 {
    let above = rounded_f32(y + 1.0);
    let below = rounded_f32(y - 1.0);
    let apart = abs_f32(below);
    let r = hypot_f32(x, above);
    let s = hypot_f32(x, apart);
    let a = max(0.5 * rounded_f32(r + s), 1.0);
    let square = rounded_f32(x * x);
    let first = 0.5 * div_f32(square, rounded_f32(r + above));
    var near = 0.5 * x;
    if apart > 0.0 { near = 0.5 * div_f32(square, rounded_f32(s + apart)); }
    let far = 0.5 * rounded_f32(s + apart);
    var less_1 = rounded_f32(first + select(far, near, y < 1.0));
    var less_y = rounded_f32(first + select(near, far, y < 1.0));
    if a >= 10.0 { less_1 = rounded_f32(a - 1.0); }
    if y <= 0.625 * a { less_y = rounded_f32(a - y); }
    // Beside the line from 0 to infinity x hardly matters, but at i.
    if x < EPS_C64 * apart {
        let root = sqrt_f32(rounded_f32(apart * above));
        if y < 1.0 { return Arc32(div_f32(x, root), root); }
        return Arc32(log1p_f32(rounded_f32(below + root)), mul_f32(x, div_f32(y, root)));
    }
    if apart == 0.0 && x < EPS_C64 * 0x1p-7f {
        let root = sqrt_f32(x);
        return Arc32(root, root);
    }
    let more = sqrt_f32(rounded_f32(less_1 * rounded_f32(a + 1.0)));
    let root = sqrt_f32(rounded_f32(less_y * rounded_f32(a + y)));
    return Arc32(log1p_f32(rounded_f32(less_1 + more)), root);
}

// The same for large z, or for infinite: log(2 |z|) and the part that stands beside y.
fn arc_far_c64(x: f32, y: f32) -> Arc32 {
    if isinf_f32(x) || isinf_f32(y) { return Arc32(inf_f32(), x); }
    return Arc32(rounded_f32(log_size_far_c64(max(x, y), min(x, y)) + LN2_C64), x);
}
fn arc_any_c64(x: f32, y: f32) -> Arc32 {
    if key_f32(max_f32(x, y)) > key_f32(1.0 / EPS_C64) { return arc_far_c64(x, y); }
    return arc_c64(x, y);
}

fn arcsinh_c64(a: C64) -> C64 {
    let x = abs_f32(a.x);
    let y = abs_f32(a.y);
    if isnan_c64(a) {
        if isinf_f32(a.x) || iszero_f32(a.y) { return a; }
        if isinf_f32(a.y) { return C64(a.y, nan_f32()); }
        return C64(nan_f32(), nan_f32());
    }
    if max(x, y) < SMALL_C64 { return a; }
    let parts = arc_any_c64(x, y);
    return C64(copysign_f32(parts.size, a.x), copysign_f32(arctan2_f32(y, parts.root), a.y));
}
fn arcsin_c64(a: C64) -> C64 { return over_i_c64(arcsinh_c64(times_i_c64(a))); }

fn arccos_c64(a: C64) -> C64 {
    let x = abs_f32(a.x);
    let y = abs_f32(a.y);
    if isnan_c64(a) {
        if isinf_f32(a.x) { return C64(nan_f32(), neg_f32(inf_f32())); }
        if isinf_f32(a.y) { return C64(nan_f32(), neg_f32(a.y)); }
        return C64(select(nan_f32(), HALF_PI_C64, iszero_f32(a.x)), nan_f32());
    }
    if max(x, y) < SMALL_C64 { return C64(rounded_f32(HALF_PI_C64 - a.x), neg_f32(a.y)); }
    let parts = arc_any_c64(y, x);
    let size = select(neg_f32(parts.size), parts.size, signbit_f32(a.y));
    return C64(arctan2_f32(parts.root, a.x), size);
}
fn arccosh_c64(a: C64) -> C64 {
    let w = arccos_c64(a);
    return C64(abs_f32(w.y), copysign_f32(w.x, a.y));
}

// log1p(4 x / ((1 - x)^2 + y^2)) / 4 + i atan2(2 y, 1 - x^2 - y^2) / 2.
fn arctanh_c64(a: C64) -> C64 {
    let x = abs_f32(a.x);
    let y = abs_f32(a.y);
    if isnan_c64(a) {
        if isinf_f32(a.y) { return arctanh_far_c64(a); }
        if isinf_f32(a.x) { return C64(copysign_f32(0.0, a.x), nan_f32()); }
        return C64(select(nan_f32(), a.x, iszero_f32(a.x)), nan_f32());
    }
    if isinf_c64(a) { return arctanh_far_c64(a); }
    let large = max(x, y);
    if large < SMALL_C64 { return a; }
    if large > 1.0 / EPS_C64 { // the real part of 1 / z
        let ratio = div_f32(min(x, y), large);
        let size = div_f32(div_f32(x, large), rounded_f32(1.0 + rounded_f32(ratio * ratio)));
        return C64(copysign_f32(div_f32(size, large), a.x), copysign_f32(HALF_PI_C64, a.y));
    }
    var size: f32;
    if x == 1.0 && y < EPS_C64 {
        size = 0.5 * rounded_f32(LN2_C64 - log_f32(y));
    } else {
        let square = add_f32(square_f32(rounded_f32(x - 1.0)), square_f32(y));
        size = mul_f32(0.25, log1p_f32(div_f32(mul_f32(4.0, x), square)));
    }
    let less = sub_f32(rounded_f32(rounded_f32(1.0 - x) * rounded_f32(1.0 + x)), square_f32(y));
    let angle = mul_f32(0.5, arctan2_f32(mul_f32(2.0, y), less));
    return C64(copysign_f32(size, a.x), copysign_f32(angle, a.y));
}
fn arctanh_far_c64(a: C64) -> C64 {
    return C64(copysign_f32(0.0, a.x), copysign_f32(HALF_PI_C64, a.y));
}
fn arctan_c64(a: C64) -> C64 { return over_i_c64(arctanh_c64(times_i_c64(a))); }
