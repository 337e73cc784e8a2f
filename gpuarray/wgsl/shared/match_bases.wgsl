// The places of digits from the counts of match_ranks.wgsl.
//
// needs: starts (match_ranks); base, offsets, params.tiles
fn bases_before(lid: u32, at: u32) {
    for (var d = lid; d < 256u; d += WG) { base[d] = offsets[at + d * params.tiles] - starts[d]; }
}

fn bases_after(p: Lane, d: Lane, count: u32, at: u32) {}
