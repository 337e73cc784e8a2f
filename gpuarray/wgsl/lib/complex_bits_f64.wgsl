// complex128 values as stored bits, what has another form than for complex64, and conversions
// between the two.

alias C128 = vec2<f64>;

fn unpack_c128(bits: vec4u) -> C128 { return C128(unpack_f64(bits.xy), unpack_f64(bits.zw)); }
fn pack_c128(a: C128) -> vec4u { return vec4u(pack_f64(a.x), pack_f64(a.y)); }

// The identity of product_c128: 1 - 0i.
fn is_identity_c128(a: C128) -> bool {
    return bitcast<u64>(a.x) == 0x3ff0000000000000lu && bitcast<u64>(a.y) == 0x8000000000000000lu;
}

fn rounded_c128(a: C128) -> C128 { return C128(rounded_f64(a.x), rounded_f64(a.y)); }
fn add_c128(a: C128, b: C128) -> C128 { return C128(add_f64(a.x, b.x), add_f64(a.y, b.y)); }

// Each product and sum is rounded, as in NumPy's definition.
fn mul_c128(a: C128, b: C128) -> C128 {
    let real = sub_f64(mul_f64(a.x, b.x), mul_f64(a.y, b.y));
    return C128(real, add_f64(mul_f64(a.x, b.y), mul_f64(a.y, b.x)));
}

// pi/2, ln 2 and what its rounding leaves, ln 10; the distance from 1 to the next number.
const HALF_PI_C128 = 1.5707963267948966lf;
const LN2_C128 = 0.6931471805599453lf;
const LN2_REST_C128 = 2.3190468138462996e-17lf;
const LN10_C128 = 2.302585092994046lf;
const EPS_C128 = 0x1p-52lf;
// Below SMALL z^2 is lost beside 1, below TINY the low part of a square is subnormal; beyond FAR
// e^-2x is lost beside 1, beyond EXP_RANGE no product with e^x is a number other than 0.
const SMALL_C128 = 0x1p-28lf;
const TINY_C128 = 0x1p-400lf;
const FAR_C128 = 20.0lf;
const EXP_RANGE_C128 = 1600.0lf;

fn c64_to_c128(a: C64) -> C128 { return C128(f32_to_f64(a.x), f32_to_f64(a.y)); }
fn c128_to_c64(a: C128) -> C64 { return C64(f64_to_f32(a.x), f64_to_f32(a.y)); }
