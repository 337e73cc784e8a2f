// The bits in which the keys of a workgroup's items are not all alike.
//
// needs: const WG; fn key(low: u32, high: u32) -> vec2u
var<workgroup> met: array<atomic<u32>, 4>; // bits that are set in a key, and that are not
var<workgroup> differing: vec2u;

fn bits_4(low: vec4u, high: vec4u) -> vec4u {
    return both(low.x, high.x) | both(low.y, high.y) | both(low.z, high.z) | both(low.w, high.w);
}

fn both(low: u32, high: u32) -> vec4u {
    let k = key(low, high);
    return vec4u(k, ~k);
}

fn differing_bits(lid: u32, v: Items) -> vec2u {
    if lid < 4u { atomicStore(&met[lid], 0u); }
    workgroupBarrier();
    let bits = bits_4(v.low.a, v.high.a) | bits_4(v.low.b, v.high.b)
        | bits_4(v.low.c, v.high.c) | bits_4(v.low.d, v.high.d);
    atomicOr(&met[0], bits.x);
    atomicOr(&met[1], bits.y);
    atomicOr(&met[2], bits.z);
    atomicOr(&met[3], bits.w);
    workgroupBarrier();
    if lid == 0u {
        differing = vec2u(
            atomicLoad(&met[0]) & atomicLoad(&met[2]),
            atomicLoad(&met[1]) & atomicLoad(&met[3]),
        );
    }
    return workgroupUniformLoad(&differing);
}
