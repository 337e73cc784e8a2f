// A unit is one word of two 2-byte items; at the two ends of a tile one is another's.
//
// needs: fn load(i: u32) -> u32; fn survivor
//!use dst_atomic
fn made(u: u32, start: u32, stop: u32) -> vec2u {
    let r = 2u * u - start;
    let count = stop - start;
    // Below the start r wraps and is no rank of the tile.
    var mask = 0u;
    var word = 0u;
    if r < count { mask = 0xffffu; word = load(survivor(r)); }
    if r + 1u < count { mask |= 0xffff0000u; word |= load(survivor(r + 1u)) << 16u; }
    return vec2u(mask, word);
}

fn emit(u: u32, unit: vec2u) { replace_bits(u - params.base, unit.x, unit.y); }
