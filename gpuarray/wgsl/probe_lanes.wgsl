// dst[l] = 1 where lane l exchanges values with lanes l ^ 1, l ^ 2, .. l ^ 2^(FIRST-1) by
// shuffles, as the block scan by subgroups assumes.
//
// needs: const WG, FIRST
// grid:  one workgroup

struct Params { zero: u32 }

@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@group(0) @binding(1) var<uniform> params: Params;

@compute @workgroup_size(WG)
fn main(@builtin(local_invocation_index) lid: u32) {
    var good = true;
    for (var k = 0u; k < FIRST; k++) {
        good = good && subgroupShuffleXor(lid + params.zero, 1u << k) == (lid ^ (1u << k));
    }
    dst[lid] = u32(good);
}
