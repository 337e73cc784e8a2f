// The value of the lane at a distance that is a power of two, inside a subgroup.
//
// needs: alias acc; fn packed(a: acc) -> its bits; fn unpacked
fn other(s: acc, distance: u32) -> acc {
    return unpacked(subgroupShuffleXor(packed(s), distance));
}
