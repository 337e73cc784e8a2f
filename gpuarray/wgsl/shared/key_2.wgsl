// Keys of two words.
//
// needs: fn order(bits: vec2u) -> vec2u
fn low_word(bits: vec2u) -> u32 { return bits.x; }
fn high_word(bits: vec2u) -> u32 { return bits.y; }
fn key(low: u32, high: u32) -> vec2u { return order(vec2u(low, high)); }
fn digit(low: u32, high: u32, shift: u32) -> u32 { return words_shr(key(low, high), shift).x; }
