// f64 logarithms, by the scheme of log_f32.wgsl. Within 2 ULP, near 1 too.

// a = 2^e (1 + f), 1 + f in [sqrt(1/2), sqrt(2)); a is positive and finite.
struct LogParts64 { e: f64, f: f64 }

fn log_parts_f64(a: f64) -> LogParts64 {
    let x = parts_f64(a);
    let above = u32(x.mantissa >= 0x16a09e667f3bcclu);
    let v = (x.mantissa & 0xffffffffffffflu) | (0x3ff0000000000000lu - (u64(above) << 52u));
    return LogParts64(f64(x.exponent - 1023 + i32(above)), bitcast<f64>(v) - 1.0lf);
}

// log(1 + f) - f: with s = f / (2 + f), log(1 + f) = 2 atanh(s) = f - f^2/2 + s (f^2/2 + R(s^2)).
fn log_tail_f64(f: f64) -> f64 {
    let s = div_f64(f, 2.0lf + f);
    let z = rounded_f64(s * s);
    var sum = 0.13088034850927555lf;
    sum = step_f64(sum, z, 0.13268638369266825lf);
    sum = step_f64(sum, z, 0.15386244737621665lf);
    sum = step_f64(sum, z, 0.18181795547521137lf);
    sum = step_f64(sum, z, 0.22222222392581045lf);
    sum = step_f64(sum, z, 0.28571428570799784lf);
    sum = step_f64(sum, z, 0.40000000000000885lf);
    sum = step_f64(sum, z, 0.6666666666666666lf);
    let half_square = rounded_f64(0.5lf * f * f);
    let more = rounded_f64(s * rounded_f64(half_square + rounded_f64(z * sum)));
    return rounded_f64(more - half_square);
}

// Zero, negative numbers, inf and NaN: whatever is no positive finite number.
fn log_edge_f64(a: f64) -> bool { return bitcast<u64>(a) - 1lu >= 0x7ff0000000000000lu - 1lu; }
fn log_of_edge_f64(a: f64) -> f64 {
    if isnan_f64(a) { return a; }
    if iszero_f64(a) { return bitcast<f64>(bitcast<u64>(a) | ~0xffffffffffffflu); }
    if signbit_f64(a) { return nan_f64(); }
    return a;
}

fn log_f64(a: f64) -> f64 {
    if log_edge_f64(a) { return log_of_edge_f64(a); }
    let x = log_parts_f64(a);
    return log_of_parts_f64(x.e, x.f, 0.0lf);
}

// e ln2 + log(1 + f) + more.
fn log_of_parts_f64(e: f64, f: f64, more: f64) -> f64 {
    let lower = rounded_f64(more + rounded_f64(e * 5.497923018708371e-14lf));
    let low = rounded_f64(log_tail_f64(f) + lower);
    return rounded_f64(rounded_f64(e * 0.6931471805598903lf) + rounded_f64(f + low));
}

// log(u + c), c below a unit in the last place of u; u is positive and normal.
fn log_sum_f64(u: f64, c: f64) -> f64 {
    let x = log_parts_f64(u);
    // 1 / (1 + f) is near 1 - f.
    let small = c * grow_f64(1.0lf, i32(-x.e));
    return log_of_parts_f64(x.e, x.f, rounded_f64(small * rounded_f64(1.0lf - x.f)));
}

fn log1p_f64(a: f64) -> f64 {
    let bits = magnitude_bits_f64(a);
    if bits < 0x3c90000000000000lu { return a; }
    if bits < select(0x3fd2bedfa43fe5c9lu, 0x3fda8240b780346elu, !signbit_f64(a)) {
        return rounded_f64(a + log_tail_f64(a));
    }
    if bits >= 0x4350000000000000lu || (signbit_f64(a) && bits >= 0x3ff0000000000000lu) {
        if bits == 0x3ff0000000000000lu { return log_of_edge_f64(0.0lf); }
        return log_f64(a);
    }
    let u = rounded_f64(1.0lf + a);
    let larger = max(a, 1.0lf);
    let c = rounded_f64(min(a, 1.0lf) - rounded_f64(u - larger));
    return log_sum_f64(u, c);
}

// The factors are 1 + .. and 1/2 - .., so that the first term, f or f/2, is exact.
fn log2_f64(a: f64) -> f64 {
    if log_edge_f64(a) { return log_of_edge_f64(a); }
    let x = log_parts_f64(a);
    let tail = rounded_f64(log_tail_f64(x.f) * 1.4426950408889634lf);
    let low = rounded_f64(rounded_f64(x.f * 0.4426950408889634lf) + tail);
    return rounded_f64(x.e + rounded_f64(x.f + low));
}
fn log10_f64(a: f64) -> f64 {
    if log_edge_f64(a) { return log_of_edge_f64(a); }
    let x = log_parts_f64(a);
    let less = rounded_f64(x.f * 0.06570551809674817lf);
    let tail = rounded_f64(rounded_f64(log_tail_f64(x.f) * 0.4342944819032518lf) - less);
    let low = rounded_f64(tail + rounded_f64(x.e * 2.8363394551044964e-14lf));
    return rounded_f64(rounded_f64(x.e * 0.30102999566395283lf) + rounded_f64(0.5lf * x.f + low));
}
