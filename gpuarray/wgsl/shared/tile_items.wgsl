// Which items a lane works on, and reading and writing four of them.
//
// A workgroup has WG / SEG columns of SEG lanes. Where the axis is the last one (COLUMNS 0),
// adjacent lanes go along a column; otherwise over adjacent columns, which are adjacent in
// memory. `slot` numbers the lanes along the columns in both cases: the block scan's order.
//
// needs: alias acc; const WG, SEG, EACH, COLUMNS, EXCLUSIVE; fn load, op, identity, store

struct Place {
    column: u32,
    tile: u32,
    slot: u32,
    live: bool, // whether there is such a column
    item: u32,  // the lane's first item
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
    let k = (p.tile * SEG + lane) * EACH;
    if p.live {
        p.reads = min(max(params.valid, k) - k, EACH);
        p.writes = min(max(params.n, k) - k, EACH);
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

// Four items and what they make together so far: a, a op b, ..
struct Four { a: acc, b: acc, c: acc, d: acc }

// All four loads are issued before the first is used.
fn read_four(item: u32, reads: u32) -> Four {
    let a = load(select(params.safe, item, reads > 0u));
    let b = load(select(params.safe, item + params.inner, reads > 1u));
    let c = load(select(params.safe, item + 2u * params.inner, reads > 2u));
    let d = load(select(params.safe, item + 3u * params.inner, reads > 3u));
    let ab = op(or_identity(a, reads > 0u), or_identity(b, reads > 1u));
    let abc = op(ab, or_identity(c, reads > 2u));
    return Four(or_identity(a, reads > 0u), ab, abc, op(abc, or_identity(d, reads > 3u)));
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
