// work[s] = (A, Z): A, n by n, becomes Z^H A Z with zeros below the diagonal's neighbours, and
// Z the product of the reflections that do it. One of them, I - tau v v^H, clears a column;
// its v stands there meanwhile. Columns first..last-1 are worked on.
//
// needs: const WG; the numbers and `work` (numbers_*)
// grid:  one workgroup a matrix
//!use grid
//!use block_sum

struct Params {
    count: u32, base: u32, stride: u32, rows: u32, vectors: u32, first: u32, last: u32, zero: u32
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
    let n = params.rows;
    let a = params.base + matrix * params.stride;
    let z = a + n * n;
    if params.first == 0u && params.vectors == 1u {
        for (var e = lid; e < n * n; e += WG) {
            set_item(z + e, number(select(0.0, 1.0, e / n == e % n)));
        }
    }
    for (var k = params.first; k < min(params.last, max(n, 2u) - 2u); k++) {
        let p = k + 1u;  // the row that keeps what the rows below lose
        var part = zero_real();
        for (var i = p + 1u + lid; i < n; i += WG) { part += squared(item(a + i * n + k)); }
        let below = block_sum(lid, part);
        let head = item(a + p * n + k);
        let length = root(squared(head) + below);
        let beta = of_real(select(-length, length, real_part(head) < zero_real()));
        let clear = iszero(of_real(below));
        var tau = number(0.0);
        if !clear { tau = over(beta - head, beta); }
        storageBarrier();
        for (var i = p + 1u + lid; i < n; i += WG) {
            if !clear { set_item(a + i * n + k, over(item(a + i * n + k), head - beta)); }
        }
        if lid == 0u && !clear { set_item(a + p * n + k, beta); }
        storageBarrier();
        for (var j = p + lid; j < n; j += WG) {  // a lane owns a column
            var sum = item(a + p * n + j);
            for (var i = p + 1u; i < n; i++) {
                sum += times(conjugate(item(a + i * n + k)), item(a + i * n + j));
            }
            sum = times(conjugate(tau), sum);
            set_item(a + p * n + j, item(a + p * n + j) - sum);
            for (var i = p + 1u; i < n; i++) {
                set_item(a + i * n + j, item(a + i * n + j) - times(item(a + i * n + k), sum));
            }
        }
        storageBarrier();
        for (var i = lid; i < n; i += WG) {  // and then a row
            reflect_row(a + i * n, a, k, tau);
            if params.vectors == 1u { reflect_row(z + i * n, a, k, tau); }
        }
        storageBarrier();
        for (var i = p + 1u + lid; i < n; i += WG) { set_item(a + i * n + k, number(0.0)); }
        storageBarrier();
    }
}

fn reflect_row(row: u32, a: u32, k: u32, tau: num) {
    let n = params.rows;
    var sum = item(row + k + 1u);
    for (var j = k + 2u; j < n; j++) { sum += times(item(row + j), item(a + j * n + k)); }
    sum = times(sum, tau);
    set_item(row + k + 1u, item(row + k + 1u) - sum);
    for (var j = k + 2u; j < n; j++) {
        set_item(row + j, item(row + j) - times(sum, conjugate(item(a + j * n + k))));
    }
}
