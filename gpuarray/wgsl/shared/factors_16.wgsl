// The item of a factor at a byte address, 16 bytes.
//
// needs: fn unpacked(bits: vec4u) -> acc
fn left_item(at: u32) -> acc {
    let w = at >> 2u;
    return unpacked(vec4u(left[w], left[w + 1u], left[w + 2u], left[w + 3u]));
}
fn right_item(at: u32) -> acc {
    let w = at >> 2u;
    return unpacked(vec4u(right[w], right[w + 1u], right[w + 2u], right[w + 3u]));
}
