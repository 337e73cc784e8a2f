// Five items.
fn butterfly(at: Butterfly) {
    let a = read_item(at.src);
    let b = turned(read_item(at.src + at.src_step), at.turn);
    let c = turned(read_item(at.src + 2u * at.src_step), 2u * at.turn);
    let d = turned(read_item(at.src + 3u * at.src_step), 3u * at.turn);
    let e = turned(read_item(at.src + 4u * at.src_step), 4u * at.turn);
    let outer = b + e;
    let near = c + d;
    let outer_side = down(b - e);
    let near_side = down(c - d);
    let first = a + outer * COS_72 - near * COS_36;
    let second = a - outer * COS_36 + near * COS_72;
    let first_side = outer_side * SIN_72 + near_side * SIN_36;
    let second_side = outer_side * SIN_36 - near_side * SIN_72;
    write_item(at.dst, a + outer + near);
    write_item(at.dst + at.dst_step, first + first_side);
    write_item(at.dst + 2u * at.dst_step, second + second_side);
    write_item(at.dst + 3u * at.dst_step, second - second_side);
    write_item(at.dst + 4u * at.dst_step, first - first_side);
}
