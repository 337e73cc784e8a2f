// The items of `work` as numbers: complex64. The reals are their parts.
//
// needs: params.zero
alias num = C64;
alias real = f32;

@group(0) @binding(0) var<storage, read_write> work: array<u32>;

fn item(i: u32) -> num {
    return unpack_c64(vec2u(work[2u * i], work[2u * i + 1u]));
}
fn set_item(i: u32, a: num) {
    let bits = pack_c64(a);
    work[2u * i] = bits.x;
    work[2u * i + 1u] = bits.y;
}

fn number(a: f32) -> num { return num(a, 0.0); }
fn zero_real() -> real { return 0.0; }
fn of_real(a: real) -> num { return num(a, 0.0); }
fn real_part(a: num) -> real { return a.x; }
fn has_imaginary(a: num) -> bool { return !iszero_f32(a.y); }
fn conjugate(a: num) -> num { return num(a.x, -a.y); }
fn times(a: num, b: num) -> num { return num(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
fn over(a: num, b: num) -> num { return div_c64(a, b); }
fn scaled(a: num, r: real) -> num { return a * r; }
fn divided(a: real, b: real) -> real { return div_f32(a, b); }
fn root(a: real) -> real { return sqrt_f32(a); }
fn magnitude(a: num) -> real { return abs(a.x) + abs(a.y); }
fn squared(a: num) -> real { return a.x * a.x + a.y * a.y; }
fn iszero(a: num) -> bool { return iszero_f32(a.x) && iszero_f32(a.y); }
fn isbad(a: real) -> bool { return !isfinite_f32(a); }
fn epsilon() -> real { return 0x1p-24f; }
// Whether a has a square root, and that root.
fn has_root(a: num) -> bool { return true; }
fn square_root(a: num) -> num { return sqrt_c64(a); }
