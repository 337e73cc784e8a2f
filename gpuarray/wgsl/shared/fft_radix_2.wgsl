// Two items.
fn butterfly(at: Butterfly) {
    let a = read_item(at.src);
    let b = turned(read_item(at.src + at.src_step), at.turn);
    write_item(at.dst, a + b);
    write_item(at.dst + at.dst_step, a - b);
}
