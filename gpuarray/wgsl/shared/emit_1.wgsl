// A unit is one word of four 1-byte items; at the two ends of a tile some are another's.
//
// needs: fn load(i: u32) -> u32; fn survivor
//!use dst_atomic
fn made(u: u32, start: u32, stop: u32) -> vec2u {
    let r = 4u * u - start;
    let count = stop - start;
    // Below the start r wraps and is no rank of the tile.
    var mask = 0u;
    var word = 0u;
    if r < count { mask = 0xffu; word = load(survivor(r)); }
    if r + 1u < count { mask |= 0xff00u; word |= load(survivor(r + 1u)) << 8u; }
    if r + 2u < count { mask |= 0xff0000u; word |= load(survivor(r + 2u)) << 16u; }
    if r + 3u < count { mask |= 0xff000000u; word |= load(survivor(r + 3u)) << 24u; }
    return vec2u(mask, word);
}

fn emit(u: u32, unit: vec2u) { replace_bits(u - params.base, unit.x, unit.y); }
