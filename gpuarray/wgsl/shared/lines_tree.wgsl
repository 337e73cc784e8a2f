// The tree over the 4 WG fours of a tile: binary, aligned, the left half first, the same on every
// device and in both forms. Up to level FIRST by shuffles inside subgroups (2^FIRST is the
// smallest subgroup's size, or 1 where there are none), then over chunks in workgroup memory.
//
//   up:    after level k each lane holds the sum of its block of 2^(k+1) fours, and has kept t_k,
//          the sum of the block's other half
//   down:  the fold of those t_k that lie to the left, the largest first
//
// `careful` is always a literal: false takes `quick`, which is op for operands that fit `quick_for`.
//
// needs: alias acc; const WG, FIRST; fn op, quick(a: acc, b: acc) -> acc; struct Four;
//        fn other(s: acc, distance: u32) -> acc (lanes_*)
const CHUNKS = (4u * WG) >> FIRST;

var<workgroup> chunks: array<acc, CHUNKS>;

fn plus(a: acc, b: acc, careful: bool) -> acc {
    if careful { return op(a, b); }
    return quick(a, b);
}

// a, a op b, ..
fn running(q: Four, careful: bool) -> Four {
    let ab = plus(q.a, q.b, careful);
    let abc = plus(ab, q.c, careful);
    return Four(q.a, ab, abc, plus(abc, q.d, careful));
}

struct Climb { t0: acc, t1: acc, t2: acc, t3: acc, t4: acc, t5: acc, sum: acc }

fn both(s: acc, t: acc, lid: u32, bit: u32, careful: bool) -> acc {
    if (lid & bit) != 0u { return plus(t, s, careful); }
    return plus(s, t, careful);
}

fn climb(total: acc, lid: u32, careful: bool) -> Climb {
    var c: Climb;
    var s = total;
    if FIRST > 0u {
        c.t0 = other(s, 1u);
        s = both(s, c.t0, lid, 1u, careful);
    }
    if FIRST > 1u {
        c.t1 = other(s, 2u);
        s = both(s, c.t1, lid, 2u, careful);
    }
    if FIRST > 2u {
        c.t2 = other(s, 4u);
        s = both(s, c.t2, lid, 4u, careful);
    }
    if FIRST > 3u {
        c.t3 = other(s, 8u);
        s = both(s, c.t3, lid, 8u, careful);
    }
    if FIRST > 4u {
        c.t4 = other(s, 16u);
        s = both(s, c.t4, lid, 16u, careful);
    }
    if FIRST > 5u {
        c.t5 = other(s, 32u);
        s = both(s, c.t5, lid, 32u, careful);
    }
    c.sum = s;
    return c;
}

fn descend(c: Climb, before: acc, lid: u32, careful: bool) -> acc {
    var e = before;
    if FIRST > 5u && (lid & 32u) != 0u { e = plus(e, c.t5, careful); }
    if FIRST > 4u && (lid & 16u) != 0u { e = plus(e, c.t4, careful); }
    if FIRST > 3u && (lid & 8u) != 0u { e = plus(e, c.t3, careful); }
    if FIRST > 2u && (lid & 4u) != 0u { e = plus(e, c.t2, careful); }
    if FIRST > 1u && (lid & 2u) != 0u { e = plus(e, c.t1, careful); }
    if FIRST > 0u && (lid & 1u) != 0u { e = plus(e, c.t0, careful); }
    return e;
}

// Notes the sum of the lane's chunk of line `line`.
fn note_chunk(line: u32, lid: u32, sum: acc) {
    if (lid & ((1u << FIRST) - 1u)) == 0u { chunks[(line * WG + lid) >> FIRST] = sum; }
}

fn chunk(line: u32, lid: u32) -> acc { return chunks[(line * WG + lid) >> FIRST]; }
