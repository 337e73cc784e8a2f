// sorted, order = the items of each row in the order of one digit of 8 bits, stably: the q-th
// item with digit d of tile k goes to place offsets[(256 row + d) tiles + k] + q.
//
// Inside the tile the items are sorted by the two halves of the digit, so that adjacent
// invocations write adjacent items. Places outside first_out..last_out-1 lie in another window.
//
// needs: const WG, KEY, INDEX; load, digit, low_word, high_word; index_at (index_in_*);
//        put_key (keys_out_*); put_index (index_out_*)
// grid:  one workgroup per tile of 16 WG items
//!use grid
//!use sort_items

struct Params {
    n: u32, tiles: u32, first_tile: u32, tile_count: u32, shift: u32,
    first_out: u32, last_out: u32, first_index: u32, zero: u32,
}

@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> offsets: array<u32>;

var<workgroup> base: array<u32, 256>; // where a digit's items begin, less their place here

fn note_4(p: vec4u, d: vec4u, count: u32, at: u32) {
    let before = read_4(max(p, vec4u(1u)) - 1u);
    let head = (p < vec4u(count)) & ((p == vec4u(0u)) | (d != before));
    if head.x { base[d.x] = offsets[at + d.x * params.tiles] - p.x; }
    if head.y { base[d.y] = offsets[at + d.y * params.tiles] - p.y; }
    if head.z { base[d.z] = offsets[at + d.z * params.tiles] - p.z; }
    if head.w { base[d.w] = offsets[at + d.w * params.tiles] - p.w; }
}

fn put(at: u32, low: u32, high: u32, index: u32) {
    if at >= params.first_out && at < params.last_out {
        put_key(at - params.first_out, low, high);
        put_index(at - params.first_out, index);
    }
}

fn put_4(p: vec4u, d: vec4u, low: vec4u, high: vec4u, index: vec4u, count: u32) {
    if p.x < count { put(base[d.x] + p.x, low.x, high.x, index.x); }
    if p.y < count { put(base[d.y] + p.y, low.y, high.y, index.y); }
    if p.z < count { put(base[d.z] + p.z, low.z, high.z, index.z); }
    if p.w < count { put(base[d.w] + p.w, low.w, high.w, index.w); }
}

fn index_4(i: vec4u) -> vec4u {
    return vec4u(index_at(i.x), index_at(i.y), index_at(i.z), index_at(i.w));
}

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let t = flat_id(wg, nwg);
    if t >= params.tile_count { return; }
    let row = (params.first_tile + t) / params.tiles;
    let k = (params.first_tile + t) % params.tiles;
    let count = min(params.n - k * (16u * WG), 16u * WG);
    let start = row * params.n + k * (16u * WG);
    let rows = row_places(lid);
    let runs = run_places(lid);
    var v = load_items(lid, start, count);
    if INDEX != 0u {
        v.index.a = index_4(start + min(rows.a, vec4u(count - 1u)));
        v.index.b = index_4(start + min(rows.b, vec4u(count - 1u)));
        v.index.c = index_4(start + min(rows.c, vec4u(count - 1u)));
        v.index.d = index_4(start + min(rows.d, vec4u(count - 1u)));
    }
    v = moved(rows, runs, v);
    v = moved(ranks(lid, nibbles(runs, count, digits(v, params.shift))), runs, v);
    v = moved(ranks(lid, nibbles(runs, count, digits(v, params.shift + 4u))), rows, v);
    let d = masked(digits(v, params.shift));
    write_lane(rows, d);
    workgroupBarrier();
    let at = 256u * row * params.tiles + k;
    note_4(rows.a, d.a, count, at);
    note_4(rows.b, d.b, count, at);
    note_4(rows.c, d.c, count, at);
    note_4(rows.d, d.d, count, at);
    workgroupBarrier();
    put_4(rows.a, d.a, v.low.a, v.high.a, v.index.a, count);
    put_4(rows.b, d.b, v.low.b, v.high.b, v.index.b, count);
    put_4(rows.c, d.c, v.low.c, v.high.c, v.index.c, count);
    put_4(rows.d, d.d, v.low.d, v.high.d, v.index.d, count);
}

fn masked(d: Lane) -> Lane {
    let m = vec4u(255u);
    return Lane(d.a & m, d.b & m, d.c & m, d.d & m);
}
