// dst = the stored words of load(0), .., load(n-1), whatever their dtype.
//
// One invocation owns four units, WG apart, so that neighbours read and write side by side.
// A unit is the fewest whole words that hold whole items, or for records one word. Units
// first..last-1 are written; dst begins at word `base`. All four are made before the first
// is written: their loads do not wait for each other. Workgroups whose units all lie before
// the end do not compare each with it.
//
// needs: const WG; fn made(unit: u32) -> its words, fn put(unit: u32, words) (put_*)
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
    let start = params.first + flat_id(wg, nwg) * (4u * WG);
    let unit = start + lid;
    if start + 4u * WG <= params.last {
        let a = made(unit);
        let b = made(unit + WG);
        let c = made(unit + 2u * WG);
        let d = made(unit + 3u * WG);
        put(unit, a);
        put(unit + WG, b);
        put(unit + 2u * WG, c);
        put(unit + 3u * WG, d);
        return;
    }
    if unit >= params.last { return; }
    let end = params.last - 1u;
    let a = made(unit);
    let b = made(min(unit + WG, end));
    let c = made(min(unit + 2u * WG, end));
    let d = made(min(unit + 3u * WG, end));
    put(unit, a);
    if unit + WG <= end { put(unit + WG, b); }
    if unit + 2u * WG <= end { put(unit + 2u * WG, c); }
    if unit + 3u * WG <= end { put(unit + 3u * WG, d); }
}
