// int64 and uint64 where the device has shader-int64. int64_words.wgsl has the same functions.

alias I64 = i64;
alias U64 = u64;

// bitcast between u64 and vec2u is not accepted.
fn unpack_u64(bits: vec2u) -> U64 { return (u64(bits.y) << 32u) | u64(bits.x); }
fn pack_u64(a: U64) -> vec2u { return vec2u(u32(a & 0xfffffffflu), u32(a >> 32u)); }
fn unpack_i64(bits: vec2u) -> I64 { return bitcast<i64>(unpack_u64(bits)); }
fn pack_i64(a: I64) -> vec2u { return pack_u64(bitcast<u64>(a)); }
fn i64_to_u64(a: I64) -> U64 { return bitcast<u64>(a); }
fn u64_to_i64(a: U64) -> I64 { return bitcast<i64>(a); }

fn eq_i64(a: I64, b: I64) -> bool { return a == b; }
fn lt_i64(a: I64, b: I64) -> bool { return a < b; }
fn add_i64(a: I64, b: I64) -> I64 { return a + b; }
fn sub_i64(a: I64, b: I64) -> I64 { return a - b; }
fn mul_i64(a: I64, b: I64) -> I64 { return a * b; }
fn and_i64(a: I64, b: I64) -> I64 { return a & b; }
fn or_i64(a: I64, b: I64) -> I64 { return a | b; }
fn xor_i64(a: I64, b: I64) -> I64 { return a ^ b; }
fn invert_i64(a: I64) -> I64 { return ~a; }

fn eq_u64(a: U64, b: U64) -> bool { return a == b; }
fn lt_u64(a: U64, b: U64) -> bool { return a < b; }
fn add_u64(a: U64, b: U64) -> U64 { return a + b; }
fn sub_u64(a: U64, b: U64) -> U64 { return a - b; }
fn mul_u64(a: U64, b: U64) -> U64 { return a * b; }
fn and_u64(a: U64, b: U64) -> U64 { return a & b; }
fn or_u64(a: U64, b: U64) -> U64 { return a | b; }
fn xor_u64(a: U64, b: U64) -> U64 { return a ^ b; }
fn invert_u64(a: U64) -> U64 { return ~a; }

fn neg_i64(a: I64) -> I64 { return -a; }
fn neg_u64(a: U64) -> U64 { return 0lu - a; }

// x // 0 and x % 0 are 0.
fn floordiv_u64(a: U64, b: U64) -> U64 {
    if b == 0lu { return 0lu; }
    return a / b;
}
fn mod_u64(a: U64, b: U64) -> U64 {
    if b == 0lu { return 0lu; }
    return a % b;
}

// A count below 0 or above 63 shifts every bit out.
fn shl_u64(a: U64, b: U64) -> U64 {
    if b > 63lu { return 0lu; }
    return a << u32(b);
}
fn shr_u64(a: U64, b: U64) -> U64 {
    if b > 63lu { return 0lu; }
    return a >> u32(b);
}
fn shl_i64(a: I64, b: I64) -> I64 { return u64_to_i64(shl_u64(i64_to_u64(a), i64_to_u64(b))); }
fn shr_i64(a: I64, b: I64) -> I64 {
    if b < 0li || b > 63li { return a >> 63u; }
    return a >> u32(b);
}
