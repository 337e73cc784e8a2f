// Draws the particles: one square of four corners for each, added to what is there.
// needs: particles  the records of `Particula` as words
//        view       scale and shift from the world to the picture, half a side in clip
//                   units, and how bright one particle is
// grid:  draw_indirect, 4 vertices, one instance a particle

struct View {
    scale: vec2<f32>,
    shift: vec2<f32>,
    half: vec2<f32>,
    brightness: f32,
}

const WORDS_PER_PARTICLE = 8u;

@group(0) @binding(0) var<storage, read> particles: array<u32>;
@group(0) @binding(1) var<uniform> view: View;

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) color: vec3<f32>,
    @location(1) offset: vec2<f32>,
}

@vertex
fn corner(
    @builtin(vertex_index) vertex: u32,
    @builtin(instance_index) instance: u32,
) -> Corner {
    let first = instance * WORDS_PER_PARTICLE;
    let place = vec2(bitcast<f32>(particles[first]), bitcast<f32>(particles[first + 1u]));
    let color = unpack4x8unorm(particles[first + 7u]);
    let life = bitcast<f32>(particles[first + 6u]);
    let offset = vec2(f32(vertex & 1u), f32(vertex >> 1u)) * 2.0 - 1.0;
    var out: Corner;
    out.position = vec4(place * view.scale + view.shift + offset * view.half, 0.0, 1.0);
    out.color = color.rgb * (color.a * view.brightness * min(life, 1.0));
    out.offset = offset;
    return out;
}

@fragment
fn light(in: Corner) -> @location(0) vec4<f32> {
    let glow = max(1.0 - dot(in.offset, in.offset), 0.0);
    return vec4(in.color * glow, 0.0);
}
