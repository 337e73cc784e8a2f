// The result of a block of items, of two words.
//
// needs: alias acc; fn unpacked(bits: vec2u) -> acc
@group(0) @binding(3) var<storage, read> tree: array<u32>;

fn block(at: u32) -> acc { return unpacked(vec2u(tree[2u * at], tree[2u * at + 1u])); }
