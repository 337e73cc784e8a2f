// Exclusive scan over each SEG slots by doubling distances (Hillis and Steele), in workgroup
// memory: log2(SEG) steps, SEG log2(SEG) operations. Floats associate otherwise than in the
// work-efficient form.
//
// needs: alias acc; const WG, SEG; fn op
var<workgroup> sums: array<acc, WG>;

fn block_scan(lid: u32, slot: u32, value: acc, start: acc) -> acc {
    if SEG == 1u { return start; }
    var sum = value;
    sums[slot] = sum;
    workgroupBarrier();
    for (var d = 1u; d < SEG; d = d * 2u) {
        // All read before any writes; the barriers stay outside the branch.
        if slot % SEG >= d { sum = op(sums[slot - d], sum); }
        workgroupBarrier();
        sums[slot] = sum;
        workgroupBarrier();
    }
    if slot % SEG == 0u { return start; }
    return op(start, sums[slot - 1u]); // inclusive to exclusive
}
