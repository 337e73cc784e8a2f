// f64 power in 64-bit integer arithmetic, by the scheme of pow_f32.wgsl: within 2 ULP.

// The high 64 bits of a product: cut off, and rounded.
fn mul_high_u64(a: u64, b: u64) -> u64 { return mul_high_plus_u64(a, b, 0lu); }
fn mul_near_u64(a: u64, b: u64) -> u64 { return mul_high_plus_u64(a, b, 0x80000000lu); }
fn mul_high_plus_u64(a: u64, b: u64, half: u64) -> u64 {
    let a0 = a & 0xfffffffflu;
    let a1 = a >> 32u;
    let b0 = b & 0xfffffffflu;
    let b1 = b >> 32u;
    let cross = a1 * b0 + ((a0 * b0) >> 32u);
    let cross2 = a0 * b1 + (cross & 0xfffffffflu) + half;
    return a1 * b1 + (cross >> 32u) + (cross2 >> 32u);
}

// 1/3 + z/5 + z^2/7 + .. + z^11/25 in Q64, z in Q64 and below 0.03.
fn log_series_q64(z: u64) -> u64 {
    var sum = mul_high_u64(0x0a3d70a3d70a3d71lu, z) + 0x0b21642c8590b216lu;
    sum = mul_high_u64(sum, z) + 0x0c30c30c30c30c31lu;
    sum = mul_high_u64(sum, z) + 0x0d79435e50d79436lu;
    sum = mul_high_u64(sum, z) + 0x0f0f0f0f0f0f0f0flu;
    sum = mul_high_u64(sum, z) + 0x1111111111111111lu;
    sum = mul_high_u64(sum, z) + 0x13b13b13b13b13b1lu;
    sum = mul_high_u64(sum, z) + 0x1745d1745d1745d1lu;
    sum = mul_high_u64(sum, z) + 0x1c71c71c71c71c72lu;
    sum = mul_high_u64(sum, z) + 0x2492492492492492lu;
    sum = mul_high_u64(sum, z) + 0x3333333333333333lu;
    sum = mul_high_u64(sum, z) + 0x5555555555555555lu;
    return sum;
}

// 2^f - 1 in Q64, f in Q64: w + w^2/2! + .. + w^18/18!, w = f ln2.
fn exp2_less_one_q64(f: u64) -> u64 {
    let w = mul_high_u64(f, 0xb17217f7d1cf79aclu);
    var sum = mul_high_u64(0x0000000000000b41lu, w) + 0x000000000000ca96lu;
    sum = mul_high_u64(sum, w) + 0x00000000000d73falu;
    sum = mul_high_u64(sum, w) + 0x0000000000d73f9flu;
    sum = mul_high_u64(sum, w) + 0x000000000c9cba54lu;
    sum = mul_high_u64(sum, w) + 0x00000000b092309dlu;
    sum = mul_high_u64(sum, w) + 0x00000008f76c77fclu;
    sum = mul_high_u64(sum, w) + 0x0000006b99159fd5lu;
    sum = mul_high_u64(sum, w) + 0x0000049f93edde28lu;
    sum = mul_high_u64(sum, w) + 0x00002e3bc74aad8elu;
    sum = mul_high_u64(sum, w) + 0x0001a01a01a01a02lu;
    sum = mul_high_u64(sum, w) + 0x000d00d00d00d00dlu;
    sum = mul_high_u64(sum, w) + 0x005b05b05b05b05blu;
    sum = mul_high_u64(sum, w) + 0x0222222222222222lu;
    sum = mul_high_u64(sum, w) + 0x0aaaaaaaaaaaaaablu;
    sum = mul_high_u64(sum, w) + 0x2aaaaaaaaaaaaaablu;
    sum = mul_high_u64(sum, w) + 0x8000000000000000lu;
    return w + mul_high_u64(mul_high_u64(sum, w), w);
}

// The nearest f64 to m * 2^(exponent - 62), ties to even: m in [2^62, 2^63).
fn compose_f64(negative: bool, exponent: i32, m: u64) -> f64 {
    if exponent > 1023 { return signed_f64(0x7ff0000000000000lu, negative); }
    var kept = m;
    if exponent < -1022 {
        let shift = u32(min(-1022 - exponent, 63));
        kept = m >> shift;
        if (kept << shift) != m { kept |= 1lu; }
    }
    let field = u64(max(exponent + 1022, 0)) << 52u;
    return signed_f64(field + ((kept + 511lu + ((kept >> 10u) & 1lu)) >> 10u), negative);
}

