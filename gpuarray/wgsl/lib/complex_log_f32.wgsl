// complex64 logarithms: log|z| and the angle of z, within 4 ULP a part. Where |z| is near 1,
// x^2 + y^2 - 1 is summed in pairs.

fn log_c64(a: C64) -> C64 { return C64(log_size_c64(a), arctan2_f32(a.y, a.x)); }

fn log_size_c64(a: C64) -> f32 {
    if isinf_c64(a) { return inf_f32(); }
    if isnan_c64(a) { return nan_f32(); }
    let large = max_f32(abs_f32(a.x), abs_f32(a.y));
    let small = min_f32(abs_f32(a.x), abs_f32(a.y));
    if iszero_f32(large) { return neg_f32(inf_f32()); }
    if large < 1.5 && large > 0.5 {
        let square = rounded_f32(rounded_f32(large * large) + rounded_f32(small * small));
        if square > 0.5 && square < 2.0 { return log_near_one_c64(large, small); }
    }
    return log_size_far_c64(large, small);
}
// z = 2^e (x, y), x in [1, 2): the logarithm of its square, halved. |z| is not near 1.
fn log_size_far_c64(large: f32, small: f32) -> f32 {
    let e = frexp_exponent_f32(large) - 1;
    let x = two_product_f32(ldexp_f32_i32(large, -e), ldexp_f32_i32(large, -e));
    let y = square_pair_c64(ldexp_f32_i32(small, -e));
    let sum = join_f32(x.high, y.high);
    let p = log_parts_f32(sum.high);
    let more = div_f32(rounded_f32(sum.low + rounded_f32(x.low + y.low)), sum.high);
    return 0.5 * log_of_parts_f32(p.e + f32(2 * e), p.f, more);
}
// a^2 in two parts; the second one is left out where it would be subnormal.
fn square_pair_c64(a: f32) -> Pair32 {
    if abs_f32(a) < TINY_C64 { return Pair32(square_f32(a), 0.0); }
    return two_product_f32(a, a);
}
// log(x^2 + y^2) / 2 near 0, x at least y.
fn log_near_one_c64(x: f32, y: f32) -> f32 {
    if x == 1.0 && y < TINY_C64 { return mul_f32(0.5, square_f32(y)); }
    let p = two_product_f32(x, x);
    let less = two_sum_f32(p.high, -1.0);
    return half_log1p_c64(less, p.low, square_pair_c64(y));
}
// log(1 + a + b + c) / 2 for a sum of 5 numbers that may nearly cancel.
fn half_log1p_c64(a: Pair32, b: f32, c: Pair32) -> f32 {
    let first = two_sum_f32(a.high, c.high);
    let second = two_sum_f32(first.high, b);
    let third = two_sum_f32(second.high, a.low);
    let fourth = two_sum_f32(third.high, c.low);
    let rest = rounded_f32(first.low + second.low) + rounded_f32(third.low + fourth.low);
    let sum = join_f32(fourth.high, rounded_f32(rest));
    let more = div_f32(sum.low, rounded_f32(1.0 + sum.high));
    return mul_f32(0.5, add_f32(log1p_f32(sum.high), more));
}

fn log2_c64(a: C64) -> C64 {
    let y = mul_f32(arctan2_f32(a.y, a.x), 1.0 / LN2_C64);
    if iszero_f32(a.x) || iszero_f32(a.y) { return C64(log2_f32(abs_c64(a)), y); }
    return C64(mul_f32(log_size_c64(a), 1.0 / LN2_C64), y);
}
fn log10_c64(a: C64) -> C64 {
    let y = mul_f32(arctan2_f32(a.y, a.x), 1.0 / LN10_C64);
    if iszero_f32(a.x) || iszero_f32(a.y) { return C64(log10_f32(abs_c64(a)), y); }
    return C64(mul_f32(log_size_c64(a), 1.0 / LN10_C64), y);
}

// |1 + z|^2 = 1 + (2 x + x^2 + y^2).
fn log1p_c64(a: C64) -> C64 {
    let x = a.x;
    let y = abs_f32(a.y);
    if iszero_f32(y) && abs_f32(x) < EPS_C64 { return a; }
    let one = two_sum_f32(1.0, x);
    let u = abs_f32(one.high);
    let angle = arctan2_f32(a.y, one.high);
    if isinf_c64(a) { return C64(inf_f32(), angle); }
    if isnan_c64(a) { return C64(nan_f32(), nan_f32()); }
    if u < 1.5 && y < 1.5 {
        let square = square_pair_c64(x);
        let rough = rounded_f32(2.0 * x + rounded_f32(square.high + rounded_f32(y * y)));
        if rough > -0.5 && rough < 1.0 {
            let sum = two_sum_f32(2.0 * x, square.high);
            return C64(half_log1p_c64(sum, square.low, square_pair_c64(y)), angle);
        }
    }
    if iszero_f32(max(u, y)) { return C64(neg_f32(inf_f32()), angle); }
    let size = log_size_far_c64(max(u, y), min(u, y));
    if y > u || u < 1.0 { return C64(size, angle); }
    // What 1 + x has lost.
    let ratio = div_f32(y, u);
    let both = rounded_f32(1.0 + rounded_f32(ratio * ratio));
    let change = div_f32(div_f32(one.low, one.high), both);
    return C64(add_f32(size, change), angle);
}
