// The item of a factor at a byte address, 1 byte.
//
// needs: fn unpacked(bits: u32) -> acc
fn left_item(at: u32) -> acc { return unpacked((left[at >> 2u] >> ((at & 3u) * 8u)) & 0xffu); }
fn right_item(at: u32) -> acc { return unpacked((right[at >> 2u] >> ((at & 3u) * 8u)) & 0xffu); }
