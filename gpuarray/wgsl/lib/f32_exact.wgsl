// f32 operations that WGSL computes loosely, rounded correctly: division, square root, modulo.
// The device's own result is a first guess; integer remainders decide the last bits, so every
// device gives the same ones.

// |a| = mantissa * 2^(exponent - 150), the mantissa in [2^23, 2^24); a is finite and not zero.
struct Parts32 { mantissa: u32, exponent: i32 }

fn parts_f32(a: f32) -> Parts32 {
    let bits = bitcast<u32>(a) & 0x7fffffffu;
    if bits < 0x00800000u {
        let shift = countLeadingZeros(bits) - 8u;
        return Parts32(bits << shift, 1 - i32(shift));
    }
    return Parts32((bits & 0x7fffffu) | 0x800000u, i32(bits >> 23u));
}

// The nearest f32 to m * 2^(exponent - 30), ties to even: m in [2^30, 2^31), its lowest bit set
// where bits below it were dropped. sign is 0 or 0x80000000.
fn compose_f32(sign: u32, exponent: i32, m: u32) -> f32 {
    if exponent > 127 { return bitcast<f32>(sign | 0x7f800000u); }
    var kept = m;
    var field = u32(max(exponent + 126, 0)) << 23u;
    if exponent < -126 {
        let shift = u32(min(-126 - exponent, 31));
        kept = m >> shift;
        kept |= select(0u, 1u, (kept << shift) != m);
    }
    // The leading bit, where there is one, adds 1 to the exponent field; so does a carry.
    return bitcast<f32>(sign | (field + ((kept + 63u + ((kept >> 7u) & 1u)) >> 7u)));
}

// The device's own division and root: WGSL promises 2.5 ULP for one and less for the other.
// What follows takes back errors up to some 16 ULP.
fn loose_div(a: f32, b: f32) -> f32 { return a / b; }
fn loose_sqrt(a: f32) -> f32 { return sqrt(a); }

fn div_f32(a: f32, b: f32) -> f32 {
    let sign = (bitcast<u32>(a) ^ bitcast<u32>(b)) & 0x80000000u;
    if unordered_f32(a, b) { return nan_f32(); }
    if isinf_f32(a) || iszero_f32(b) {
        if isinf_f32(b) || iszero_f32(a) { return nan_f32(); }
        return bitcast<f32>(sign | 0x7f800000u);
    }
    if isinf_f32(b) || iszero_f32(a) { return bitcast<f32>(sign); }
    let x = parts_f32(a);
    let y = parts_f32(b);
    // Make the quotient of the mantissas lie in [1, 2).
    let less = u32(x.mantissa < y.mantissa);
    let n = x.mantissa << less;
    let d = y.mantissa;
    // q = floor(n * 2^24 / d) and r the remainder. The guess is a few units off, so that
    // r fits a word although n * 2^24 does not.
    var q = u32(loose_div(f32(n), f32(d)) * 0x1p24f);
    var r = bitcast<i32>((n << 24u) - q * d);
    let step = i32(floor(loose_div(f32(r), f32(d))));
    q += bitcast<u32>(step);
    r -= step * i32(d);
    if r < 0 {
        q -= 1u;
        r += i32(d);
    } else if r >= i32(d) {
        q += 1u;
        r -= i32(d);
    }
    return compose_f32(sign, x.exponent - y.exponent - i32(less), (q << 6u) | u32(r != 0));
}

fn sqrt_f32(a: f32) -> f32 {
    if iszero_f32(a) || isnan_f32(a) { return a; }
    if signbit_f32(a) { return nan_f32(); }
    if isinf_f32(a) { return a; }
    // a = n * 2^(2 * half - 23), n in [2^23, 2^25).
    let x = parts_f32(a);
    let half = (x.exponent - 127) >> 1u;
    let n = x.mantissa << (u32(x.exponent - 127) & 1u);
    // s = floor(sqrt(n * 2^23)), and r the remainder; as in div_f32.
    var s = u32(loose_sqrt(f32(n) * 0x1p23f));
    var r = bitcast<i32>((n << 23u) - s * s);
    s += bitcast<u32>(i32(floor(loose_div(f32(r), f32(2u * s)))));
    r = bitcast<i32>((n << 23u) - s * s);
    if r < 0 {
        s -= 1u;
        r += i32(2u * s + 1u);
    } else if r > i32(2u * s) {
        r -= i32(2u * s + 1u);
        s += 1u;
    }
    // A root is never half-way between two floats: (s + 1/2)^2 is no integer.
    return bitcast<f32>((u32(half + 126) << 23u) + s + u32(r > i32(s)));
}

// C's fmod, exact: |a| - k |b| with a's sign.
fn fmod_f32(a: f32, b: f32) -> f32 {
    if unordered_f32(a, b) || isinf_f32(a) || iszero_f32(b) { return nan_f32(); }
    if isinf_f32(b) || key_f32(abs_f32(a)) < key_f32(abs_f32(b)) { return a; }
    let sign = bitcast<u32>(a) & 0x80000000u;
    let x = parts_f32(a);
    let y = parts_f32(b);
    // Bring down 8 bits of the quotient at a time: a remainder has at most 24.
    var r = x.mantissa % y.mantissa;
    var left = u32(x.exponent - y.exponent);
    while left > 0u && r != 0u {
        let bits = min(left, 8u);
        r = (r << bits) % y.mantissa;
        left -= bits;
    }
    if r == 0u { return bitcast<f32>(sign); }
    let shift = countLeadingZeros(r) - 8u;
    let exponent = y.exponent - i32(shift);
    if exponent < 1 { return bitcast<f32>(sign | ((r << shift) >> u32(1 - exponent))); }
    return bitcast<f32>(sign | ((u32(exponent - 1) << 23u) + (r << shift)));
}

// NumPy's npy_divmod: the quotient is made from the remainder, then snapped to an integer.
fn floordiv_f32(a: f32, b: f32) -> f32 {
    if iszero_f32(b) { return div_f32(a, b); }
    if unordered_f32(a, b) || isinf_f32(a) { return nan_f32(); }
    let r = fmod_f32(a, b);
    var q = div_f32(sub_f32(a, r), b);
    if !iszero_f32(r) && signbit_f32(b) != signbit_f32(r) { q = sub_f32(q, 1.0); }
    if iszero_f32(q) {
        let sign = (bitcast<u32>(a) ^ bitcast<u32>(b)) & 0x80000000u;
        return bitcast<f32>(sign);
    }
    if isinf_f32(q) { return q; }
    let whole = floor(q);
    return select(whole, add_f32(whole, 1.0), gt_f32(sub_f32(q, whole), 0.5));
}

fn mod_f32(a: f32, b: f32) -> f32 {
    let r = fmod_f32(a, b);
    if isnan_f32(r) { return r; }
    if iszero_f32(r) { return bitcast<f32>(bitcast<u32>(b) & 0x80000000u); }
    return select(r, add_f32(r, b), signbit_f32(b) != signbit_f32(r));
}
