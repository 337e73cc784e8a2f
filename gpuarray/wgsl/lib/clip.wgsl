// a brought between low and high: high where low is above it, NaN where one of the three is.
// Of equal zeros a itself, as NumPy's loop for two numbers; that for arrays takes max and min.

fn clip_bool(a: bool, low: bool, high: bool) -> bool { return min_bool(max_bool(a, low), high); }
fn clip_i32(a: i32, low: i32, high: i32) -> i32 { return min_i32(max_i32(a, low), high); }
fn clip_u32(a: u32, low: u32, high: u32) -> u32 { return min_u32(max_u32(a, low), high); }
fn clip_i64(a: I64, low: I64, high: I64) -> I64 { return min_i64(max_i64(a, low), high); }
fn clip_u64(a: U64, low: U64, high: U64) -> U64 { return min_u64(max_u64(a, low), high); }

fn clip_f32(a: f32, low: f32, high: f32) -> f32 {
    let above = select(max_f32(a, low), a, eq_f32(a, low));
    return select(min_f32(above, high), above, eq_f32(above, high));
}
