// What is ahead of a tile: the exclusive scan of the tile sums, of one word each.
//
// needs: fn unpacked(bits: u32) -> acc
@group(0) @binding(2) var<storage, read> prefix: array<u32>;

fn prefix_at(number: u32) -> acc { return unpacked(prefix[number - params.prefix_base]); }
