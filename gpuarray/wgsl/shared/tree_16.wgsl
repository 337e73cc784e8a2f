// The result of a block of items, of four words.
//
// needs: alias acc; fn unpacked(bits: vec4u) -> acc
@group(0) @binding(3) var<storage, read> tree: array<u32>;

fn block(at: u32) -> acc {
    return unpacked(vec4u(tree[4u * at], tree[4u * at + 1u], tree[4u * at + 2u], tree[4u * at + 3u]));
}
