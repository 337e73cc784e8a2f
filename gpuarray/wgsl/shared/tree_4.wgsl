// The result of a block of items, of one word.
//
// needs: alias acc; fn unpacked(bits: u32) -> acc
@group(0) @binding(3) var<storage, read> tree: array<u32>;

fn block(at: u32) -> acc { return unpacked(tree[at]); }
