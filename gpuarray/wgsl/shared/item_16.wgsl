// Stores item i, 16 bytes, at byte address a.
//
// needs: fn load(i: u32) -> vec4u; fn store_bytes
fn store(a: u32, i: u32) {
    let words = load(i);
    store_bytes(a, words.x, 4u);
    store_bytes(a + 4u, words.y, 4u);
    store_bytes(a + 8u, words.z, 4u);
    store_bytes(a + 12u, words.w, 4u);
}
