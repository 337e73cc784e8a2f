// A tile of a long row of items, as four lines of 4 WG items; a lane has four adjacent items of
// each line, so that neighbours read and write side by side, and a tree needs few steps.
//
// needs: alias acc; const WG; fn load(i: u32) -> acc; fn identity() -> acc; params (tile_params)

// item: the lane's first item of line 0; reads, writes: how many items lie from there to the end
// of the row; full: whether all lines of the tile are read.
struct Tile { column: u32, number: u32, item: u32, reads: u32, writes: u32, full: bool }

struct Four { a: acc, b: acc, c: acc, d: acc }

struct Lines { a: Four, b: Four, c: Four, d: Four }

fn tile_at(number: u32, lid: u32) -> Tile {
    var t: Tile;
    t.column = params.first_column + number / params.tile_count;
    t.number = params.first_tile + number % params.tile_count;
    let k = t.number * (16u * WG) + 4u * lid;
    t.item = t.column * params.n + k;
    t.reads = max(params.valid, k) - k;
    t.writes = max(params.n, k) - k;
    t.full = (t.number + 1u) * (16u * WG) <= params.valid;
    return t;
}

// All sixteen loads are issued before the first is used.
fn read_lines(t: Tile) -> Lines {
    if t.full {
        return Lines(
            four(t.item), four(t.item + 4u * WG), four(t.item + 8u * WG), four(t.item + 12u * WG),
        );
    }
    return Lines(four_of(t, 0u), four_of(t, 4u * WG), four_of(t, 8u * WG), four_of(t, 12u * WG));
}

fn four(i: u32) -> Four { return Four(load(i), load(i + 1u), load(i + 2u), load(i + 3u)); }

fn four_of(t: Tile, k: u32) -> Four {
    return Four(item_of(t, k), item_of(t, k + 1u), item_of(t, k + 2u), item_of(t, k + 3u));
}

fn item_of(t: Tile, k: u32) -> acc {
    let a = load(select(params.safe, t.item + k, k < t.reads));
    if k < t.reads { return a; }
    return identity();
}
