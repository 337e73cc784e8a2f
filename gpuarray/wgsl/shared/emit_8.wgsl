// A unit is one 8-byte item: two words, the low one first.
//
// needs: fn load(i: u32) -> vec2u; fn survivor
//!use dst_words
fn emit(u: u32, start: u32, stop: u32) {
    let words = load(survivor(u - start));
    let at = 2u * (u - params.base);
    dst[at] = words.x;
    dst[at + 1u] = words.y;
}
