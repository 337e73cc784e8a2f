// Extrema of float16, computed as f32: of two equal values the first, as in NumPy.

fn max_f16(a: f32, b: f32) -> f32 {
    if isnan_f32(a) { return a; }
    return select(b, a, key_f32(a) >= key_f32(b) && !isnan_f32(b));
}
fn min_f16(a: f32, b: f32) -> f32 {
    if isnan_f32(a) { return a; }
    return select(b, a, key_f32(a) <= key_f32(b) && !isnan_f32(b));
}

// A NaN only where both are.
fn fmax_f16(a: f32, b: f32) -> f32 {
    if isnan_f32(a) { return b; }
    return select(b, a, key_f32(a) >= key_f32(b) || isnan_f32(b));
}
fn fmin_f16(a: f32, b: f32) -> f32 {
    if isnan_f32(a) { return b; }
    return select(b, a, key_f32(a) <= key_f32(b) || isnan_f32(b));
}
