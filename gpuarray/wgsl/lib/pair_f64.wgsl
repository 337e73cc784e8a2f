// Numbers as unevaluated sums of two f64, as in pair_f32.wgsl.

struct Pair64 { high: f64, low: f64 }

// a + b where |a| is at least |b|, and for any two.
fn join_f64(a: f64, b: f64) -> Pair64 {
    let sum = rounded_f64(a + b);
    return Pair64(sum, rounded_f64(b - rounded_f64(sum - a)));
}
fn two_sum_f64(a: f64, b: f64) -> Pair64 {
    let sum = rounded_f64(a + b);
    let more = rounded_f64(sum - a);
    let lost = rounded_f64(a - rounded_f64(sum - more));
    return Pair64(sum, rounded_f64(lost + rounded_f64(b - more)));
}

// a * b, by the products of halves, which are exact.
fn two_product_f64(a: f64, b: f64) -> Pair64 {
    let a1 = bitcast<f64>(bitcast<u64>(a) & ~0x7fffffflu);
    let b1 = bitcast<f64>(bitcast<u64>(b) & ~0x7fffffflu);
    let a0 = rounded_f64(a - a1);
    let b0 = rounded_f64(b - b1);
    let product = rounded_f64(a * b);
    let lost = rounded_f64(rounded_f64(rounded_f64(a1 * b1) - product) + rounded_f64(a1 * b0));
    let more = rounded_f64(lost + rounded_f64(a0 * b1));
    return Pair64(product, rounded_f64(more + rounded_f64(a0 * b0)));
}
fn pair_mul_f64(a: Pair64, b: Pair64) -> Pair64 {
    let x = two_product_f64(a.high, b.high);
    let cross = rounded_f64(rounded_f64(a.high * b.low) + rounded_f64(a.low * b.high));
    return join_f64(x.high, rounded_f64(x.low + cross));
}
fn pair_add_f64(a: Pair64, b: f64) -> Pair64 {
    let x = two_sum_f64(b, a.high);
    return join_f64(x.high, rounded_f64(x.low + a.low));
}
fn pair_div_f64(a: Pair64, b: f64) -> Pair64 {
    let q = div_f64(a.high, b);
    let x = two_product_f64(q, b);
    let rest = rounded_f64(rounded_f64(a.high - x.high) - x.low);
    return join_f64(q, div_f64(rounded_f64(rest + a.low), b));
}

// e^r - 1 = r (1 + r/2 (1 + r/3 (1 + ..))), |r| up to 0.7.
fn expm1_pair_f64(r: Pair64) -> Pair64 {
    var sum = Pair64(1.0lf, 0.0lf);
    for (var k = 32; k > 1; k -= 1) {
        sum = pair_add_f64(pair_div_f64(pair_mul_f64(sum, r), f64(k)), 1.0lf);
    }
    return pair_mul_f64(sum, r);
}
