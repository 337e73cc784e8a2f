// A unit is one word of four 1-byte items.
//
// needs: fn load(i: u32) -> u32
fn put(unit: u32) {
    let i = 4u * unit;
    var word = load(i);
    if i + 1u < params.n { word |= load(i + 1u) << 8u; }
    if i + 2u < params.n { word |= load(i + 2u) << 16u; }
    if i + 3u < params.n { word |= load(i + 3u) << 24u; }
    dst[unit - params.base] = word;
}
