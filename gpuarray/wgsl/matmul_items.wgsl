// dst[p, s, m, n] = sum over the k of part p, in order, of left[s, m, k] right[s, k, n]
// (s numbers the matrices of a stack): one invocation an item, for thin or small matrices.
//
// needs: alias acc; const WG; fn fused(c: acc, a: acc, b: acc) -> acc (c + a b);
//        fn zero() -> acc; fn left_at(s: u32) -> u32, fn right_at (bytes before a matrix);
//        fn left_item(at: u32) -> acc, fn right_item (factors_*); fn store (out_*)
// grid:  one workgroup per WG items
//!use grid
//!use matmul_params

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let item = flat_id(wg, nwg) * WG + lid;
    let size = params.rows * params.columns;
    let product = item / size;
    let part = product / params.matrices;
    if part >= params.parts { return; }
    let matrix = product % params.matrices;
    let row = item % size / params.columns;
    let column = item % params.columns;
    var k = part * params.part;
    let last = min(k + params.part, params.depth);
    var a = left_at(matrix) + row * params.left_row + k * params.left_k;
    var b = right_at(matrix) + column * params.right_column + k * params.right_k;
    let da = params.left_k;
    let db = params.right_k;
    var sum = zero();
    for (; k + 4u <= last; k += 4u) {
        let a0 = left_item(a);
        let a1 = left_item(a + da);
        let a2 = left_item(a + 2u * da);
        let a3 = left_item(a + 3u * da);
        let b0 = right_item(b);
        let b1 = right_item(b + db);
        let b2 = right_item(b + 2u * db);
        let b3 = right_item(b + 3u * db);
        sum = fused(fused(fused(fused(sum, a0, b0), a1, b1), a2, b2), a3, b3);
        a += 4u * da;
        b += 4u * db;
    }
    for (; k < last; k++) {
        sum = fused(sum, left_item(a), right_item(b));
        a += da;
        b += db;
    }
    store(item, sum);
}
