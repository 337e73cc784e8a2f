// op itself is used: there is nothing to doubt.
fn note_doubt(q: Lines) {}
