// f32 sine, cosine and tangent: within 2 ULP, tangent within 4, for every argument.
// Reduction by pi/2 in parts (Cody and Waite), or for large arguments by an integer product with
// 2/pi (Payne and Hanek); then polynomials.

// a = quarter * pi/2 + r modulo 2 pi, |r| up to pi/4 and a hair.
struct Turn32 { quarter: u32, r: f32 }

fn turn_f32(a: f32) -> Turn32 {
    if magnitude_bits_f32(a) >= 0x44800000u { return far_turn_f32(a); }
    // pi/2 in four parts. Products with the first three are exact, so is the first difference;
    // what the second one loses is kept.
    let n = nearest_f32(rounded_f32(a * 0.63661975));
    let high = rounded_f32(a - rounded_f32(n * 1.5706787));
    let part = rounded_f32(n * 1.17614865e-04);
    let r = rounded_f32(high - part);
    let less = rounded_f32(r - high);
    let lost = rounded_f32(rounded_f32(high - rounded_f32(r - less)) - rounded_f32(part + less));
    let lower = rounded_f32(lost - rounded_f32(n * 9.91804e-10));
    let low = rounded_f32(lower - rounded_f32(n * 2.896074e-13));
    return Turn32(bitcast<u32>(i32(n)) & 3u, rounded_f32(r + low));
}

// 2/pi times |a| modulo 4, as an integer of 96 bits: a's 24 bits times the 96 bits of 2/pi from
// where they matter. Its upper 64 bits are two of the quarter and 62 of the fraction.
fn far_turn_f32(a: f32) -> Turn32 {
    let x = parts_f32(a);
    let at = u32(x.exponent - 120);
    let k = at >> 5u;
    let shift = at & 31u;
    let w0 = two_over_pi_f32(k);
    let w1 = two_over_pi_f32(k + 1u);
    let w2 = two_over_pi_f32(k + 2u);
    let w3 = two_over_pi_f32(k + 3u);
    let high = words_shl(vec2u(w1, w0), shift).y;
    let middle = words_shl(vec2u(w2, w1), shift).y;
    let low = words_shl(vec2u(w3, w2), shift).y;
    let part = words_add(mul_wide(x.mantissa, middle), vec2u(mul_wide(x.mantissa, low).y, 0u));
    let product = vec2u(part.x, part.y + x.mantissa * high);
    var rest = words_shl(product, 2u);
    // The nearest quarter, and a fraction between -1/2 and 1/2.
    let over = rest.y >> 31u;
    rest = select(rest, words_neg(rest), over == 1u);
    let zeros = words_leading_zeros(rest);
    let m = mul_high(words_shl(rest, zeros).y, 0xc90fdaa2u);
    let less = 1u - (m >> 31u);
    let sign = (bitcast<u32>(a) & 0x80000000u) ^ (over << 31u);
    let r = compose_f32(sign, -i32(zeros + less), select(m, (m >> 1u) | (m & 1u), less == 0u));
    let quarter = (product.y >> 30u) + over;
    return Turn32(select(quarter, 0u - quarter, signbit_f32(a)) & 3u, r);
}

fn two_over_pi_f32(k: u32) -> u32 {
    switch k {
        case 0u: { return 0x00000000u; }
        case 1u: { return 0xa2f9836eu; }
        case 2u: { return 0x4e441529u; }
        case 3u: { return 0xfc2757d1u; }
        case 4u: { return 0xf534ddc0u; }
        case 5u: { return 0xdb629599u; }
        case 6u: { return 0x3c439041u; }
        case 7u: { return 0xfe5163abu; }
        case 8u: { return 0xdebbc561u; }
        default: { return 0u; }
    }
}

fn sin_near_f32(r: f32) -> f32 {
    let z = rounded_f32(r * r);
    var sum = -1.9585373e-04;
    sum = step_f32(sum, z, 0.008332737);
    sum = step_f32(sum, z, -0.16666664);
    return rounded_f32(r + rounded_f32(rounded_f32(r * z) * sum));
}

// 1 - z/2 with what its rounding loses.
fn cos_near_f32(r: f32) -> f32 {
    let z = rounded_f32(r * r);
    var sum = 2.454542e-05;
    sum = step_f32(sum, z, -0.0013888291);
    sum = step_f32(sum, z, 0.041666664);
    let half = 0.5 * z;
    let near = rounded_f32(1.0 - half);
    let lost = rounded_f32(rounded_f32(1.0 - near) - half);
    return rounded_f32(near + rounded_f32(lost + rounded_f32(rounded_f32(z * z) * sum)));
}

// Below this, sin(a) and tan(a) round to a.
fn sin_f32(a: f32) -> f32 {
    if magnitude_bits_f32(a) < 0x39800000u { return a; }
    if !isfinite_f32(a) { return nan_f32(); }
    return quarter_sin_f32(turn_f32(a), 0u);
}
fn cos_f32(a: f32) -> f32 {
    if !isfinite_f32(a) { return nan_f32(); }
    return quarter_sin_f32(turn_f32(a), 1u);
}
fn quarter_sin_f32(x: Turn32, more: u32) -> f32 {
    let quarter = x.quarter + more;
    let size = select(sin_near_f32(x.r), cos_near_f32(x.r), (quarter & 1u) == 1u);
    return select(size, neg_f32(size), (quarter & 2u) == 2u);
}
fn tan_f32(a: f32) -> f32 {
    if magnitude_bits_f32(a) < 0x39800000u { return a; }
    if !isfinite_f32(a) { return nan_f32(); }
    let x = turn_f32(a);
    let s = sin_near_f32(x.r);
    let c = cos_near_f32(x.r);
    if (x.quarter & 1u) == 1u { return neg_f32(div_f32(c, s)); }
    return div_f32(s, c);
}
