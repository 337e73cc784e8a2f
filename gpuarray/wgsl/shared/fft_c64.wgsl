// The items of a transform: complex64.
alias num = C64;
alias real = f32;

@group(0) @binding(0) var<storage, read> src: array<vec2u>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec2u>;
@group(0) @binding(2) var<storage, read> table: array<vec2u>;

fn src_item(i: u32) -> num { return unpack_c64(src[i]); }
fn set_dst_item(i: u32, a: num) { dst[i] = pack_c64(a); }
fn table_item(i: u32) -> num { return unpack_c64(table[i]); }
fn scale(low: u32, high: u32) -> real { return bitcast<f32>(low); }
fn zero() -> num { return num(); }

const HALF = 0.5f;
const SIN_60 = 0.8660254037844386f;
const COS_45 = 0.7071067811865476f;
const COS_72 = 0.30901699437494745f;
const SIN_72 = 0.9510565162951535f;
const COS_36 = 0.8090169943749475f;
const SIN_36 = 0.5877852522924731f;
