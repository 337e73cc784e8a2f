// As key_1.wgsl for items of two words; the sign and infinity are of the high one.
//
// needs: params.sign, params.infinity, params.flip
fn low_word(bits: vec2u) -> u32 { return bits.x; }
fn high_word(bits: vec2u) -> u32 { return bits.y; }

fn order(low: u32, high: u32) -> vec2u {
    if params.infinity == 0u { return vec2u(low, high ^ params.sign); }
    let size = high & (params.sign - 1u);
    if size > params.infinity || (size == params.infinity && low != 0u) {
        return vec2u(0xffffffffu);
    }
    if high < params.sign { return vec2u(low, size | params.sign); }
    return vec2u(0u - low, params.sign - size - u32(low != 0u));
}

fn key(low: u32, high: u32) -> vec2u { return order(low, high) ^ vec2u(params.flip); }

// The bits from `shift` on; (x << 1) << (31 - s) is x << (32 - s) without a shift by 32.
fn digit(low: u32, high: u32, shift: u32) -> u32 {
    let k = key(low, high);
    if shift >= 32u { return k.y >> (shift - 32u); }
    return (k.x >> shift) | ((k.y << 1u) << (31u - shift));
}
