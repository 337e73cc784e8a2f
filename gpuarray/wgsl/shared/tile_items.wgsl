// Which items a lane works on, and reading and writing four of them.
//
// A workgroup has WG / SEG columns of SEG lanes. Where the axis is the last one (COLUMNS 0),
// adjacent lanes go along a column; otherwise over adjacent columns, which are adjacent in
// memory. `slot` numbers the lanes along the columns in both cases: the block scan's order.
//
// A lane's items are adjacent in the column; with SPREAD 1 they are SEG apart, so that adjacent
// lanes read adjacent items of the last axis: for reductions, which may take any fixed order.
//
// needs: alias acc; const WG, SEG, EACH, COLUMNS, SPREAD, EXCLUSIVE;
//        fn load, op, identity, store

struct Place {
    column: u32,
    tile: u32,
    slot: u32,
    live: bool, // whether there is such a column
    item: u32,  // the lane's first item
    step: u32,  // from one of its items to the next
    reads: u32, // how many items it reads and writes, EACH or fewer
    writes: u32,
}

fn place(number: u32, lid: u32) -> Place {
    let across = WG / SEG;
    var p: Place;
    var group: u32;
    var column: u32;
    var lane: u32;
    if COLUMNS == 0u {
        group = number / params.tile_count;
        p.tile = number % params.tile_count;
        column = lid / SEG;
        lane = lid % SEG;
    } else {
        p.tile = number / params.groups;
        group = number % params.groups;
        column = lid % across;
        lane = lid / across;
    }
    p.tile += params.first_tile;
    p.slot = column * SEG + lane;
    p.column = params.first_column + group * across + column;
    p.live = p.column < params.last_column;
    p.step = params.inner;
    var k = (p.tile * SEG + lane) * EACH;
    var apart = 1u;
    if SPREAD != 0u {
        apart = SEG;
        p.step = SEG;
        k = p.tile * SEG * EACH + lane;
    }
    if p.live {
        p.reads = min((left(params.valid, k) + apart - 1u) / apart, EACH);
        p.writes = min((left(params.n, k) + apart - 1u) / apart, EACH);
    }
    p.item = p.column * params.n + k;
    if COLUMNS != 0u {
        let outer = p.column / params.inner;
        p.item = (outer * params.n + k) * params.inner + p.column % params.inner;
    }
    return p;
}

// The tile's place in the array of tile sums (outer, tiles, inner).
fn tile_number(p: Place) -> u32 {
    if COLUMNS == 0u { return p.column * params.tiles + p.tile; }
    let outer = p.column / params.inner;
    return (outer * params.tiles + p.tile) * params.inner + p.column % params.inner;
}

// Four items, or what they make together so far: a, a op b, ..
struct Four { a: acc, b: acc, c: acc, d: acc }

fn load_four(p: Place, k: u32) -> Four {
    return Four(load_item(p, k), load_item(p, k + 1u), load_item(p, k + 2u), load_item(p, k + 3u));
}

fn load_item(p: Place, k: u32) -> acc {
    return load(select(params.safe, p.item + k * p.step, k < p.reads));
}

fn fold_four(p: Place, k: u32, q: Four) -> Four {
    let a = or_identity(q.a, k < p.reads);
    let ab = op(a, or_identity(q.b, k + 1u < p.reads));
    let abc = op(ab, or_identity(q.c, k + 2u < p.reads));
    return Four(a, ab, abc, op(abc, or_identity(q.d, k + 3u < p.reads)));
}

fn or_identity(a: acc, valid: bool) -> acc {
    if valid { return a; }
    return identity();
}

fn write_four(item: u32, writes: u32, four: Four, before: acc) {
    let a = op(before, four.a);
    let b = op(before, four.b);
    let c = op(before, four.c);
    if EXCLUSIVE == 0u {
        write(item, writes > 0u, a);
        write(item + params.inner, writes > 1u, b);
        write(item + 2u * params.inner, writes > 2u, c);
        write(item + 3u * params.inner, writes > 3u, op(before, four.d));
    } else {
        write(item, writes > 0u, before);
        write(item + params.inner, writes > 1u, a);
        write(item + 2u * params.inner, writes > 2u, b);
        write(item + 3u * params.inner, writes > 3u, c);
    }
}

fn write(item: u32, wanted: bool, a: acc) {
    if wanted { store(item, a); }
}

// count - k, but not below 0.
fn left(count: u32, k: u32) -> u32 { return max(count, k) - k; }
