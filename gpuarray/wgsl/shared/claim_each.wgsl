// A place of its own for each item kept, by one atomic addition an item.
//
// needs: claimed
fn claim(kept: bool) -> u32 {
    if !kept { return 0u; }
    return atomicAdd(&claimed[0], 1u);
}
