// dst = the grid (x, y, 1) of a dispatch over the first `count` items, folded into two dimensions,
// then the last item, the last unit and the number of groups.
//
//   items = min(row * count[word], stop)        units = ceil(items * num / den)
//   groups = ceil((units - first) / group), at least `least`, each of `times` workgroups
//
// needs: nothing
// grid:  one invocation

struct Params {
    word: u32, row: u32, stop: u32, num: u32, den: u32, first: u32, group: u32, least: u32,
    times: u32,
}

@group(0) @binding(0) var<storage, read_write> dst: array<u32>;
@group(0) @binding(1) var<uniform> params: Params;
@group(0) @binding(2) var<storage, read> count: array<u32>;

const MOST: u32 = 65535u; // workgroups of one dimension

@compute @workgroup_size(1)
fn main() {
    // row * count cannot pass 2^32: it is not more than the items of the array.
    let items = min(params.row * count[params.word], params.stop);
    let whole = items / params.den * params.num;
    let units = whole + ((items % params.den) * params.num + params.den - 1u) / params.den;
    let left = max(units, params.first) - params.first;
    let rest = u32(left % params.group > 0u); // group - 1 added to left could pass 2^32
    let groups = max(left / params.group + rest, params.least);
    let all = groups * params.times;
    let y = clamp(all / MOST + u32(all % MOST > 0u), 1u, MOST); // not more than MOST * MOST
    dst[0] = min(all / y + u32(all % y > 0u), MOST);
    dst[1] = y;
    dst[2] = 1u;
    dst[3] = items;
    dst[4] = units;
    dst[5] = groups;
}
