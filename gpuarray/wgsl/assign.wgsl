// Item i of load goes to byte address(i) of dst for each i in first..last-1 with
// wanted(i). Addresses below or past the bound window of dst, of `limit` bytes, are
// left to other dispatches.
//
// needs: const WG; fn address(i: u32) -> u32; fn wanted(i: u32) -> bool;
//        fn store(a: u32, i: u32) (item_*); dst (dst_words or dst_atomic)
// grid:  one workgroup per 4 WG items
//!use grid

struct Params { first: u32, last: u32, limit: u32, window: u32, zero: u32 }

@group(0) @binding(1) var<uniform> params: Params;

fn assign(i: u32) {
    if i >= params.last { return; }
    let a = address(i);
    if a < params.limit && wanted(i) { store(a, i); }
}

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let i = params.first + flat_id(wg, nwg) * (4u * WG) + lid;
    assign(i);
    assign(i + WG);
    assign(i + 2u * WG);
    assign(i + 3u * WG);
}
