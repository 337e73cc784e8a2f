// work[s] = (H, tau): m by n items become R above the diagonal and on it, below it the vectors
// v of the reflections I - tau v v^H (v[k] = 1) whose product is Q, and then their tau's.
// Columns first..last-1 are worked on: a dispatch must not run long.
//
// needs: const WG; the numbers and `work` (numbers_*)
// grid:  one workgroup a matrix
//!use grid
//!use block_sum

struct Params {
    count: u32, base: u32, stride: u32, rows: u32, columns: u32, first: u32, last: u32, zero: u32
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
    let at = params.base + matrix * params.stride;
    for (var k = params.first; k < params.last; k++) {
        var part = zero_real();
        for (var i = k + 1u + lid; i < m; i += WG) { part += squared(item(at + i * n + k)); }
        let below = block_sum(lid, part);
        let first = item(at + k * n + k);
        let length = root(squared(first) + below);
        let negative = real_part(first) < zero_real();
        let beta = of_real(select(-length, length, negative));
        let whole = iszero(of_real(below)) && !has_imaginary(first);
        var tau = number(0.0);
        if !whole { tau = over(beta - first, beta); }
        storageBarrier();
        if lid == 0u {
            set_item(at + m * n + k, tau);
            if !whole { set_item(at + k * n + k, beta); }
        }
        for (var i = k + 1u + lid; i < m; i += WG) {
            if !whole { set_item(at + i * n + k, over(item(at + i * n + k), first - beta)); }
        }
        storageBarrier();
        // A lane owns a column.
        for (var j = k + 1u + lid; j < n; j += WG) {
            var sum = item(at + k * n + j);
            for (var i = k + 1u; i < m; i++) {
                sum += times(conjugate(item(at + i * n + k)), item(at + i * n + j));
            }
            sum = times(conjugate(tau), sum);
            set_item(at + k * n + j, item(at + k * n + j) - sum);
            for (var i = k + 1u; i < m; i++) {
                set_item(at + i * n + j, item(at + i * n + j) - times(item(at + i * n + k), sum));
            }
        }
        storageBarrier();
    }
}
