// carry[o, j, r] = (.. (carry op load(o, k, r)) op load(o, k + 1, r)) .. over the k of range j
// that lie in begin..end-1 and are wanted; store() gets every step.
//
// With STARTED 0 the first item of a range takes the place of what is carried. For operations
// that are not associative: one invocation a range, item after item.
//
// needs: alias acc, item; const WG, STARTED; fn load(i: u32) -> item; fn wanted(i: u32) -> bool;
//        fn op(a: acc, b: item) -> acc; fn first(b: item) -> acc; fn store (out_*);
//        fn range_of(j: u32) -> vec2u (ranges_*); fn carried, fn carry (carry_*)
// grid:  one invocation per (o, j, r)
//!use grid

struct Params {
    n: u32, inner: u32, first: u32, last: u32, ranges: u32, begin: u32, end: u32,
    dst_base: u32, zero: u32,
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
    let o = i / params.inner / params.ranges;
    let range = range_of(i / params.inner % params.ranges);
    var k = max(range.x, params.begin);
    let stop = min(range.y, params.end);
    if k >= stop { return; }
    var at = (o * params.n + k) * params.inner + r;
    var a = carried(i);
    if STARTED == 0u && k == range.x {
        a = first(load(at));
        store(at, a);
        k++;
        at += params.inner;
    }
    for (; k < stop; k++) {
        if wanted(at) { a = op(a, load(at)); }
        store(at, a);
        at += params.inner;
    }
    carry(i, a);
}
