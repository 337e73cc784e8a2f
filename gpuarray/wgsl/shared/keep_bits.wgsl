// Bit k of keep_four(i) is keep(i + k) for the 4 items from i on that lie before `last`.
//
// needs: fn keep(i: u32) -> bool; params.last
fn keep_four(i: u32) -> u32 {
    if i + 4u <= params.last {
        return u32(keep(i)) | (u32(keep(i + 1u)) << 1u) | (u32(keep(i + 2u)) << 2u)
            | (u32(keep(i + 3u)) << 3u);
    }
    let end = params.last - 1u;
    let a = u32(keep(min(i, end)));
    let b = u32(keep(min(i + 1u, end)));
    let c = u32(keep(min(i + 2u, end)));
    let d = u32(keep(min(i + 3u, end)));
    let bits = a | (b << 1u) | (c << 2u) | (d << 3u);
    // Items past the end are not read; what stands in their bits is cut off.
    return bits & (0xfu >> (4u - min(params.last - min(i, params.last), 4u)));
}
