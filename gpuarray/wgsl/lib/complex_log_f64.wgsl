// complex128 logarithms: log|z| and the angle of z, within 4 ULP a part. Where |z| is near 1,
// x^2 + y^2 - 1 is summed in pairs.

fn log_c128(a: C128) -> C128 { return C128(log_size_c128(a), arctan2_f64(a.y, a.x)); }

fn log_size_c128(a: C128) -> f64 {
    if isinf_c128(a) { return inf_f64(); }
    if isnan_c128(a) { return nan_f64(); }
    let large = max_f64(abs_f64(a.x), abs_f64(a.y));
    let small = min_f64(abs_f64(a.x), abs_f64(a.y));
    if iszero_f64(large) { return neg_f64(inf_f64()); }
    if large < 1.5lf && large > 0.5lf {
        let square = rounded_f64(rounded_f64(large * large) + rounded_f64(small * small));
        if square > 0.5lf && square < 2.0lf { return log_near_one_c128(large, small); }
    }
    return log_size_far_c128(large, small);
}
// z = 2^e (x, y), x in [1, 2): the logarithm of its square, halved. |z| is not near 1.
fn log_size_far_c128(large: f64, small: f64) -> f64 {
    let e = frexp_exponent_f64(large) - 1;
    let x = two_product_f64(ldexp_f64_i32(large, -e), ldexp_f64_i32(large, -e));
    let y = square_pair_c128(ldexp_f64_i32(small, -e));
    let sum = join_f64(x.high, y.high);
    let p = log_parts_f64(sum.high);
    let more = div_f64(rounded_f64(sum.low + rounded_f64(x.low + y.low)), sum.high);
    return 0.5lf * log_of_parts_f64(p.e + f64(2 * e), p.f, more);
}
// a^2 in two parts; the second one is left out where it would be subnormal.
fn square_pair_c128(a: f64) -> Pair64 {
    if abs_f64(a) < TINY_C128 { return Pair64(square_f64(a), 0.0lf); }
    return two_product_f64(a, a);
}
// log(x^2 + y^2) / 2 near 0, x at least y.
fn log_near_one_c128(x: f64, y: f64) -> f64 {
    if x == 1.0lf && y < TINY_C128 { return mul_f64(0.5lf, square_f64(y)); }
    let p = two_product_f64(x, x);
    let less = two_sum_f64(p.high, -1.0lf);
    return half_log1p_c128(less, p.low, square_pair_c128(y));
}
// log(1 + a + b + c) / 2 for a sum of 5 numbers that may nearly cancel.
fn half_log1p_c128(a: Pair64, b: f64, c: Pair64) -> f64 {
    let first = two_sum_f64(a.high, c.high);
    let second = two_sum_f64(first.high, b);
    let third = two_sum_f64(second.high, a.low);
    let fourth = two_sum_f64(third.high, c.low);
    let rest = rounded_f64(first.low + second.low) + rounded_f64(third.low + fourth.low);
    let sum = join_f64(fourth.high, rounded_f64(rest));
    let more = div_f64(sum.low, rounded_f64(1.0lf + sum.high));
    return mul_f64(0.5lf, add_f64(log1p_f64(sum.high), more));
}

fn log2_c128(a: C128) -> C128 {
    let y = mul_f64(arctan2_f64(a.y, a.x), 1.0lf / LN2_C128);
    if iszero_f64(a.x) || iszero_f64(a.y) { return C128(log2_f64(abs_c128(a)), y); }
    return C128(mul_f64(log_size_c128(a), 1.0lf / LN2_C128), y);
}
fn log10_c128(a: C128) -> C128 {
    let y = mul_f64(arctan2_f64(a.y, a.x), 1.0lf / LN10_C128);
    if iszero_f64(a.x) || iszero_f64(a.y) { return C128(log10_f64(abs_c128(a)), y); }
    return C128(mul_f64(log_size_c128(a), 1.0lf / LN10_C128), y);
}

// |1 + z|^2 = 1 + (2 x + x^2 + y^2).
fn log1p_c128(a: C128) -> C128 {
    let x = a.x;
    let y = abs_f64(a.y);
    if iszero_f64(y) && abs_f64(x) < EPS_C128 { return a; }
    let one = two_sum_f64(1.0lf, x);
    let u = abs_f64(one.high);
    let angle = arctan2_f64(a.y, one.high);
    if isinf_c128(a) { return C128(inf_f64(), angle); }
    if isnan_c128(a) { return C128(nan_f64(), nan_f64()); }
    if u < 1.5lf && y < 1.5lf {
        let square = square_pair_c128(x);
        let rough = rounded_f64(2.0lf * x + rounded_f64(square.high + rounded_f64(y * y)));
        if rough > -0.5lf && rough < 1.0lf {
            let sum = two_sum_f64(2.0lf * x, square.high);
            return C128(half_log1p_c128(sum, square.low, square_pair_c128(y)), angle);
        }
    }
    if iszero_f64(max(u, y)) { return C128(neg_f64(inf_f64()), angle); }
    let size = log_size_far_c128(max(u, y), min(u, y));
    if y > u || u < 1.0lf { return C128(size, angle); }
    // What 1 + x has lost.
    let ratio = div_f64(y, u);
    let both = rounded_f64(1.0lf + rounded_f64(ratio * ratio));
    let change = div_f64(div_f64(one.low, one.high), both);
    return C128(add_f64(size, change), angle);
}
