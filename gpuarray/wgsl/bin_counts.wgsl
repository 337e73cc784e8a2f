// total[low + b] += how many i of first..last-1 have bin(i) == low + b, for few b.
//
// A workgroup counts a span of items in workgroup memory, in `copies` counters a bin, so that
// neighbours with one bin do not wait for each other, and adds what it found to the total. Bins
// outside low..low + bins - 1 are left out. Whole numbers: the order of the additions does not show.
//
// needs: const WG, SIZE (at least bins * copies); fn bin(i: u32) -> u32
// grid:  one workgroup per span of `span` items, a multiple of 4 WG
//!use grid

struct Params {
    first: u32, last: u32, span: u32, spans: u32, low: u32, bins: u32, copies: u32, zero: u32
}

@group(0) @binding(0) var<storage, read_write> total: array<atomic<u32>>;
@group(0) @binding(1) var<uniform> params: Params;

var<workgroup> counts: array<atomic<u32>, SIZE>;

fn tally(number: u32, wanted: bool, copy: u32) {
    let b = number - params.low;
    if wanted && b < params.bins { atomicAdd(&counts[b * params.copies + copy], 1u); }
}

@compute @workgroup_size(WG)
fn main(
    @builtin(workgroup_id) wg: vec3u,
    @builtin(num_workgroups) nwg: vec3u,
    @builtin(local_invocation_index) lid: u32,
) {
    let t = flat_id(wg, nwg);
    if t >= params.spans { return; }
    for (var k = lid; k < SIZE; k += WG) { atomicStore(&counts[k], 0u); }
    workgroupBarrier();
    let start = params.first + t * params.span;
    let end = min(params.last - start, params.span) + start - 1u; // the last item
    let copy = lid % params.copies;
    for (var k = start + lid; k <= end; k += 4u * WG) {
        let a = bin(k);
        let b = bin(min(k + WG, end));
        let c = bin(min(k + 2u * WG, end));
        let d = bin(min(k + 3u * WG, end));
        tally(a, true, copy);
        tally(b, k + WG <= end, copy);
        tally(c, k + 2u * WG <= end, copy);
        tally(d, k + 3u * WG <= end, copy);
    }
    workgroupBarrier();
    for (var b = lid; b < params.bins; b += WG) {
        var sum = 0u;
        for (var copy = 0u; copy < params.copies; copy++) {
            sum += atomicLoad(&counts[b * params.copies + copy]);
        }
        if sum > 0u { atomicAdd(&total[params.low + b], sum); }
    }
}
