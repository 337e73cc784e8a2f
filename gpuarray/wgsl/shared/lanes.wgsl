// Sixteen words of each invocation, which change places in workgroup memory.
//
// A tile is 16 WG words. By rows, as memory is read side by side, an invocation has the words
// lid, lid + WG, ..; by runs it has 16 adjacent ones.
//
// needs: const WG
struct Lane { a: vec4u, b: vec4u, c: vec4u, d: vec4u }

var<workgroup> stage: array<u32, 16u * WG>;

// The exclusive or spreads words that are 8 or 16 apart over the banks of the memory.
fn slot(r: u32) -> u32 { return r ^ ((r >> 5u) & 31u); }

fn row_places(lid: u32) -> Lane {
    let r = lid + WG * vec4u(0u, 1u, 2u, 3u);
    return Lane(r, r + 4u * WG, r + 8u * WG, r + 12u * WG);
}

fn run_places(lid: u32) -> Lane {
    let r = 16u * lid + vec4u(0u, 1u, 2u, 3u);
    return Lane(r, r + 4u, r + 8u, r + 12u);
}

fn read_4(r: vec4u) -> vec4u {
    return vec4u(stage[slot(r.x)], stage[slot(r.y)], stage[slot(r.z)], stage[slot(r.w)]);
}

fn write_4(r: vec4u, v: vec4u) {
    stage[slot(r.x)] = v.x;
    stage[slot(r.y)] = v.y;
    stage[slot(r.z)] = v.z;
    stage[slot(r.w)] = v.w;
}

fn read_lane(r: Lane) -> Lane { return Lane(read_4(r.a), read_4(r.b), read_4(r.c), read_4(r.d)); }

fn write_lane(r: Lane, v: Lane) {
    write_4(r.a, v.a);
    write_4(r.b, v.b);
    write_4(r.c, v.c);
    write_4(r.d, v.d);
}

// The words that end at the places `there`, after each has moved from here to its place.
fn exchanged(here: Lane, there: Lane, v: Lane) -> Lane {
    write_lane(here, v);
    workgroupBarrier();
    let found = read_lane(there);
    workgroupBarrier();
    return found;
}
