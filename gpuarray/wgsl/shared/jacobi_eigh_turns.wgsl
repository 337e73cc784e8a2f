// The rotations of one round of jacobi_eigh: h and s of pair r at turns + 2 r.
//
// needs: const WG; params.rows; the numbers and `work` (numbers_*); rotation, round_robin

// Chooses them; whether one of this lane's does anything.
fn choose_turns(lid: u32, a: u32, turns: u32, round: u32, noise: real) -> bool {
    let n = params.rows;
    var any = false;
    for (var r = lid; r < (n + 1u) / 2u; r += WG) {
        let pair = pair_of(n, round, r);
        var turn = Rotation(zero_real(), number(0.0));
        if pair.q < n {
            let between = item(a + pair.p * n + pair.q);
            let size = root(squared(between));
            // A NaN must not end the rotations.
            if isbad(size) || size > noise {
                let pp = real_part(item(a + pair.p * n + pair.p));
                let qq = real_part(item(a + pair.q * n + pair.q));
                turn = rotation(pp, qq, between, size);
                any = true;
            }
        }
        set_item(turns + 2u * r, of_real(turn.h));
        set_item(turns + 2u * r + 1u, turn.s);
    }
    return any;
}

fn turn_rows(lid: u32, a: u32, turns: u32, round: u32) {
    let n = params.rows;
    for (var e = lid; e < (n + 1u) / 2u * n; e += WG) {
        let r = e / n;
        let pair = pair_of(n, round, r);
        if pair.q >= n { continue; }
        let turn = Rotation(real_part(item(turns + 2u * r)), conjugate(item(turns + 2u * r + 1u)));
        turn_items(a + pair.p * n + e % n, a + pair.q * n + e % n, turn);
    }
}

fn turn_columns(lid: u32, a: u32, turns: u32, round: u32) {
    let n = params.rows;
    let pairs = (n + 1u) / 2u;
    for (var e = lid; e < pairs * n; e += WG) {
        let r = e % pairs;
        let pair = pair_of(n, round, r);
        if pair.q >= n { continue; }
        let turn = Rotation(real_part(item(turns + 2u * r)), item(turns + 2u * r + 1u));
        turn_items(a + e / pairs * n + pair.p, a + e / pairs * n + pair.q, turn);
    }
}

fn turn_items(p: u32, q: u32, turn: Rotation) {
    let x = item(p);
    let y = item(q);
    set_item(p, turned_p(turn, x, y));
    set_item(q, turned_q(turn, x, y));
}
