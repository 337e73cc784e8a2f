// The place of each item of a tile after a stable sort by a digit of eight bits.
//
// LANES adjacent lanes have 16 lines of adjacent items. In each line, lanes with equal digits
// find each other by ballots, one a bit; the first of them adds their number to the count of
// the digit in these lines, and learns what it was before. The exclusive scan of the counts,
// by digit and then by group of lanes, says where the items of one digit and group begin.
//
// needs: const WG, LANES; fn block_scan (block_scan_*)
//!use lanes
//!use match_lanes
const DIGIT = 8u;
const GROUPS = WG / LANES;

var<workgroup> tally: array<atomic<u32>, 256u * GROUPS>;
var<workgroup> starts: array<u32, 256>; // where the items of a digit begin

fn own_places(lid: u32) -> Lane {
    let r = 15u * (lid & ~(LANES - 1u)) + lid + LANES * vec4u(0u, 1u, 2u, 3u);
    return Lane(r, r + 4u * LANES, r + 8u * LANES, r + 12u * LANES);
}

fn out_places(lid: u32) -> Lane { return own_places(lid); }

fn counted(d: u32, group: u32, m: Member) -> u32 {
    let equal = equal_lanes(d, m);
    let before = countOneBits(equal & m.below);
    var old = 0u;
    if before == 0u { old = atomicAdd(&tally[group + d], countOneBits(equal)); }
    return before + subgroupShuffle(old, m.start + firstTrailingBit(equal));
}

fn counted_4(d: vec4u, group: u32, m: Member) -> vec4u {
    let x = counted(d.x, group, m);
    let y = counted(d.y, group, m);
    let z = counted(d.z, group, m);
    return vec4u(x, y, z, counted(d.w, group, m));
}

fn start_4(d: vec4u, group: u32) -> vec4u {
    return vec4u(
        atomicLoad(&tally[group + d.x]), atomicLoad(&tally[group + d.y]),
        atomicLoad(&tally[group + d.z]), atomicLoad(&tally[group + d.w]),
    );
}

fn ranks(lid: u32, d: Lane) -> Lane {
    let m = member(lid);
    let group = lid / LANES * 256u;
    for (var k = lid; k < 256u * GROUPS; k += WG) { atomicStore(&tally[k], 0u); }
    workgroupBarrier();
    let own = Lane(
        counted_4(d.a, group, m), counted_4(d.b, group, m),
        counted_4(d.c, group, m), counted_4(d.d, group, m),
    );
    workgroupBarrier();
    scan_tally(lid);
    workgroupBarrier();
    return Lane(
        own.a + start_4(d.a, group), own.b + start_4(d.b, group),
        own.c + start_4(d.c, group), own.d + start_4(d.d, group),
    );
}

// An invocation has 256 / WG adjacent digits.
fn scan_tally(lid: u32) {
    let first = 256u / WG * lid;
    var total = 0u;
    for (var k = 0u; k < 256u / WG * GROUPS; k++) {
        total += atomicLoad(&tally[first + k / GROUPS + 256u * (k % GROUPS)]);
    }
    var start = block_scan(lid, lid, total, 0u);
    for (var k = 0u; k < 256u / WG * GROUPS; k++) {
        let at = first + k / GROUPS + 256u * (k % GROUPS);
        if k % GROUPS == 0u { starts[first + k / GROUPS] = start; }
        let count = atomicLoad(&tally[at]);
        atomicStore(&tally[at], start);
        start += count;
    }
}
