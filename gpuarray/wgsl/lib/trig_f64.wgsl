// f64 sine, cosine and tangent, by the scheme of trig_f32.wgsl: within 2 ULP, tangent within 4.

// a = quarter * pi/2 + r modulo 2 pi, |r| up to pi/4 and a hair.
struct Turn64 { quarter: u32, r: f64 }

fn turn_f64(a: f64) -> Turn64 {
    if magnitude_bits_f64(a) >= 0x4130000000000000lu { return far_turn_f64(a); }
    // pi/2 in four parts. Products with the first three are exact, so is the first difference;
    // what the second one loses is kept.
    let n = nearest_f64(rounded_f64(a * 0.6366197723675814lf));
    let high = rounded_f64(a - rounded_f64(n * 1.5707963267341256lf));
    let part = rounded_f64(n * 6.077100506303966e-11lf);
    let r = rounded_f64(high - part);
    let less = rounded_f64(r - high);
    let lost = rounded_f64(rounded_f64(high - rounded_f64(r - less)) - rounded_f64(part + less));
    let lower = rounded_f64(lost - rounded_f64(n * 2.0222662487111665e-21lf));
    let low = rounded_f64(lower - rounded_f64(n * 8.4784276603689e-32lf));
    return Turn64(bitcast<u32>(i32(n)) & 3u, rounded_f64(r + low));
}

// 2/pi times |a| modulo 4, as an integer of 192 bits: a's 53 bits times the 192 bits of 2/pi from
// where they matter. Its upper 128 bits are two of the quarter and 126 of the fraction.
fn far_turn_f64(a: f64) -> Turn64 {
    let x = parts_f64(a);
    let at = u32(x.exponent - 1013);
    let k = at >> 6u;
    let shift = at & 63u;
    let w1 = two_over_pi_f64(k + 1u);
    let w2 = two_over_pi_f64(k + 2u);
    let high = shl_two_u64(two_over_pi_f64(k), w1, shift);
    let middle = shl_two_u64(w1, w2, shift);
    let low = shl_two_u64(w2, two_over_pi_f64(k + 3u), shift);
    let below = x.mantissa * middle + mul_high_u64(x.mantissa, low);
    let carry = u64(below < x.mantissa * middle);
    let above = x.mantissa * high + mul_high_u64(x.mantissa, middle) + carry;
    // The nearest quarter, and a fraction between -1/2 and 1/2.
    var rest = shl_two_u64(above, below, 2u);
    var more = below << 2u;
    let over = u32(rest >> 63u);
    if over == 1u {
        rest = ~rest;
        more = ~more;
    }
    let zeros = leading_zeros_u64(rest);
    let m = mul_high_u64(shl_two_u64(rest, more, zeros), 0xc90fdaa22168c235lu);
    let less = 1u - u32(m >> 63u);
    let negative = signbit_f64(a) != (over == 1u);
    let r = compose_f64(negative, -i32(zeros + less), select(m, (m >> 1u) | (m & 1lu), less == 0u));
    let quarter = u32(above >> 62u) + over;
    return Turn64(select(quarter, 0u - quarter, signbit_f64(a)) & 3u, r);
}

// The upper word of two shifted left by 0 to 63.
fn shl_two_u64(high: u64, low: u64, shift: u32) -> u64 {
    return (high << shift) | ((low >> 1u) >> (63u - shift));
}

fn two_over_pi_f64(k: u32) -> u64 {
    switch k {
        case 0u: { return 0x0000000000000000lu; }
        case 1u: { return 0xa2f9836e4e441529lu; }
        case 2u: { return 0xfc2757d1f534ddc0lu; }
        case 3u: { return 0xdb6295993c439041lu; }
        case 4u: { return 0xfe5163abdebbc561lu; }
        case 5u: { return 0xb7246e3a424dd2e0lu; }
        case 6u: { return 0x06492eea09d1921clu; }
        case 7u: { return 0xfe1deb1cb129a73elu; }
        case 8u: { return 0xe88235f52ebb4484lu; }
        case 9u: { return 0xe99c7026b45f7e41lu; }
        case 10u: { return 0x3991d639835339f4lu; }
        case 11u: { return 0x9c845f8bbdf9283blu; }
        case 12u: { return 0x1ff897ffde05980flu; }
        case 13u: { return 0xef2f118b5a0a6d1flu; }
        case 14u: { return 0x6d367ecf27cb09b7lu; }
        case 15u: { return 0x4f463f669e5fea2dlu; }
        case 16u: { return 0x7527bac7ebe5f17blu; }
        case 17u: { return 0x3d0739f78a5292ealu; }
        case 18u: { return 0x6bfb5fb11f8d5d08lu; }
        case 19u: { return 0x56033046fc7b6bablu; }
        case 20u: { return 0xf0cfbc209af4361dlu; }
        default: { return 0lu; }
    }
}

fn sin_near_f64(r: f64) -> f64 {
    let z = rounded_f64(r * r);
    var sum = 1.5916726193889336e-10lf;
    sum = step_f64(sum, z, -2.5051112272573243e-08lf);
    sum = step_f64(sum, z, 2.755731600817155e-06lf);
    sum = step_f64(sum, z, -0.0001984126983657571lf);
    sum = step_f64(sum, z, 0.008333333333330827lf);
    sum = step_f64(sum, z, -0.16666666666666666lf);
    return rounded_f64(r + rounded_f64(rounded_f64(r * z) * sum));
}

// 1 - z/2 with what its rounding loses.
fn cos_near_f64(r: f64) -> f64 {
    let z = rounded_f64(r * r);
    var sum = -1.1381754653662937e-11lf;
    sum = step_f64(sum, z, 2.0876134024090145e-09lf);
    sum = step_f64(sum, z, -2.755731721268659e-07lf);
    sum = step_f64(sum, z, 2.4801587298651292e-05lf);
    sum = step_f64(sum, z, -0.0013888888888887322lf);
    sum = step_f64(sum, z, 0.041666666666666664lf);
    let half = 0.5lf * z;
    let near = rounded_f64(1.0lf - half);
    let lost = rounded_f64(rounded_f64(1.0lf - near) - half);
    return rounded_f64(near + rounded_f64(lost + rounded_f64(rounded_f64(z * z) * sum)));
}

// Below this, sin(a) and tan(a) round to a.
fn sin_f64(a: f64) -> f64 {
    if magnitude_bits_f64(a) < 0x3e40000000000000lu { return a; }
    if !isfinite_f64(a) { return nan_f64(); }
    return quarter_sin_f64(turn_f64(a), 0u);
}
fn cos_f64(a: f64) -> f64 {
    if !isfinite_f64(a) { return nan_f64(); }
    return quarter_sin_f64(turn_f64(a), 1u);
}
fn quarter_sin_f64(x: Turn64, more: u32) -> f64 {
    let quarter = x.quarter + more;
    let size = select(sin_near_f64(x.r), cos_near_f64(x.r), (quarter & 1u) == 1u);
    return select(size, neg_f64(size), (quarter & 2u) == 2u);
}
fn tan_f64(a: f64) -> f64 {
    if magnitude_bits_f64(a) < 0x3e40000000000000lu { return a; }
    if !isfinite_f64(a) { return nan_f64(); }
    let x = turn_f64(a);
    let s = sin_near_f64(x.r);
    let c = cos_near_f64(x.r);
    if (x.quarter & 1u) == 1u { return neg_f64(div_f64(c, s)); }
    return div_f64(s, c);
}
