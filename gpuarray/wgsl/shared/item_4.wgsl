// Stores item i, 4 bytes, at byte address a.
//
// needs: fn load(i: u32) -> u32; fn store_bytes
fn store(a: u32, i: u32) { store_bytes(a, load(i), 4u); }
