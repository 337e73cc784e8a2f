// Writes new particles into the slots behind the living ones.
//   slot of the k-th  = alive + k, dropped where it is past the end
// needs: particles  the records of `Particula` as words
//        alive      how many live, one word
//        params     how many to add, the frame, seconds a frame
// grid:  one invocation a new particle

struct Params {
    emitted: u32,
    frame: u32,
    step: f32,
}

const WORDS_PER_PARTICLE = 8u;
const UP = 8.0; // metres a second
const SWING = 1.5;

@group(0) @binding(0) var<storage, read_write> particles: array<u32>;
@group(0) @binding(1) var<storage, read> alive: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

// A number of [0, 1) from a hash of the particle and which number it is (PCG).
fn noise(particle: u32, which: u32) -> f32 {
    let state = particle * 747796405u + (8u * params.frame + which) * 2891336453u;
    let mixed = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return f32(((mixed >> 22u) ^ mixed) >> 8u) * 0x1p-24;
}

// Red, green, blue and brightness, one byte each.
fn color(nozzle: u32) -> u32 {
    return select(select(0xff1860ffu, 0xffffa020u, nozzle == 1u), 0xff40ffa0u, nozzle == 2u);
}

@compute @workgroup_size(WG)
fn emit(
    @builtin(workgroup_id) wg: vec3<u32>,
    @builtin(num_workgroups) nwg: vec3<u32>,
    @builtin(local_invocation_index) lid: u32,
) {
    let k = (wg.x + wg.y * nwg.x) * WG + lid;
    let slot = alive[0] + k;
    if k >= params.emitted || slot >= arrayLength(&particles) / WORDS_PER_PARTICLE {
        return;
    }
    let nozzle = k % 3u;
    let first = slot * WORDS_PER_PARTICLE;
    let moved = noise(k, 3u) * params.step; // some left early in the frame
    for (var axis = 0u; axis < 3u; axis++) {
        // Sums of two uniform numbers: denser towards the middle of the jet.
        let swing = noise(k, axis) + noise(k, axis + 4u) - 1.0;
        let speed = swing * SWING + select(0.0, UP, axis == 1u);
        let start = select(0.0, 3.0 * (f32(nozzle) - 1.0), axis == 0u);
        particles[first + axis] = bitcast<u32>(start + speed * moved);
        particles[first + 3u + axis] = bitcast<u32>(speed);
    }
    particles[first + 6u] = bitcast<u32>(1.0 + 2.0 * noise(k, 7u)); // seconds to live
    particles[first + 7u] = color(nozzle);
}
