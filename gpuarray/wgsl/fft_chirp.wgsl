// dst[o, k] = k < used ? table[k] src[o, k] : 0, for rows of `length` items of src and of
// `wide` items of dst, `inner` apart. Bluestein's transform multiplies three times.
//
// needs: const WG; the numbers (fft_c64, fft_c128)
// grid:  one invocation an item of dst
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
    let k = of_row % params.wide;
    let row = of_row / params.wide;
    if k >= params.used {
        write_item(g, zero());
        return;
    }
    let item = read_item((row * params.length + k) * params.inner + r);
    write_item(g, times(item, table_item(k)));
}
