// complex64 values as stored bits, and what has another form than for complex128. The other
// complex_*_f32.wgsl and complex_*_f64.wgsl differ in names and literals alone.

alias C64 = vec2<f32>;

fn unpack_c64(bits: vec2u) -> C64 { return bitcast<vec2<f32>>(bits); }
fn pack_c64(a: C64) -> vec2u { return bitcast<vec2u>(a); }

// The identity of product_c64: 1 - 0i.
fn is_identity_c64(a: C64) -> bool {
    return bitcast<u32>(a.x) == 0x3f800000u && bitcast<u32>(a.y) == 0x80000000u;
}

// A sum of 2^-100 or more, and a product in [2^-125, inf], are right on every device. The rest
// is left to loops that no compiler unrolls: a scan has these functions in dozens of places.
fn add_c64(a: C64, b: C64) -> C64 {
    let sum = rounded_c64(a + b);
    if all((bitcast<vec2u>(sum) & vec2u(0x7fffffffu)) >= vec2u(0x0d800000u)) { return sum; }
    return add_exact_c64(a, b);
}
fn add_exact_c64(a: C64, b: C64) -> C64 {
    var x = a;
    var y = b;
    var sum = C64();
    for (var k = params.zero; k < 2u; k++) {
        sum = C64(sum.y, add_f32(x.x, y.x));
        x = x.yx;
        y = y.yx;
    }
    return sum;
}
fn rounded_c64(a: C64) -> C64 { return bitcast<C64>(bitcast<vec2u>(a) ^ vec2u(params.zero)); }

// Each product and sum is rounded, as in NumPy's definition.
fn mul_c64(a: C64, b: C64) -> C64 {
    let first = rounded_c64(a.xx * b);
    let second = rounded_c64(a.yy * C64(neg_f32(b.y), b.x));
    let sum = rounded_c64(first + second);
    let size = bitcast<vec4u>(vec4f(first, second)) & vec4u(0x7fffffffu);
    let right = all(size - vec4u(0x01000000u) <= vec4u(0x7e800000u));
    if right && all((bitcast<vec2u>(sum) & vec2u(0x7fffffffu)) >= vec2u(0x0d800000u)) {
        return sum;
    }
    return mul_exact_c64(a, b);
}
fn mul_exact_c64(a: C64, b: C64) -> C64 {
    var x = a.xyxy;
    var y = vec4f(b.x, neg_f32(b.y), b.y, b.x);
    var before = 0.0;
    var result = C64();
    for (var k = params.zero; k < 4u; k++) {
        let product = mul_exact_f32(x.x, y.x);
        if (k & 1u) == 1u { result = C64(result.y, add_f32(before, product)); }
        before = product;
        x = x.yzwx;
        y = y.yzwx;
    }
    return result;
}

// pi/2, ln 2 and what its rounding leaves, ln 10; the distance from 1 to the next number.
const HALF_PI_C64 = 1.5707964;
const LN2_C64 = 0.6931472;
const LN2_REST_C64 = -1.9046542e-09;
const LN10_C64 = 2.3025851;
const EPS_C64 = 0x1p-23f;
// Below SMALL z^2 is lost beside 1, below TINY the low part of a square is subnormal; beyond FAR
// e^-2x is lost beside 1, beyond EXP_RANGE no product with e^x is a number other than 0.
const SMALL_C64 = 0x1p-13f;
const TINY_C64 = 0x1p-36f;
const FAR_C64 = 10.0;
const EXP_RANGE_C64 = 250.0;
