// winner[address(i) / 4] = max(i) over the i of first..last-1 with that address, and what
// it was before: of several writes to one place the last one counts.
//
// needs: const WG; fn address(i: u32) -> u32, a byte address
// grid:  one workgroup per 4 WG items
//!use grid

struct Params { first: u32, last: u32 }

@group(0) @binding(0) var<storage, read_write> winner: array<atomic<u32>>;
@group(0) @binding(1) var<uniform> params: Params;

fn enter(i: u32) {
    if i < params.last { atomicMax(&winner[address(i) >> 2u], i); }
}

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let i = params.first + flat_id(wg, nwg) * (4u * WG) + lid;
    enter(i);
    enter(i + WG);
    enter(i + 2u * WG);
    enter(i + 3u * WG);
}
