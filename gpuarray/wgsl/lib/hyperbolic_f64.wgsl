// f64 hyperbolic functions, by the scheme of hyperbolic_f32.wgsl: within 2 ULP, inverses within 4.

// (e^a +- e^-a) / 2 for a up to the argument of the largest result: side is 1 or -1.
fn exp_pair_f64(a: f64, side: f64) -> f64 {
    if magnitude_bits_f64(a) >= 0x4086400000000000lu { return inf_f64(); }
    let x = reduce_ln2_f64(a);
    let e = exp_reduced_f64(x.r);
    // e^-a falls below the last place long before n reaches 40.
    let small = rounded_f64(div_f64(side, e) * grow_f64(1.0lf, -2 * min(x.n, 40)));
    return scaled_f64(rounded_f64(e + small), x.n - 1);
}
fn sinh_f64(a: f64) -> f64 {
    let bits = magnitude_bits_f64(a);
    if bits < 0x3e30000000000000lu || isnan_f64(a) { return a; }
    if bits >= 0x3ff0000000000000lu { return copysign_f64(exp_pair_f64(abs_f64(a), -1.0lf), a); }
    let z = rounded_f64(a * a);
    var sum = 7.746278224810715e-13lf;
    sum = step_f64(sum, z, 1.6057676882739475e-10lf);
    sum = step_f64(sum, z, 2.50521177239532e-08lf);
    sum = step_f64(sum, z, 2.7557319191250885e-06lf);
    sum = step_f64(sum, z, 0.00019841269841324471lf);
    sum = step_f64(sum, z, 0.008333333333333299lf);
    sum = step_f64(sum, z, 0.16666666666666666lf);
    return rounded_f64(a + rounded_f64(a * rounded_f64(z * sum)));
}
fn cosh_f64(a: f64) -> f64 {
    if isnan_f64(a) { return a; }
    return exp_pair_f64(abs_f64(a), 1.0lf);
}

// 1 - 2 / (e^2a + 1), or a polynomial up to 0.55.
fn tanh_f64(a: f64) -> f64 {
    let bits = magnitude_bits_f64(a);
    if bits < 0x3e30000000000000lu || isnan_f64(a) { return a; }
    if bits > 0x4039000000000000lu { return copysign_f64(1.0lf, a); }
    if bits > 0x3fe199999999999alu {
        let e = exp_f64(2.0lf * abs_f64(a));
        return copysign_f64(rounded_f64(1.0lf - div_f64(2.0lf, rounded_f64(e + 1.0lf))), a);
    }
    let z = rounded_f64(a * a);
    var sum = -2.0598556673275166e-05lf;
    sum = step_f64(sum, z, 8.510707927354112e-05lf);
    sum = step_f64(sum, z, -0.00023463104528300406lf);
    sum = step_f64(sum, z, 0.0005889348072447028lf);
    sum = step_f64(sum, z, -0.0014556615775702365lf);
    sum = step_f64(sum, z, 0.003592110347096177lf);
    sum = step_f64(sum, z, -0.008863234395418095lf);
    sum = step_f64(sum, z, 0.021869488493563037lf);
    sum = step_f64(sum, z, -0.05396825396743174lf);
    sum = step_f64(sum, z, 0.13333333333332714lf);
    sum = step_f64(sum, z, -0.3333333333333333lf);
    return rounded_f64(a + rounded_f64(a * rounded_f64(z * sum)));
}

// log(2 a); a is large and finite.
fn log_double_f64(a: f64) -> f64 {
    let x = log_parts_f64(a);
    return log_of_parts_f64(x.e + 1.0lf, x.f, 0.0lf);
}

// log(|a| + sqrt(a^2 + 1)), as the logarithm of 1 and a small number.
fn arcsinh_f64(a: f64) -> f64 {
    let bits = magnitude_bits_f64(a);
    if bits < 0x3e30000000000000lu || !isfinite_f64(a) { return a; }
    let x = abs_f64(a);
    if bits > 0x41b0000000000000lu { return copysign_f64(log_double_f64(x), a); }
    let square = rounded_f64(x * x);
    let more = div_f64(square, rounded_f64(1.0lf + sqrt_f64(rounded_f64(1.0lf + square))));
    return copysign_f64(log1p_f64(rounded_f64(x + more)), a);
}

// log(a + sqrt(a^2 - 1)), with t = a - 1: sqrt(2 t + t^2).
fn arccosh_f64(a: f64) -> f64 {
    if isnan_f64(a) { return a; }
    if bitcast<u64>(a) < 0x3ff0000000000000lu || signbit_f64(a) { return nan_f64(); }
    if isinf_f64(a) { return a; }
    if bitcast<u64>(a) > 0x41b0000000000000lu { return log_double_f64(a); }
    let t = rounded_f64(a - 1.0lf);
    return log1p_f64(rounded_f64(t + sqrt_f64(rounded_f64(2.0lf * t + rounded_f64(t * t)))));
}

// log((1 + |a|) / (1 - |a|)) / 2.
fn arctanh_f64(a: f64) -> f64 {
    let bits = magnitude_bits_f64(a);
    if bits < 0x3e30000000000000lu || isnan_f64(a) { return a; }
    if bits > 0x3ff0000000000000lu { return nan_f64(); }
    if bits == 0x3ff0000000000000lu { return copysign_f64(inf_f64(), a); }
    let x = abs_f64(a);
    let twice = 2.0lf * x;
    let ratio = div_f64(rounded_f64(twice * x), rounded_f64(1.0lf - x));
    if bits < 0x3fe0000000000000lu {
        return copysign_f64(0.5lf * log1p_f64(rounded_f64(twice + ratio)), a);
    }
    return copysign_f64(0.5lf * log1p_f64(div_f64(twice, rounded_f64(1.0lf - x))), a);
}
