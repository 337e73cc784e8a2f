// Where the items of a tile go, once they are sorted by their digits there.
//
// needs: params.first_out, params.last_out; put_key (keys_out_*); put_index (index_out_*)
var<workgroup> base: array<u32, 256>; // where a digit's items begin, less their place here

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

fn masked(d: Lane) -> Lane {
    let m = vec4u(255u);
    return Lane(d.a & m, d.b & m, d.c & m, d.d & m);
}
