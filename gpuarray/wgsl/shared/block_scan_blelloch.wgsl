// Exclusive scan over each SEG slots, work-efficient (Blelloch), in workgroup memory.
//
//   up:    sums of 2, 4, 8 .. neighbours, each in the place of its last slot
//   down:  from the root (start), a left child gets its parent's prefix, a right
//          child that prefix op the sum of its left sibling
//
// Slot l ends as the fold of its left siblings' sums, the largest block first: the association
// that block_scan_subgroup.wgsl gives too. 2 log2(SEG) steps, 2 SEG operations.
//
// needs: alias acc; const WG, SEG; fn op
var<workgroup> sums: array<acc, WG>;

fn block_scan(lid: u32, slot: u32, value: acc, start: acc) -> acc {
    if SEG == 1u { return start; }
    sums[slot] = value;
    for (var d = 1u; d < SEG; d = d * 2u) {
        workgroupBarrier();
        if lid < WG / (2u * d) {
            let right = (2u * lid + 2u) * d - 1u;
            sums[right] = op(sums[right - d], sums[right]);
        }
    }
    workgroupBarrier();
    if slot % SEG == SEG - 1u { sums[slot] = start; }
    for (var d = SEG / 2u; d > 0u; d = d / 2u) {
        workgroupBarrier();
        if lid < WG / (2u * d) {
            let right = (2u * lid + 2u) * d - 1u;
            let sibling = sums[right - d];
            sums[right - d] = sums[right];
            sums[right] = op(sums[right], sibling);
        }
    }
    workgroupBarrier();
    return sums[slot];
}
