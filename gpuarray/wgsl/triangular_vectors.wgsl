// work[s] = (T, Y): the columns of Y are the eigenvectors of the triangular T, n by n; their
// last item that is not zero is 1, or less where others would grow large. A divisor that is
// next to zero beside the eigenvalue is replaced. A lane owns a column.
// Rows are worked on from the last to the first, in steps first..last-1.
//
// needs: const WG; the numbers and `work` (numbers_*)
// grid:  one workgroup a matrix
//!use grid

struct Params {
    count: u32, base: u32, stride: u32, rows: u32, first: u32, last: u32, zero: u32
}

@group(0) @binding(2) var<uniform> params: Params;

const LEAST = 0x1p-60f;
const MOST = 0x1p40f;

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let matrix = flat_id(wg, nwg);
    if matrix >= params.count { return; }
    let n = params.rows;
    let t = params.base + matrix * params.stride;
    let y = t + n * n;
    for (var step = params.first; step < params.last; step++) {
        let i = n - 1u - step;
        for (var k = lid; k < n; k += WG) {
            if k <= i {
                set_item(y + i * n + k, number(select(0.0, 1.0, k == i)));
                continue;
            }
            let value = item(t + k * n + k);
            var sum = number(0.0);
            for (var j = i + 1u; j <= k; j++) {
                sum += times(item(t + i * n + j), item(y + j * n + k));
            }
            var divisor = item(t + i * n + i) - value;
            let least = max((epsilon() + epsilon()) * magnitude(value), real_part(number(LEAST)));
            if magnitude(divisor) < least { divisor = of_real(least); }
            let found = -over(sum, divisor);
            set_item(y + i * n + k, found);
            let size = magnitude(found);
            if size > real_part(number(MOST)) {
                for (var j = i; j <= k; j++) {
                    set_item(y + j * n + k, over(item(y + j * n + k), of_real(size)));
                }
            }
        }
    }
}
