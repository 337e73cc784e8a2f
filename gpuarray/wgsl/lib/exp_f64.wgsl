// f64 exponentials, by the scheme of exp_f32.wgsl. Within 2 ULP.

fn step_f64(sum: f64, x: f64, next: f64) -> f64 { return rounded_f64(sum * x) + next; }

// m * 2^n, rounded once; m is a normal number. grow_f64 does not check the result's exponent.
fn scaled_f64(m: f64, n: i32) -> f64 {
    let bits = magnitude_bits_f64(m);
    let exponent = i32(bits >> 52u) - 1023 + n;
    if exponent > -1023 && exponent <= 1023 { return grow_f64(m, n); }
    let mantissa = (bits & 0xffffffffffffflu) | 0x10000000000000lu;
    return compose_f64(signbit_f64(m), exponent, mantissa << 10u);
}
fn grow_f64(m: f64, n: i32) -> f64 {
    return bitcast<f64>(bitcast<u64>(m) + (bitcast<u64>(i64(n)) << 52u));
}

// a = n ln2 + r + low, |r| below ln2/2 and a hair. n times the first part of ln2 is exact, and so
// is its difference from a.
struct Reduced64 { n: i32, r: f64, low: f64 }

fn reduce_ln2_f64(a: f64) -> Reduced64 {
    let n = nearest_f64(rounded_f64(a * 1.4426950408889634lf));
    let high = rounded_f64(a - rounded_f64(n * 0.693147180559663lf));
    let less = rounded_f64(n * 2.8235290563031577e-13lf);
    let r = rounded_f64(high - less);
    return Reduced64(i32(n), r, rounded_f64(rounded_f64(high - r) - less));
}

// The nearest integer of a number below 2^20: its sum with 1.5 * 2^52 has no bits below 1.
fn nearest_f64(a: f64) -> f64 {
    return rounded_f64(rounded_f64(a + 6755399441055744.0lf) - 6755399441055744.0lf);
}

// e^r - 1 - r for |r| up to ln2/2.
fn exp_tail_f64(r: f64) -> f64 {
    var sum = 2.0915442297780116e-09lf;
    sum = step_f64(sum, r, 2.5106274733573296e-08lf);
    sum = step_f64(sum, r, 2.75572718102198e-07lf);
    sum = step_f64(sum, r, 2.755725283351691e-06lf);
    sum = step_f64(sum, r, 2.4801587327007187e-05lf);
    sum = step_f64(sum, r, 0.00019841269876864356lf);
    sum = step_f64(sum, r, 0.0013888888888883327lf);
    sum = step_f64(sum, r, 0.008333333333325544lf);
    sum = step_f64(sum, r, 0.04166666666666667lf);
    sum = step_f64(sum, r, 0.1666666666666667lf);
    sum = step_f64(sum, r, 0.5lf);
    return rounded_f64(rounded_f64(r * r) * sum);
}
fn exp_reduced_f64(r: f64) -> f64 { return rounded_f64(1.0lf + rounded_f64(r + exp_tail_f64(r))); }

fn exp_f64(a: f64) -> f64 {
    let x = reduce_ln2_f64(a);
    // Up to here the result is a normal number.
    if magnitude_bits_f64(a) <= 0x4086226666666666lu { return grow_f64(exp_reduced_f64(x.r), x.n); }
    return exp_far_f64(a);
}
fn exp_far_f64(a: f64) -> f64 {
    if isnan_f64(a) { return a; }
    if magnitude_bits_f64(a) >= 0x4087700000000000lu { return exp_end_f64(a); }
    let x = reduce_ln2_f64(a);
    return scaled_f64(exp_reduced_f64(x.r), x.n);
}
fn exp_end_f64(a: f64) -> f64 {
    if signbit_f64(a) { return 0.0lf; }
    return inf_f64();
}

// 2^a = 2^n (1 + r q(r)); integers give powers of two exactly.
fn exp2_f64(a: f64) -> f64 {
    if isnan_f64(a) { return a; }
    if magnitude_bits_f64(a) >= 0x4091300000000000lu { return exp_end_f64(a); }
    let n = nearest_f64(a);
    let r = rounded_f64(a - n);
    var sum = 4.4549605981865186e-10lf;
    sum = step_f64(sum, r, 7.072585949269223e-09lf);
    sum = step_f64(sum, r, 1.0178062445845774e-07lf);
    sum = step_f64(sum, r, 1.321544258792169e-06lf);
    sum = step_f64(sum, r, 1.525273382983612e-05lf);
    sum = step_f64(sum, r, 0.0001540353044173605lf);
    sum = step_f64(sum, r, 0.0013333558146416936lf);
    sum = step_f64(sum, r, 0.009618129107606888lf);
    sum = step_f64(sum, r, 0.0555041086648216lf);
    sum = step_f64(sum, r, 0.24022650695910097lf);
    sum = step_f64(sum, r, 0.6931471805599453lf);
    return scaled_f64(rounded_f64(1.0lf + rounded_f64(r * sum)), i32(n));
}

// e^a - 1 = 2^n (s + (1 - 2^-n)), s = e^r - 1.
fn expm1_f64(a: f64) -> f64 {
    let bits = magnitude_bits_f64(a);
    if bits < 0x3c90000000000000lu || isnan_f64(a) { return a; }
    if signbit_f64(a) && bits > 0x4044000000000000lu { return -1.0lf; }
    if bits >= 0x4087700000000000lu { return exp_end_f64(a); }
    let x = reduce_ln2_f64(a);
    let s = rounded_f64(x.r + rounded_f64(x.low + exp_tail_f64(x.r)));
    if x.n == 0 { return s; }
    let rest = rounded_f64(1.0lf - grow_f64(1.0lf, -min(x.n, 100)));
    return scaled_f64(rounded_f64(s + rest), x.n);
}
