// c + a * b, the step of a sum of products; the device may round once or twice.

fn fused_f64(c: f64, a: f64, b: f64) -> f64 { return c + a * b; }
fn fused_c128(c: C128, a: C128, b: C128) -> C128 {
    return C128(c.x + a.x * b.x - a.y * b.y, c.y + a.x * b.y + a.y * b.x);
}

// a * b where a sum of products follows.
fn times_f64(a: f64, b: f64) -> f64 { return a * b; }
