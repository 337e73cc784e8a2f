// work[s] = L with L L^H = work[s], from the lower triangle of n by n items; above it zeros.
// Columns first..last-1 are worked on: a dispatch must not run long.
// marks[s] = 1 where a pivot is not positive, else 0.
//
// needs: const WG; the numbers and `work` (numbers_*)
// grid:  one workgroup a matrix
//!use grid

struct Params {
    count: u32, base: u32, marks_at: u32, rows: u32, first: u32, last: u32, zero: u32
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
    let at = params.base + matrix * n * n;
    var bad = 0u;
    if params.first > 0u { bad = marks[params.marks_at + matrix]; }
    for (var k = params.first; k < params.last; k++) {
        let square = real_part(item(at + k * n + k));
        if isbad(square) || !(square > zero_real()) { bad = 1u; }
        let pivot = root(square);
        storageBarrier();
        if lid == 0u { set_item(at + k * n + k, of_real(pivot)); }
        for (var i = k + 1u + lid; i < n; i += WG) {
            set_item(at + i * n + k, over(item(at + i * n + k), of_real(pivot)));
            set_item(at + k * n + i, number(0.0));
        }
        storageBarrier();
        let left = n - k - 1u;
        for (var e = lid; e < left * left; e += WG) {
            let i = k + 1u + e / left;
            let j = k + 1u + e % left;
            if j > i { continue; }
            let change = times(item(at + i * n + k), conjugate(item(at + j * n + k)));
            set_item(at + i * n + j, item(at + i * n + j) - change);
        }
        storageBarrier();
    }
    if lid == 0u { marks[params.marks_at + matrix] = bad; }
}
