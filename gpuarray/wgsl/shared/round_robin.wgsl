// n columns in disjoint pairs: over n - 1 (n odd: n) rounds every two columns meet once.
struct Pair { p: u32, q: u32 }

fn rounds(n: u32) -> u32 { return (n + (n & 1u)) - 1u; }

// Pair r < (n + 1) / 2 of a round, p < q; in an odd number one column pauses: q == n.
fn pair_of(n: u32, round: u32, r: u32) -> Pair {
    let around = rounds(n);
    var p = (round + r) % around;
    var q = (round + around - r) % around;
    if r == 0u { q = around; }
    return Pair(min(p, q), max(p, q));
}
