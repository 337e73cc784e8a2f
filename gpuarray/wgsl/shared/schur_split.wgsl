// Rows high - 1 and high of H, of which the first item below the diagonal is not zero: a
// rotation makes them triangular, unless the eigenvalues are no numbers of this kind.
//
// needs: schur_rows
var<workgroup> eigenvalues: array<num, 2>;

fn split(lid: u32, a: u32, high: u32) {
    let n = params.rows;
    let p = high - 1u;
    if lid == 0u { choose_rotation(a, p); }
    workgroupBarrier();
    let u = reflection[0];
    let v = reflection[1];
    let turns = !iszero(u) || !iszero(v);
    for (var j = p + lid; turns && j < n; j += WG) {
        let above = item(at(a, p, j));
        let below = item(at(a, high, j));
        set_item(at(a, p, j), times(conjugate(u), above) + times(conjugate(v), below));
        set_item(at(a, high, j), times(u, below) - times(v, above));
    }
    storageBarrier();
    for (var i = lid; turns && i <= high; i += WG) { turn(at(a, i, p), u, v); }
    for (var i = lid; turns && i < n && params.vectors == 1u; i += WG) {
        turn(at(a + n * n, i, p), u, v);
    }
    storageBarrier();
    if lid == 0u && turns {
        set_item(at(a, p, p), eigenvalues[0]);
        set_item(at(a, high, high), eigenvalues[1]);
        set_item(at(a, high, p), number(0.0));
    }
    workgroupBarrier();
}

fn turn(i: u32, u: num, v: num) {
    let left = item(i);
    let right = item(i + 1u);
    set_item(i, times(left, u) + times(right, v));
    set_item(i + 1u, times(right, conjugate(u)) - times(left, conjugate(v)));
}

// Of lane 0: reflection = an eigenvector (u, v) of length 1, or zeros.
fn choose_rotation(a: u32, p: u32) {
    reflection = array<num, 4>();
    let c = item(at(a, p + 1u, p));
    let d = item(at(a, p + 1u, p + 1u));
    let off = times(item(at(a, p, p + 1u)), c);
    let middle = scaled(item(at(a, p, p)) - d, real_part(number(0.5)));
    let square = times(middle, middle) + off;
    if !has_root(square) { return; }
    var z = middle + square_root(square);
    let other = middle - square_root(square);
    if squared(other) > squared(z) { z = other; }
    eigenvalues = array<num, 2>(d + z, d);
    if !iszero(z) { eigenvalues[1] = d - over(off, z); }
    let size = of_real(magnitude(z) + magnitude(c));
    let u = over(z, size);
    let v = over(c, size);
    let length = of_real(root(squared(u) + squared(v)));
    reflection[0] = over(u, length);
    reflection[1] = over(v, length);
}
