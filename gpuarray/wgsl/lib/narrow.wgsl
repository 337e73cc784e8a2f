// Items narrower than a word: stored bits to values and back, and results brought to width.
// unpack_* ignores the bits above the item; pack_* leaves them zero.

fn unpack_i8(bits: u32) -> i32 { return bitcast<i32>(bits << 24u) >> 24u; }
fn unpack_u8(bits: u32) -> u32 { return bits & 0xffu; }
fn unpack_i16(bits: u32) -> i32 { return bitcast<i32>(bits << 16u) >> 16u; }
fn unpack_u16(bits: u32) -> u32 { return bits & 0xffffu; }
fn unpack_i32(bits: u32) -> i32 { return bitcast<i32>(bits); }
fn unpack_u32(bits: u32) -> u32 { return bits; }
fn unpack_f32(bits: u32) -> f32 { return bitcast<f32>(bits); }

fn pack_i8(a: i32) -> u32 { return bitcast<u32>(a) & 0xffu; }
fn pack_u8(a: u32) -> u32 { return a & 0xffu; }
fn pack_i16(a: i32) -> u32 { return bitcast<u32>(a) & 0xffffu; }
fn pack_u16(a: u32) -> u32 { return a & 0xffffu; }
fn pack_i32(a: i32) -> u32 { return bitcast<u32>(a); }
fn pack_u32(a: u32) -> u32 { return a; }
fn pack_f32(a: f32) -> u32 { return bitcast<u32>(a); }

fn wrap_i8(a: i32) -> i32 { return (a << 24u) >> 24u; }
fn wrap_u8(a: u32) -> u32 { return a & 0xffu; }
fn wrap_i16(a: i32) -> i32 { return (a << 16u) >> 16u; }
fn wrap_u16(a: u32) -> u32 { return a & 0xffffu; }
fn round_f16(a: f32) -> f32 { return unpack_f16(pack_f16(a)); }

// Integer arithmetic: WGSL's unpack2x16float may flush subnormals and change NaN payloads.
fn unpack_f16(bits: u32) -> f32 {
    let sign = (bits & 0x8000u) << 16u;
    let exponent = (bits >> 10u) & 31u;
    let mantissa = bits & 0x3ffu;
    var magnitude = ((exponent + 112u) << 23u) | (mantissa << 13u);
    if exponent == 31u {
        magnitude = 0x7f800000u | (mantissa << 13u);
    } else if exponent == 0u {
        magnitude = bitcast<u32>(f32(mantissa) * 0x1p-24f);
    }
    return bitcast<f32>(sign | magnitude);
}

// Rounds to nearest even. A NaN keeps the top of its payload and stays a NaN.
fn pack_f16(a: f32) -> u32 {
    let bits = bitcast<u32>(a);
    let sign = (bits >> 16u) & 0x8000u;
    let magnitude = bits & 0x7fffffffu;
    if magnitude > 0x7f800000u {
        let payload = (magnitude >> 13u) & 0x3ffu;
        return sign | 0x7c00u | max(payload, 1u);
    }
    // 65520 and above round to infinity; 2^-25 and below round to zero.
    if magnitude >= 0x477ff000u { return sign | 0x7c00u; }
    if magnitude <= 0x33000000u { return sign; }
    if magnitude < 0x38800000u {
        let mantissa = (magnitude & 0x7fffffu) | 0x800000u;
        let shift = 126u - (magnitude >> 23u);
        let half_less_one = (1u << (shift - 1u)) - 1u;
        return sign | ((mantissa + half_less_one + ((mantissa >> shift) & 1u)) >> shift);
    }
    let rebased = magnitude - 0x38000000u;
    return sign | ((rebased + 0xfffu + ((rebased >> 13u) & 1u)) >> 13u);
}
