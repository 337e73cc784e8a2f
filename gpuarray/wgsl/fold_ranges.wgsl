// dst[o, j, r] = op of load(o, k, r) over the k of first[j]..last[j]-1 that lie in
// begin..end-1; the identity where there are none.
//
// Items are folded up to the next multiple of 16, then blocks of 16, 256 .. items whose results
// are in `tree`, level after level, then down again on the right: 30 operations a level.
//
// needs: alias acc; const WG; fn load(i: u32) -> acc; fn op(a: acc, b: acc) -> acc;
//        fn identity() -> acc; fn block(at: u32) -> acc (tree_*); fn store (out_*)
// grid:  one invocation per (o, j, r)
//!use grid

struct Params {
    n: u32, inner: u32, outer: u32, ranges: u32, begin: u32, end: u32, dst_base: u32,
    identity_low: u32, identity_high: u32, identity_2: u32, identity_3: u32, zero: u32,
}

@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> ranges: array<u32>; // all firsts, then all lasts

// Number of item or block k of column (o, r), of `length` a column.
fn number(o: u32, k: u32, r: u32, length: u32) -> u32 {
    return (o * length + k) * params.inner + r;
}

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let i = flat_id(wg, nwg) * WG + lid;
    if i >= params.outer * params.ranges * params.inner { return; }
    let r = i % params.inner;
    let j = i / params.inner % params.ranges;
    let o = i / params.inner / params.ranges;
    var low = max(ranges[j], params.begin);
    var high = min(ranges[params.ranges + j], params.end);
    if low >= high {
        store(i, identity());
        return;
    }
    var length = params.n;
    var left = load(number(o, low, r, length));
    var right = identity();
    let stop = high;
    for (low++; (low & 15u) != 0u && low < high; low++) {
        left = op(left, load(number(o, low, r, length)));
    }
    while (high & 15u) != 0u && low < high {
        high--;
        right = op(load(number(o, high, r, length)), right);
    }
    var at = 0u;
    var both = high < stop;
    while low < high {
        low = low >> 4u;
        high = high >> 4u;
        let top = high;
        length = (length + 15u) >> 4u;
        for (; (low & 15u) != 0u && low < high; low++) {
            left = op(left, block(at + number(o, low, r, length)));
        }
        while (high & 15u) != 0u && low < high {
            high--;
            right = op(block(at + number(o, high, r, length)), right);
        }
        both = both || high < top;
        at += params.outer * length * params.inner;
    }
    if both { left = op(left, right); }
    store(i, left);
}
