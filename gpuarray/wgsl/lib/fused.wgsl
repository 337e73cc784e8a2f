// c + a * b, the step of a sum of products. Of floats the device may round once or twice.

fn fused_f32(c: f32, a: f32, b: f32) -> f32 { return c + a * b; }
fn fused_i32(c: i32, a: i32, b: i32) -> i32 { return c + a * b; }
fn fused_u32(c: u32, a: u32, b: u32) -> u32 { return c + a * b; }
fn fused_i64(c: I64, a: I64, b: I64) -> I64 { return add_i64(c, mul_i64(a, b)); }
fn fused_u64(c: U64, a: U64, b: U64) -> U64 { return add_u64(c, mul_u64(a, b)); }
fn fused_bool(c: bool, a: bool, b: bool) -> bool { return c || (a && b); }
fn fused_c64(c: C64, a: C64, b: C64) -> C64 {
    return C64(c.x + a.x * b.x - a.y * b.y, c.y + a.x * b.y + a.y * b.x);
}

// a * b where a sum of products follows: as loose as the device's own, and as fast.
fn times_f32(a: f32, b: f32) -> f32 { return a * b; }
