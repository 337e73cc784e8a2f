// Notes that some item of the tiles does not fit `quick`: none does so in most arrays.
//
// needs: fn quick_for(a: acc) -> bool; struct Four, Lines
@group(0) @binding(3) var<storage, read_write> doubts: array<atomic<u32>>;

fn note_doubt(q: Lines) {
    if !(fits(q.a) && fits(q.b) && fits(q.c) && fits(q.d)) { atomicStore(&doubts[0], 1u); }
}

fn fits(q: Four) -> bool {
    return (quick_for(q.a) && quick_for(q.b)) && (quick_for(q.c) && quick_for(q.d));
}
