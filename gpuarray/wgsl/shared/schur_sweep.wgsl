// A sweep of Francis' algorithm over rows low..high of H: reflections of three rows and columns
// at a time, the first of which knows the shifts. Golub and Van Loan, Matrix Computations, 7.5.
//
// needs: schur_rows; schur_shifts; struct Task
fn sweep(lid: u32, a: u32, now: Task) {
    let n = params.rows;
    for (var k = now.low; k < now.high; k++) {
        if lid == 0u { choose_reflection(a, k, now); }
        workgroupBarrier();
        let v = reflection[1];
        let w = reflection[2];
        let tau = reflection[0];
        let three = k + 2u <= now.high;
        for (var j = k + lid; j < n; j += WG) {
            var sum = item(at(a, k, j)) + times(conjugate(v), item(at(a, k + 1u, j)));
            if three { sum += times(conjugate(w), item(at(a, k + 2u, j))); }
            sum = times(conjugate(tau), sum);
            add_to(at(a, k, j), -sum);
            add_to(at(a, k + 1u, j), -times(v, sum));
            if three { add_to(at(a, k + 2u, j), -times(w, sum)); }
        }
        storageBarrier();
        let last = min(k + 3u, now.high);
        for (var i = lid; i <= last; i += WG) { reflect(at(a, i, k), v, w, tau, three); }
        for (var i = lid; i < n && params.vectors == 1u; i += WG) {
            reflect(at(a + n * n, i, k), v, w, tau, three);
        }
        storageBarrier();
        workgroupBarrier();
    }
}

fn add_to(i: u32, a: num) { set_item(i, item(i) + a); }

fn reflect(i: u32, v: num, w: num, tau: num, three: bool) {
    var sum = item(i) + times(item(i + 1u), v);
    if three { sum += times(item(i + 2u), w); }
    sum = times(sum, tau);
    add_to(i, -sum);
    add_to(i + 1u, -times(sum, conjugate(v)));
    if three { add_to(i + 2u, -times(sum, conjugate(w))); }
}

// Of lane 0: reflection = (tau, v, w), which turns (x, y, z) into a multiple of (1, 0, 0).
fn choose_reflection(a: u32, k: u32, now: Task) {
    reflection = array<num, 4>();
    var x: num; var y: num; var z = number(0.0);
    let three = k + 2u <= now.high;
    if k == now.low {
        let first = shifted_column(a, now);
        x = first[0]; y = first[1]; z = first[2];
    } else {
        x = item(at(a, k, k - 1u));
        y = item(at(a, k + 1u, k - 1u));
        if three { z = item(at(a, k + 2u, k - 1u)); }
    }
    let size = magnitude(x) + magnitude(y) + magnitude(z);
    if iszero(of_real(size)) { return; }
    x = over(x, of_real(size));
    y = over(y, of_real(size));
    z = over(z, of_real(size));
    let rest = squared(y) + squared(z);
    if iszero(of_real(rest)) { return; }
    let length = root(squared(x) + rest);
    let beta = of_real(select(-length, length, real_part(x) < zero_real()));
    reflection[0] = over(beta - x, beta);
    reflection[1] = over(y, x - beta);
    reflection[2] = over(z, x - beta);
    if k == now.low { return; }
    set_item(at(a, k, k - 1u), scaled(beta, size));
    set_item(at(a, k + 1u, k - 1u), number(0.0));
    if three { set_item(at(a, k + 2u, k - 1u), number(0.0)); }
}
