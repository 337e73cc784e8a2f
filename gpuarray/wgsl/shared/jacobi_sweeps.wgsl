// Sweeps of rotations that may be cut into dispatches, since none must run long: rounds
// first..last-1 of one sweep, or `sweeps` whole ones. marks[mark] = (1 until a sweep turned
// nothing; whether the sweep under way did).
//
// needs: params; marks; the numbers and `work` (numbers_*); round_robin
const START = 1u;
const FINISH = 2u;

var<workgroup> turned: atomic<u32>;
var<workgroup> going: u32;

fn start_turning(lid: u32, v: u32, n: u32, mark: u32) {
    for (var e = lid; e < n * n; e += WG) {
        set_item(v + e, number(select(0.0, 1.0, e / n == e % n)));
    }
    if lid == 0u {
        marks[mark] = 1u;
        marks[mark + 1u] = 0u;
    }
}

fn still_turning(lid: u32, mark: u32) -> bool {
    if lid == 0u { going = marks[mark]; }
    return workgroupUniformLoad(&going) == 1u;
}

fn begin_sweep(lid: u32, mark: u32) {
    if lid == 0u { atomicStore(&turned, select(marks[mark + 1u], 0u, params.first == 0u)); }
    workgroupBarrier();
}

// Whether another sweep is needed; a sweep that is not at its end needs its rest.
fn end_sweep(lid: u32, n: u32) -> u32 {
    workgroupBarrier();
    if lid == 0u { going = select(1u, atomicLoad(&turned), params.last == rounds(n)); }
    return workgroupUniformLoad(&going);
}

fn keep_turning(lid: u32, mark: u32, more: u32) {
    if lid == 0u {
        marks[mark] = more;
        marks[mark + 1u] = atomicLoad(&turned);
    }
}
