// Four items of a type that WGSL makes no vector of.
//
// needs: alias acc; fn fused(c: acc, a: acc, b: acc) -> acc
struct Four { x: acc, y: acc, z: acc, w: acc }

fn step_row(c: Four, a: acc, b: Four) -> Four {
    return Four(fused(c.x, a, b.x), fused(c.y, a, b.y), fused(c.z, a, b.z), fused(c.w, a, b.w));
}
