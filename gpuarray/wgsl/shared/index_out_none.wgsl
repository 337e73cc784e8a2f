// The numbers of the items are not wanted.
fn put_index(i: u32, index: u32) {}
