// work[s] = (A, V, turns, W, w): cyclic Jacobi. Rotations of rows and columns in pairs make the
// Hermitian A, n by n, diagonal, and V gathers them. w are the diagonal's items in ascending
// order, the columns of W those of V in that order.
// marks[s] = (1 where the rotations did not end, -).
//
// needs: const WG; the numbers and `work` (numbers_*)
// grid:  one workgroup a matrix
//!use grid
//!use round_robin
//!use rotation
//!use block_sum
//!use jacobi_sweeps
//!use jacobi_eigh_turns

struct Params {
    count: u32, base: u32, stride: u32, marks_at: u32, rows: u32,
    stage: u32, sweeps: u32, first: u32, last: u32, zero: u32
}

@group(0) @binding(1) var<storage, read_write> marks: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let matrix = flat_id(wg, nwg);
    if matrix >= params.count { return; }
    let n = params.rows;
    let a = params.base + matrix * params.stride;
    let v = a + n * n;
    let turns = v + n * n;
    let mark = params.marks_at + 2u * matrix;
    if params.stage == START {
        start_turning(lid, v, n, mark);
        return;
    }
    if params.stage == FINISH {
        write_ascending(lid, a, v, turns);
        return;
    }
    if !still_turning(lid, mark) { return; }
    var part = zero_real();
    for (var e = lid; e < n * n; e += WG) { part += squared(item(a + e)); }
    let noise = root(block_sum(lid, part)) * epsilon() / real(n);
    var more = 1u;
    for (var sweep = 0u; sweep < params.sweeps && more == 1u; sweep++) {
        begin_sweep(lid, mark);
        for (var round = params.first; round < params.last; round++) {
            if choose_turns(lid, a, turns, round, noise) { atomicStore(&turned, 1u); }
            storageBarrier();
            turn_rows(lid, a, turns, round);
            storageBarrier();
            turn_columns(lid, a, turns, round);
            turn_columns(lid, v, turns, round);
            storageBarrier();
        }
        more = end_sweep(lid, n);
    }
    keep_turning(lid, mark, more);
}

// W and w: the columns of V by the rank of their diagonal item.
fn write_ascending(lid: u32, a: u32, v: u32, turns: u32) {
    let n = params.rows;
    let w = turns + n + (n & 1u);
    for (var j = lid; j < n; j += WG) {
        let value = real_part(item(a + j * n + j));
        var rank = 0u;
        for (var i = 0u; i < n; i++) {
            let other = real_part(item(a + i * n + i));
            if other < value || (other == value && i < j) { rank++; }
        }
        set_item(w + n * n + rank, of_real(value));
        for (var i = 0u; i < n; i++) { set_item(w + i * n + rank, item(v + i * n + j)); }
    }
}
