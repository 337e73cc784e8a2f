// dst[o, b, r] = op of load(o, k, r) over the 16 items k of block b, fewer at the end of a column.
//
// needs: alias acc; const WG; fn load(i: u32) -> acc; fn op(a: acc, b: acc) -> acc;
//        fn store(i: u32, a: acc) (out_*)
// grid:  one invocation per (o, b, r) of the blocks and columns of one dispatch
//!use grid

struct Params {
    n: u32, inner: u32, blocks: u32, first_block: u32, count: u32, first: u32, last: u32,
    dst_base: u32, identity_low: u32, identity_high: u32, identity_2: u32, identity_3: u32,
    zero: u32,
}

@group(0) @binding(1) var<uniform> params: Params;

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let i = params.first + flat_id(wg, nwg) * WG + lid;
    if i >= params.last { return; }
    let r = i % params.inner;
    let b = params.first_block + i / params.inner % params.count;
    let o = i / params.inner / params.count;
    let stop = min(16u * b + 16u, params.n);
    var at = (o * params.n + 16u * b) * params.inner + r;
    var a = load(at);
    for (var k = 16u * b + 1u; k < stop; k++) {
        at += params.inner;
        a = op(a, load(at));
    }
    store((o * params.blocks + b) * params.inner + r, a);
}
