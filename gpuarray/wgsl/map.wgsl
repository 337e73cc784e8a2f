// dst = the stored words of load(0), .., load(n-1), whatever their dtype.
//
// One invocation owns a unit: the fewest whole words that hold whole items, or for
// records one word. Units first..last-1 are written; dst begins at word `base`.
//
// needs: const WG; fn put(unit: u32) (put_1, put_2, put_4, put_8 or put_record)
// grid:  one workgroup per 4 WG units
//!use grid

struct Params { n: u32, first: u32, last: u32, base: u32, zero: u32 }

@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@group(0) @binding(1) var<uniform> params: Params;

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let unit = params.first + flat_id(wg, nwg) * (4u * WG) + lid;
    if unit < params.last { put(unit); }
    if unit + WG < params.last { put(unit + WG); }
    if unit + 2u * WG < params.last { put(unit + 2u * WG); }
    if unit + 3u * WG < params.last { put(unit + 3u * WG); }
}
