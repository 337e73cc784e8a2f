// The shifts of a sweep.
//
// needs: schur_rows; struct Task

// The first column of (H - s I) (H - t I), divided by an item; s and t are the eigenvalues of
// the last two rows and columns, or after each tenth sweep in vain others.
fn shifted_column(a: u32, now: Task) -> array<num, 3> {
    let l = now.low;
    let m = now.high - 1u;
    var p = item(at(a, m, m));
    var q = item(at(a, m + 1u, m + 1u));
    var both = times(item(at(a, m, m + 1u)), item(at(a, m + 1u, m)));
    if now.sweeps % 10u == 9u {
        let size = magnitude(item(at(a, m + 1u, m))) + magnitude(item(at(a, m, m - 1u)));
        q += scaled(number(0.75), size);
        p = q;
        both = scaled(number(-0.4375), size * size);
    }
    let first = item(at(a, l, l));
    let below = item(at(a, l + 1u, l));
    let x = over(times(first - p, first - q) - both, below) + item(at(a, l, l + 1u));
    let y = (first - p) + (item(at(a, l + 1u, l + 1u)) - q);
    return array<num, 3>(x, y, item(at(a, l + 2u, l + 1u)));
}
