// A unit is one word of two 2-byte items.
//
// needs: fn load(i: u32) -> u32
fn put(unit: u32) {
    let i = 2u * unit;
    var word = load(i);
    if i + 1u < params.n { word |= load(i + 1u) << 16u; }
    dst[unit - params.base] = word;
}
