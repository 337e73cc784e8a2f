// int64 and uint64 values: the operations that are written once for native and two-word integers.

fn negative_i64(a: I64) -> bool { return (pack_i64(a).y >> 31u) != 0u; }

fn ne_i64(a: I64, b: I64) -> bool { return !eq_i64(a, b); }
fn le_i64(a: I64, b: I64) -> bool { return !lt_i64(b, a); }
fn gt_i64(a: I64, b: I64) -> bool { return lt_i64(b, a); }
fn ge_i64(a: I64, b: I64) -> bool { return !lt_i64(a, b); }
fn ne_u64(a: U64, b: U64) -> bool { return !eq_u64(a, b); }
fn le_u64(a: U64, b: U64) -> bool { return !lt_u64(b, a); }
fn gt_u64(a: U64, b: U64) -> bool { return lt_u64(b, a); }
fn ge_u64(a: U64, b: U64) -> bool { return !lt_u64(a, b); }

// int64 with uint64, compared as integers: NumPy does not go through float64 here.
fn eq_i64_u64(a: I64, b: U64) -> bool { return !negative_i64(a) && eq_u64(i64_to_u64(a), b); }
fn ne_i64_u64(a: I64, b: U64) -> bool { return !eq_i64_u64(a, b); }
fn lt_i64_u64(a: I64, b: U64) -> bool { return negative_i64(a) || lt_u64(i64_to_u64(a), b); }
fn le_i64_u64(a: I64, b: U64) -> bool { return negative_i64(a) || le_u64(i64_to_u64(a), b); }
fn gt_i64_u64(a: I64, b: U64) -> bool { return !le_i64_u64(a, b); }
fn ge_i64_u64(a: I64, b: U64) -> bool { return !lt_i64_u64(a, b); }
fn eq_u64_i64(a: U64, b: I64) -> bool { return eq_i64_u64(b, a); }
fn ne_u64_i64(a: U64, b: I64) -> bool { return !eq_i64_u64(b, a); }
fn lt_u64_i64(a: U64, b: I64) -> bool { return gt_i64_u64(b, a); }
fn le_u64_i64(a: U64, b: I64) -> bool { return ge_i64_u64(b, a); }
fn gt_u64_i64(a: U64, b: I64) -> bool { return lt_i64_u64(b, a); }
fn ge_u64_i64(a: U64, b: I64) -> bool { return le_i64_u64(b, a); }

fn square_i64(a: I64) -> I64 { return mul_i64(a, a); }
fn square_u64(a: U64) -> U64 { return mul_u64(a, a); }
fn abs_u64(a: U64) -> U64 { return a; }
fn abs_i64(a: I64) -> I64 {
    if negative_i64(a) { return neg_i64(a); }
    return a;
}
fn sign_u64(a: U64) -> U64 { return bool_to_u64(u64_to_bool(a)); }
fn sign_i64(a: I64) -> I64 { return i32_to_i64(select(i32(i64_to_bool(a)), -1, negative_i64(a))); }

fn max_i64(a: I64, b: I64) -> I64 {
    if lt_i64(a, b) { return b; }
    return a;
}
fn min_i64(a: I64, b: I64) -> I64 {
    if lt_i64(b, a) { return b; }
    return a;
}
fn max_u64(a: U64, b: U64) -> U64 {
    if lt_u64(a, b) { return b; }
    return a;
}
fn min_u64(a: U64, b: U64) -> U64 {
    if lt_u64(b, a) { return b; }
    return a;
}
fn fmax_i64(a: I64, b: I64) -> I64 { return max_i64(a, b); }
fn fmin_i64(a: I64, b: I64) -> I64 { return min_i64(a, b); }
fn fmax_u64(a: U64, b: U64) -> U64 { return max_u64(a, b); }
fn fmin_u64(a: U64, b: U64) -> U64 { return min_u64(a, b); }

// Towards -inf, by the magnitudes; x // 0 is 0, and INT64_MIN // -1 wraps to INT64_MIN.
fn floordiv_i64(a: I64, b: I64) -> I64 {
    let m = i64_to_u64(abs_i64(a));
    let d = i64_to_u64(abs_i64(b));
    let q = u64_to_i64(floordiv_u64(m, d));
    if negative_i64(a) == negative_i64(b) { return q; }
    // -(m / d) rounded down is -q - 1 = ~q where there is a remainder.
    if u64_to_bool(mod_u64(m, d)) { return invert_i64(q); }
    return neg_i64(q);
}

