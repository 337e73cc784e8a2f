// f32 hyperbolic functions, within 2 ULP, and their inverses, within 4: from exponentials and
// logarithms where those lose nothing, from polynomials near 0.

// (e^a +- e^-a) / 2 for a up to the argument of the largest result: side is 1 or -1.
fn exp_pair_f32(a: f32, side: f32) -> f32 {
    if magnitude_bits_f32(a) >= 0x42b40000u { return inf_f32(); }
    let x = reduce_ln2_f32(a);
    let e = exp_reduced_f32(x.r);
    // e^-a falls below the last place long before n reaches 40.
    let small = rounded_f32(div_f32(side, e) * grow_f32(1.0, -2 * min(x.n, 40)));
    return scaled_f32(rounded_f32(e + small), x.n - 1);
}
fn sinh_f32(a: f32) -> f32 {
    let bits = magnitude_bits_f32(a);
    if bits < 0x39000000u || isnan_f32(a) { return a; }
    if bits >= 0x3f800000u { return copysign_f32(exp_pair_f32(abs_f32(a), -1.0), a); }
    let z = rounded_f32(a * a);
    var sum = 2.8063312e-06;
    sum = step_f32(sum, z, 1.9838095e-04);
    sum = step_f32(sum, z, 0.008333339);
    sum = step_f32(sum, z, 0.16666667);
    return rounded_f32(a + rounded_f32(a * rounded_f32(z * sum)));
}
fn cosh_f32(a: f32) -> f32 {
    if isnan_f32(a) { return a; }
    return exp_pair_f32(abs_f32(a), 1.0);
}

// 1 - 2 / (e^2a + 1), or a polynomial up to 0.55.
fn tanh_f32(a: f32) -> f32 {
    let bits = magnitude_bits_f32(a);
    if bits < 0x39000000u || isnan_f32(a) { return a; }
    if bits > 0x41200000u { return copysign_f32(1.0, a); }
    if bits > 0x3f0ccccdu {
        let e = exp_f32(2.0 * abs_f32(a));
        return copysign_f32(rounded_f32(1.0 - div_f32(2.0, rounded_f32(e + 1.0))), a);
    }
    let z = rounded_f32(a * a);
    var sum = -0.006609614;
    sum = step_f32(sum, z, 0.021309063);
    sum = step_f32(sum, z, -0.053909376);
    sum = step_f32(sum, z, 0.13333113);
    sum = step_f32(sum, z, -0.3333333);
    return rounded_f32(a + rounded_f32(a * rounded_f32(z * sum)));
}

// log(2 a); a is large and finite.
fn log_double_f32(a: f32) -> f32 {
    let x = log_parts_f32(a);
    return log_of_parts_f32(x.e + 1.0, x.f, 0.0);
}

// log(|a| + sqrt(a^2 + 1)), as the logarithm of 1 and a small number.
fn arcsinh_f32(a: f32) -> f32 {
    let bits = magnitude_bits_f32(a);
    if bits < 0x39000000u || !isfinite_f32(a) { return a; }
    let x = abs_f32(a);
    if bits > 0x46800000u { return copysign_f32(log_double_f32(x), a); }
    let square = rounded_f32(x * x);
    let more = div_f32(square, rounded_f32(1.0 + sqrt_f32(rounded_f32(1.0 + square))));
    return copysign_f32(log1p_f32(rounded_f32(x + more)), a);
}

// log(a + sqrt(a^2 - 1)), with t = a - 1: sqrt(2 t + t^2).
fn arccosh_f32(a: f32) -> f32 {
    if isnan_f32(a) { return a; }
    if bitcast<u32>(a) < 0x3f800000u || signbit_f32(a) { return nan_f32(); }
    if isinf_f32(a) { return a; }
    if bitcast<u32>(a) > 0x46800000u { return log_double_f32(a); }
    let t = rounded_f32(a - 1.0);
    return log1p_f32(rounded_f32(t + sqrt_f32(rounded_f32(2.0 * t + rounded_f32(t * t)))));
}

// log((1 + |a|) / (1 - |a|)) / 2.
fn arctanh_f32(a: f32) -> f32 {
    let bits = magnitude_bits_f32(a);
    if bits < 0x39000000u || isnan_f32(a) { return a; }
    if bits > 0x3f800000u { return nan_f32(); }
    if bits == 0x3f800000u { return copysign_f32(inf_f32(), a); }
    let x = abs_f32(a);
    let twice = 2.0 * x;
    let ratio = div_f32(rounded_f32(twice * x), rounded_f32(1.0 - x));
    if bits < 0x3f000000u {
        return copysign_f32(0.5 * log1p_f32(rounded_f32(twice + ratio)), a);
    }
    return copysign_f32(0.5 * log1p_f32(div_f32(twice, rounded_f32(1.0 - x))), a);
}
