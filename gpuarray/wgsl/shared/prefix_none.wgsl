// The only tile of its column has nothing ahead.
fn tile_prefix(p: Place) -> acc { return identity(); }
