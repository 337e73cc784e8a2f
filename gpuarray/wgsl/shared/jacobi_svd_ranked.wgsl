// The end of jacobi_svd: U, W and sigma, which follow the lengths, in descending order.
//
// needs: const WG; params.rows, params.columns; the numbers and `work` (numbers_*)
fn write_ranked(lid: u32, a: u32, v: u32, lengths: u32) {
    let m = params.rows;
    let n = params.columns;
    let u = lengths + n;
    let w = u + m * n;
    let sigma = w + n * n;
    for (var j = lid; j < n; j += WG) {
        var sum = zero_real();
        for (var i = 0u; i < m; i++) { sum += squared(item(a + i * n + j)); }
        set_item(lengths + j, of_real(root(sum)));
    }
    storageBarrier();
    for (var j = lid; j < n; j += WG) {
        let length = real_part(item(lengths + j));
        var rank = 0u;
        for (var i = 0u; i < n; i++) {
            let other = real_part(item(lengths + i));
            if other > length || (other == length && i < j) { rank++; }
        }
        set_item(sigma + rank, of_real(length));
        let none = iszero(of_real(length));
        for (var i = 0u; i < m; i++) {
            var x = number(0.0);
            if !none { x = over(item(a + i * n + j), of_real(length)); }
            set_item(u + i * n + rank, x);
        }
        for (var i = 0u; i < n; i++) { set_item(w + i * n + rank, item(v + i * n + j)); }
    }
}