// |a|^|b| or its inverse; both finite and not zero, |a| not 1.
fn pow_magnitude_f64(odd: bool, a: f64, b: f64) -> f64 {
    let x = parts_f64(a);
    // v = mantissa / unit.
    let above = u32(x.mantissa > 0x0016a09e667f3bcdlu);
    let unit = 0x10000000000000lu << above;
    let e = x.exponent - 1023 + i32(above);
    var negative = x.mantissa < unit;
    let n = select(x.mantissa - unit, unit - x.mantissa, negative);
    let d = x.mantissa + unit;
    // |s| = n / d in Q(64 + up): 53 bits of the quotient, the exact remainder, 11 bits more.
    // It lies in [1/2, 1), so that s has 64 significant bits.
    var up = leading_zeros_u64(n) - 11u;
    up += u32((n << up) < (d >> 1u));
    let q = u64(f64(n << up) / f64(d) * 9007199254740992.0lf);
    let r = bitcast<i64>(((n << up) << 53u) - q * d);
    let s = (q << 11u) + bitcast<u64>(i64(floor(f64(r) / f64(d) * 2048.0lf + 0.5lf)));
    // Its square in Q68; |log2(v)| in Q(62 + up).
    let small = s >> (up - 2u);
    let z = mul_high_u64(small, small);
    let series = mul_high_u64(z, log_series_q64(z >> 4u));
    let linear = mul_near_u64(s, 0xb8aa3b295c17f0bclu);
    var log = linear + (mul_high_u64(linear, series) >> 4u);
    var point = 62 + i32(up);
    if e != 0 {
        // As many bits below the point as e leaves.
        let bits = 32u - countLeadingZeros(u32(abs(e)));
        let whole = u64(abs(e)) << (63u - bits);
        let part = ((log >> (up + bits - 2u)) + 1lu) >> 1u;
        log = select(whole - part, whole + part, negative == (e < 0));
        point = 63 - i32(bits);
        negative = e < 0;
    }
    let zeros = leading_zeros_u64(log);
    log <<= zeros;

    // The exponent of the result: an integer, and a fraction in Q64.
    let y = parts_f64(b);
    let product = mul_near_u64(log, y.mantissa << 11u);
    let down = 1022 + point + i32(zeros) - y.exponent;
    var whole = 0;
    var fraction = 0lu;
    if down < 52 {
        whole = 4096;
    } else if down < 64 {
        whole = i32(product >> u32(down));
        fraction = product << u32(64 - down);
    } else if down < 128 {
        fraction = product >> u32(down - 64);
    }
    if negative != signbit_f64(b) {
        whole = -whole - i32(fraction != 0lu);
        fraction = 0lu - fraction;
    }
    let m = 0x4000000000000000lu | (exp2_less_one_q64(fraction) >> 2u);
    return compose_f64(odd, whole, m);
}

// 2 for an odd integer, 1 for an even one, 0 for a fraction; b is not zero. inf is even.
fn parity_f64(b: f64) -> u32 {
    let bits = magnitude_f64(b);
    let exponent = u32(bits >> 52u);
    if exponent > 1075u { return 1u; }
    if exponent < 1023u { return 0u; }
    let mantissa = (bits & 0xffffffffffffflu) | 0x10000000000000lu;
    let below = 1075u - exponent;
    if (mantissa & ((1lu << below) - 1lu)) != 0lu { return 0u; }
    return 1u + u32((mantissa >> below) & 1lu);
}

// C's special cases, in C's order.
fn pow_f64(a: f64, b: f64) -> f64 {
    let one = 0x3ff0000000000000lu;
    if iszero_f64(b) || bitcast<u64>(a) == one { return 1.0lf; }
    if unordered_f64(a, b) { return nan_f64(); }
    let size = magnitude_f64(a);
    let parity = parity_f64(b);
    let odd = signbit_f64(a) && parity == 2u;
    if size == one && parity != 0u { return signed_f64(one, odd); }
    if iszero_f64(a) || isinf_f64(a) || isinf_f64(b) {
        let grows = (size > one) != signbit_f64(b);
        return signed_f64(select(0lu, 0x7ff0000000000000lu, grows), odd);
    }
    if signbit_f64(a) && parity == 0u { return nan_f64(); }
    return pow_magnitude_f64(odd, a, b);
}
