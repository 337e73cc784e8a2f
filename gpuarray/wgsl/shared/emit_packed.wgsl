// A unit is one word with parts of one record, or of two or more, of any number of bytes;
// at the two ends of a tile some of its bytes are another's.
//
// needs: const ITEM; fn load(i: u32, k: u32) -> u32; fn survivor
//!use dst_atomic
fn made(u: u32, start: u32, stop: u32) -> vec2u {
    var r = 4u * u / ITEM - start;
    var byte = 4u * u % ITEM;
    var mask = 0u;
    var word = 0u;
    for (var k = 0u; k < 32u; k += 8u) {
        if r < stop - start {
            mask |= 0xffu << k;
            word |= ((load(survivor(r), byte >> 2u) >> ((byte & 3u) * 8u)) & 0xffu) << k;
        }
        byte++;
        if byte == ITEM {
            byte = 0u;
            r++;
        }
    }
    return vec2u(mask, word);
}

fn emit(u: u32, unit: vec2u) { replace_bits(u - params.base, unit.x, unit.y); }
