// A unit is one 16-byte item: four words, the low one first.
//
// needs: fn load(i: u32) -> vec4u; fn survivor
//!use dst_words
fn made(u: u32, start: u32, stop: u32) -> vec4u { return load(survivor(u - start)); }

fn emit(u: u32, words: vec4u) {
    let at = 4u * (u - params.base);
    dst[at] = words.x;
    dst[at + 1u] = words.y;
    dst[at + 2u] = words.z;
    dst[at + 3u] = words.w;
}