// The divisor's sign; x % 0 is 0.
fn mod_i64(a: I64, b: I64) -> I64 {
    let r = u64_to_i64(mod_u64(i64_to_u64(abs_i64(a)), i64_to_u64(abs_i64(b))));
    if !i64_to_bool(r) { return r; }
    if negative_i64(a) == negative_i64(b) {
        if negative_i64(b) { return neg_i64(r); }
        return r;
    }
    if negative_i64(b) { return add_i64(b, r); }
    return sub_i64(b, r);
}

// By repeated squaring.
fn pow_u64(a: U64, b: U64) -> U64 {
    var result = u32_to_u64(1u);
    var square = a;
    var n = pack_u64(b);
    while !words_zero(n) {
        if (n.x & 1u) != 0u { result = mul_u64(result, square); }
        square = mul_u64(square, square);
        n = words_shr(n, 1u);
    }
    return result;
}

// The exponent is not negative.
fn pow_i64(a: I64, b: I64) -> I64 { return u64_to_i64(pow_u64(i64_to_u64(a), i64_to_u64(b))); }

fn i64_to_bool(a: I64) -> bool { return !words_zero(pack_i64(a)); }
fn i64_to_i32(a: I64) -> i32 { return bitcast<i32>(pack_i64(a).x); }
fn i64_to_u32(a: I64) -> u32 { return pack_i64(a).x; }
fn i64_to_i64(a: I64) -> I64 { return a; }
fn u64_to_bool(a: U64) -> bool { return !words_zero(pack_u64(a)); }
fn u64_to_i32(a: U64) -> i32 { return bitcast<i32>(pack_u64(a).x); }
fn u64_to_u32(a: U64) -> u32 { return pack_u64(a).x; }
fn u64_to_u64(a: U64) -> U64 { return a; }

fn bool_to_i64(a: bool) -> I64 { return unpack_i64(vec2u(u32(a), 0u)); }
fn bool_to_u64(a: bool) -> U64 { return unpack_u64(vec2u(u32(a), 0u)); }
fn u32_to_i64(a: u32) -> I64 { return unpack_i64(vec2u(a, 0u)); }
fn u32_to_u64(a: u32) -> U64 { return unpack_u64(vec2u(a, 0u)); }
fn i32_to_i64(a: i32) -> I64 { return unpack_i64(bitcast<vec2u>(vec2i(a, a >> 31u))); }
fn i32_to_u64(a: i32) -> U64 { return unpack_u64(bitcast<vec2u>(vec2i(a, a >> 31u))); }

fn u64_to_f32(a: U64) -> f32 { return words_to_f32(pack_u64(a)); }
fn i64_to_f32(a: I64) -> f32 {
    let magnitude = words_to_f32(pack_i64(abs_i64(a)));
    return select(magnitude, -magnitude, negative_i64(a));
}

// |a| cut to an integer, modulo 2^64; a below 2^64.
fn f32_to_words(a: f32) -> vec2u {
    let bits = bitcast<u32>(a) & 0x7fffffffu;
    let exponent = bits >> 23u;
    let mantissa = vec2u((bits & 0x7fffffu) | 0x800000u, 0u);
    if exponent < 127u { return vec2u(0u); }
    if exponent < 150u { return words_shr(mantissa, 150u - exponent); }
    return words_shl(mantissa, exponent - 150u);
}

// From 2^63 on, and for NaN, INT64_MIN.
fn f32_to_i64(a: f32) -> I64 {
    let bits = bitcast<u32>(a);
    if (bits & 0x7fffffffu) >= 0x5f000000u { return unpack_i64(vec2u(0u, 0x80000000u)); }
    let magnitude = f32_to_words(a);
    return unpack_i64(select(magnitude, words_neg(magnitude), (bits >> 31u) != 0u));
}

// Exact up to 2^64, 0 above; negative values as int64.
fn f32_to_u64(a: f32) -> U64 {
    let bits = bitcast<u32>(a);
    if bits >= 0x5f800000u && bits <= 0x7f800000u { return unpack_u64(vec2u(0u)); }
    if bits < 0x5f800000u { return unpack_u64(f32_to_words(a)); }
    return i64_to_u64(f32_to_i64(a));
}
