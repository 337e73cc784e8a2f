// Eight items: four even and four odd ones, then pairs.
fn butterfly(at: Butterfly) {
    let step = at.src_step;
    let x0 = read_item(at.src);
    let x1 = turned(read_item(at.src + step), at.turn);
    let x2 = turned(read_item(at.src + 2u * step), 2u * at.turn);
    let x3 = turned(read_item(at.src + 3u * step), 3u * at.turn);
    let x4 = turned(read_item(at.src + 4u * step), 4u * at.turn);
    let x5 = turned(read_item(at.src + 5u * step), 5u * at.turn);
    let x6 = turned(read_item(at.src + 6u * step), 6u * at.turn);
    let x7 = turned(read_item(at.src + 7u * step), 7u * at.turn);
    write_eight(at, four(x0, x2, x4, x6), four(x1, x3, x5, x7));
}

struct Four { a: num, b: num, c: num, d: num }

fn four(a: num, b: num, c: num, d: num) -> Four {
    let even = a + c;
    let even_side = a - c;
    let odd = b + d;
    let odd_side = down(b - d);
    return Four(even + odd, even_side + odd_side, even - odd, even_side - odd_side);
}

fn write_eight(at: Butterfly, even: Four, odd: Four) {
    let step = at.dst_step;
    let b = (odd.b + down(odd.b)) * COS_45;
    let c = down(odd.c);
    let d = (down(odd.d) - odd.d) * COS_45;
    write_item(at.dst, even.a + odd.a);
    write_item(at.dst + step, even.b + b);
    write_item(at.dst + 2u * step, even.c + c);
    write_item(at.dst + 3u * step, even.d + d);
    write_item(at.dst + 4u * step, even.a - odd.a);
    write_item(at.dst + 5u * step, even.b - b);
    write_item(at.dst + 6u * step, even.c - c);
    write_item(at.dst + 7u * step, even.d - d);
}
