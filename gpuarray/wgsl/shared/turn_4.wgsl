// Eight values of one word of each lane change places with other lanes'.
//
// needs: struct Eight; fn packed(a: acc) -> u32; fn unpacked(bits: u32) -> acc
//!use turn_words
fn to_lanes(lid: u32, v: Eight) -> Eight { return eight(words_to_lanes(lid, words(v))); }
fn to_rows(lid: u32, v: Eight) -> Eight { return eight(words_to_rows(lid, words(v))); }

fn words(v: Eight) -> Words {
    return Words(
        packed(v.a), packed(v.b), packed(v.c), packed(v.d),
        packed(v.e), packed(v.f), packed(v.g), packed(v.h),
    );
}

fn eight(w: Words) -> Eight {
    return Eight(
        unpacked(w.a), unpacked(w.b), unpacked(w.c), unpacked(w.d),
        unpacked(w.e), unpacked(w.f), unpacked(w.g), unpacked(w.h),
    );
}
