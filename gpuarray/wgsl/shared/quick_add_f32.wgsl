// Sums of f32 without the care that subnormal numbers need: op for operands of `quick_for`.
//
// needs: alias acc = f32
fn quick(a: acc, b: acc) -> acc { return quick_add_f32(a, b); }

fn quick_for(a: acc) -> bool { return quick_for_add_f32(a); }
