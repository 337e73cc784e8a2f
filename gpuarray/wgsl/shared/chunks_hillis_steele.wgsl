// The tree's upper levels as Hillis and Steele's scan: fewer barriers' worth of steps, more
// operations, and floats added in another order.
//
// needs: what lines_tree has

// Each chunk's sum becomes what is ahead of it, from `before` on. A barrier must follow.
fn scan_chunks(lid: u32, before: acc, careful: bool) {
    for (var d = 1u; d < CHUNKS; d = d * 2u) {
        workgroupBarrier();
        let a = with_earlier(lid, d, careful);
        let b = with_earlier(lid + WG, d, careful);
        let c = with_earlier(lid + 2u * WG, d, careful);
        let e = with_earlier(lid + 3u * WG, d, careful);
        workgroupBarrier();
        put_chunk(lid, a);
        put_chunk(lid + WG, b);
        put_chunk(lid + 2u * WG, c);
        put_chunk(lid + 3u * WG, e);
    }
    workgroupBarrier();
    let a = ahead_of(lid, before, careful);
    let b = ahead_of(lid + WG, before, careful);
    let c = ahead_of(lid + 2u * WG, before, careful);
    let e = ahead_of(lid + 3u * WG, before, careful);
    workgroupBarrier();
    put_chunk(lid, a);
    put_chunk(lid + WG, b);
    put_chunk(lid + 2u * WG, c);
    put_chunk(lid + 3u * WG, e);
}

fn with_earlier(i: u32, d: u32, careful: bool) -> acc {
    let own = chunks[min(i, CHUNKS - 1u)];
    if i < d || i >= CHUNKS { return own; }
    return plus(chunks[i - d], own, careful);
}

fn ahead_of(i: u32, before: acc, careful: bool) -> acc {
    if i == 0u || i >= CHUNKS { return before; }
    return plus(before, chunks[i - 1u], careful);
}

fn put_chunk(i: u32, a: acc) {
    if i < CHUNKS { chunks[i] = a; }
}
