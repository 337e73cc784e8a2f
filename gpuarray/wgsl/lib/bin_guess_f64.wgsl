// The bin of x among bins of equal width, perhaps one off: the edges decide.

fn bin_guess_f64(x: f64, first: f64, scale: f64, last: f64) -> i32 {
    return i32(min(max((x - first) * scale, 0.0lf), last));
}
