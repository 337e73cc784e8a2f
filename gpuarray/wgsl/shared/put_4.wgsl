// A unit is one 4-byte item.
//
// needs: fn load(i: u32) -> u32
fn put(unit: u32) { dst[unit - params.base] = load(unit); }
