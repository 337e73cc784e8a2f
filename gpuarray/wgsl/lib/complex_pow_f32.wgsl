// complex64 powers, by NumPy's cases: whole exponents below 100 by products, others as
// e^(b log a), whose error grows with |b log a|.

fn pow_c64(a: C64, b: C64) -> C64 {
    if iszero_f32(b.x) && iszero_f32(b.y) { return C64(1.0, 0.0); }
    if iszero_f32(a.x) && iszero_f32(a.y) {
        if gt_f32(b.x, 0.0) { return C64(0.0, 0.0); }
        return C64(nan_f32(), nan_f32());
    }
    if iszero_f32(b.y) && abs_f32(b.x) < 100.0 && floor(b.x) == b.x {
        return whole_power_c64(a, i32(b.x));
    }
    return exp_c64(exponent_c64(b, log_c64(a)));
}

// NumPy begins with a product with 1 + 0i, but for the exponents 1, 2 and 3.
fn whole_power_c64(a: C64, n: i32) -> C64 {
    var left = u32(abs(n));
    var square = a;
    var result = C64(1.0, select(0.0, -0.0, n > 0 && n < 4));
    // A product for a bit that is set, and a square to the next bit.
    for (var step = 0u; left != 0u; step++) {
        let squaring = (step & 1u) == 1u;
        if !squaring && (left & 1u) == 0u { continue; }
        let product = product_c64(select(result, square, squaring), square);
        if squaring {
            square = product;
            left = left >> 1u;
        } else {
            result = product;
        }
    }
    if n < 0 { return div_c64(C64(1.0, 0.0), result); }
    return result;
}

// a b as C multiplies: infinite where a factor is, whatever the other parts are.
fn exponent_c64(a: C64, b: C64) -> C64 {
    let first = rounded_c64(a.xx * b);
    let second = rounded_c64(a.yy * C64(neg_f32(b.y), b.x));
    let product = rounded_c64(first + second);
    if !isnan_f32(product.x) || !isnan_f32(product.y) { return product; }
    let overflow = isinf_c64(first) || isinf_c64(second);
    if !isinf_c64(a) && !isinf_c64(b) && !overflow { return product; }
    let x = direction_c64(a);
    let y = direction_c64(b);
    let real = mul_f32(x.x, y.x) - mul_f32(x.y, y.y);
    let imaginary = mul_f32(x.x, y.y) + mul_f32(x.y, y.x);
    return C64(mul_f32(inf_f32(), real), mul_f32(inf_f32(), imaginary));
}
// Infinite parts as 1 and others as 0, if there are any; NaN as 0.
fn direction_c64(a: C64) -> C64 {
    if isinf_c64(a) {
        let x = select(0.0, 1.0, isinf_f32(a.x));
        let y = select(0.0, 1.0, isinf_f32(a.y));
        return C64(copysign_f32(x, a.x), copysign_f32(y, a.y));
    }
    let x = select(a.x, copysign_f32(0.0, a.x), isnan_f32(a.x));
    return C64(x, select(a.y, copysign_f32(0.0, a.y), isnan_f32(a.y)));
}
