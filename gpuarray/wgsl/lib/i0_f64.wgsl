// f64's modified Bessel function of the first kind and order 0, as i0_f32.wgsl.

// b.x and b.y are the last two values of the recurrence b = 2 x b' - b'' + c.
fn clenshaw_f64(b: vec2<f64>, x: f64, c: f64) -> vec2<f64> {
    return vec2<f64>(rounded_f64(rounded_f64(rounded_f64(2.0lf * x) * b.x) - b.y) + c, b.x);
}
fn clenshaw_end_f64(b: vec2<f64>, x: f64, c: f64) -> f64 {
    return rounded_f64(rounded_f64(x * b.x) - b.y) + c;
}

fn i0_near_f64(x: f64) -> f64 {
    var b = vec2<f64>(-4.4153416464793395e-18lf, 0.0lf);
    b = clenshaw_f64(b, x, 3.3307945188222384e-17lf);
    b = clenshaw_f64(b, x, -2.431279846547955e-16lf);
    b = clenshaw_f64(b, x, 1.715391285555133e-15lf);
    b = clenshaw_f64(b, x, -1.1685332877993451e-14lf);
    b = clenshaw_f64(b, x, 7.676185498604936e-14lf);
    b = clenshaw_f64(b, x, -4.856446783111929e-13lf);
    b = clenshaw_f64(b, x, 2.95505266312964e-12lf);
    b = clenshaw_f64(b, x, -1.726826291441556e-11lf);
    b = clenshaw_f64(b, x, 9.675809035373237e-11lf);
    b = clenshaw_f64(b, x, -5.189795601635263e-10lf);
    b = clenshaw_f64(b, x, 2.6598237246823866e-09lf);
    b = clenshaw_f64(b, x, -1.300025009986248e-08lf);
    b = clenshaw_f64(b, x, 6.046995022541919e-08lf);
    b = clenshaw_f64(b, x, -2.670793853940612e-07lf);
    b = clenshaw_f64(b, x, 1.1173875391201037e-06lf);
    b = clenshaw_f64(b, x, -4.4167383584587505e-06lf);
    b = clenshaw_f64(b, x, 1.6448448070728896e-05lf);
    b = clenshaw_f64(b, x, -5.754195010082104e-05lf);
    b = clenshaw_f64(b, x, 0.00018850288509584165lf);
    b = clenshaw_f64(b, x, -0.0005763755745385824lf);
    b = clenshaw_f64(b, x, 0.0016394756169413357lf);
    b = clenshaw_f64(b, x, -0.004324309995050576lf);
    b = clenshaw_f64(b, x, 0.010546460394594998lf);
    b = clenshaw_f64(b, x, -0.02373741480589947lf);
    b = clenshaw_f64(b, x, 0.04930528423967071lf);
    b = clenshaw_f64(b, x, -0.09490109704804764lf);
    b = clenshaw_f64(b, x, 0.17162090152220877lf);
    b = clenshaw_f64(b, x, -0.3046826723431984lf);
    return clenshaw_end_f64(b, x, 0.33839763720473803lf);
}
fn i0_far_f64(x: f64) -> f64 {
    var b = vec2<f64>(-7.23318048787476e-18lf, 0.0lf);
    b = clenshaw_f64(b, x, -4.830504485944178e-18lf);
    b = clenshaw_f64(b, x, 4.46562142029676e-17lf);
    b = clenshaw_f64(b, x, 3.461222867697461e-17lf);
    b = clenshaw_f64(b, x, -2.8276239805165836e-16lf);
    b = clenshaw_f64(b, x, -3.425485619677219e-16lf);
    b = clenshaw_f64(b, x, 1.7725601330565263e-15lf);
    b = clenshaw_f64(b, x, 3.8116806693526224e-15lf);
    b = clenshaw_f64(b, x, -9.554846698828307e-15lf);
    b = clenshaw_f64(b, x, -4.150569347287222e-14lf);
    b = clenshaw_f64(b, x, 1.54008621752141e-14lf);
    b = clenshaw_f64(b, x, 3.8527783827421426e-13lf);
    b = clenshaw_f64(b, x, 7.180124451383666e-13lf);
    b = clenshaw_f64(b, x, -1.7941785315068062e-12lf);
    b = clenshaw_f64(b, x, -1.3215811840447713e-11lf);
    b = clenshaw_f64(b, x, -3.1499165279632416e-11lf);
    b = clenshaw_f64(b, x, 1.1889147107846439e-11lf);
    b = clenshaw_f64(b, x, 4.94060238822497e-10lf);
    b = clenshaw_f64(b, x, 3.3962320257083865e-09lf);
    b = clenshaw_f64(b, x, 2.266668990498178e-08lf);
    b = clenshaw_f64(b, x, 2.0489185894690638e-07lf);
    b = clenshaw_f64(b, x, 2.8913705208347567e-06lf);
    b = clenshaw_f64(b, x, 6.889758346916825e-05lf);
    b = clenshaw_f64(b, x, 0.0033691164782556943lf);
    return clenshaw_end_f64(b, x, 0.4022452055070544lf);
}

fn i0_f64(a: f64) -> f64 {
    let x = abs_f64(a);
    if x <= 8.0lf { return mul_f64(exp_f64(x), i0_near_f64(x * 0.25lf - 1.0lf)); }
    return div_f64(mul_f64(exp_f64(x), i0_far_f64(16.0lf / x - 1.0lf)), sqrt_f64(x));
}
