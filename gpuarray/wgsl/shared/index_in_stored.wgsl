// Items have the numbers that an earlier sort left; the bound window begins at `first_index`.
@group(0) @binding(4) var<storage, read> index: array<u32>;

fn index_at(i: u32) -> u32 { return index[i - params.first_index]; }
