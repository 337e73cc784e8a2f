// The items themselves are not wanted.
fn put_key(i: u32, low: u32, high: u32) {}
