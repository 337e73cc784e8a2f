// f32's modified Bessel function of the first kind and order 0, by Chebyshev series in the sense
// of Clenshaw: exp(-x) I0(x) up to 8, sqrt(x) exp(-x) I0(x) in 8/x from there.

// b.x and b.y are the last two values of the recurrence b = 2 x b' - b'' + c.
fn clenshaw_f32(b: vec2f, x: f32, c: f32) -> vec2f {
    return vec2f(rounded_f32(rounded_f32(rounded_f32(2.0 * x) * b.x) - b.y) + c, b.x);
}
fn clenshaw_end_f32(b: vec2f, x: f32, c: f32) -> f32 {
    return rounded_f32(rounded_f32(x * b.x) - b.y) + c;
}

fn i0_near_f32(x: f32) -> f32 {
    var b = vec2f(2.6598237e-09, 0.0);
    b = clenshaw_f32(b, x, -1.300025e-08);
    b = clenshaw_f32(b, x, 6.046995e-08);
    b = clenshaw_f32(b, x, -2.6707937e-07);
    b = clenshaw_f32(b, x, 1.1173876e-06);
    b = clenshaw_f32(b, x, -4.416738e-06);
    b = clenshaw_f32(b, x, 1.6448448e-05);
    b = clenshaw_f32(b, x, -5.754195e-05);
    b = clenshaw_f32(b, x, 0.00018850289);
    b = clenshaw_f32(b, x, -0.0005763756);
    b = clenshaw_f32(b, x, 0.0016394756);
    b = clenshaw_f32(b, x, -0.00432431);
    b = clenshaw_f32(b, x, 0.010546461);
    b = clenshaw_f32(b, x, -0.023737416);
    b = clenshaw_f32(b, x, 0.049305283);
    b = clenshaw_f32(b, x, -0.0949011);
    b = clenshaw_f32(b, x, 0.1716209);
    b = clenshaw_f32(b, x, -0.30468267);
    return clenshaw_end_f32(b, x, 0.33839765);
}
fn i0_far_f32(x: f32) -> f32 {
    var b = vec2f(3.396232e-09, 0.0);
    b = clenshaw_f32(b, x, 2.266669e-08);
    b = clenshaw_f32(b, x, 2.0489186e-07);
    b = clenshaw_f32(b, x, 2.8913705e-06);
    b = clenshaw_f32(b, x, 6.8897585e-05);
    b = clenshaw_f32(b, x, 0.0033691165);
    return clenshaw_end_f32(b, x, 0.4022452);
}

fn i0_f32(a: f32) -> f32 {
    let x = abs_f32(a);
    if x <= 8.0 { return mul_f32(exp_f32(x), i0_near_f32(x * 0.25 - 1.0)); }
    return div_f32(mul_f32(exp_f32(x), i0_far_f32(16.0 / x - 1.0)), sqrt_f32(x));
}
