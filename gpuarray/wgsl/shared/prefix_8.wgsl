// What is ahead of a tile: the exclusive scan of the tile sums, of two words each.
//
// needs: fn unpacked(bits: vec2u) -> acc
@group(0) @binding(2) var<storage, read> prefix: array<u32>;

fn prefix_at(number: u32) -> acc {
    let at = 2u * number - params.prefix_base;
    return unpacked(vec2u(prefix[at], prefix[at + 1u]));
}
