// Items whose source begins in the bound window of their buffer.
//
// needs: fn source(i: u32) -> u32, relative to the window (what lies below wraps)
fn wanted(i: u32) -> bool { return source(i) < params.window; }
