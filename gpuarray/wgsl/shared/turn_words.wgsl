// Eight words of each lane change places with other lanes': word j of lane l is word number
// l + WG j of all on the one side, word number 8 l + j on the other.
//
// needs: const WG = 256
struct Words { a: u32, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32, h: u32 }

var<workgroup> stage: array<u32, 8u * WG>;

// The exclusive or spreads the words 8, 16, .. over the banks of the memory.
fn staged(r: u32) -> u32 { return r ^ ((r >> 5u) & 7u); }

fn words_to_lanes(lid: u32, w: Words) -> Words {
    stage[staged(lid)] = w.a;
    stage[staged(lid + 1u * WG)] = w.b;
    stage[staged(lid + 2u * WG)] = w.c;
    stage[staged(lid + 3u * WG)] = w.d;
    stage[staged(lid + 4u * WG)] = w.e;
    stage[staged(lid + 5u * WG)] = w.f;
    stage[staged(lid + 6u * WG)] = w.g;
    stage[staged(lid + 7u * WG)] = w.h;
    workgroupBarrier();
    let found = Words(
        stage[staged(8u * lid)],
        stage[staged(8u * lid + 1u)],
        stage[staged(8u * lid + 2u)],
        stage[staged(8u * lid + 3u)],
        stage[staged(8u * lid + 4u)],
        stage[staged(8u * lid + 5u)],
        stage[staged(8u * lid + 6u)],
        stage[staged(8u * lid + 7u)],
    );
    workgroupBarrier();
    return found;
}

fn words_to_rows(lid: u32, w: Words) -> Words {
    stage[staged(8u * lid)] = w.a;
    stage[staged(8u * lid + 1u)] = w.b;
    stage[staged(8u * lid + 2u)] = w.c;
    stage[staged(8u * lid + 3u)] = w.d;
    stage[staged(8u * lid + 4u)] = w.e;
    stage[staged(8u * lid + 5u)] = w.f;
    stage[staged(8u * lid + 6u)] = w.g;
    stage[staged(8u * lid + 7u)] = w.h;
    workgroupBarrier();
    let found = Words(
        stage[staged(lid)],
        stage[staged(lid + 1u * WG)],
        stage[staged(lid + 2u * WG)],
        stage[staged(lid + 3u * WG)],
        stage[staged(lid + 4u * WG)],
        stage[staged(lid + 5u * WG)],
        stage[staged(lid + 6u * WG)],
        stage[staged(lid + 7u * WG)],
    );
    workgroupBarrier();
    return found;
}
