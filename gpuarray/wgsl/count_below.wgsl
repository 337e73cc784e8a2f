// dst[0] = the smaller of source[word] and `most`.
//
// needs: nothing
// grid:  one invocation

struct Params { word: u32, most: u32 }

@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> source: array<u32>;

@compute @workgroup_size(1)
fn main() { dst[0] = min(source[params.word], params.most); }
