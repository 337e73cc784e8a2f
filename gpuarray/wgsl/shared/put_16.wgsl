// A unit is one 16-byte item: four words, the low one first.
//
// needs: fn load(i: u32) -> vec4u
fn made(unit: u32) -> vec4u { return load(unit); }

fn put(unit: u32, words: vec4u) {
    let at = 4u * unit - params.base;
    dst[at] = words.x;
    dst[at + 1u] = words.y;
    dst[at + 2u] = words.z;
    dst[at + 3u] = words.w;
}
