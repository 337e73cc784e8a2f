// f64 values, where the device has shader-f64 (and shader-int64, so that the bits are a u64).
// f32.wgsl and f32_exact.wgsl give the reasons for what is repeated here.
// WGSL's exp, log, sin.. of an f64 compile and return garbage: none is called.

fn unpack_f64(bits: vec2u) -> f64 { return bitcast<f64>(unpack_u64(bits)); }
fn pack_f64(a: f64) -> vec2u { return pack_u64(bitcast<u64>(a)); }

fn magnitude_f64(a: f64) -> u64 { return bitcast<u64>(a) & 0x7ffffffffffffffflu; }
fn signed_f64(magnitude: u64, negative: bool) -> f64 {
    return bitcast<f64>(magnitude | select(0lu, 0x8000000000000000lu, negative));
}
fn nan_f64() -> f64 { return bitcast<f64>(0x7ff8000000000000lu ^ u64(params.zero)); }

// Orders like the value, with -0.0 equal to 0.0; only meaningful where there is no NaN.
fn key_f64(a: f64) -> i64 {
    let magnitude = bitcast<i64>(magnitude_f64(a));
    return select(magnitude, -magnitude, signbit_f64(a));
}

fn isnan_f64(a: f64) -> bool { return magnitude_f64(a) > 0x7ff0000000000000lu; }
fn isinf_f64(a: f64) -> bool { return magnitude_f64(a) == 0x7ff0000000000000lu; }
fn isfinite_f64(a: f64) -> bool { return magnitude_f64(a) < 0x7ff0000000000000lu; }
fn signbit_f64(a: f64) -> bool { return (bitcast<u64>(a) >> 63u) != 0lu; }
fn iszero_f64(a: f64) -> bool { return magnitude_f64(a) == 0lu; }
fn unordered_f64(a: f64, b: f64) -> bool { return isnan_f64(a) || isnan_f64(b); }

fn eq_f64(a: f64, b: f64) -> bool { return key_f64(a) == key_f64(b) && !unordered_f64(a, b); }
fn ne_f64(a: f64, b: f64) -> bool { return key_f64(a) != key_f64(b) || unordered_f64(a, b); }
fn lt_f64(a: f64, b: f64) -> bool { return key_f64(a) < key_f64(b) && !unordered_f64(a, b); }
fn le_f64(a: f64, b: f64) -> bool { return key_f64(a) <= key_f64(b) && !unordered_f64(a, b); }
fn gt_f64(a: f64, b: f64) -> bool { return key_f64(a) > key_f64(b) && !unordered_f64(a, b); }
fn ge_f64(a: f64, b: f64) -> bool { return key_f64(a) >= key_f64(b) && !unordered_f64(a, b); }

// Hides the operation from a compiler that would contract or reassociate.
fn rounded_f64(a: f64) -> f64 { return bitcast<f64>(bitcast<u64>(a) ^ u64(params.zero)); }
fn add_f64(a: f64, b: f64) -> f64 { return rounded_f64(a + b); }
fn sub_f64(a: f64, b: f64) -> f64 { return rounded_f64(a - b); }
fn mul_f64(a: f64, b: f64) -> f64 { return rounded_f64(a * b); }
fn div_f64(a: f64, b: f64) -> f64 { return rounded_f64(a / b); }
fn square_f64(a: f64) -> f64 { return mul_f64(a, a); }
fn neg_f64(a: f64) -> f64 { return bitcast<f64>(bitcast<u64>(a) ^ 0x8000000000000000lu); }
fn abs_f64(a: f64) -> f64 { return bitcast<f64>(magnitude_f64(a)); }

fn sqrt_f64(a: f64) -> f64 {
    if iszero_f64(a) || isnan_f64(a) { return a; }
    if signbit_f64(a) { return nan_f64(); }
    return sqrt(a);
}

// The first NaN found; of equal zeros the second.
fn max_f64(a: f64, b: f64) -> f64 {
    if isnan_f64(a) { return a; }
    return select(b, a, key_f64(a) > key_f64(b) && !isnan_f64(b));
}
fn min_f64(a: f64, b: f64) -> f64 {
    if isnan_f64(a) { return a; }
    return select(b, a, key_f64(a) < key_f64(b) && !isnan_f64(b));
}

