// A unit is one word of a record that is a whole number of words.
//
// needs: const ITEM; fn load(i: u32, k: u32) -> u32; fn survivor
//!use dst_words
fn made(u: u32, start: u32, stop: u32) -> u32 {
    let r = u / (ITEM / 4u);
    return load(survivor(r - start), u % (ITEM / 4u));
}

fn emit(u: u32, word: u32) { dst[u - params.base] = word; }
