// NumPy's order as unsigned integers, by bits: order(a) < order(b) where a sorts before b.
//
// Of floats, -0.0 and 0.0 are one number, and so are all NaNs, the last; subnormals differ.

fn order_bool(bits: u32) -> u32 { return bits; }
fn order_u8(bits: u32) -> u32 { return bits; }
fn order_u16(bits: u32) -> u32 { return bits; }
fn order_u32(bits: u32) -> u32 { return bits; }
fn order_i8(bits: u32) -> u32 { return bits ^ 0x80u; }
fn order_i16(bits: u32) -> u32 { return bits ^ 0x8000u; }
fn order_i32(bits: u32) -> u32 { return bits ^ 0x80000000u; }

fn order_f16(bits: u32) -> u32 {
    let size = bits & 0x7fffu;
    let negative = bits > 0x8000u;
    let key = select(size | 0x8000u, 0x8000u - size, negative);
    return select(key, 0xffffu, size > 0x7c00u);
}

fn order_f32(bits: u32) -> u32 {
    let size = bits & 0x7fffffffu;
    let key = select(size | 0x80000000u, 0x80000000u - size, bits > 0x80000000u);
    return select(key, 0xffffffffu, size > 0x7f800000u);
}

fn order_u64(bits: vec2u) -> vec2u { return bits; }
fn order_i64(bits: vec2u) -> vec2u { return vec2u(bits.x, bits.y ^ 0x80000000u); }

fn order_f64(bits: vec2u) -> vec2u {
    let high = bits.y & 0x7fffffffu;
    if high > 0x7ff00000u || (high == 0x7ff00000u && bits.x != 0u) { return vec2u(0xffffffffu); }
    if (bits.y & 0x80000000u) == 0u { return vec2u(bits.x, bits.y | 0x80000000u); }
    return words_sub(vec2u(0u, 0x80000000u), vec2u(bits.x, high));
}
