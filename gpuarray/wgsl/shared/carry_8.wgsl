// What is carried from item to item, of two words each.
//
// needs: alias acc; fn packed(a: acc) -> vec2u; fn unpacked(bits: vec2u) -> acc
@group(0) @binding(2) var<storage, read_write> carries: array<u32>;

fn carried(i: u32) -> acc { return unpacked(vec2u(carries[2u * i], carries[2u * i + 1u])); }
fn carry(i: u32, a: acc) {
    let words = packed(a);
    carries[2u * i] = words.x;
    carries[2u * i + 1u] = words.y;
}
