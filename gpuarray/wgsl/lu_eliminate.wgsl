// work[s] = U and what row operations make of the columns beside it: Gauss's elimination of
// rows by columns items (rows <= columns) with the largest pivot of each column.
// marks[s] = (1 where a pivot is zero, else 0; 1 where the rows were swapped an odd number of
// times, else 0). Columns first..last-1 are worked on: a dispatch must not run long.
//
// needs: const WG; the numbers and `work` (numbers_*)
// grid:  one workgroup a matrix
//!use grid
//!use pivot_row

struct Params {
    count: u32, base: u32, marks_at: u32, rows: u32, columns: u32, first: u32, last: u32, zero: u32
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
    let c = params.columns;
    let at = params.base + matrix * n * c;
    var singular = 0u;
    var swaps = 0u;
    if params.first > 0u {
        singular = marks[params.marks_at + 2u * matrix];
        swaps = marks[params.marks_at + 2u * matrix + 1u];
    }
    for (var k = params.first; k < params.last; k++) {
        let p = pivot_row(lid, at, k);
        if p != k {
            swaps ^= 1u;
            for (var j = k + lid; j < c; j += WG) {
                let a = item(at + k * c + j);
                set_item(at + k * c + j, item(at + p * c + j));
                set_item(at + p * c + j, a);
            }
        }
        storageBarrier();
        let pivot = item(at + k * c + k);
        let none = iszero(pivot);
        if none { singular = 1u; }
        for (var i = k + 1u + lid; i < n; i += WG) {
            let a = item(at + i * c + k);
            if !none { set_item(at + i * c + k, over(a, pivot)); }
        }
        storageBarrier();
        let width = c - k - 1u;
        for (var e = lid; e < (n - k - 1u) * width; e += WG) {
            let row = at + (k + 1u + e / width) * c;
            let j = k + 1u + e % width;
            set_item(row + j, item(row + j) - times(item(row + k), item(at + k * c + j)));
        }
        storageBarrier();
    }
    if lid == 0u {
        marks[params.marks_at + 2u * matrix] = singular;
        marks[params.marks_at + 2u * matrix + 1u] = swaps;
    }
}
