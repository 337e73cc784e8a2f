// Values of any size, word by word.
//!use values
fn load(rank: u32, k: u32) -> u32 { return value_word(rank, k); }
