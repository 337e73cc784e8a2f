// Four numbers as a vector, which is read from workgroup memory in one piece.
//
// needs: alias acc
alias Four = vec4<acc>;

fn step_row(c: Four, a: acc, b: Four) -> Four { return c + a * b; }
