// What is carried from item to item, of four words each.
//
// needs: alias acc; fn packed(a: acc) -> vec4u; fn unpacked(bits: vec4u) -> acc
@group(0) @binding(2) var<storage, read_write> carries: array<u32>;

fn carried(i: u32) -> acc {
    let at = 4u * i;
    return unpacked(vec4u(carries[at], carries[at + 1u], carries[at + 2u], carries[at + 3u]));
}
fn carry(i: u32, a: acc) {
    let words = packed(a);
    carries[4u * i] = words.x;
    carries[4u * i + 1u] = words.y;
    carries[4u * i + 2u] = words.z;
    carries[4u * i + 3u] = words.w;
}
