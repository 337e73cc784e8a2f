// 64-bit integers as two words, x the low one: arithmetic for devices without shader-int64, and
// for conversions that are exact on every device.

fn words_add(a: vec2u, b: vec2u) -> vec2u {
    let low = a.x + b.x;
    return vec2u(low, a.y + b.y + u32(low < a.x));
}
fn words_sub(a: vec2u, b: vec2u) -> vec2u {
    return vec2u(a.x - b.x, a.y - b.y - u32(a.x < b.x));
}
fn words_neg(a: vec2u) -> vec2u { return words_sub(vec2u(0u), a); }

fn words_eq(a: vec2u, b: vec2u) -> bool { return a.x == b.x && a.y == b.y; }
fn words_lt(a: vec2u, b: vec2u) -> bool { return a.y < b.y || (a.y == b.y && a.x < b.x); }
fn words_zero(a: vec2u) -> bool { return (a.x | a.y) == 0u; }

// Shifts by 0 to 63. (x >> 1) >> (31 - n) is x >> (32 - n) without a shift by 32, which WGSL
// would take modulo 32.
fn words_shl(a: vec2u, count: u32) -> vec2u {
    let n = count & 31u;
    let shifted = vec2u(a.x << n, (a.y << n) | ((a.x >> 1u) >> (31u - n)));
    return select(shifted, vec2u(0u, shifted.x), count >= 32u);
}
fn words_shr(a: vec2u, count: u32) -> vec2u {
    let n = count & 31u;
    let shifted = vec2u((a.x >> n) | ((a.y << 1u) << (31u - n)), a.y >> n);
    return select(shifted, vec2u(shifted.y, 0u), count >= 32u);
}

// The whole product of two words.
fn mul_wide(a: u32, b: u32) -> vec2u {
    let a0 = a & 0xffffu;
    let a1 = a >> 16u;
    let b0 = b & 0xffffu;
    let b1 = b >> 16u;
    let low = a0 * b0;
    let cross = a1 * b0;
    let cross2 = a0 * b1;
    let middle = (low >> 16u) + (cross & 0xffffu) + (cross2 & 0xffffu);
    let high = a1 * b1 + (cross >> 16u) + (cross2 >> 16u) + (middle >> 16u);
    return vec2u((low & 0xffffu) | (middle << 16u), high);
}
fn words_mul(a: vec2u, b: vec2u) -> vec2u {
    let low = mul_wide(a.x, b.x);
    return vec2u(low.x, low.y + a.x * b.y + a.y * b.x);
}

struct WordsDivision { quotient: vec2u, remainder: vec2u }

// Near the value; within 2^-22 of it.
fn words_near(a: vec2u) -> f32 { return f32(a.y) * 0x1p32f + f32(a.x); }

// b is not zero. Each round subtracts a multiple of b that is at most the remainder and less
// than 2^-17 of it away, so there are at most five.
fn words_divide(a: vec2u, b: vec2u) -> WordsDivision {
    if (a.y | b.y) == 0u { return WordsDivision(vec2u(a.x / b.x, 0u), vec2u(a.x % b.x, 0u)); }
    var quotient = vec2u(0u);
    var remainder = a;
    while !words_lt(remainder, b) {
        let guess = words_near(remainder) / words_near(b) * (1.0 - 0x1p-18f);
        let high = u32(guess * 0x1p-32f);
        let low = u32(guess - f32(high) * 0x1p32f);
        let part = vec2u(max(low, u32(high == 0u)), high);
        quotient = words_add(quotient, part);
        remainder = words_sub(remainder, words_mul(part, b));
    }
    return WordsDivision(quotient, remainder);
}

// The nearest f32, ties to even: what is cut off below the top 32 bits is kept as a sticky bit.
fn words_to_f32(a: vec2u) -> f32 {
    if a.y == 0u { return u32_to_f32(a.x); }
    let shift = 32u - countLeadingZeros(a.y);
    let top = words_shr(a, shift);
    let sticky = u32(!words_eq(words_shl(top, shift), a));
    return bitcast<f32>(bitcast<u32>(u32_to_f32(top.x | sticky)) + (shift << 23u));
}
