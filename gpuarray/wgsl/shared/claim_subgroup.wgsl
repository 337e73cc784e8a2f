// A place of its own for each item kept, by one atomic addition a subgroup: its first lane that
// keeps an item claims the places of all. All lanes must call it.
//
// needs: claimed
fn claim(kept: bool) -> u32 {
    let before = subgroupExclusiveAdd(u32(kept));
    let total = subgroupAdd(u32(kept));
    var start = 0u;
    if kept && before == 0u { start = atomicAdd(&claimed[0], total); }
    return subgroupAdd(start) + before; // the other lanes add nothing
}
