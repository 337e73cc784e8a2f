// met[0], met[1] |= the bits that are set in a key, low word first; met[2], met[3] |= those that
// are not: keys differ in what is in both.
//
// needs: const WG, KEY; fn load(i: u32) -> bits; fn key, low_word, high_word (key_*)
// grid:  one workgroup per 16 WG items
//!use grid

struct Params { first: u32, last: u32, sign: u32, infinity: u32, flip: u32, zero: u32 }

@group(0) @binding(0) var<storage, read_write> met: array<atomic<u32>>;
@group(0) @binding(1) var<uniform> params: Params;

var<workgroup> here: array<atomic<u32>, 4>;

fn both(i: u32) -> vec4u {
    let bits = load(min(i, params.last - 1u));
    let k = key(low_word(bits), high_word(bits));
    return vec4u(k, ~k);
}

fn both_of_four(i: u32) -> vec4u {
    return both(i) | both(i + WG) | both(i + 2u * WG) | both(i + 3u * WG);
}

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let i = params.first + flat_id(wg, nwg) * (16u * WG) + lid;
    if i - lid >= params.last { return; }
    if lid < 4u { atomicStore(&here[lid], 0u); }
    workgroupBarrier();
    let bits = both_of_four(i) | both_of_four(i + 4u * WG) | both_of_four(i + 8u * WG)
        | both_of_four(i + 12u * WG);
    atomicOr(&here[0], bits.x);
    atomicOr(&here[1], bits.y);
    atomicOr(&here[2], bits.z);
    atomicOr(&here[3], bits.w);
    workgroupBarrier();
    if lid < 4u { atomicOr(&met[lid], atomicLoad(&here[lid])); }
}
