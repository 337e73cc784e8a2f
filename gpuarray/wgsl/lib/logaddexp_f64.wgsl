// f64 logarithms of sums, by the scheme of logaddexp_f32.wgsl: within 4 ULP, or 2^-103 of the
// larger argument where that is more.

fn logaddexp_f64(a: f64, b: f64) -> f64 {
    if unordered_f64(a, b) { return nan_f64(); }
    if isinf_f64(a) && key_f64(a) == key_f64(b) { return a; }
    let large = max_f64(a, b);
    let small = min_f64(a, b);
    let d = two_sum_f64(small, neg_f64(large));
    let more = log1p_f64(corrected_f64(exp_f64(d.high), d.low));
    let sum = add_f64(large, more);
    if !cancels_f64(sum, more) { return sum; }
    // small - large = n ln2 + r, ln2 in three parts.
    let n = nearest_f64(rounded_f64(d.high * 1.4426950408889634lf));
    let part = rounded_f64(d.high - rounded_f64(n * 0.693147180559663lf));
    let x = two_sum_f64(part, neg_f64(rounded_f64(n * 2.8235290563014906e-13lf)));
    let low = rounded_f64(d.low - rounded_f64(n * 1.667085920830552e-25lf));
    let r = join_f64(x.high, rounded_f64(x.low + low));
    let exact = log1p_exp_pair_f64(r, i32(n), more);
    let total = two_sum_f64(large, exact.high);
    return rounded_f64(total.high + rounded_f64(total.low + exact.low));
}

// Base 2: powers of two give their exact sum.
fn logaddexp2_f64(a: f64, b: f64) -> f64 {
    if unordered_f64(a, b) { return nan_f64(); }
    if key_f64(a) == key_f64(b) {
        if isinf_f64(a) { return a; }
        return add_f64(a, 1.0lf);
    }
    let large = max_f64(a, b);
    let small = min_f64(a, b);
    let d = two_sum_f64(small, neg_f64(large));
    let power = corrected_f64(exp2_f64(d.high), rounded_f64(d.low * 0.6931471805599453lf));
    let natural = log1p_f64(power);
    let more = mul_f64(natural, 1.4426950408889634lf);
    let sum = add_f64(large, more);
    if !cancels_f64(sum, more) { return sum; }
    let n = nearest_f64(d.high);
    let part = two_sum_f64(rounded_f64(d.high - n), d.low);
    let r = pair_mul_f64(part, Pair64(0.6931471805599453lf, 2.3190468138462996e-17lf));
    let from_e = Pair64(1.4426950408889634lf, 2.0355273740931033e-17lf);
    let exact = pair_mul_f64(log1p_exp_pair_f64(r, i32(n), natural), from_e);
    let total = two_sum_f64(large, exact.high);
    return rounded_f64(total.high + rounded_f64(total.low + exact.low));
}

// e^(d + low) from e^d, where d lost the part low; d = inf or overflow leaves none.
fn corrected_f64(power: f64, low: f64) -> f64 {
    if iszero_f64(power) || iszero_f64(low) || !isfinite_f64(low) { return power; }
    return rounded_f64(power + rounded_f64(power * low));
}

// Whether the sum has lost digits; further down than 2^-900 no argument comes near a cancellation.
fn cancels_f64(sum: f64, more: f64) -> bool {
    let bits = bitcast<u64>(more);
    return magnitude_bits_f64(sum) < bits && bits > 0x07b0000000000000lu;
}

// log(1 + x), x = 2^n e^r, from its approximation y: y + log1p((x - (e^y - 1)) / e^y).
fn log1p_exp_pair_f64(r: Pair64, n: i32, y: f64) -> Pair64 {
    let power = pair_add_f64(expm1_pair_f64(r), 1.0lf);
    let back = expm1_pair_f64(Pair64(y, 0.0lf));
    let high = rounded_f64(grow_f64(power.high, n) - back.high);
    var low = neg_f64(back.low);
    if !iszero_f64(power.low) { low = rounded_f64(low + grow_f64(power.low, n)); }
    let error = div_f64(rounded_f64(high + low), rounded_f64(1.0lf + back.high));
    return join_f64(y, rounded_f64(error - 0.5lf * rounded_f64(error * error)));
}
