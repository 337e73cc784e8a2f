// work[s] = (A, V, -, U, W, sigma): one-sided Jacobi. The columns of A, m by n, are rotated in
// pairs until they are orthogonal, and V, n by n, with them. sigma are their lengths, in
// descending order; the columns of U (m by n) and W (n by n) are those of A / sigma and of V
// in that order; columns of length 0 stay 0. marks[s] = (1 where the rotations did not end, -).
//
// needs: const WG; the numbers and `work` (numbers_*)
// grid:  one workgroup a matrix
//!use grid
//!use block_sum
//!use jacobi_sweeps
//!use jacobi_svd_meet
//!use jacobi_svd_ranked

struct Params {
    count: u32, base: u32, stride: u32, marks_at: u32, rows: u32, columns: u32,
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
    let m = params.rows;
    let n = params.columns;
    let a = params.base + matrix * params.stride;
    let v = a + m * n;
    let mark = params.marks_at + 2u * matrix;
    if params.stage == START {
        start_turning(lid, v, n, mark);
        return;
    }
    if params.stage == FINISH {
        write_ranked(lid, a, v, v + n * n);
        return;
    }
    if !still_turning(lid, mark) { return; }
    var part = zero_real();
    for (var e = lid; e < m * n; e += WG) { part += squared(item(a + e)); }
    let nought = root(block_sum(lid, part)) * epsilon() * real(4.0);
    var more = 1u;
    for (var sweep = 0u; sweep < params.sweeps && more == 1u; sweep++) {
        begin_sweep(lid, mark);
        for (var round = params.first; round < params.last; round++) {
            for (var r = lid; r < (n + 1u) / 2u; r += WG) {
                let pair = pair_of(n, round, r);
                if pair.q < n && meet(a, v, pair, nought) { atomicStore(&turned, 1u); }
            }
            storageBarrier();
        }
        more = end_sweep(lid, n);
    }
    keep_turning(lid, mark, more);
}
