// work[s] = (H, tau, Q): the first `wide` columns of Q, m by wide, from the reflections that
// householder left in H (m by n) and tau. A lane owns a column.
// Steps first..last-1 are worked on, from the last reflection to the first.
//
// needs: const WG; the numbers and `work` (numbers_*)
// grid:  one workgroup a matrix
//!use grid

struct Params {
    count: u32, base: u32, stride: u32, rows: u32, columns: u32, wide: u32,
    first: u32, last: u32, zero: u32
}

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
    let w = params.wide;
    let least = min(m, n);
    let at = params.base + matrix * params.stride;
    let taus = at + m * n;
    let q = taus + least;
    for (var j = lid; j < w; j += WG) {
        for (var i = 0u; i < m && params.first == 0u; i++) {
            set_item(q + i * w + j, number(select(0.0, 1.0, i == j)));
        }
        for (var step = params.first; step < params.last; step++) {
            let k = least - 1u - step;
            if k > j { continue; }  // it would leave the column alone
            var sum = item(q + k * w + j);
            for (var i = k + 1u; i < m; i++) {
                sum += times(conjugate(item(at + i * n + k)), item(q + i * w + j));
            }
            sum = times(item(taus + k), sum);
            set_item(q + k * w + j, item(q + k * w + j) - sum);
            for (var i = k + 1u; i < m; i++) {
                set_item(q + i * w + j, item(q + i * w + j) - times(item(at + i * n + k), sum));
            }
        }
    }
}
