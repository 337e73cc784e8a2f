// counts[(256 row + d) tiles + k] = how many items of tile k of a row have the digit d.
//
// needs: const WG, KEY; fn load(i: u32) -> bits; fn digit, low_word, high_word (key_*)
// grid:  one workgroup per tile of 16 WG items
//!use grid

struct Params {
    n: u32, tiles: u32, first_tile: u32, tile_count: u32, shift: u32,
    sign: u32, infinity: u32, flip: u32, zero: u32,
}

@group(0) @binding(0) var<storage, read_write> counts: array<u32>;
@group(0) @binding(1) var<uniform> params: Params;

// Four tables, since invocations that add to one word wait for each other.
var<workgroup> table: array<atomic<u32>, 1024>;

fn digit_at(i: u32) -> u32 {
    let bits = load(i);
    return digit(low_word(bits), high_word(bits), params.shift) & 255u;
}

fn digits_4(start: u32, count: u32, q: vec4u) -> vec4u {
    let i = start + min(q, vec4u(count - 1u));
    return vec4u(digit_at(i.x), digit_at(i.y), digit_at(i.z), digit_at(i.w));
}

fn count_4(own: u32, count: u32, q: vec4u, d: vec4u) {
    if q.x < count { atomicAdd(&table[own + d.x], 1u); }
    if q.y < count { atomicAdd(&table[own + d.y], 1u); }
    if q.z < count { atomicAdd(&table[own + d.z], 1u); }
    if q.w < count { atomicAdd(&table[own + d.w], 1u); }
}

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let t = flat_id(wg, nwg);
    if t >= params.tile_count { return; }
    for (var d = lid; d < 1024u; d += WG) { atomicStore(&table[d], 0u); }
    workgroupBarrier();
    let row = (params.first_tile + t) / params.tiles;
    let k = (params.first_tile + t) % params.tiles;
    let count = min(params.n - k * (16u * WG), 16u * WG);
    let start = row * params.n + k * (16u * WG);
    let q = lid + WG * vec4u(0u, 1u, 2u, 3u);
    let a = digits_4(start, count, q);
    let b = digits_4(start, count, q + 4u * WG);
    let c = digits_4(start, count, q + 8u * WG);
    let d = digits_4(start, count, q + 12u * WG);
    let own = 256u * (lid & 3u);
    count_4(own, count, q, a);
    count_4(own, count, q + 4u * WG, b);
    count_4(own, count, q + 8u * WG, c);
    count_4(own, count, q + 12u * WG, d);
    workgroupBarrier();
    for (var d = lid; d < 256u; d += WG) {
        counts[(256u * row + d) * params.tiles + k] = atomicLoad(&table[d])
            + atomicLoad(&table[d + 256u])
            + atomicLoad(&table[d + 512u])
            + atomicLoad(&table[d + 768u]);
    }
}
