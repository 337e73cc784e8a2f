// dst = the items that are kept, each at the place that it claims from claimed[0]: in no order.
// Items from `most` on are dropped.
//
// needs: const WG, ITEM; fn keep(i: u32) -> bool; fn claim(kept: bool) -> u32 (claim_*);
//        fn store(a: u32, i: u32) (item_*); dst (dst_words or dst_atomic)
// grid:  one workgroup per 4 WG items
//!use grid

struct Params { first: u32, last: u32, most: u32, zero: u32 }

@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read_write> claimed: array<atomic<u32>>;

fn is_kept(i: u32) -> bool { return i < params.last && keep(min(i, params.last - 1u)); }

fn put(i: u32, kept: bool, place: u32) {
    if kept && place < params.most { store(place * ITEM, i); }
}

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let i = params.first + flat_id(wg, nwg) * (4u * WG) + lid;
    // All conditions are asked for before the first is used.
    let a = is_kept(i);
    let b = is_kept(i + WG);
    let c = is_kept(i + 2u * WG);
    let d = is_kept(i + 3u * WG);
    put(i, a, claim(a));
    put(i + WG, b, claim(b));
    put(i + 2u * WG, c, claim(c));
    put(i + 3u * WG, d, claim(d));
}
