// f32 power in integer arithmetic, so that every device gives the same bits: within 1 ULP.
//
//   |x| = 2^e v,  v in [sqrt(1/2), sqrt(2)];  s = (v - 1) / (v + 1);
//   log2(v) = 2/ln2 (s + s^3/3 + s^5/5 + ..);  |x|^y = 2^(y (e + log2(v))).
//
// "Qn" is a fixed-point number with n bits below the point.

// The high 64 bits of a product, up to 1 unit low.
fn words_mul_high(a: vec2u, b: vec2u) -> vec2u {
    let cross = mul_wide(a.y, b.x);
    let cross2 = mul_wide(a.x, b.y);
    let carry = words_add(vec2u(cross.y, 0u), vec2u(cross2.y, 0u));
    let low = cross.x + cross2.x;
    let sum = words_add(carry, vec2u(u32(low < cross.x), 0u));
    return words_add(mul_wide(a.y, b.y), sum);
}
fn mul_high(a: u32, b: u32) -> u32 { return mul_wide(a, b).y; }

fn words_leading_zeros(a: vec2u) -> u32 {
    return select(countLeadingZeros(a.y), 32u + countLeadingZeros(a.x), a.y == 0u);
}

// 1/3 + z/5 + z^2/7 + .. + z^5/13 in Q32, z in Q32 and below 0.03.
fn log_series_q32(z: u32) -> u32 {
    var sum = mul_high(0x13b13b14u, z) + 0x1745d174u;
    sum = mul_high(sum, z) + 0x1c71c71cu;
    sum = mul_high(sum, z) + 0x24924925u;
    sum = mul_high(sum, z) + 0x33333333u;
    sum = mul_high(sum, z) + 0x55555555u;
    return sum;
}

// 2^f - 1 in Q32, f in Q32: w + w^2/2! + .. + w^12/12!, w = f ln2.
fn exp2_less_one_q32(f: u32) -> u32 {
    let w = mul_high(f, 0xb17217f8u);
    var sum = mul_high(0x00000009u, w) + 0x0000006cu;
    sum = mul_high(sum, w) + 0x000004a0u;
    sum = mul_high(sum, w) + 0x00002e3cu;
    sum = mul_high(sum, w) + 0x0001a01au;
    sum = mul_high(sum, w) + 0x000d00d0u;
    sum = mul_high(sum, w) + 0x005b05b0u;
    sum = mul_high(sum, w) + 0x02222222u;
    sum = mul_high(sum, w) + 0x0aaaaaabu;
    sum = mul_high(sum, w) + 0x2aaaaaabu;
    sum = mul_high(sum, w) + 0x80000000u;
    return w + mul_high(mul_high(sum, w), w);
}

// |a|^|b| or its inverse: 2^(+-|b| |log2|a||); both finite and not zero, |a| not 1.
fn pow_magnitude_f32(sign: u32, a: f32, b: f32) -> f32 {
    let x = parts_f32(a);
    // v = mantissa / unit.
    let above = u32(x.mantissa > 0x00b504f3u);
    let unit = 0x00800000u << above;
    let e = x.exponent - 127 + i32(above);
    let n = max(x.mantissa, unit) - min(x.mantissa, unit);
    let d = vec2u(x.mantissa + unit, 0u);
    // |s| in Q64, its square in Q36, |log2(v)| in Q62.
    let first = words_divide(vec2u(0u, n), d);
    let second = words_divide(vec2u(0u, first.remainder.x), d);
    let s = vec2u(second.quotient.x, first.quotient.x);
    let near = s.y + (s.x >> 31u);
    let z = words_shr(mul_wide(near, near), 28u).x;
    let series = mul_high(z, log_series_q32(z >> 4u));
    let odd_sum = words_add(s, words_mul_high(s, words_shl(vec2u(series, 0u), 28u)));
    let log_v = words_mul_high(odd_sum, vec2u(0x5c17f0bcu, 0xb8aa3b29u));

    // log2|a| in Q62, or with e in Q54: a sign, and a magnitude made to have its top bit set.
    var log = log_v;
    var point = 62;
    var negative = x.mantissa < unit;
    if e != 0 {
        let whole = vec2u(0u, u32(abs(e)) << 22u);
        let part = words_shr(log_v, 8u);
        let same = negative == (e < 0);
        log = select(words_sub(whole, part), words_add(whole, part), same);
        point = 54;
        negative = e < 0;
    }
    let zeros = words_leading_zeros(log);
    log = words_shl(log, zeros);

    // The exponent of the result: 32 bits above the point and 32 below.
    let y = parts_f32(b);
    let product = words_mul_high(log, vec2u(0u, y.mantissa << 8u));
    let down = 94 + point + i32(zeros) - y.exponent;
    var power = vec2u(0u);
    if down < 23 {
        power = vec2u(0u, 512u);
    } else if down < 64 {
        power = words_shr(product, u32(down));
    }
    if negative != signbit_f32(b) { power = words_neg(power); }
    let m = 0x40000000u | (exp2_less_one_q32(power.x) >> 2u);
    return compose_f32(sign, bitcast<i32>(power.y), m);
}

// 2 for an odd integer, 1 for an even one, 0 for a fraction; b is not zero. inf is even.
fn parity_f32(b: f32) -> u32 {
    let bits = bitcast<u32>(b) & 0x7fffffffu;
    let exponent = bits >> 23u;
    if exponent > 150u { return 1u; }
    if exponent < 127u { return 0u; }
    let mantissa = (bits & 0x7fffffu) | 0x800000u;
    let below = 150u - exponent;
    if (mantissa & ((1u << below) - 1u)) != 0u { return 0u; }
    return 1u + ((mantissa >> below) & 1u);
}

// C's special cases, in C's order.
fn pow_f32(a: f32, b: f32) -> f32 {
    if iszero_f32(b) || bitcast<u32>(a) == 0x3f800000u { return 1.0; }
    if unordered_f32(a, b) { return nan_f32(); }
    let size = bitcast<u32>(a) & 0x7fffffffu;
    let parity = parity_f32(b);
    let sign = select(0u, bitcast<u32>(a) & 0x80000000u, parity == 2u);
    if size == 0x3f800000u && parity != 0u { return bitcast<f32>(sign | size); }
    if iszero_f32(a) || isinf_f32(a) || isinf_f32(b) {
        let grows = (size > 0x3f800000u) != signbit_f32(b);
        return bitcast<f32>(sign | select(0u, 0x7f800000u, grows));
    }
    if signbit_f32(a) && parity == 0u { return nan_f32(); }
    return pow_magnitude_f32(sign, a, b);
}
