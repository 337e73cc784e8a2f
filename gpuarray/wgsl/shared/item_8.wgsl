// Stores item i, 8 bytes, at byte address a.
//
// needs: fn load(i: u32) -> vec2u; fn store_bytes
fn store(a: u32, i: u32) {
    let words = load(i);
    store_bytes(a, words.x, 4u);
    store_bytes(a + 4u, words.y, 4u);
}
