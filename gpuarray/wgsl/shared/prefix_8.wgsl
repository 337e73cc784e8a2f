// What is ahead of a tile: the exclusive scan of the tile sums, of two words each.
//
// needs: fn unpacked(bits: vec2u) -> acc
@group(0) @binding(2) var<storage, read> prefix: array<u32>;

fn tile_prefix(p: Place) -> acc {
    let at = 2u * tile_number(p) - params.prefix_base;
    return unpacked(vec2u(prefix[at], prefix[at + 1u]));
}
