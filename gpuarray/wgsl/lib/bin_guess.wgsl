// The bin of x among bins of equal width, perhaps one off: the edges decide.

fn bin_guess_f32(x: f32, first: f32, scale: f32, last: f32) -> i32 {
    return i32(min(max((x - first) * scale, 0.0), last));
}
