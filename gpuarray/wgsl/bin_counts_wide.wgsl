// total[b - low] += how many i of first..last-1 have bin(i) == b, for many bins.
//
// Bins below `low` or `limit` and more above it are left to other dispatches. Whole numbers:
// the order of the additions does not show.
//
// needs: const WG; fn bin(i: u32) -> u32
// grid:  one workgroup per 4 WG items
//!use grid

struct Params { first: u32, last: u32, low: u32, limit: u32, zero: u32 }

@group(0) @binding(0) var<storage, read_write> total: array<atomic<u32>>;
@group(0) @binding(1) var<uniform> params: Params;

fn tally(b: u32, wanted: bool) {
    if wanted && b - params.low < params.limit { atomicAdd(&total[b - params.low], 1u); }
}

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let i = params.first + flat_id(wg, nwg) * (4u * WG) + lid;
    let end = params.last - 1u;
    if i > end { return; }
    let a = bin(i);
    let b = bin(min(i + WG, end));
    let c = bin(min(i + 2u * WG, end));
    let d = bin(min(i + 3u * WG, end));
    tally(a, true);
    tally(b, i + WG <= end);
    tally(c, i + 2u * WG <= end);
    tally(d, i + 3u * WG <= end);
}
