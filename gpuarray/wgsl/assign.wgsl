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

fn is_wanted(i: u32) -> bool { return address(i) < params.limit && wanted(i); }

fn assign(i: u32) {
    if i < params.last && is_wanted(i) { store(address(i), i); }
}

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let i = params.first + flat_id(wg, nwg) * (4u * WG) + lid;
    if i + 3u * WG < params.last { // all conditions are asked for before the first is used
        let a = is_wanted(i);
        let b = is_wanted(i + WG);
        let c = is_wanted(i + 2u * WG);
        let d = is_wanted(i + 3u * WG);
        if a { store(address(i), i); }
        if b { store(address(i + WG), i + WG); }
        if c { store(address(i + 2u * WG), i + 2u * WG); }
        if d { store(address(i + 3u * WG), i + 3u * WG); }
        return;
    }
    assign(i);
    assign(i + WG);
    assign(i + 2u * WG);
    assign(i + 3u * WG);
}
