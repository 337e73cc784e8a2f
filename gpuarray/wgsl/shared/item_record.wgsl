// Stores item i, a record of ITEM bytes, at byte address a.
//
// needs: const ITEM; fn load(i: u32, k: u32) -> u32; fn store_bytes
fn store(a: u32, i: u32) {
    for (var k = 0u; k < ITEM / 4u; k++) { store_bytes(a + 4u * k, load(i, k), 4u); }
    if ITEM % 4u != 0u {
        store_bytes(a + (ITEM & ~3u), load(i, ITEM / 4u), ITEM % 4u);
    }
}
