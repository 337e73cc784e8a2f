// f64 arcsine, arccosine and arctangent, by the scheme of arc_f32.wgsl: within 2 ULP.

// (asin(s) - s) / s for z = s^2 up to 1/4.
fn asin_tail_f64(z: f64) -> f64 {
    var sum = 0.02877844261259304lf;
    sum = step_f64(sum, z, -0.014881409392818066lf);
    sum = step_f64(sum, z, 0.017419357964884856lf);
    sum = step_f64(sum, z, 0.00545087818772055lf);
    sum = step_f64(sum, z, 0.010324318288744113lf);
    sum = step_f64(sum, z, 0.011478952690257387lf);
    sum = step_f64(sum, z, 0.013971235301124539lf);
    sum = step_f64(sum, z, 0.017352391265909227lf);
    sum = step_f64(sum, z, 0.022372173002005596lf);
    sum = step_f64(sum, z, 0.030381944137085216lf);
    sum = step_f64(sum, z, 0.04464285714637338lf);
    sum = step_f64(sum, z, 0.07499999999998425lf);
    sum = step_f64(sum, z, 0.16666666666666669lf);
    return rounded_f64(z * sum);
}
// asin(sqrt(z)), z = (1 - |a|) / 2, in two parts: half of the angle between |a| and 1, for |a| from
// 1/2. The first part is the root cut so short that its square is exact.
struct Angle64 { high: f64, low: f64 }

fn half_angle_f64(a: f64) -> Angle64 {
    let z = 0.5lf * rounded_f64(1.0lf - abs_f64(a));
    let s = sqrt_f64(z);
    if iszero_f64(s) { return Angle64(0.0lf, 0.0lf); }
    let cut = bitcast<f64>(bitcast<u64>(s) & ~0x7fffffflu);
    let rest = div_f64(rounded_f64(z - rounded_f64(cut * cut)), rounded_f64(s + cut));
    return Angle64(cut, rounded_f64(rest + rounded_f64(s * asin_tail_f64(z))));
}
// pi/2 - 2 x.
fn right_less_f64(x: Angle64) -> f64 {
    let angle = rounded_f64(1.5707963267948966lf - 2.0lf * x.high);
    let lost = rounded_f64(rounded_f64(1.5707963267948966lf - angle) - 2.0lf * x.high);
    let low = rounded_f64(6.123233995736766e-17lf - 2.0lf * x.low);
    return rounded_f64(angle + rounded_f64(lost + low));
}
fn asin_near_f64(a: f64) -> f64 { return rounded_f64(a * asin_tail_f64(rounded_f64(a * a))); }

fn arcsin_f64(a: f64) -> f64 {
    let bits = magnitude_bits_f64(a);
    // No test for small a, which needs none: with one, llvmpipe returns garbage.
    if bits > 0x3ff0000000000000lu { return nan_f64(); }
    if bits <= 0x3fe0000000000000lu { return rounded_f64(a + asin_near_f64(a)); }
    return copysign_f64(right_less_f64(half_angle_f64(a)), a);
}
fn arccos_f64(a: f64) -> f64 {
    let bits = magnitude_bits_f64(a);
    if bits > 0x3ff0000000000000lu { return nan_f64(); }
    if bits <= 0x3fe0000000000000lu {
        let low = rounded_f64(6.123233995736766e-17lf - asin_near_f64(a));
        return rounded_f64(1.5707963267948966lf - rounded_f64(a - low));
    }
    let x = half_angle_f64(a);
    if signbit_f64(a) {
        let low = rounded_f64(1.2246467991473532e-16lf - 2.0lf * x.low);
        return rounded_f64(3.141592653589793lf - rounded_f64(2.0lf * x.high - low));
    }
    return 2.0lf * rounded_f64(x.high + x.low);
}

