// Draws visible sprites: one square of whole pixels for each, with a depth test.
// needs: sprites  records of `SPRITE` as words, in draw order
//        picture  width and height
// grid:  draw_indirect, 4 vertices, one instance a sprite

const WORDS_PER_SPRITE = 4u;

@group(0) @binding(0) var<storage, read> sprites: array<u32>;
@group(0) @binding(1) var<uniform> picture: vec2<f32>;

struct Corner {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) color: vec3<f32>,
}

fn signed_half(word: u32, high: u32) -> f32 {
    return f32(extractBits(bitcast<i32>(word), high * 16u, 16u));
}

@vertex
fn corner(
    @builtin(vertex_index) vertex: u32,
    @builtin(instance_index) instance: u32,
) -> Corner {
    let first = instance * WORDS_PER_SPRITE;
    let middle = vec2(signed_half(sprites[first], 0u), signed_half(sprites[first], 1u));
    let half = signed_half(sprites[first + 1u], 0u);
    let depth = bitcast<f32>(sprites[first + 2u]);
    let offset = vec2(f32(vertex & 1u), f32(vertex >> 1u)) * 2.0 - 1.0;
    let pixel = middle + offset * half;
    var out: Corner;
    out.position = vec4(
        pixel.x * 2.0 / picture.x - 1.0,
        1.0 - pixel.y * 2.0 / picture.y,
        depth,
        1.0,
    );
    out.color = unpack4x8unorm(sprites[first + 3u]).rgb;
    return out;
}

@fragment
fn paint(in: Corner) -> @location(0) vec4<f32> {
    return vec4(in.color, 1.0);
}
