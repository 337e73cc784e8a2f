// The item of a factor at a byte address, 8 bytes.
//
// needs: fn unpacked(bits: vec2u) -> acc
fn left_item(at: u32) -> acc { return unpacked(vec2u(left[at >> 2u], left[(at >> 2u) + 1u])); }
fn right_item(at: u32) -> acc { return unpacked(vec2u(right[at >> 2u], right[(at >> 2u) + 1u])); }
