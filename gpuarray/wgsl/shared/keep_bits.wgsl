// Bit k of keep_bits(i) is keep(i + k) for the 16 items from i on that lie before `last`.
//
// Written out: a loop would be bounded by a counter and keep the loads apart.
//
// needs: fn keep(i: u32) -> bool; params.last
fn keep_bits(i: u32) -> u32 {
    let left = params.last - min(i, params.last);
    if left == 0u { return 0u; }
    let bits = keep_four(i) | (keep_four(i + 4u) << 4u) | (keep_four(i + 8u) << 8u)
        | (keep_four(i + 12u) << 12u);
    return bits & (0xffffu >> (16u - min(left, 16u)));
}

// Items past the end are not read; what stands in their bits is cut off.
fn keep_four(i: u32) -> u32 {
    let end = params.last - 1u;
    let a = u32(keep(min(i, end)));
    let b = u32(keep(min(i + 1u, end)));
    let c = u32(keep(min(i + 2u, end)));
    let d = u32(keep(min(i + 3u, end)));
    return a | (b << 1u) | (c << 2u) | (d << 3u);
}
