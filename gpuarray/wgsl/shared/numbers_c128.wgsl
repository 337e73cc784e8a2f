// The items of `work` as numbers: complex128. The reals are their parts.
//
// needs: params.zero
alias num = C128;
alias real = f64;

@group(0) @binding(0) var<storage, read_write> work: array<u32>;

fn item(i: u32) -> num {
    let at = 4u * i;
    return unpack_c128(vec4u(work[at], work[at + 1u], work[at + 2u], work[at + 3u]));
}
fn set_item(i: u32, a: num) {
    let bits = pack_c128(a);
    work[4u * i] = bits.x;
    work[4u * i + 1u] = bits.y;
    work[4u * i + 2u] = bits.z;
    work[4u * i + 3u] = bits.w;
}

fn number(a: f32) -> num { return num(f64(a), 0.0lf); }
fn zero_real() -> real { return 0.0lf; }
fn of_real(a: real) -> num { return num(a, 0.0lf); }
fn real_part(a: num) -> real { return a.x; }
fn has_imaginary(a: num) -> bool { return !iszero_f64(a.y); }
fn conjugate(a: num) -> num { return num(a.x, -a.y); }
fn times(a: num, b: num) -> num { return num(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
fn over(a: num, b: num) -> num { return div_c128(a, b); }
fn scaled(a: num, r: real) -> num { return a * r; }
fn divided(a: real, b: real) -> real { return div_f64(a, b); }
fn root(a: real) -> real { return sqrt_f64(a); }
fn magnitude(a: num) -> real { return abs(a.x) + abs(a.y); }
fn squared(a: num) -> real { return a.x * a.x + a.y * a.y; }
fn iszero(a: num) -> bool { return iszero_f64(a.x) && iszero_f64(a.y); }
fn isbad(a: real) -> bool { return !isfinite_f64(a); }
fn epsilon() -> real { return 0x1p-53lf; }
// Whether a has a square root, and that root.
fn has_root(a: num) -> bool { return true; }
fn square_root(a: num) -> num { return sqrt_c128(a); }
