// The places of digits, from where the sorted items of a tile have another digit than the one
// before.
//
// needs: base, offsets, params.tiles; stage, read_4, write_lane (lanes)
fn bases_before(lid: u32, at: u32) {}

fn bases_after(p: Lane, d: Lane, count: u32, at: u32) {
    write_lane(p, d);
    workgroupBarrier();
    note_4(p.a, d.a, count, at);
    note_4(p.b, d.b, count, at);
    note_4(p.c, d.c, count, at);
    note_4(p.d, d.d, count, at);
    workgroupBarrier();
}

fn note_4(p: vec4u, d: vec4u, count: u32, at: u32) {
    let before = read_4(max(p, vec4u(1u)) - 1u);
    let head = (p < vec4u(count)) & ((p == vec4u(0u)) | (d != before));
    if head.x { base[d.x] = offsets[at + d.x * params.tiles] - p.x; }
    if head.y { base[d.y] = offsets[at + d.y * params.tiles] - p.y; }
    if head.z { base[d.z] = offsets[at + d.z * params.tiles] - p.z; }
    if head.w { base[d.w] = offsets[at + d.w * params.tiles] - p.w; }
}
