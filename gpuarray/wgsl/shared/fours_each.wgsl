// Four adjacent items, one by one: rows do not begin at whole vectors of four.
fn store_four(i: u32, q: Four) {
    store(i, q.a);
    store(i + 1u, q.b);
    store(i + 2u, q.c);
    store(i + 3u, q.d);
}
