// The tree's upper levels, over 16 or 32 chunks, by one subgroup.
//
// needs: const FIRST >= 5; what lines_tree has

// Each chunk's sum becomes what is ahead of it, from `before` on. A barrier must follow.
fn scan_chunks(lid: u32, before: acc, careful: bool) {
    workgroupBarrier();
    if lid < CHUNKS {
        var s = chunks[lid];
        let t0 = other(s, 1u);
        s = both(s, t0, lid, 1u, careful);
        let t1 = other(s, 2u);
        s = both(s, t1, lid, 2u, careful);
        let t2 = other(s, 4u);
        s = both(s, t2, lid, 4u, careful);
        let t3 = other(s, 8u);
        s = both(s, t3, lid, 8u, careful);
        var e = before;
        if CHUNKS > 16u {
            let t4 = other(s, 16u);
            if (lid & 16u) != 0u { e = plus(e, t4, careful); }
        }
        if (lid & 8u) != 0u { e = plus(e, t3, careful); }
        if (lid & 4u) != 0u { e = plus(e, t2, careful); }
        if (lid & 2u) != 0u { e = plus(e, t1, careful); }
        if (lid & 1u) != 0u { e = plus(e, t0, careful); }
        chunks[lid] = e;
    }
}

// chunks[0] becomes the sum of all, for lane 0.
fn fold_chunks(lid: u32, careful: bool) {
    workgroupBarrier();
    if lid < CHUNKS {
        var s = chunks[lid];
        s = both(s, other(s, 1u), lid, 1u, careful);
        s = both(s, other(s, 2u), lid, 2u, careful);
        s = both(s, other(s, 4u), lid, 4u, careful);
        s = both(s, other(s, 8u), lid, 8u, careful);
        if CHUNKS > 16u { s = both(s, other(s, 16u), lid, 16u, careful); }
        if lid == 0u { chunks[0] = s; }
    }
}
