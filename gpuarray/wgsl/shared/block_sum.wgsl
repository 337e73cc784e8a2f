// The sum of a real over all lanes, by a fixed tree; all lanes must call it.
//
// needs: const WG; alias real
var<workgroup> lane_sums: array<real, WG>;

fn block_sum(lid: u32, a: real) -> real {
    lane_sums[lid] = a;
    for (var half = WG / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if lid < half { lane_sums[lid] += lane_sums[lid + half]; }
    }
    return workgroupUniformLoad(&lane_sums[0]);
}
