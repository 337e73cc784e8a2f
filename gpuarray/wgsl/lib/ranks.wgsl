// A value's rank and its place in one u64 key: the largest key is the first of the best values.
// A rank is a u32 that orders like the value, with NaN above all; a reverse rank orders the other
// way, with NaN above all too.

fn rank_bool(a: bool) -> u32 { return u32(a); }
fn rank_u32(a: u32) -> u32 { return a; }
fn rank_i32(a: i32) -> u32 { return bitcast<u32>(a) ^ 0x80000000u; }
fn rank_f32(a: f32) -> u32 {
    return select(rank_i32(key_f32(a)), 0xffffffffu, isnan_f32(a));
}
fn reverse_rank_bool(a: bool) -> u32 { return u32(!a); }
fn reverse_rank_u32(a: u32) -> u32 { return ~a; }
fn reverse_rank_i32(a: i32) -> u32 { return ~rank_i32(a); }
fn reverse_rank_f32(a: f32) -> u32 {
    return select(~rank_i32(key_f32(a)), 0xffffffffu, isnan_f32(a));
}

// Of equal ranks the smaller place has the larger key.
fn ranked_place(rank: u32, place: u32) -> U64 { return unpack_u64(vec2u(~place, rank)); }
fn place_of_ranked(key: U64) -> u32 { return ~pack_u64(key).x; }
