// Sums of sibling blocks: by shuffle below level FIRST, where a block lies inside one subgroup
// (2^FIRST is the device's smallest subgroup size), else through workgroup memory.
//
// needs: alias acc; const WG, FIRST; fn op; fn packed(a: acc) -> u32 or vec2u; fn unpacked

// The sums of the blocks of level k, WG >> k of them, from 128 - (WG >> (k - 1)) on.
var<workgroup> tree: array<acc, 128>;

fn shuffled(s: acc, distance: u32) -> acc {
    return unpacked(subgroupShuffleXor(packed(s), distance));
}

fn keep(s: acc, lid: u32, k: u32) {
    if (lid & ((1u << k) - 1u)) == 0u { tree[128u - (WG >> (k - 1u)) + (lid >> k)] = s; }
}

fn kept(lid: u32, k: u32) -> acc { return tree[128u - (WG >> (k - 1u)) + ((lid >> k) ^ 1u)]; }

// The left block's sum comes first.
fn joined(s: acc, sibling: acc, lid: u32, bit: u32) -> acc {
    if (lid & bit) != 0u { return op(sibling, s); }
    return op(s, sibling);
}

fn level_0(s: acc) -> acc { return shuffled(s, 1u); }
fn level_1(s: acc) -> acc { return shuffled(s, 2u); }

fn level_2(s: acc, lid: u32) -> acc {
    if FIRST > 2u { return shuffled(s, 4u); }
    keep(s, lid, 2u);
    workgroupBarrier();
    return kept(lid, 2u);
}
fn level_3(s: acc, lid: u32) -> acc {
    if FIRST > 3u { return shuffled(s, 8u); }
    keep(s, lid, 3u);
    workgroupBarrier();
    return kept(lid, 3u);
}
fn level_4(s: acc, lid: u32) -> acc {
    if FIRST > 4u { return shuffled(s, 16u); }
    keep(s, lid, 4u);
    workgroupBarrier();
    return kept(lid, 4u);
}
fn level_5(s: acc, lid: u32) -> acc {
    if FIRST > 5u { return shuffled(s, 32u); }
    keep(s, lid, 5u);
    workgroupBarrier();
    return kept(lid, 5u);
}
fn level_6(s: acc, lid: u32) -> acc {
    if FIRST > 6u { return shuffled(s, 64u); }
    keep(s, lid, 6u);
    workgroupBarrier();
    return kept(lid, 6u);
}
fn level_7(s: acc, lid: u32) -> acc {
    keep(s, lid, 7u);
    workgroupBarrier();
    return kept(lid, 7u);
}
