// Eight values of two words of each lane change places with other lanes', the low words first.
//
// needs: struct Eight; fn packed(a: acc) -> vec2u; fn unpacked(bits: vec2u) -> acc
//!use turn_words
fn to_lanes(lid: u32, v: Eight) -> Eight {
    let low = words_to_lanes(lid, low_words(v));
    return eight(low, words_to_lanes(lid, high_words(v)));
}

fn to_rows(lid: u32, v: Eight) -> Eight {
    let low = words_to_rows(lid, low_words(v));
    return eight(low, words_to_rows(lid, high_words(v)));
}

fn low_words(v: Eight) -> Words {
    return Words(
        packed(v.a).x, packed(v.b).x, packed(v.c).x, packed(v.d).x,
        packed(v.e).x, packed(v.f).x, packed(v.g).x, packed(v.h).x,
    );
}

fn high_words(v: Eight) -> Words {
    return Words(
        packed(v.a).y, packed(v.b).y, packed(v.c).y, packed(v.d).y,
        packed(v.e).y, packed(v.f).y, packed(v.g).y, packed(v.h).y,
    );
}

fn eight(l: Words, h: Words) -> Eight {
    return Eight(
        unpacked(vec2u(l.a, h.a)),
        unpacked(vec2u(l.b, h.b)),
        unpacked(vec2u(l.c, h.c)),
        unpacked(vec2u(l.d, h.d)),
        unpacked(vec2u(l.e, h.e)),
        unpacked(vec2u(l.f, h.f)),
        unpacked(vec2u(l.g, h.g)),
        unpacked(vec2u(l.h, h.h)),
    );
}
