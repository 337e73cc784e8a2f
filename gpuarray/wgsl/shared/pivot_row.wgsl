// The choice of a pivot: the largest item, of equal ones the first.
//
// needs: const WG; params.rows, params.columns; the numbers and `work` (numbers_*)
var<workgroup> best: array<real, WG>;
var<workgroup> best_row: array<u32, WG>;

// The first row from k on with the largest item in column k.
fn pivot_row(lid: u32, at: u32, k: u32) -> u32 {
    best_row[lid] = k;
    best[lid] = magnitude(item(at + k * params.columns + k));
    for (var i = k + 1u + lid; i < params.rows; i += WG) {
        let size = magnitude(item(at + i * params.columns + k));
        if size > best[lid] { best[lid] = size; best_row[lid] = i; }
    }
    for (var half = WG / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        let other = lid + half;
        if lid < half && (best[other] > best[lid]
            || (best[other] == best[lid] && best_row[other] < best_row[lid])) {
            best[lid] = best[other];
            best_row[lid] = best_row[other];
        }
    }
    return workgroupUniformLoad(&best_row[0]);
}
