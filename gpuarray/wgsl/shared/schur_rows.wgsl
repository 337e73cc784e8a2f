// Rows and columns of H, and where it falls apart.
//
// needs: params; the numbers and `work` (numbers_*)
var<workgroup> reflection: array<num, 4>;

fn at(a: u32, i: u32, j: u32) -> u32 { return a + i * params.rows + j; }

// The first of the rows that hang together with row `high`; the item before it, which is
// negligible beside its neighbours on the diagonal, becomes zero.
fn together_from(a: u32, high: u32) -> u32 {
    for (var l = high; l > 0u; l--) {
        var size = magnitude(item(at(a, l - 1u, l - 1u))) + magnitude(item(at(a, l, l)));
        if iszero(of_real(size)) { size = real_part(number(1.0)); }
        if magnitude(item(at(a, l, l - 1u))) <= (epsilon() + epsilon()) * size {
            set_item(at(a, l, l - 1u), number(0.0));
            return l;
        }
    }
    return 0u;
}
