// No faster form: `quick` is op.
//
// needs: alias acc; fn op(a: acc, b: acc) -> acc
fn quick(a: acc, b: acc) -> acc { return op(a, b); }

fn quick_for(a: acc) -> bool { return true; }
