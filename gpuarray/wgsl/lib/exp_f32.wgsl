// f32 exponentials: reduction by ln2 as Cody and Waite do, then a polynomial. Within 2 ULP.
// Products that a compiler could contract with a sum, and sums that it could regroup, (a - x) - y
// as a - (x + y), pass through rounded_f32, so that every device gives the same bits: a GPU driver
// does regroup. Polynomials, here and in the files beside this one, interpolate at Chebyshev's
// points, which is near the best.

fn step_f32(sum: f32, x: f32, next: f32) -> f32 { return rounded_f32(sum * x) + next; }

// m * 2^n, rounded once; m is a normal number. grow_f32 does not check the result's exponent.
fn scaled_f32(m: f32, n: i32) -> f32 {
    let bits = magnitude_bits_f32(m);
    let exponent = i32(bits >> 23u) - 127 + n;
    if exponent > -127 && exponent <= 127 { return grow_f32(m, n); }
    let mantissa = (bits & 0x7fffffu) | 0x800000u;
    return compose_f32(bitcast<u32>(m) & 0x80000000u, exponent, mantissa << 7u);
}
fn grow_f32(m: f32, n: i32) -> f32 {
    return bitcast<f32>(bitcast<u32>(m) + (bitcast<u32>(n) << 23u));
}

// a = n ln2 + r + low, |r| below ln2/2 and a hair. n times the first part of ln2 is exact, and so
// is its difference from a.
struct Reduced32 { n: i32, r: f32, low: f32 }

fn reduce_ln2_f32(a: f32) -> Reduced32 {
    let n = nearest_f32(rounded_f32(a * 1.442695));
    let high = rounded_f32(a - rounded_f32(n * 0.69314575));
    let less = rounded_f32(n * 1.4286068e-06);
    let r = rounded_f32(high - less);
    return Reduced32(i32(n), r, rounded_f32(rounded_f32(high - r) - less));
}

// The nearest integer of a number below 2^20: its sum with 1.5 * 2^23 has no bits below 1.
fn nearest_f32(a: f32) -> f32 {
    return rounded_f32(rounded_f32(a + 12582912.0) - 12582912.0);
}

// e^r - 1 - r for |r| up to ln2/2.
fn exp_tail_f32(r: f32) -> f32 {
    var sum = 0.0013926927;
    sum = step_f32(sum, r, 0.008363774);
    sum = step_f32(sum, r, 0.04166655);
    sum = step_f32(sum, r, 0.16666573);
    sum = step_f32(sum, r, 0.5);
    return rounded_f32(rounded_f32(r * r) * sum);
}
fn exp_reduced_f32(r: f32) -> f32 { return rounded_f32(1.0 + rounded_f32(r + exp_tail_f32(r))); }

fn exp_f32(a: f32) -> f32 {
    let x = reduce_ln2_f32(a);
    // Up to here the result is a normal number.
    if magnitude_bits_f32(a) <= 0x42ae999au { return grow_f32(exp_reduced_f32(x.r), x.n); }
    return exp_far_f32(a);
}
fn exp_far_f32(a: f32) -> f32 {
    if isnan_f32(a) { return a; }
    if magnitude_bits_f32(a) >= 0x42d20000u { return exp_end_f32(a); }
    let x = reduce_ln2_f32(a);
    return scaled_f32(exp_reduced_f32(x.r), x.n);
}
fn exp_end_f32(a: f32) -> f32 {
    if signbit_f32(a) { return 0.0; }
    return inf_f32();
}

// 2^a = 2^n (1 + r q(r)); integers give powers of two exactly.
fn exp2_f32(a: f32) -> f32 {
    if isnan_f32(a) { return a; }
    if magnitude_bits_f32(a) >= 0x43200000u { return exp_end_f32(a); }
    let n = nearest_f32(a);
    let r = rounded_f32(a - n);
    var sum = 1.5453163e-04;
    sum = step_f32(sum, r, 0.0013390863);
    sum = step_f32(sum, r, 0.009618083);
    sum = step_f32(sum, r, 0.05550357);
    sum = step_f32(sum, r, 0.2402265);
    sum = step_f32(sum, r, 0.6931472);
    return scaled_f32(rounded_f32(1.0 + rounded_f32(r * sum)), i32(n));
}

// e^a - 1 = 2^n (s + (1 - 2^-n)), s = e^r - 1.
fn expm1_f32(a: f32) -> f32 {
    let bits = magnitude_bits_f32(a);
    if bits < 0x33000000u || isnan_f32(a) { return a; }
    if signbit_f32(a) && bits > 0x41980000u { return -1.0; }
    if bits >= 0x42d20000u { return exp_end_f32(a); }
    let x = reduce_ln2_f32(a);
    let s = rounded_f32(x.r + rounded_f32(x.low + exp_tail_f32(x.r)));
    if x.n == 0 { return s; }
    let rest = rounded_f32(1.0 - grow_f32(1.0, -min(x.n, 100)));
    return scaled_f32(rounded_f32(s + rest), x.n);
}
