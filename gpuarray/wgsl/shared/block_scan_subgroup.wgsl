// Exclusive scan over each SEG slots by shuffles inside subgroups, and in workgroup memory
// above them; with the association of block_scan_blelloch.wgsl, whatever the subgroup size.
//
//   up:    after level k every slot of an aligned block of 2^(k+1) holds the block's sum s, and
//          has kept t_k, the sum of the other half
//   down:  start op those t_k that lie to the left, the largest first
//
// needs: alias acc; const WG, SEG, COLUMNS; fn op
//!use subgroup_levels
var<workgroup> exchange: array<acc, WG>;

fn block_scan(lid: u32, slot: u32, value: acc, start: acc) -> acc {
    if SEG == 1u { return start; }
    var s = value;
    if COLUMNS != 0u { // lanes of a subgroup are different columns
        exchange[slot] = value;
        workgroupBarrier();
        s = exchange[lid];
    }
    var t = Levels();
    t.k0 = level_0(s);
    s = joined(s, t.k0, lid, 1u);
    if SEG > 2u {
        t.k1 = level_1(s);
        s = joined(s, t.k1, lid, 2u);
    }
    if SEG > 4u {
        t.k2 = level_2(s, lid);
        s = joined(s, t.k2, lid, 4u);
    }
    if SEG > 8u {
        t.k3 = level_3(s, lid);
        s = joined(s, t.k3, lid, 8u);
    }
    if SEG > 16u {
        t.k4 = level_4(s, lid);
        s = joined(s, t.k4, lid, 16u);
    }
    if SEG > 32u {
        t.k5 = level_5(s, lid);
        s = joined(s, t.k5, lid, 32u);
    }
    if SEG > 64u {
        t.k6 = level_6(s, lid);
        s = joined(s, t.k6, lid, 64u);
    }
    if SEG > 128u { t.k7 = level_7(s, lid); }
    var before = start;
    if SEG > 128u && (lid & 128u) != 0u { before = op(before, t.k7); }
    if SEG > 64u && (lid & 64u) != 0u { before = op(before, t.k6); }
    if SEG > 32u && (lid & 32u) != 0u { before = op(before, t.k5); }
    if SEG > 16u && (lid & 16u) != 0u { before = op(before, t.k4); }
    if SEG > 8u && (lid & 8u) != 0u { before = op(before, t.k3); }
    if SEG > 4u && (lid & 4u) != 0u { before = op(before, t.k2); }
    if SEG > 2u && (lid & 2u) != 0u { before = op(before, t.k1); }
    if (lid & 1u) != 0u { before = op(before, t.k0); }
    if COLUMNS != 0u {
        workgroupBarrier();
        exchange[lid] = before;
        workgroupBarrier();
        before = exchange[slot];
    }
    return before;
}

// What the other half of each block sums to.
struct Levels {
    k0: acc, k1: acc, k2: acc, k3: acc, k4: acc, k5: acc, k6: acc, k7: acc,
}
