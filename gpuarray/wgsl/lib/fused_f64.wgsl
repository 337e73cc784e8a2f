// c + a * b, the step of a sum of products; the device may round once or twice.

fn fused_f64(c: f64, a: f64, b: f64) -> f64 { return c + a * b; }
