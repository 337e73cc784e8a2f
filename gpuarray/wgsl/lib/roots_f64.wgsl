// f64 cube root and hypotenuse, within 2 ULP.

// a = 2^(3 third + j) v, v in [1, 2): a polynomial for cbrt(v), times cbrt(2^j), then Halley's
// steps. The last one starts from a root cut to 26 bits, whose square is exact.
fn cbrt_f64(a: f64) -> f64 {
    if iszero_f64(a) || !isfinite_f64(a) { return a; }
    let x = parts_f64(a);
    let exponent = u32(x.exponent - 1023 + 3072);
    let third = i32(exponent / 3u) - 1024;
    let j = exponent % 3u;
    let v = bitcast<f64>((x.mantissa & 0xffffffffffffflu) | 0x3ff0000000000000lu);
    var t = 0.022148699208245196lf;
    t = step_f64(t, v, -0.1586624600531909lf);
    t = step_f64(t, v, 0.5808263911380952lf);
    t = step_f64(t, v, 0.5557909602691388lf);
    t *= select(select(1.0lf, 1.2599210498948732lf, j == 1u), 1.5874010519681996lf, j == 2u);
    let a3 = grow_f64(v, i32(j));
    let cube = rounded_f64(rounded_f64(t * t) * t);
    t = rounded_f64(t * div_f64(cube + 2.0lf * a3, 2.0lf * cube + a3));
    t = bitcast<f64>(bitcast<u64>(t) & ~0x7fffffflu);
    let r = div_f64(a3, rounded_f64(t * t));
    let step = div_f64(rounded_f64(r - t), rounded_f64(2.0lf * t + r));
    let root = rounded_f64(t + rounded_f64(t * step));
    return copysign_f64(scaled_f64(root, third), a);
}

// sqrt(a^2 + b^2) of the numbers scaled so that the larger one is in [1, 2).
fn hypot_f64(a: f64, b: f64) -> f64 {
    if isinf_f64(a) || isinf_f64(b) { return inf_f64(); }
    if unordered_f64(a, b) { return nan_f64(); }
    let large = max_f64(abs_f64(a), abs_f64(b));
    let small = min_f64(abs_f64(a), abs_f64(b));
    if iszero_f64(small) { return large; }
    let p = parts_f64(large);
    let q = parts_f64(small);
    let apart = q.exponent - p.exponent;
    if apart < -28 { return large; }
    let x = bitcast<f64>((p.mantissa & 0xffffffffffffflu) | 0x3ff0000000000000lu);
    let y = grow_f64(bitcast<f64>((q.mantissa & 0xffffffffffffflu) | 0x3ff0000000000000lu), apart);
    let root = sqrt_f64(rounded_f64(rounded_f64(x * x) + rounded_f64(y * y)));
    return scaled_f64(root, p.exponent - 1023);
}
