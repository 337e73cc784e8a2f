// A unit is one 8-byte item: two words, the low one first.
//
// needs: fn load(i: u32) -> vec2u; fn survivor
//!use dst_words
fn made(u: u32, start: u32, stop: u32) -> vec2u { return load(survivor(u - start)); }

fn emit(u: u32, words: vec2u) {
    let at = 2u * (u - params.base);
    dst[at] = words.x;
    dst[at + 1u] = words.y;
}
