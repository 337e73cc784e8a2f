// Keys of one word.
//
// needs: fn order(bits: u32) -> u32
fn low_word(bits: u32) -> u32 { return bits; }
fn high_word(bits: u32) -> u32 { return 0u; }
fn key(low: u32, high: u32) -> vec2u { return vec2u(order(low), 0u); }
fn digit(low: u32, high: u32, shift: u32) -> u32 { return order(low) >> shift; }
