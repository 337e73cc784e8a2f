// A unit is one word of two 2-byte items; bytes past the last item are zero.
//
// needs: fn load(i: u32) -> u32
fn made(unit: u32) -> u32 {
    let i = 2u * unit;
    let end = params.n - 1u;
    let a = load(i);
    let b = load(min(i + 1u, end));
    return a | select(0u, b << 16u, i < end);
}

fn put(unit: u32, word: u32) { dst[unit - params.base] = word; }
