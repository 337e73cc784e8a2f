// The item of a factor at a byte address, 4 bytes.
//
// needs: fn unpacked(bits: u32) -> acc
fn left_item(at: u32) -> acc { return unpacked(left[at >> 2u]); }
fn right_item(at: u32) -> acc { return unpacked(right[at >> 2u]); }
