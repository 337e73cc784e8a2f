// A unit is one 4-byte item.
//
// needs: fn load(i: u32) -> u32
fn made(unit: u32) -> u32 { return load(unit); }

fn put(unit: u32, word: u32) { dst[unit - params.base] = word; }
