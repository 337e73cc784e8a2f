// Values of 16 bytes.
//!use values
fn load(rank: u32) -> vec4u {
    return vec4u(
        value_word(rank, 0u), value_word(rank, 1u), value_word(rank, 2u), value_word(rank, 3u),
    );
}
