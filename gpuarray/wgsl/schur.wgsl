// work[s] = (H, Z): the QR algorithm with two shifts at once (Francis) makes the Hessenberg H
// triangular, but for blocks of two rows where real numbers have no roots, and Z gathers what
// it is rotated by. Rounds first..last-1 are done: each splits what is ready off the end, or
// sweeps once over the rows that hang together there.
// marks[s] = (1 until all is split off; rows that are left; sweeps since the last split).
//
// needs: const WG; the numbers and `work` (numbers_*)
// grid:  one workgroup a matrix
//!use grid
//!use schur_rows
//!use schur_shifts
//!use schur_sweep
//!use schur_split

struct Params {
    count: u32, base: u32, stride: u32, marks_at: u32, rows: u32, vectors: u32,
    fresh: u32, first: u32, last: u32, zero: u32
}

@group(0) @binding(1) var<storage, read_write> marks: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

struct Task { what: u32, low: u32, high: u32, sweeps: u32 }
const NOTHING = 0u;
const NEXT = 1u;
const SPLIT = 2u;
const SWEEP = 3u;

var<workgroup> task: Task;

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let matrix = flat_id(wg, nwg);
    if matrix >= params.count { return; }
    let a = params.base + matrix * params.stride;
    let mark = params.marks_at + 3u * matrix;
    if lid == 0u && params.fresh == 1u && params.first == 0u {
        marks[mark + 1u] = params.rows;
        marks[mark + 2u] = 0u;
    }
    for (var round = params.first; round < params.last; round++) {
        if lid == 0u { choose_task(a, mark); }
        let now = workgroupUniformLoad(&task);
        if now.what == NOTHING { break; }
        if now.what == SPLIT { split(lid, a, now.high); }
        if now.what == SWEEP { sweep(lid, a, now); }
        storageBarrier();
    }
}

// Of lane 0: what to do with the rows that are left.
fn choose_task(a: u32, mark: u32) {
    let left = marks[mark + 1u];
    marks[mark] = select(0u, 1u, left > 0u);
    task = Task(NOTHING, 0u, 0u, marks[mark + 2u]);
    if left == 0u { return; }
    let high = left - 1u;
    let low = together_from(a, high);
    marks[mark + 2u] = 0u;
    task = Task(NEXT, low, high, task.sweeps);
    if high - low > 1u {
        task.what = SWEEP;
        marks[mark + 2u] = task.sweeps + 1u;
        return;
    }
    if low < high { task.what = SPLIT; }
    marks[mark + 1u] = low;
    if low == 0u { marks[mark] = 0u; }
}
