// The items of `work` as numbers: float32. A real is a number here; complex ones differ.
//
// needs: params.zero
alias num = f32;
alias real = f32;

@group(0) @binding(0) var<storage, read_write> work: array<u32>;

fn item(i: u32) -> num { return bitcast<f32>(work[i]); }
fn set_item(i: u32, a: num) { work[i] = bitcast<u32>(a); }

fn number(a: f32) -> num { return a; }
fn zero_real() -> real { return real(0.0); }
fn of_real(a: real) -> num { return a; }
fn real_part(a: num) -> real { return a; }
fn has_imaginary(a: num) -> bool { return false; }
fn conjugate(a: num) -> num { return a; }
fn times(a: num, b: num) -> num { return a * b; }
fn over(a: num, b: num) -> num { return div_f32(a, b); }
fn scaled(a: num, r: real) -> num { return a * r; }
fn divided(a: real, b: real) -> real { return div_f32(a, b); }
fn root(a: real) -> real { return sqrt_f32(a); }
fn magnitude(a: num) -> real { return abs(a); }
fn squared(a: num) -> real { return a * a; }
fn iszero(a: num) -> bool { return iszero_f32(a); }
fn isbad(a: real) -> bool { return !isfinite_f32(a); }
fn epsilon() -> real { return 0x1p-24f; }
// Whether a has a square root, and that root.
fn has_root(a: num) -> bool { return a >= zero_real(); }
fn square_root(a: num) -> num { return sqrt_f32(a); }
