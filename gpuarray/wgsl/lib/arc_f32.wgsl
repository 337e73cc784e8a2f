// f32 arcsine, arccosine and arctangent, within 2 ULP: identities bring the argument near 0, where
// a polynomial takes over. 1.5707964 and -4.371139e-08 together are pi/2.

// (asin(s) - s) / s for z = s^2 up to 1/4.
fn asin_tail_f32(z: f32) -> f32 {
    var sum = 0.033700727;
    sum = step_f32(sum, z, 0.017143717);
    sum = step_f32(sum, z, 0.031101728);
    sum = step_f32(sum, z, 0.04459932);
    sum = step_f32(sum, z, 0.07500095);
    sum = step_f32(sum, z, 0.16666666);
    return rounded_f32(z * sum);
}
// asin(sqrt(z)), z = (1 - |a|) / 2, in two parts: half of the angle between |a| and 1, for |a| from
// 1/2. The first part is the root cut so short that its square is exact.
struct Angle32 { high: f32, low: f32 }

fn half_angle_f32(a: f32) -> Angle32 {
    let z = 0.5 * rounded_f32(1.0 - abs_f32(a));
    let s = sqrt_f32(z);
    if iszero_f32(s) { return Angle32(0.0, 0.0); }
    let cut = bitcast<f32>(bitcast<u32>(s) & ~0xfffu);
    let rest = div_f32(rounded_f32(z - rounded_f32(cut * cut)), rounded_f32(s + cut));
    return Angle32(cut, rounded_f32(rest + rounded_f32(s * asin_tail_f32(z))));
}
// pi/2 - 2 x.
fn right_less_f32(x: Angle32) -> f32 {
    let angle = rounded_f32(1.5707964 - 2.0 * x.high);
    let lost = rounded_f32(rounded_f32(1.5707964 - angle) - 2.0 * x.high);
    let low = rounded_f32(-4.371139e-08 - 2.0 * x.low);
    return rounded_f32(angle + rounded_f32(lost + low));
}
fn asin_near_f32(a: f32) -> f32 { return rounded_f32(a * asin_tail_f32(rounded_f32(a * a))); }

fn arcsin_f32(a: f32) -> f32 {
    let bits = magnitude_bits_f32(a);
    if bits < 0x39000000u { return a; }
    if bits > 0x3f800000u { return nan_f32(); }
    if bits <= 0x3f000000u { return rounded_f32(a + asin_near_f32(a)); }
    return copysign_f32(right_less_f32(half_angle_f32(a)), a);
}
fn arccos_f32(a: f32) -> f32 {
    let bits = magnitude_bits_f32(a);
    if bits > 0x3f800000u { return nan_f32(); }
    if bits <= 0x3f000000u {
        let low = rounded_f32(-4.371139e-08 - asin_near_f32(a));
        return rounded_f32(1.5707964 - rounded_f32(a - low));
    }
    let x = half_angle_f32(a);
    if signbit_f32(a) {
        let low = rounded_f32(-8.742278e-08 - 2.0 * x.low);
        return rounded_f32(3.1415927 - rounded_f32(2.0 * x.high - low));
    }
    return 2.0 * rounded_f32(x.high + x.low);
}

// atan(n / d): atan(c) + atan(t), t = (n - c d) / (d + c n), for the nearest c of 0, 1/2, 1, 3/2
// and infinity, so that |t| is below 7/16. n and d are positive, and far from both ends.
fn atan_ratio_f32(n: f32, d: f32) -> f32 {
    var top = n;
    var bottom = d;
    var high = 0.0;
    var low = 0.0;
    if n >= 2.4375 * d {
        top = neg_f32(d);
        bottom = n;
        high = 1.5707964;
        low = -4.371139e-08;
    } else if n >= 1.1875 * d {
        top = rounded_f32(rounded_f32(n - d) - 0.5 * d);
        bottom = rounded_f32(d + rounded_f32(1.5 * n));
        high = 0.98279375;
        low = -2.5131424e-08;
    } else if n >= 0.6875 * d {
        top = n - d;
        bottom = d + n;
        high = 0.7853982;
        low = -2.1855694e-08;
    } else if n >= 0.4375 * d {
        top = n - 0.5 * d;
        bottom = d + 0.5 * n;
        high = 0.4636476;
        low = 5.0121587e-09;
    }
    let t = div_f32(top, bottom);
    let z = rounded_f32(t * t);
    var sum = -0.062147953;
    sum = step_f32(sum, z, 0.10668043);
    sum = step_f32(sum, z, -0.1425654);
    sum = step_f32(sum, z, 0.19999313);
    sum = step_f32(sum, z, -0.3333333);
    let tail = rounded_f32(rounded_f32(t * rounded_f32(z * sum)) + low);
    return rounded_f32(high + rounded_f32(t + tail));
}
fn arctan_f32(a: f32) -> f32 {
    let bits = magnitude_bits_f32(a);
    if bits < 0x39000000u || isnan_f32(a) { return a; }
    if bits > 0x4c800000u { return copysign_f32(1.5707964, a); }
    return copysign_f32(atan_ratio_f32(abs_f32(a), 1.0), a);
}

// The angle of the point (x, y), C's special cases included.
fn arctan2_f32(y: f32, x: f32) -> f32 {
    if unordered_f32(y, x) { return nan_f32(); }
    return copysign_f32(angle_f32(abs_f32(y), x), y);
}
fn angle_f32(y: f32, x: f32) -> f32 {
    let back = signbit_f32(x);
    if isinf_f32(y) && isinf_f32(x) {
        return select(0.7853982, 2.3561945, back);
    }
    if iszero_f32(y) || isinf_f32(x) { return select(0.0, 3.1415927, back); }
    if iszero_f32(x) || isinf_f32(y) { return 1.5707964; }
    let p = parts_f32(y);
    let q = parts_f32(x);
    let apart = p.exponent - q.exponent;
    if apart > 26 { return 1.5707964; }
    if apart < -26 {
        if back { return 3.1415927; }
        return div_f32(y, x);
    }
    let n = grow_f32(bitcast<f32>((p.mantissa & 0x7fffffu) | 0x3f800000u), apart);
    let d = bitcast<f32>((q.mantissa & 0x7fffffu) | 0x3f800000u);
    let angle = atan_ratio_f32(n, d);
    if back { return rounded_f32(3.1415927 - rounded_f32(angle - -8.742278e-08)); }
    return angle;
}
