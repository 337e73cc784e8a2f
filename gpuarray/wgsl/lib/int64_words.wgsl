// int64 and uint64 as two words, the low one first, where the device lacks shader-int64.
// int64_native.wgsl has the same functions.

alias I64 = vec2u;
alias U64 = vec2u;

fn unpack_u64(bits: vec2u) -> U64 { return bits; }
fn pack_u64(a: U64) -> vec2u { return a; }
fn unpack_i64(bits: vec2u) -> I64 { return bits; }
fn pack_i64(a: I64) -> vec2u { return a; }
fn i64_to_u64(a: I64) -> U64 { return a; }
fn u64_to_i64(a: U64) -> I64 { return a; }

// Flipping the sign bit orders signed integers as unsigned ones.
const SIGN_WORDS = vec2u(0u, 0x80000000u);

fn eq_i64(a: I64, b: I64) -> bool { return words_eq(a, b); }
fn lt_i64(a: I64, b: I64) -> bool { return words_lt(a ^ SIGN_WORDS, b ^ SIGN_WORDS); }
fn add_i64(a: I64, b: I64) -> I64 { return words_add(a, b); }
fn sub_i64(a: I64, b: I64) -> I64 { return words_sub(a, b); }
fn mul_i64(a: I64, b: I64) -> I64 { return words_mul(a, b); }
fn and_i64(a: I64, b: I64) -> I64 { return a & b; }
fn or_i64(a: I64, b: I64) -> I64 { return a | b; }
fn xor_i64(a: I64, b: I64) -> I64 { return a ^ b; }
fn invert_i64(a: I64) -> I64 { return ~a; }
fn neg_i64(a: I64) -> I64 { return words_neg(a); }

fn eq_u64(a: U64, b: U64) -> bool { return words_eq(a, b); }
fn lt_u64(a: U64, b: U64) -> bool { return words_lt(a, b); }
fn add_u64(a: U64, b: U64) -> U64 { return words_add(a, b); }
fn sub_u64(a: U64, b: U64) -> U64 { return words_sub(a, b); }
fn mul_u64(a: U64, b: U64) -> U64 { return words_mul(a, b); }
fn and_u64(a: U64, b: U64) -> U64 { return a & b; }
fn or_u64(a: U64, b: U64) -> U64 { return a | b; }
fn xor_u64(a: U64, b: U64) -> U64 { return a ^ b; }
fn invert_u64(a: U64) -> U64 { return ~a; }
fn neg_u64(a: U64) -> U64 { return words_neg(a); }

// x // 0 and x % 0 are 0.
fn floordiv_u64(a: U64, b: U64) -> U64 {
    if words_zero(b) { return b; }
    return words_divide(a, b).quotient;
}
fn mod_u64(a: U64, b: U64) -> U64 {
    if words_zero(b) { return b; }
    return words_divide(a, b).remainder;
}

// A count below 0 or above 63 shifts every bit out.
fn shl_u64(a: U64, b: U64) -> U64 {
    if b.y != 0u || b.x > 63u { return vec2u(0u); }
    return words_shl(a, b.x);
}
fn shr_u64(a: U64, b: U64) -> U64 {
    if b.y != 0u || b.x > 63u { return vec2u(0u); }
    return words_shr(a, b.x);
}
fn shl_i64(a: I64, b: I64) -> I64 { return shl_u64(a, b); }

// The complement of a negative number shifts zeros in, which its complement turns to ones.
fn shr_i64(a: I64, b: I64) -> I64 {
    let fill = vec2u(bitcast<u32>(bitcast<i32>(a.y) >> 31u));
    return shr_u64(a ^ fill, b) ^ fill;
}
