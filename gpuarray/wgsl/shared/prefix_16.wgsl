// What is ahead of a tile: the exclusive scan of the tile sums, of four words each.
//
// needs: fn unpacked(bits: vec4u) -> acc
@group(0) @binding(2) var<storage, read> prefix: array<u32>;

fn prefix_at(number: u32) -> acc {
    let at = 4u * number - params.prefix_base;
    return unpacked(vec4u(prefix[at], prefix[at + 1u], prefix[at + 2u], prefix[at + 3u]));
}
