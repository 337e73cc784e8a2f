// dst = the four or five words of an indirect draw: `a` to `e`, with the count in place of one.
//
// needs: nothing
// grid:  one invocation

struct Params { word: u32, place: u32, length: u32, a: u32, b: u32, c: u32, d: u32, e: u32 }

@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> count: array<u32>;

@compute @workgroup_size(1)
fn main() {
    dst[0] = params.a;
    dst[1] = params.b;
    dst[2] = params.c;
    dst[3] = params.d;
    if params.length > 4u { dst[4] = params.e; }
    dst[params.place] = count[params.word];
}
