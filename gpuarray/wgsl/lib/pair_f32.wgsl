// Numbers as unevaluated sums of two f32, for what single precision would lose to cancellation
// (Dekker, A floating-point technique for extending the available precision, 1971).

struct Pair32 { high: f32, low: f32 }

// a + b where |a| is at least |b|, and for any two.
fn join_f32(a: f32, b: f32) -> Pair32 {
    let sum = rounded_f32(a + b);
    return Pair32(sum, rounded_f32(b - rounded_f32(sum - a)));
}
fn two_sum_f32(a: f32, b: f32) -> Pair32 {
    let sum = rounded_f32(a + b);
    let more = rounded_f32(sum - a);
    let lost = rounded_f32(a - rounded_f32(sum - more));
    return Pair32(sum, rounded_f32(lost + rounded_f32(b - more)));
}

// a * b, by the products of halves, which are exact.
fn two_product_f32(a: f32, b: f32) -> Pair32 {
    let a1 = bitcast<f32>(bitcast<u32>(a) & ~0xfffu);
    let b1 = bitcast<f32>(bitcast<u32>(b) & ~0xfffu);
    let a0 = rounded_f32(a - a1);
    let b0 = rounded_f32(b - b1);
    let product = rounded_f32(a * b);
    let lost = rounded_f32(rounded_f32(rounded_f32(a1 * b1) - product) + rounded_f32(a1 * b0));
    let more = rounded_f32(lost + rounded_f32(a0 * b1));
    return Pair32(product, rounded_f32(more + rounded_f32(a0 * b0)));
}
fn pair_mul_f32(a: Pair32, b: Pair32) -> Pair32 {
    let x = two_product_f32(a.high, b.high);
    let cross = rounded_f32(rounded_f32(a.high * b.low) + rounded_f32(a.low * b.high));
    return join_f32(x.high, rounded_f32(x.low + cross));
}
fn pair_add_f32(a: Pair32, b: f32) -> Pair32 {
    let x = two_sum_f32(b, a.high);
    return join_f32(x.high, rounded_f32(x.low + a.low));
}
fn pair_div_f32(a: Pair32, b: f32) -> Pair32 {
    let q = div_f32(a.high, b);
    let x = two_product_f32(q, b);
    let rest = rounded_f32(rounded_f32(a.high - x.high) - x.low);
    return join_f32(q, div_f32(rounded_f32(rest + a.low), b));
}

// e^r - 1 = r (1 + r/2 (1 + r/3 (1 + ..))), |r| up to 0.7.
fn expm1_pair_f32(r: Pair32) -> Pair32 {
    var sum = Pair32(1.0, 0.0);
    for (var k = 18; k > 1; k -= 1) {
        sum = pair_add_f32(pair_div_f32(pair_mul_f32(sum, r), f32(k)), 1.0);
    }
    return pair_mul_f32(sum, r);
}
