// Casts between bool, i32, u32 and f32.
// Out of range, a float becomes what NumPy's conversions give on x86-64.

fn bool_to_bool(a: bool) -> bool { return a; }
fn bool_to_i32(a: bool) -> i32 { return select(0, 1, a); }
fn bool_to_u32(a: bool) -> u32 { return select(0u, 1u, a); }
fn bool_to_f32(a: bool) -> f32 { return select(0.0, 1.0, a); }

fn i32_to_bool(a: i32) -> bool { return a != 0; }
fn i32_to_i32(a: i32) -> i32 { return a; }
fn i32_to_u32(a: i32) -> u32 { return bitcast<u32>(a); }

fn u32_to_bool(a: u32) -> bool { return a != 0u; }
fn u32_to_i32(a: u32) -> i32 { return bitcast<i32>(a); }
fn u32_to_u32(a: u32) -> u32 { return a; }

// WGSL may round f32(i) either way. Both halves convert exactly, and their sum rounds once,
// contracted or not.
fn i32_to_f32(a: i32) -> f32 { return f32(a >> 16u) * 65536.0 + f32(a & 0xffff); }
fn u32_to_f32(a: u32) -> f32 { return f32(a >> 16u) * 65536.0 + f32(a & 0xffffu); }

// NaN and subnormals are true: decided on the bits.
fn f32_to_bool(a: f32) -> bool { return (bitcast<u32>(a) << 1u) != 0u; }
fn f32_to_f32(a: f32) -> f32 { return a; }

// From 2^31 on, and for NaN, INT_MIN.
fn f32_to_i32(a: f32) -> i32 {
    let bits = bitcast<u32>(a);
    if (bits & 0x7fffffffu) >= 0x4f000000u { return bitcast<i32>(0x80000000u); }
    return i32(a);
}

// Exact up to 2^32, 0 above; negative values as int32, so that -1.0 gives 2^32 - 1.
fn f32_to_u32(a: f32) -> u32 {
    let bits = bitcast<u32>(a);
    if bits >= 0x4f800000u && bits <= 0x7f800000u { return 0u; }
    if bits >= 0x4f000000u && bits < 0x4f800000u { return (bits | 0x800000u) << 8u; }
    return bitcast<u32>(f32_to_i32(a));
}
