// The problem (outer, n, inner), and the rectangle of tiles and columns of one dispatch.
//
// n: items of a column written; valid: items read, the rest being the identity.
// groups: workgroups that share a tile number. safe: an item that may always be read.
// dst_base, prefix_base: the words at which their bound windows begin.
struct Params {
    n: u32, valid: u32, inner: u32, tiles: u32,
    first_tile: u32, tile_count: u32, first_column: u32, last_column: u32, groups: u32,
    safe: u32, dst_base: u32, prefix_base: u32, identity_low: u32, identity_high: u32,
    identity_2: u32, identity_3: u32,
    zero: u32,
}

@group(0) @binding(1) var<uniform> params: Params;
