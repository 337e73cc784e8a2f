// Every item is stored.
fn wanted(i: u32) -> bool { return true; }
