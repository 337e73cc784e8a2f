// The pass of fft_pass for any radix, by its definition: sums of `radix` products.
//
// needs: const WG; the numbers (fft_c64, fft_c128)
// grid:  one invocation an item
//!use grid
//!use fft_rows

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let g = flat_id(wg, nwg) * WG + lid;
    if g >= params.count { return; }
    let r = g % params.inner;
    let of_row = g / params.inner;
    let n = params.length;
    let row = of_row / n * n;
    let place = of_row % n;
    let group = params.done * params.radix;
    let turn = place % group * params.rest;  // below n
    let i = place / group * params.done + place % params.done;
    let src_step = n / params.radix * params.inner;
    var at = (row + i) * params.inner + r;
    var sum = read_item(at);
    var e = 0u;
    for (var l = 1u; l < params.radix; l++) {
        at += src_step;
        e += turn;
        if e >= n { e -= n; }
        sum += turned(read_item(at), e);
    }
    write_item(g, sum);
}
