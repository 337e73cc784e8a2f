// Three items.
fn butterfly(at: Butterfly) {
    let a = read_item(at.src);
    let b = turned(read_item(at.src + at.src_step), at.turn);
    let c = turned(read_item(at.src + 2u * at.src_step), 2u * at.turn);
    let sum = b + c;
    let middle = a - sum * HALF;
    let side = down(b - c) * SIN_60;
    write_item(at.dst, a + sum);
    write_item(at.dst + at.dst_step, middle + side);
    write_item(at.dst + 2u * at.dst_step, middle - side);
}
