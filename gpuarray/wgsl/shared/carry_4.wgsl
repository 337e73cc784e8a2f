// What is carried from item to item, of one word each.
//
// needs: alias acc; fn packed(a: acc) -> u32; fn unpacked(bits: u32) -> acc
@group(0) @binding(2) var<storage, read_write> carries: array<u32>;

fn carried(i: u32) -> acc { return unpacked(carries[i]); }
fn carry(i: u32, a: acc) { carries[i] = packed(a); }