// atan(n / d): atan(c) + atan(t), t = (n - c d) / (d + c n), for the nearest c of 0, 1/2, 1, 3/2
// and infinity, so that |t| is below 7/16. n and d are positive, and far from both ends.
fn atan_ratio_f64(n: f64, d: f64) -> f64 {
    var top = n;
    var bottom = d;
    var high = 0.0lf;
    var low = 0.0lf;
    if n >= 2.4375lf * d {
        top = neg_f64(d);
        bottom = n;
        high = 1.5707963267948966lf;
        low = 6.123233995736766e-17lf;
    } else if n >= 1.1875lf * d {
        top = rounded_f64(rounded_f64(n - d) - 0.5lf * d);
        bottom = rounded_f64(d + rounded_f64(1.5lf * n));
        high = 0.982793723247329lf;
        low = 1.3903311031230998e-17lf;
    } else if n >= 0.6875lf * d {
        top = n - d;
        bottom = d + n;
        high = 0.7853981633974483lf;
        low = 3.061616997868383e-17lf;
    } else if n >= 0.4375lf * d {
        top = n - 0.5lf * d;
        bottom = d + 0.5lf * n;
        high = 0.4636476090008061lf;
        low = 2.2698777452961687e-17lf;
    }
    let t = div_f64(top, bottom);
    let z = rounded_f64(t * t);
    var sum = 0.014766871594831716lf;
    sum = step_f64(sum, z, -0.033121776641729314lf);
    sum = step_f64(sum, z, 0.04491983392875039lf);
    sum = step_f64(sum, z, -0.052166122327185115lf);
    sum = step_f64(sum, z, 0.05876936226535485lf);
    sum = step_f64(sum, z, -0.06666240930258646lf);
    sum = step_f64(sum, z, 0.07692285493171186lf);
    sum = step_f64(sum, z, -0.09090908353219823lf);
    sum = step_f64(sum, z, 0.11111111096591583lf);
    sum = step_f64(sum, z, -0.14285714285566195lf);
    sum = step_f64(sum, z, 0.19999999999999407lf);
    sum = step_f64(sum, z, -0.3333333333333333lf);
    let tail = rounded_f64(rounded_f64(t * rounded_f64(z * sum)) + low);
    return rounded_f64(high + rounded_f64(t + tail));
}
fn arctan_f64(a: f64) -> f64 {
    let bits = magnitude_bits_f64(a);
    if bits < 0x3e40000000000000lu || isnan_f64(a) { return a; }
    if bits > 0x4360000000000000lu { return copysign_f64(1.5707963267948966lf, a); }
    return copysign_f64(atan_ratio_f64(abs_f64(a), 1.0lf), a);
}

// The angle of the point (x, y), C's special cases included.
fn arctan2_f64(y: f64, x: f64) -> f64 {
    if unordered_f64(y, x) { return nan_f64(); }
    return copysign_f64(angle_f64(abs_f64(y), x), y);
}
fn angle_f64(y: f64, x: f64) -> f64 {
    let back = signbit_f64(x);
    if isinf_f64(y) && isinf_f64(x) {
        return select(0.7853981633974483lf, 2.356194490192345lf, back);
    }
    if iszero_f64(y) || isinf_f64(x) { return select(0.0lf, 3.141592653589793lf, back); }
    if iszero_f64(x) || isinf_f64(y) { return 1.5707963267948966lf; }
    let p = parts_f64(y);
    let q = parts_f64(x);
    let apart = p.exponent - q.exponent;
    if apart > 55 { return 1.5707963267948966lf; }
    if apart < -55 {
        if back { return 3.141592653589793lf; }
        return div_f64(y, x);
    }
    let n = grow_f64(bitcast<f64>((p.mantissa & 0xffffffffffffflu) | 0x3ff0000000000000lu), apart);
    let d = bitcast<f64>((q.mantissa & 0xffffffffffffflu) | 0x3ff0000000000000lu);
    let angle = atan_ratio_f64(n, d);
    if !back { return angle; }
    return rounded_f64(3.141592653589793lf - rounded_f64(angle - 1.2246467991473532e-16lf));
}
