// dst[l] = the lanes of lane l's group that have the same digit, (37 l + l / 5) % 4.
//
// needs: const WG, LANES, WIDE
// grid:  one workgroup
//!use match_lanes

struct Params { zero: u32 }

@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@group(0) @binding(1) var<uniform> params: Params;

@compute @workgroup_size(WG)
fn main(@builtin(local_invocation_index) lid: u32) {
    dst[lid] = equal_lanes((37u * lid + lid / 5u + params.zero) % 4u, member(lid));
}