fn clip_f64(a: f64, low: f64, high: f64) -> f64 {
    let above = select(max_f64(a, low), a, eq_f64(a, low));
    return select(min_f64(above, high), above, eq_f64(above, high));
}

// A NaN only where both are.
fn fmax_f64(a: f64, b: f64) -> f64 {
    if isnan_f64(a) { return b; }
    return select(b, a, key_f64(a) > key_f64(b) || isnan_f64(b));
}
fn fmin_f64(a: f64, b: f64) -> f64 {
    if isnan_f64(a) { return b; }
    return select(b, a, key_f64(a) < key_f64(b) || isnan_f64(b));
}

fn sign_f64(a: f64) -> f64 {
    if isnan_f64(a) { return a; }
    return f64(sign_i32(i64_to_i32(sign_i64(key_f64(a)))));
}

// |a| = mantissa * 2^(exponent - 1075), the mantissa in [2^52, 2^53); a is finite and not zero.
struct Parts64 { mantissa: u64, exponent: i32 }

fn parts_f64(a: f64) -> Parts64 {
    let bits = magnitude_f64(a);
    if bits < 0x10000000000000lu {
        let shift = leading_zeros_u64(bits) - 11u;
        return Parts64(bits << shift, 1 - i32(shift));
    }
    return Parts64((bits & 0xffffffffffffflu) | 0x10000000000000lu, i32(bits >> 52u));
}
fn leading_zeros_u64(a: u64) -> u32 {
    let words = pack_u64(a);
    let low = 32u + countLeadingZeros(words.x);
    return select(countLeadingZeros(words.y), low, words.y == 0u);
}

// C's fmod, exact: 11 bits of the quotient at a time.
fn fmod_f64(a: f64, b: f64) -> f64 {
    if unordered_f64(a, b) || isinf_f64(a) || iszero_f64(b) { return nan_f64(); }
    if magnitude_f64(a) < magnitude_f64(b) { return a; }
    let x = parts_f64(a);
    let y = parts_f64(b);
    var r = x.mantissa % y.mantissa;
    var left = u32(x.exponent - y.exponent);
    while left > 0u && r != 0lu {
        let bits = min(left, 11u);
        r = (r << bits) % y.mantissa;
        left -= bits;
    }
    if r == 0lu { return signed_f64(0lu, signbit_f64(a)); }
    let shift = leading_zeros_u64(r) - 11u;
    let exponent = y.exponent - i32(shift);
    if exponent < 1 { return signed_f64((r << shift) >> u32(1 - exponent), signbit_f64(a)); }
    return signed_f64((u64(exponent - 1) << 52u) + (r << shift), signbit_f64(a));
}

// NumPy's npy_divmod.
fn floordiv_f64(a: f64, b: f64) -> f64 {
    if iszero_f64(b) { return div_f64(a, b); }
    if unordered_f64(a, b) || isinf_f64(a) { return nan_f64(); }
    let r = fmod_f64(a, b);
    var q = div_f64(sub_f64(a, r), b);
    if !iszero_f64(r) && signbit_f64(b) != signbit_f64(r) { q = sub_f64(q, 1.0lf); }
    if iszero_f64(q) { return signed_f64(0lu, signbit_f64(a) != signbit_f64(b)); }
    if isinf_f64(q) { return q; }
    let whole = floor(q);
    return select(whole, add_f64(whole, 1.0lf), gt_f64(sub_f64(q, whole), 0.5lf));
}
fn mod_f64(a: f64, b: f64) -> f64 {
    let r = fmod_f64(a, b);
    if isnan_f64(r) { return r; }
    if iszero_f64(r) { return signed_f64(0lu, signbit_f64(b)); }
    return select(r, add_f64(r, b), signbit_f64(b) != signbit_f64(r));
}

