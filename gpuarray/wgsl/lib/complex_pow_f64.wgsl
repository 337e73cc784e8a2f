// complex128 powers, by NumPy's cases: whole exponents below 100 by products, others as
// e^(b log a), whose error grows with |b log a|.

fn pow_c128(a: C128, b: C128) -> C128 {
    if iszero_f64(b.x) && iszero_f64(b.y) { return C128(1.0lf, 0.0lf); }
    if iszero_f64(a.x) && iszero_f64(a.y) {
        if gt_f64(b.x, 0.0lf) { return C128(0.0lf, 0.0lf); }
        return C128(nan_f64(), nan_f64());
    }
    if iszero_f64(b.y) && abs_f64(b.x) < 100.0lf && floor(b.x) == b.x {
        return whole_power_c128(a, i32(b.x));
    }
    return exp_c128(exponent_c128(b, log_c128(a)));
}

// NumPy begins with a product with 1 + 0i, but for the exponents 1, 2 and 3.
fn whole_power_c128(a: C128, n: i32) -> C128 {
    var left = u32(abs(n));
    var square = a;
    var result = C128(1.0lf, select(0.0lf, -0.0lf, n > 0 && n < 4));
    // A product for a bit that is set, and a square to the next bit.
    for (var step = 0u; left != 0u; step++) {
        let squaring = (step & 1u) == 1u;
        if !squaring && (left & 1u) == 0u { continue; }
        let product = product_c128(select(result, square, squaring), square);
        if squaring {
            square = product;
            left = left >> 1u;
        } else {
            result = product;
        }
    }
    if n < 0 { return div_c128(C128(1.0lf, 0.0lf), result); }
    return result;
}

// a b as C multiplies: infinite where a factor is, whatever the other parts are.
fn exponent_c128(a: C128, b: C128) -> C128 {
    let first = rounded_c128(a.xx * b);
    let second = rounded_c128(a.yy * C128(neg_f64(b.y), b.x));
    let product = rounded_c128(first + second);
    if !isnan_f64(product.x) || !isnan_f64(product.y) { return product; }
    let overflow = isinf_c128(first) || isinf_c128(second);
    if !isinf_c128(a) && !isinf_c128(b) && !overflow { return product; }
    let x = direction_c128(a);
    let y = direction_c128(b);
    let real = mul_f64(x.x, y.x) - mul_f64(x.y, y.y);
    let imaginary = mul_f64(x.x, y.y) + mul_f64(x.y, y.x);
    return C128(mul_f64(inf_f64(), real), mul_f64(inf_f64(), imaginary));
}
// Infinite parts as 1 and others as 0, if there are any; NaN as 0.
fn direction_c128(a: C128) -> C128 {
    if isinf_c128(a) {
        let x = select(0.0lf, 1.0lf, isinf_f64(a.x));
        let y = select(0.0lf, 1.0lf, isinf_f64(a.y));
        return C128(copysign_f64(x, a.x), copysign_f64(y, a.y));
    }
    let x = select(a.x, copysign_f64(0.0lf, a.x), isnan_f64(a.x));
    return C128(x, select(a.y, copysign_f64(0.0lf, a.y), isnan_f64(a.y)));
}
