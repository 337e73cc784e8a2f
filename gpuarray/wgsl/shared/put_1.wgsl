// A unit is one word of four 1-byte items; bytes past the last item are zero.
//
// needs: fn load(i: u32) -> u32
fn made(unit: u32) -> u32 {
    let i = 4u * unit;
    let end = params.n - 1u;
    let a = load(i);
    let b = load(min(i + 1u, end));
    let c = load(min(i + 2u, end));
    let d = load(min(i + 3u, end));
    let word = a | (b << 8u) | (c << 16u) | (d << 24u);
    return word & (0xffffffffu >> (24u - 8u * min(end - i, 3u)));
}

fn put(unit: u32, word: u32) { dst[unit - params.base] = word; }
