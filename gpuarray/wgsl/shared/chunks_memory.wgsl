// The tree's upper levels in workgroup memory, work-efficient (Blelloch), three levels a step: a
// lane has eight blocks at a time, which takes a third of the barriers.
//
//   up:    the sum of eight neighbours, in the place of the last one
//   down:  from the root, a left child gets what is ahead of its parent, a right child that
//          op the sum of its left sibling
//
// needs: what lines_tree has

// The blocks of d chunks each that a lane has in one step: the eight of number `group`.
fn block(group: u32, k: u32, d: u32) -> u32 { return (8u * group + k + 1u) * d - 1u; }

fn sum_eight(group: u32, d: u32, careful: bool) -> acc {
    let ab = plus(chunks[block(group, 0u, d)], chunks[block(group, 1u, d)], careful);
    let cd = plus(chunks[block(group, 2u, d)], chunks[block(group, 3u, d)], careful);
    let ef = plus(chunks[block(group, 4u, d)], chunks[block(group, 5u, d)], careful);
    let gh = plus(chunks[block(group, 6u, d)], chunks[block(group, 7u, d)], careful);
    return plus(plus(ab, cd, careful), plus(ef, gh, careful), careful);
}

// The first `count` of eight blocks get what is ahead of them, e being ahead of the first.
fn spread_eight(group: u32, d: u32, count: u32, e: acc, careful: bool) {
    let a = chunks[block(group, 0u, d)];
    chunks[block(group, 0u, d)] = e;
    if count < 2u { return; }
    let b = chunks[block(group, 1u, d)];
    let ab = plus(a, b, careful);
    chunks[block(group, 1u, d)] = plus(e, a, careful);
    if count < 4u { return; }
    let c = chunks[block(group, 2u, d)];
    let cd = plus(c, chunks[block(group, 3u, d)], careful);
    let e2 = plus(e, ab, careful);
    chunks[block(group, 2u, d)] = e2;
    chunks[block(group, 3u, d)] = plus(e2, c, careful);
    if count < 8u { return; }
    let e4 = plus(e, plus(ab, cd, careful), careful);
    let f = chunks[block(group, 4u, d)];
    let fg = plus(f, chunks[block(group, 5u, d)], careful);
    let h = chunks[block(group, 6u, d)];
    chunks[block(group, 4u, d)] = e4;
    chunks[block(group, 5u, d)] = plus(e4, f, careful);
    let e6 = plus(e4, fg, careful);
    chunks[block(group, 6u, d)] = e6;
    chunks[block(group, 7u, d)] = plus(e6, h, careful);
}

// Sums by steps; returns how many chunks the blocks then have: more than an eighth of all.
fn climb_chunks(lid: u32, careful: bool) -> u32 {
    var d = 1u;
    while d * 8u <= CHUNKS {
        workgroupBarrier();
        if lid < CHUNKS / (8u * d) {
            chunks[block(lid, 7u, d)] = sum_eight(lid, d, careful);
        }
        d = d * 8u;
    }
    workgroupBarrier();
    return d;
}

// Each chunk's sum becomes what is ahead of it, from `before` on. A barrier must follow.
fn scan_chunks(lid: u32, before: acc, careful: bool) {
    var d = climb_chunks(lid, careful);
    if lid == 0u { spread_eight(0u, d, CHUNKS / d, before, careful); }
    while d > 1u {
        d = d / 8u;
        workgroupBarrier();
        if lid < CHUNKS / (8u * d) {
            spread_eight(lid, d, 8u, chunks[block(lid, 7u, d)], careful);
        }
    }
}

// chunks[0] becomes the sum of all, for lane 0.
fn fold_chunks(lid: u32, careful: bool) {
    let d = climb_chunks(lid, careful);
    if lid != 0u { return; }
    var sum = chunks[d - 1u];
    if CHUNKS / d > 1u { sum = plus(sum, chunks[2u * d - 1u], careful); }
    if CHUNKS / d > 2u {
        sum = plus(sum, plus(chunks[3u * d - 1u], chunks[4u * d - 1u], careful), careful);
    }
    chunks[0] = sum;
}
