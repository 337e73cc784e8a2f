// A unit is one 8-byte item: two words, the low one first.
//
// needs: fn load(i: u32) -> vec2u
fn made(unit: u32) -> vec2u { return load(unit); }

fn put(unit: u32, words: vec2u) {
    let at = 2u * unit - params.base;
    dst[at] = words.x;
    dst[at + 1u] = words.y;
}
