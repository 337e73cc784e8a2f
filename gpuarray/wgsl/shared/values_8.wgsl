// Values of 8 bytes.
//!use values
fn load(rank: u32) -> vec2u { return vec2u(value_word(rank, 0u), value_word(rank, 1u)); }
