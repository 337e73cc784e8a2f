// work[s], an upper triangle U and the columns B beside it, gets U^-1 B in the place of B:
// steps first..last-1, from the last row up.
//
// needs: const WG; the numbers and `work` (numbers_*)
// grid:  one workgroup a matrix
//!use grid

struct Params { count: u32, base: u32, rows: u32, columns: u32, first: u32, last: u32, zero: u32 }

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
    let width = c - n;
    for (var step = params.first; step < params.last; step++) {
        let k = n - 1u - step;
        let pivot = item(at + k * c + k);
        for (var j = n + lid; j < c; j += WG) {
            set_item(at + k * c + j, over(item(at + k * c + j), pivot));
        }
        storageBarrier();
        for (var e = lid; e < k * width; e += WG) {
            let row = at + e / width * c;
            let j = n + e % width;
            set_item(row + j, item(row + j) - times(item(row + k), item(at + k * c + j)));
        }
        storageBarrier();
    }
}
