// Where there are no subgroups (FIRST is 0), no lane asks for another's value.
fn other(s: acc, distance: u32) -> acc { return s; }
