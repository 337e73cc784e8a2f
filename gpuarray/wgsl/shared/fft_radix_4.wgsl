// Four items.
fn butterfly(at: Butterfly) {
    let a = read_item(at.src);
    let b = turned(read_item(at.src + at.src_step), at.turn);
    let c = turned(read_item(at.src + 2u * at.src_step), 2u * at.turn);
    let d = turned(read_item(at.src + 3u * at.src_step), 3u * at.turn);
    let even = a + c;
    let even_side = a - c;
    let odd = b + d;
    let odd_side = down(b - d);
    write_item(at.dst, even + odd);
    write_item(at.dst + at.dst_step, even_side + odd_side);
    write_item(at.dst + 2u * at.dst_step, even - odd);
    write_item(at.dst + 3u * at.dst_step, even_side - odd_side);
}
