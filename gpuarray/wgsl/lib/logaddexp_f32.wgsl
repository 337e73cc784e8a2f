// f32 logarithms of sums: max + log(1 + e^-|a - b|), once more in pairs where the two terms cancel.
// Within 4 ULP, or 2^-46 of the larger argument where that is more.

fn logaddexp_f32(a: f32, b: f32) -> f32 {
    if unordered_f32(a, b) { return nan_f32(); }
    if isinf_f32(a) && key_f32(a) == key_f32(b) { return a; }
    let large = max_f32(a, b);
    let small = min_f32(a, b);
    let d = two_sum_f32(small, neg_f32(large));
    let more = log1p_f32(corrected_f32(exp_f32(d.high), d.low));
    let sum = add_f32(large, more);
    if !cancels_f32(sum, more) { return sum; }
    // small - large = n ln2 + r, ln2 in three parts.
    let n = nearest_f32(rounded_f32(d.high * 1.442695));
    let part = rounded_f32(d.high - rounded_f32(n * 0.69314575));
    let x = two_sum_f32(part, neg_f32(rounded_f32(n * 1.4277175e-06)));
    let low = rounded_f32(d.low - rounded_f32(n * 8.893134e-10));
    let r = join_f32(x.high, rounded_f32(x.low + low));
    let exact = log1p_exp_pair_f32(r, i32(n), more);
    let total = two_sum_f32(large, exact.high);
    return rounded_f32(total.high + rounded_f32(total.low + exact.low));
}

// Base 2: powers of two give their exact sum.
fn logaddexp2_f32(a: f32, b: f32) -> f32 {
    if unordered_f32(a, b) { return nan_f32(); }
    if key_f32(a) == key_f32(b) {
        if isinf_f32(a) { return a; }
        return add_f32(a, 1.0);
    }
    let large = max_f32(a, b);
    let small = min_f32(a, b);
    let d = two_sum_f32(small, neg_f32(large));
    let power = corrected_f32(exp2_f32(d.high), rounded_f32(d.low * 0.6931472));
    let natural = log1p_f32(power);
    let more = mul_f32(natural, 1.442695);
    let sum = add_f32(large, more);
    if !cancels_f32(sum, more) { return sum; }
    let n = nearest_f32(d.high);
    let part = two_sum_f32(rounded_f32(d.high - n), d.low);
    let r = pair_mul_f32(part, Pair32(0.6931472, -1.9046542e-09));
    let from_e = Pair32(1.442695, 1.925963e-08);
    let exact = pair_mul_f32(log1p_exp_pair_f32(r, i32(n), natural), from_e);
    let total = two_sum_f32(large, exact.high);
    return rounded_f32(total.high + rounded_f32(total.low + exact.low));
}

// e^(d + low) from e^d, where d lost the part low; d = inf or overflow leaves none.
fn corrected_f32(power: f32, low: f32) -> f32 {
    if iszero_f32(power) || iszero_f32(low) || !isfinite_f32(low) { return power; }
    return add_f32(power, mul_f32(power, low)); // also where they are subnormal
}

// Whether the sum has lost digits; further down than 2^-80 no argument comes near a cancellation.
fn cancels_f32(sum: f32, more: f32) -> bool {
    let bits = bitcast<u32>(more);
    return magnitude_bits_f32(sum) < bits && bits > 0x17800000u;
}

// log(1 + x), x = 2^n e^r, from its approximation y: y + log1p((x - (e^y - 1)) / e^y).
fn log1p_exp_pair_f32(r: Pair32, n: i32, y: f32) -> Pair32 {
    let power = pair_add_f32(expm1_pair_f32(r), 1.0);
    let back = expm1_pair_f32(Pair32(y, 0.0));
    let high = rounded_f32(grow_f32(power.high, n) - back.high);
    var low = neg_f32(back.low);
    if !iszero_f32(power.low) { low = rounded_f32(low + grow_f32(power.low, n)); }
    let error = div_f32(rounded_f32(high + low), rounded_f32(1.0 + back.high));
    return join_f32(y, rounded_f32(error - 0.5 * rounded_f32(error * error)));
}
