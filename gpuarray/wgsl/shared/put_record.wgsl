// A unit is one word of the output: part of one record, or of two or more where a
// record is no whole number of words.
//
// needs: const ITEM (bytes of a record); fn load(i: u32, k: u32) -> u32
fn made(unit: u32) -> u32 {
    if ITEM % 4u == 0u {
        return load(unit / (ITEM / 4u), unit % (ITEM / 4u));
    }
    var item = 4u * unit / ITEM;
    var byte = 4u * unit % ITEM;
    var word = 0u;
    for (var k = 0u; k < 4u; k++) {
        if item < params.n {
            word |= ((load(item, byte >> 2u) >> ((byte & 3u) * 8u)) & 0xffu) << (k * 8u);
        }
        byte++;
        if byte == ITEM {
            byte = 0u;
            item++;
        }
    }
    return word;
}

fn put(unit: u32, word: u32) { dst[unit - params.base] = word; }
