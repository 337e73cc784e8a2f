// Integers: common divisors and multiples, C's remainder, bit counts, reciprocals. Results wrap
// around, so that a narrow type's are right once brought to its width.

// Euclid's algorithm.
fn gcd_u32(a: u32, b: u32) -> u32 {
    var x = a;
    var y = b;
    while y != 0u {
        let r = x % y;
        x = y;
        y = r;
    }
    return x;
}
fn gcd_u64(a: U64, b: U64) -> U64 {
    var x = a;
    var y = b;
    while u64_to_bool(y) {
        let r = mod_u64(x, y);
        x = y;
        y = r;
    }
    return x;
}
fn lcm_u32(a: u32, b: u32) -> u32 { return floordiv_u32(a, gcd_u32(a, b)) * b; }
fn lcm_u64(a: U64, b: U64) -> U64 { return mul_u64(floordiv_u64(a, gcd_u64(a, b)), b); }

fn gcd_i32(a: i32, b: i32) -> i32 {
    return u32_to_i32(gcd_u32(i32_to_u32(abs_i32(a)), i32_to_u32(abs_i32(b))));
}
fn lcm_i32(a: i32, b: i32) -> i32 {
    return u32_to_i32(lcm_u32(i32_to_u32(abs_i32(a)), i32_to_u32(abs_i32(b))));
}
fn gcd_i64(a: I64, b: I64) -> I64 {
    return u64_to_i64(gcd_u64(i64_to_u64(abs_i64(a)), i64_to_u64(abs_i64(b))));
}
fn lcm_i64(a: I64, b: I64) -> I64 {
    return u64_to_i64(lcm_u64(i64_to_u64(abs_i64(a)), i64_to_u64(abs_i64(b))));
}

// The dividend's sign; by zero it is 0.
fn fmod_u32(a: u32, b: u32) -> u32 { return mod_u32(a, b); }
fn fmod_u64(a: U64, b: U64) -> U64 { return mod_u64(a, b); }
// Of the magnitudes: the sign of % of negative numbers depends on the Vulkan driver (an
// H200's differs from llvmpipe's).
fn fmod_i32(a: i32, b: i32) -> i32 {
    let divisor = bitcast<u32>(abs_i32(b));
    if divisor == 0u { return 0; }
    let r = bitcast<i32>(bitcast<u32>(abs_i32(a)) % divisor);
    if a < 0 { return neg_i32(r); }
    return r;
}
fn fmod_i64(a: I64, b: I64) -> I64 {
    let r = u64_to_i64(mod_u64(i64_to_u64(abs_i64(a)), i64_to_u64(abs_i64(b))));
    if negative_i64(a) { return neg_i64(r); }
    return r;
}

// The ones of |a|.
fn bitcount_u32(a: u32) -> u32 { return countOneBits(a); }
fn bitcount_i32(a: i32) -> u32 { return countOneBits(bitcast<u32>(abs_i32(a))); }
fn bitcount_u64(a: U64) -> u32 {
    let words = pack_u64(a);
    return countOneBits(words.x) + countOneBits(words.y);
}
fn bitcount_i64(a: I64) -> u32 { return bitcount_u64(i64_to_u64(abs_i64(a))); }

// 1 / a cut to an integer. 1 / 0 is inf in C, which x86-64 converts to the least int32 or int64,
// and to 0 for the narrower and the unsigned types.
fn reciprocal_u32(a: u32) -> u32 { return u32(a == 1u); }
fn reciprocal_i32(a: i32) -> i32 {
    if a == 0 { return bitcast<i32>(0x80000000u); }
    return select(0, a, abs_i32(a) == 1);
}
fn reciprocal_u64(a: U64) -> U64 { return bool_to_u64(eq_u64(a, u32_to_u64(1u))); }
fn reciprocal_i64(a: I64) -> I64 {
    if !i64_to_bool(a) { return unpack_i64(vec2u(0u, 0x80000000u)); }
    if eq_i64(abs_i64(a), i32_to_i64(1)) { return a; }
    return i32_to_i64(0);
}