fn bool_to_f64(a: bool) -> f64 { return select(0.0lf, 1.0lf, a); }
fn i32_to_f64(a: i32) -> f64 { return f64(a); }
fn u32_to_f64(a: u32) -> f64 { return f64(a); }
fn f64_to_f64(a: f64) -> f64 { return a; }

// Both halves convert exactly, and their sum rounds once.
fn i64_to_f64(a: I64) -> f64 {
    return f64(i32(a >> 32u)) * 4294967296.0lf + f64(u64_to_u32(i64_to_u64(a)));
}
fn u64_to_f64(a: U64) -> f64 { return f64(u32(a >> 32u)) * 4294967296.0lf + f64(u64_to_u32(a)); }

// On the bits: a conversion may flush subnormals and lose a NaN's payload.
fn f32_to_f64(a: f32) -> f64 {
    let bits = bitcast<u32>(a) & 0x7fffffffu;
    if bits >= 0x7f800000u {
        return signed_f64((u64(bits & 0x7fffffu) << 29u) | 0x7ff0000000000000lu, signbit_f32(a));
    }
    if bits == 0u { return signed_f64(0lu, signbit_f32(a)); }
    let x = parts_f32(a);
    let field = u64(x.exponent + 895) << 52u;
    return signed_f64(field + (u64(x.mantissa) << 29u), signbit_f32(a));
}

// The nearest, ties to even: WGSL leaves the rounding open.
fn f64_to_f32(a: f64) -> f32 {
    let bits = magnitude_f64(a);
    let sign = select(0u, 0x80000000u, signbit_f64(a));
    if bits > 0x7ff0000000000000lu {
        return bitcast<f32>(sign | 0x7fc00000u | (u32(bits >> 29u) & 0x3fffffu));
    }
    // Below 2^-160 all is zero; above, a is normal.
    if bits < 0x35f0000000000000lu { return bitcast<f32>(sign); }
    let mantissa = (bits & 0xffffffffffffflu) | 0x10000000000000lu;
    let sticky = u32((mantissa & 0x3ffffflu) != 0lu);
    return compose_f32(sign, i32(bits >> 52u) - 1023, u32(mantissa >> 22u) | sticky);
}

fn f64_to_bool(a: f64) -> bool { return !iszero_f64(a); }

// |a| cut to an integer; a below 2^64.
fn f64_to_magnitude(a: f64) -> u64 {
    let bits = magnitude_f64(a);
    let exponent = u32(bits >> 52u);
    let mantissa = (bits & 0xffffffffffffflu) | 0x10000000000000lu;
    if exponent < 1023u { return 0lu; }
    if exponent < 1075u { return mantissa >> (1075u - exponent); }
    return mantissa << (exponent - 1075u);
}

// Out of range as in convert.wgsl and int64.wgsl.
fn f64_to_i64(a: f64) -> I64 {
    let bits = magnitude_f64(a);
    if bits >= 0x43e0000000000000lu { return bitcast<i64>(0x8000000000000000lu); }
    let magnitude = bitcast<i64>(f64_to_magnitude(a));
    return select(magnitude, -magnitude, signbit_f64(a));
}
fn f64_to_u64(a: f64) -> U64 {
    let bits = bitcast<u64>(a);
    if bits >= 0x43f0000000000000lu && bits <= 0x7ff0000000000000lu { return 0lu; }
    if bits < 0x43f0000000000000lu { return f64_to_magnitude(a); }
    return bitcast<u64>(f64_to_i64(a));
}

// The limits are on the number cut to an integer: -2^31 - 0.5 is in range.
fn f64_to_i32(a: f64) -> i32 {
    let cut = f64_to_i64(a);
    if cut < -2147483648li || cut > 2147483647li { return bitcast<i32>(0x80000000u); }
    return i64_to_i32(cut);
}
fn f64_to_u32(a: f64) -> u32 {
    let bits = bitcast<u64>(a);
    if bits >= 0x41f0000000000000lu && bits <= 0x7ff0000000000000lu { return 0u; }
    if bits < 0x41f0000000000000lu { return u64_to_u32(f64_to_magnitude(a)); }
    return bitcast<u32>(f64_to_i32(a));
}
