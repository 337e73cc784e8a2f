// survivor(r) = the r-th item kept in a tile, once find_survivors has run for the tile.
//
// One array of 16 KiB, all that a device must have, serves twice: first for the scan of
// the counts of the invocations, then for the items found.
//
// needs: const WG = 256; fn keep(i: u32) -> bool; params.last
//!use keep_bits
var<workgroup> found: array<u32, 16u * WG>;

// Where survivor r is kept: without the exclusive or, invocations with 16 survivors each
// would write to the same two banks of the memory.
fn slot(r: u32) -> u32 { return r ^ ((r >> 4u) & 15u); }

fn survivor(r: u32) -> u32 { return found[slot(r)]; }

fn find_survivors(tile_start: u32, lid: u32) {
    let bits = keep_sixteen(tile_start, lid);
    note_survivors(tile_start, lid, bits, kept_before(lid, countOneBits(bits)));
}

// Notes the survivors of each invocation, from rank `before` on.
fn note_survivors(tile_start: u32, lid: u32, bits: u32, before: u32) {
    let i = tile_start + 16u * lid;
    var r = before;
    r = note(r, bits, i, 0u);
    r = note(r, bits, i, 1u);
    r = note(r, bits, i, 2u);
    r = note(r, bits, i, 3u);
    r = note(r, bits, i, 4u);
    r = note(r, bits, i, 5u);
    r = note(r, bits, i, 6u);
    r = note(r, bits, i, 7u);
    r = note(r, bits, i, 8u);
    r = note(r, bits, i, 9u);
    r = note(r, bits, i, 10u);
    r = note(r, bits, i, 11u);
    r = note(r, bits, i, 12u);
    r = note(r, bits, i, 13u);
    r = note(r, bits, i, 14u);
    r = note(r, bits, i, 15u);
    workgroupBarrier();
}

// Bit k is whether item 16 lid + k of the tile is kept. Each invocation asks for four adjacent
// items in each quarter of the tile, so that a row of invocations reads without gaps, and takes
// the answers of others for its own sixteen. kept_before uses the first 2 WG words, and has
// barriers before any survivor is noted.
fn keep_sixteen(tile_start: u32, lid: u32) -> u32 {
    let i = tile_start + 4u * lid;
    let a = keep_four(i);
    let b = keep_four(i + 4u * WG);
    let c = keep_four(i + 8u * WG);
    let d = keep_four(i + 12u * WG);
    found[4u * WG + lid] = a;
    found[5u * WG + lid] = b;
    found[6u * WG + lid] = c;
    found[7u * WG + lid] = d;
    workgroupBarrier();
    let at = 4u * WG + 4u * lid;
    return found[at] | (found[at + 1u] << 4u) | (found[at + 2u] << 8u) | (found[at + 3u] << 12u);
}

fn note(r: u32, bits: u32, i: u32, k: u32) -> u32 {
    if ((bits >> k) & 1u) == 0u { return r; }
    found[slot(r)] = i + k;
    return r + 1u;
}

// The sum of the counts of the invocations before this one (Hillis-Steele; the steps go to
// and fro between two halves, so that one barrier a step is enough).
fn kept_before(lid: u32, count: u32) -> u32 {
    found[lid] = count;
    workgroupBarrier();
    var sum = count;
    sum = add_earlier(sum, lid, 1u, 0u);
    sum = add_earlier(sum, lid, 2u, WG);
    sum = add_earlier(sum, lid, 4u, 0u);
    sum = add_earlier(sum, lid, 8u, WG);
    sum = add_earlier(sum, lid, 16u, 0u);
    sum = add_earlier(sum, lid, 32u, WG);
    sum = add_earlier(sum, lid, 64u, 0u);
    sum = add_earlier(sum, lid, 128u, WG);
    return sum - count;
}

fn add_earlier(sum: u32, lid: u32, step: u32, half: u32) -> u32 {
    var total = sum;
    if lid >= step { total += found[half + lid - step]; }
    found[WG - half + lid] = total;
    workgroupBarrier();
    return total;
}
