// Values of 1, 2 or 4 bytes, in the low bits.
//!use values
fn load(rank: u32) -> u32 { return value_word(rank, 0u); }
