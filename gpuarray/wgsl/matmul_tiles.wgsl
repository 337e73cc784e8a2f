// dst[p, s, m, n] = sum over the k of part p, in order, of left[s, m, k] right[s, k, n]
// (s numbers the matrices of a stack).
//
// A workgroup makes a tile of 64 by 64 items; an invocation 4 by 4 of them, 16 apart, in
// registers. Panels of DEPTH k's go through workgroup memory: place (k, g) of a panel holds
// the Four of rows or columns g, g + 16, g + 32, g + 48. The 17th place of each k is never
// used: it spreads neighbours in k over the banks.
//
// needs: alias acc; const DEPTH; fn fused(c: acc, a: acc, b: acc) -> acc (c + a b);
//        fn zero() -> acc; fn left_at(s: u32) -> u32, fn right_at (bytes before a matrix);
//        fn left_item(at: u32) -> acc, fn right_item (factors_*); fn store (out_*)
// grid:  one workgroup of 256 per tile, matrix and part
//!use grid
//!use matmul_params
//!use matmul_block

@compute @workgroup_size(256)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let number = flat_id(wg, nwg);
    let across = (params.columns + 63u) / 64u;
    let tiles = across * ((params.rows + 63u) / 64u);
    if number >= tiles * params.matrices * params.parts { return; }
    let row = number % tiles / across * 64u;
    let column = number % tiles % across * 64u;
    let matrix = number / tiles % params.matrices;
    let first = number / tiles / params.matrices * params.part;
    let last = min(first + params.part, params.depth);

    // Neighbours read neighbours in memory: along k or along the other axis.
    let along = vec2u(lid % DEPTH, lid / DEPTH);
    let beside = vec2u(lid / 16u, lid % 16u);
    let a = select(beside, along, params.left_along == 1u);
    let b = select(beside, along, params.right_along == 1u);
    let a_at = left_at(matrix);
    let b_at = right_at(matrix);
    let x = lid % 16u;
    let y = lid / 16u;
    let none = Four(zero(), zero(), zero(), zero());
    var block = Block(none, none, none, none);
    for (var k = first; k < last; k += DEPTH) {
        if lid < 16u * DEPTH {
            left_panel[a.x * 17u + a.y] = left_four(a_at, row + a.y, k + a.x, last);
            right_panel[b.x * 17u + b.y] = right_four(b_at, k + b.x, column + b.y, last);
        }
        workgroupBarrier();
        for (var j = 0u; j < 17u * DEPTH; j += 68u) {
            block = step(block, left_panel[j + y], right_panel[j + x]);
            block = step(block, left_panel[j + 17u + y], right_panel[j + 17u + x]);
            block = step(block, left_panel[j + 34u + y], right_panel[j + 34u + x]);
            block = step(block, left_panel[j + 51u + y], right_panel[j + 51u + x]);
        }
        workgroupBarrier();
    }
    let start = number / tiles * params.rows;
    store_four(start, row + y, column + x, block.a);
    store_four(start, row + y + 16u, column + x, block.b);
    store_four(start, row + y + 32u, column + x, block.c);
    store_four(start, row + y + 48u, column + x, block.d);
}
