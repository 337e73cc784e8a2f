// The items of `work` as numbers: float64. A real is a number here; complex ones differ.
//
// needs: params.zero
alias num = f64;
alias real = f64;

@group(0) @binding(0) var<storage, read_write> work: array<u32>;

fn item(i: u32) -> num { return unpack_f64(vec2u(work[2u * i], work[2u * i + 1u])); }
fn set_item(i: u32, a: num) {
    let bits = pack_f64(a);
    work[2u * i] = bits.x;
    work[2u * i + 1u] = bits.y;
}

fn number(a: f32) -> num { return f64(a); }
fn zero_real() -> real { return real(0.0); }
fn of_real(a: real) -> num { return a; }
fn real_part(a: num) -> real { return a; }
fn has_imaginary(a: num) -> bool { return false; }
fn conjugate(a: num) -> num { return a; }
fn times(a: num, b: num) -> num { return a * b; }
fn over(a: num, b: num) -> num { return div_f64(a, b); }
fn scaled(a: num, r: real) -> num { return a * r; }
fn divided(a: real, b: real) -> real { return div_f64(a, b); }
fn root(a: real) -> real { return sqrt_f64(a); }
fn magnitude(a: num) -> real { return abs(a); }
fn squared(a: num) -> real { return a * a; }
fn iszero(a: num) -> bool { return iszero_f64(a); }
fn isbad(a: real) -> bool { return !isfinite_f64(a); }
fn epsilon() -> real { return 0x1p-53lf; }
// Whether a has a square root, and that root.
fn has_root(a: num) -> bool { return a >= zero_real(); }
fn square_root(a: num) -> num { return sqrt_f64(a); }
