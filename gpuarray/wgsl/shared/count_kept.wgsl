// How many of the 16 items start + lid, start + lid + WG, .. that lie before `last` are kept.
//
// Adjacent invocations read adjacent items. Written out: a loop would be bounded by a counter
// and keep the loads apart.
//
// needs: const WG; fn keep(i: u32) -> bool; params.last
fn count_kept(start: u32, lid: u32) -> u32 {
    let i = start + lid;
    if start + 16u * WG <= params.last {
        return kept_of_four(i) + kept_of_four(i + 4u * WG) + kept_of_four(i + 8u * WG)
            + kept_of_four(i + 12u * WG);
    }
    return kept_before_end(i) + kept_before_end(i + 4u * WG) + kept_before_end(i + 8u * WG)
        + kept_before_end(i + 12u * WG);
}

fn kept_of_four(i: u32) -> u32 {
    return u32(keep(i)) + u32(keep(i + WG)) + u32(keep(i + 2u * WG)) + u32(keep(i + 3u * WG));
}

// Items past the end are not read, and not counted.
fn kept_before_end(i: u32) -> u32 {
    let end = params.last - 1u;
    let a = u32(keep(min(i, end)));
    let b = u32(keep(min(i + WG, end)));
    let c = u32(keep(min(i + 2u * WG, end)));
    let d = u32(keep(min(i + 3u * WG, end)));
    return (a & u32(i <= end)) + (b & u32(i + WG <= end)) + (c & u32(i + 2u * WG <= end))
        + (d & u32(i + 3u * WG <= end));
}
