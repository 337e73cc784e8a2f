// bool values: stored bytes, comparisons, logic. NumPy's add is or, its multiply is and.

// Any nonzero byte is true, as in NumPy.
fn unpack_bool(bits: u32) -> bool { return (bits & 0xffu) != 0u; }
fn pack_bool(a: bool) -> u32 { return select(0u, 1u, a); }

fn eq_bool(a: bool, b: bool) -> bool { return a == b; }
fn ne_bool(a: bool, b: bool) -> bool { return a != b; }
fn lt_bool(a: bool, b: bool) -> bool { return !a && b; }
fn le_bool(a: bool, b: bool) -> bool { return !a || b; }
fn gt_bool(a: bool, b: bool) -> bool { return a && !b; }
fn ge_bool(a: bool, b: bool) -> bool { return a || !b; }

fn add_bool(a: bool, b: bool) -> bool { return a || b; }
fn mul_bool(a: bool, b: bool) -> bool { return a && b; }
fn abs_bool(a: bool) -> bool { return a; }

fn and_bool(a: bool, b: bool) -> bool { return a && b; }
fn or_bool(a: bool, b: bool) -> bool { return a || b; }
fn xor_bool(a: bool, b: bool) -> bool { return a != b; }
fn invert_bool(a: bool) -> bool { return !a; }
fn not_bool(a: bool) -> bool { return !a; }

fn max_bool(a: bool, b: bool) -> bool { return a || b; }
fn min_bool(a: bool, b: bool) -> bool { return a && b; }
fn fmax_bool(a: bool, b: bool) -> bool { return a || b; }
fn fmin_bool(a: bool, b: bool) -> bool { return a && b; }
