// The 4 by 4 items of an invocation, and the panels they are made from.
//
// needs: Four, fn step_row (four_*); what matmul_tiles needs
struct Block { a: Four, b: Four, c: Four, d: Four }

var<workgroup> left_panel: array<Four, 17u * DEPTH>;
var<workgroup> right_panel: array<Four, 17u * DEPTH>;

fn step(c: Block, a: Four, b: Four) -> Block {
    return Block(
        step_row(c.a, a.x, b), step_row(c.b, a.y, b), step_row(c.c, a.z, b), step_row(c.d, a.w, b)
    );
}

// Items past the edges count as zero.
fn left_four(at: u32, m: u32, k: u32, last: u32) -> Four {
    let a = at + m * params.left_row + k * params.left_k;
    let jump = 16u * params.left_row;
    let rows = select(0u, params.rows, k < last);
    return Four(
        left_or_zero(a, m < rows),
        left_or_zero(a + jump, m + 16u < rows),
        left_or_zero(a + 2u * jump, m + 32u < rows),
        left_or_zero(a + 3u * jump, m + 48u < rows),
    );
}
fn right_four(at: u32, k: u32, n: u32, last: u32) -> Four {
    let b = at + k * params.right_k + n * params.right_column;
    let jump = 16u * params.right_column;
    let columns = select(0u, params.columns, k < last);
    return Four(
        right_or_zero(b, n < columns),
        right_or_zero(b + jump, n + 16u < columns),
        right_or_zero(b + 2u * jump, n + 32u < columns),
        right_or_zero(b + 3u * jump, n + 48u < columns),
    );
}
fn left_or_zero(at: u32, inside: bool) -> acc {
    if inside { return left_item(at); }
    return zero();
}
fn right_or_zero(at: u32, inside: bool) -> acc {
    if inside { return right_item(at); }
    return zero();
}

fn store_four(start: u32, m: u32, n: u32, c: Four) {
    if m >= params.rows { return; }
    let at = (start + m) * params.columns + n;
    if n < params.columns { store(at, c.x); }
    if n + 16u < params.columns { store(at + 16u, c.y); }
    if n + 32u < params.columns { store(at + 32u, c.z); }
    if n + 48u < params.columns { store(at + 48u, c.w); }
}
