// op over each SEG slots, for slot 0 of them: the upward half of block_scan_blelloch.wgsl, with
// each sum in the place of its first slot.
//
// needs: alias acc; const WG, SEG; fn op
var<workgroup> sums: array<acc, WG>;

fn block_reduce(lid: u32, slot: u32, value: acc) -> acc {
    if SEG == 1u { return value; }
    sums[slot] = value;
    for (var d = 1u; d < SEG; d = d * 2u) {
        workgroupBarrier();
        if lid < WG / (2u * d) {
            let at = 2u * lid * d;
            sums[at] = op(sums[at], sums[at + d]);
        }
    }
    workgroupBarrier();
    return sums[slot];
}
