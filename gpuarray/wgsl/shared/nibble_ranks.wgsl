// The place of each item of a tile after a stable sort by a digit of four bits.
//
// Each invocation counts its run of sixteen items in sixteen counters of its own, two a word
// (those of digits d and d + 8). Their exclusive scan, by digit and then by invocation, says
// where the items of one digit and invocation begin.
//
// needs: const WG; fn block_scan (block_scan_*)
//!use lanes
const DIGIT = 4u;

var<workgroup> lower: u32; // items with digits below 8

fn own_places(lid: u32) -> Lane { return run_places(lid); }
fn out_places(lid: u32) -> Lane { return row_places(lid); }

fn counter(lid: u32, d: u32) -> u32 { return slot((d & 7u) * WG + lid); }

// How many items of the run had this digit before.
fn counted(lid: u32, d: u32) -> u32 {
    let at = counter(lid, d);
    let shift = (d >> 3u) * 16u;
    let old = stage[at];
    stage[at] = old + (1u << shift);
    return (old >> shift) & 0xffffu;
}

fn counted_4(lid: u32, d: vec4u) -> vec4u {
    let x = counted(lid, d.x);
    let y = counted(lid, d.y);
    let z = counted(lid, d.z);
    return vec4u(x, y, z, counted(lid, d.w));
}

fn start(lid: u32, d: u32) -> u32 {
    return ((stage[counter(lid, d)] + (lower << 16u)) >> ((d >> 3u) * 16u)) & 0xffffu;
}

fn start_4(lid: u32, d: vec4u) -> vec4u {
    return vec4u(start(lid, d.x), start(lid, d.y), start(lid, d.z), start(lid, d.w));
}

fn ranks(lid: u32, d: Lane) -> Lane {
    let none = vec4u(0u);
    let column = lid + WG * vec4u(0u, 1u, 2u, 3u);
    write_4(column, none);
    write_4(column + 4u * WG, none);
    let own = Lane(
        counted_4(lid, d.a), counted_4(lid, d.b), counted_4(lid, d.c), counted_4(lid, d.d),
    );
    workgroupBarrier();
    let r = 8u * lid + vec4u(0u, 1u, 2u, 3u);
    let p = running_4(read_4(r));
    let q = running_4(read_4(r + 4u)) + p.w;
    let ahead = block_scan(lid, lid, q.w, 0u);
    write_4(r, ahead + vec4u(0u, p.xyz));
    write_4(r + 4u, ahead + vec4u(p.w, q.xyz));
    if lid == WG - 1u { lower = (ahead + q.w) & 0xffffu; }
    workgroupBarrier();
    let found = Lane(
        own.a + start_4(lid, d.a),
        own.b + start_4(lid, d.b),
        own.c + start_4(lid, d.c),
        own.d + start_4(lid, d.d),
    );
    workgroupBarrier();
    return found;
}

fn running_4(v: vec4u) -> vec4u {
    let xy = v.x + v.y;
    return vec4u(v.x, xy, xy + v.z, xy + v.z + v.w);
}

alias acc = u32;
fn op(a: u32, b: u32) -> u32 { return a + b; }
fn packed(a: u32) -> u32 { return a; }
fn unpacked(a: u32) -> u32 { return a; }
