// One pass of Stockham's transform over rows of n = done radix rest items, `inner` apart:
//   dst[o, done radix u + done j + k] = sum over l < radix of
//       W^(l k rest) w^(l j) src[o, l n / radix + done u + k],    k < done, u < rest, j < radix
// where W is the n-th and w the radix-th root of unity, exp(-2 pi i / n). After the pass `done`
// is radix times as large; done = n ends the transform, in order.
//
// needs: const WG; fn butterfly(at: Butterfly) (fft_radix_*); the numbers (fft_c64, fft_c128)
// grid:  one invocation a butterfly of `radix` items
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
    let per_row = params.length / params.radix;
    let row = of_row / per_row * params.length;
    let i = of_row % per_row;
    let k = i % params.done;
    var at: Butterfly;
    at.src = (row + i) * params.inner + r;
    at.src_step = per_row * params.inner;
    at.dst = (row + (i - k) * params.radix + k) * params.inner + r;
    at.dst_step = params.done * params.inner;
    at.turn = k * params.rest;
    butterfly(at);
}
