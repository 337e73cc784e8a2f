// The work of one lane of jacobi_svd: two columns of A and of V.
//
// needs: params.rows, params.columns; the numbers and `work` (numbers_*)
//!use round_robin
//!use rotation

// Rotates a pair of columns; false where they are orthogonal already, or one is not longer than
// the rounding errors of the others (`nought`), so that its direction means nothing.
fn meet(a: u32, v: u32, pair: Pair, nought: real) -> bool {
    let n = params.columns;
    var pp = zero_real();
    var qq = zero_real();
    var between = number(0.0);
    for (var i = 0u; i < params.rows; i++) {
        let x = item(a + i * n + pair.p);
        let y = item(a + i * n + pair.q);
        pp += squared(x);
        qq += squared(y);
        between += times(conjugate(x), y);
    }
    let size = root(squared(between));
    let noise = root(real(params.rows)) * (epsilon() + epsilon());
    // A NaN must not end the rotations.
    let least = root(min(pp, qq));
    if !isbad(size) && (least <= nought || size <= noise * root(pp) * root(qq)) { return false; }
    let turn = rotation(pp, qq, between, size);
    rotate(a, params.rows, pair, turn);
    rotate(v, n, pair, turn);
    return true;
}
fn rotate(at: u32, rows: u32, pair: Pair, turn: Rotation) {
    for (var i = 0u; i < rows; i++) {
        let x = item(at + i * params.columns + pair.p);
        let y = item(at + i * params.columns + pair.q);
        set_item(at + i * params.columns + pair.p, turned_p(turn, x, y));
        set_item(at + i * params.columns + pair.q, turned_q(turn, x, y));
    }
}
