// f32 logarithms: the exponent apart, a polynomial for the rest. Within 2 ULP, near 1 too.

// a = 2^e (1 + f), 1 + f in [sqrt(1/2), sqrt(2)); a is positive and finite.
struct LogParts32 { e: f32, f: f32 }

fn log_parts_f32(a: f32) -> LogParts32 {
    let x = parts_f32(a);
    let above = u32(x.mantissa >= 0xb504f3u);
    let v = (x.mantissa & 0x7fffffu) | (0x3f800000u - (u32(above) << 23u));
    return LogParts32(f32(x.exponent - 127 + i32(above)), bitcast<f32>(v) - 1.0);
}

// log(1 + f) - f.
fn log_tail_f32(f: f32) -> f32 {
    var sum = -0.062015;
    sum = step_f32(sum, f, 0.105308644);
    sum = step_f32(sum, f, -0.10646192);
    sum = step_f32(sum, f, 0.11037783);
    sum = step_f32(sum, f, -0.124507435);
    sum = step_f32(sum, f, 0.14286524);
    sum = step_f32(sum, f, -0.16668001);
    sum = step_f32(sum, f, 0.2000001);
    sum = step_f32(sum, f, -0.2499999);
    sum = step_f32(sum, f, 0.33333334);
    let square = rounded_f32(f * f);
    return rounded_f32(rounded_f32(rounded_f32(f * square) * sum) - rounded_f32(0.5 * square));
}

// Zero, negative numbers, inf and NaN: whatever is no positive finite number.
fn log_edge_f32(a: f32) -> bool { return bitcast<u32>(a) - 1u >= 0x7f800000u - 1u; }
fn log_of_edge_f32(a: f32) -> f32 {
    if isnan_f32(a) { return a; }
    if iszero_f32(a) { return bitcast<f32>(bitcast<u32>(a) | ~0x7fffffu); }
    if signbit_f32(a) { return nan_f32(); }
    return a;
}

fn log_f32(a: f32) -> f32 {
    if log_edge_f32(a) { return log_of_edge_f32(a); }
    let x = log_parts_f32(a);
    return log_of_parts_f32(x.e, x.f, 0.0);
}

// e ln2 + log(1 + f) + more.
fn log_of_parts_f32(e: f32, f: f32, more: f32) -> f32 {
    let lower = rounded_f32(more + rounded_f32(e * 1.4286068e-06));
    let low = rounded_f32(log_tail_f32(f) + lower);
    return rounded_f32(rounded_f32(e * 0.69314575) + rounded_f32(f + low));
}

// log(u + c), c below a unit in the last place of u; u is positive and normal.
fn log_sum_f32(u: f32, c: f32) -> f32 {
    let x = log_parts_f32(u);
    // 1 / (1 + f) is near 1 - f.
    let small = c * grow_f32(1.0, i32(-x.e));
    return log_of_parts_f32(x.e, x.f, rounded_f32(small * rounded_f32(1.0 - x.f)));
}

fn log1p_f32(a: f32) -> f32 {
    let bits = magnitude_bits_f32(a);
    if bits < 0x33000000u { return a; }
    if bits < select(0x3e95f6fdu, 0x3ed41206u, !signbit_f32(a)) {
        return rounded_f32(a + log_tail_f32(a));
    }
    if bits >= 0x4c000000u || (signbit_f32(a) && bits >= 0x3f800000u) {
        if bits == 0x3f800000u { return log_of_edge_f32(0.0); }
        return log_f32(a);
    }
    let u = rounded_f32(1.0 + a);
    let larger = max(a, 1.0);
    let c = rounded_f32(min(a, 1.0) - rounded_f32(u - larger));
    return log_sum_f32(u, c);
}

// The factors are 1 + .. and 1/2 - .., so that the first term, f or f/2, is exact.
fn log2_f32(a: f32) -> f32 {
    if log_edge_f32(a) { return log_of_edge_f32(a); }
    let x = log_parts_f32(a);
    let tail = rounded_f32(log_tail_f32(x.f) * 1.442695);
    let low = rounded_f32(rounded_f32(x.f * 0.44269505) + tail);
    return rounded_f32(x.e + rounded_f32(x.f + low));
}
fn log10_f32(a: f32) -> f32 {
    if log_edge_f32(a) { return log_of_edge_f32(a); }
    let x = log_parts_f32(a);
    let less = rounded_f32(x.f * 0.065705515);
    let tail = rounded_f32(rounded_f32(log_tail_f32(x.f) * 0.4342945) - less);
    let low = rounded_f32(tail + rounded_f32(x.e * 4.605039e-06));
    return rounded_f32(rounded_f32(x.e * 0.3010254) + rounded_f32(0.5 * x.f + low));
}
