// The workgroup's number in a dispatch folded into two dimensions: no dimension may
// have more than 65535 workgroups. Numbers at the end may lie past the work.
fn flat_id(wg: vec3u, nwg: vec3u) -> u32 { return wg.x + wg.y * nwg.x; }
