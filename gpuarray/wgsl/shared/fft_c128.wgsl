// The items of a transform: complex128.
alias num = C128;
alias real = f64;

@group(0) @binding(0) var<storage, read> src: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> dst: array<vec4u>;
@group(0) @binding(2) var<storage, read> table: array<vec4u>;

fn src_item(i: u32) -> num { return unpack_c128(src[i]); }
fn set_dst_item(i: u32, a: num) { dst[i] = pack_c128(a); }
fn table_item(i: u32) -> num { return unpack_c128(table[i]); }
fn scale(low: u32, high: u32) -> real { return unpack_f64(vec2u(low, high)); }
fn zero() -> num { return num(); }

const HALF = 0.5lf;
const SIN_60 = 0.8660254037844386lf;
const COS_45 = 0.7071067811865476lf;
const COS_72 = 0.30901699437494745lf;
const SIN_72 = 0.9510565162951535lf;
const COS_36 = 0.8090169943749475lf;
const SIN_36 = 0.5877852522924731lf;
