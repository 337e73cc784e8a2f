// Whether a tile needs op itself, where `quick` stands for it: some operand does not fit it.
//
// needs: fn quick_for(a: acc) -> bool; struct Four, Lines
var<workgroup> doubtful: atomic<u32>;
var<workgroup> verdict: u32;

fn doubt(q: Lines, before: acc, lid: u32) {
    let fits = fits_four(q.a) && fits_four(q.b) && fits_four(q.c) && fits_four(q.d);
    if !(fits && quick_for(before)) { atomicStore(&doubtful, 1u); }
}

fn fits_four(q: Four) -> bool {
    return quick_for(q.a) && quick_for(q.b) && quick_for(q.c) && quick_for(q.d);
}

// For the whole workgroup; has barriers. At least one must lie after the doubts.
fn care_needed(lid: u32) -> bool {
    if QUICK == 0u {
        workgroupBarrier();
        return false;
    }
    if lid == 0u { verdict = atomicLoad(&doubtful); }
    return workgroupUniformLoad(&verdict) != 0u;
}
