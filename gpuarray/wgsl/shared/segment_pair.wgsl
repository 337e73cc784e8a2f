// A value and whether it begins a segment, or follows one that does:
//
//   (v, h) op (w, g) = (w, 1)           if g: what lies ahead is left out
//                      (v op w, h)      otherwise
//
// needs: alias item; fn joined_items(a: item, b: item) -> item
struct Pair { value: item, head: u32 }

fn op(a: acc, b: acc) -> acc {
    if b.head != 0u { return b; }
    return Pair(joined_items(a.value, b.value), a.head);
}
