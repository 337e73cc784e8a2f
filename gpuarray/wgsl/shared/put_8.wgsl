// A unit is one 8-byte item: two words, the low one first.
//
// needs: fn load(i: u32) -> vec2u
fn put(unit: u32) {
    let word = load(unit);
    let at = 2u * unit - params.base;
    dst[at] = word.x;
    dst[at + 1u] = word.y;
}
