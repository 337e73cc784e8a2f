// A unit is one 4-byte item.
//
// needs: fn load(i: u32) -> u32; fn survivor
//!use dst_words
fn made(u: u32, start: u32, stop: u32) -> u32 { return load(survivor(u - start)); }

fn emit(u: u32, word: u32) { dst[u - params.base] = word; }
