// op over each SEG slots, by shuffles inside subgroups: block_scan_subgroup.wgsl's upward half.
//
// needs: alias acc; const WG, SEG, COLUMNS; fn op
//!use subgroup_levels
var<workgroup> exchange: array<acc, WG>;

fn block_reduce(lid: u32, slot: u32, value: acc) -> acc {
    if SEG == 1u { return value; }
    var s = value;
    if COLUMNS != 0u { // lanes of a subgroup are different columns
        exchange[slot] = value;
        workgroupBarrier();
        s = exchange[lid];
    }
    s = joined(s, level_0(s), lid, 1u);
    if SEG > 2u { s = joined(s, level_1(s), lid, 2u); }
    if SEG > 4u { s = joined(s, level_2(s, lid), lid, 4u); }
    if SEG > 8u { s = joined(s, level_3(s, lid), lid, 8u); }
    if SEG > 16u { s = joined(s, level_4(s, lid), lid, 16u); }
    if SEG > 32u { s = joined(s, level_5(s, lid), lid, 32u); }
    if SEG > 64u { s = joined(s, level_6(s, lid), lid, 64u); }
    if SEG > 128u { s = joined(s, level_7(s, lid), lid, 128u); }
    if COLUMNS != 0u {
        workgroupBarrier();
        exchange[lid] = s;
        workgroupBarrier();
        s = exchange[slot];
    }
    return s;
}
