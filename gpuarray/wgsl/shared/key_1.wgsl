// NumPy's order of items of one word, by their bits, as keys: a sorts before b where key(a) is
// below key(b). Of floats -0.0 and 0.0 are one number, and so are all NaNs, the last.
//
// needs: params.sign, the sign bit, 0 for unsigned; params.infinity, its bits, 0 for integers;
//        params.flip, all ones for a descending order
fn low_word(bits: u32) -> u32 { return bits; }
fn high_word(bits: u32) -> u32 { return 0u; }

fn order(bits: u32) -> u32 {
    if params.infinity == 0u { return bits ^ params.sign ^ params.flip; }
    let size = bits & (params.sign - 1u);
    let number = select(size | params.sign, params.sign - size, bits > params.sign);
    return select(number, 2u * params.sign - 1u, size > params.infinity) ^ params.flip;
}

fn key(low: u32, high: u32) -> vec2u { return vec2u(order(low), 0u); }
fn digit(low: u32, high: u32, shift: u32) -> u32 { return order(low) >> shift; }
