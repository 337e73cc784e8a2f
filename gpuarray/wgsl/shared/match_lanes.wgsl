// Which of LANES adjacent lanes have the same digit of eight bits.
//
// LANES is the smallest size of the device's subgroups; where it is the only one and at most
// 32, WIDE is 0 and the first word of a ballot says all.
//
// needs: const LANES, WIDE
struct Member {
    start: u32, // the first of the lanes, in the subgroup
    below: u32, // the lanes below this one, a bit each
}

fn member(lid: u32) -> Member {
    let below = (1u << (lid & (LANES - 1u))) - 1u;
    if WIDE == 0u { return Member(0u, below); }
    let all = subgroupBallot(true);
    let size = countOneBits(all.x) + countOneBits(all.y) + countOneBits(all.z)
        + countOneBits(all.w);
    return Member(lid & (size - 1u) & ~(LANES - 1u), below);
}

fn line(votes: vec4u, m: Member) -> u32 {
    if WIDE == 0u { return votes.x; }
    return votes[m.start >> 5u] >> (m.start & 31u);
}

// The lanes whose votes are this one's.
fn agreeing(d: u32, k: u32, m: Member) -> u32 {
    let bit = (d >> k) & 1u;
    return line(subgroupBallot(bit != 0u), m) ^ (bit - 1u);
}

fn equal_lanes(d: u32, m: Member) -> u32 {
    let all = 0xffffffffu >> (32u - LANES);
    return all & agreeing(d, 0u, m) & agreeing(d, 1u, m) & agreeing(d, 2u, m) & agreeing(d, 3u, m)
        & agreeing(d, 4u, m) & agreeing(d, 5u, m) & agreeing(d, 6u, m) & agreeing(d, 7u, m);
}

alias acc = u32;
fn op(a: u32, b: u32) -> u32 { return a + b; }
fn packed(a: u32) -> u32 { return a; }
fn unpacked(a: u32) -> u32 { return a; }
