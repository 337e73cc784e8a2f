// The unitary rotation of columns p and q that makes <p, q> zero: p becomes c p - s q and
// q becomes conj(s) p + c q, where s = sine * conj(<p, q> / |<p, q>|). What is kept of the
// cosine is h = 1 - c: small rotations, which are many, then add next to no error.
//
// needs: the numbers (numbers_*)
struct Rotation { h: real, s: num }

// between = <p, q> = sum of conj(p) q, of the size `size` > 0; pp, qq = <p, p>, <q, q>.
fn rotation(pp: real, qq: real, between: num, size: real) -> Rotation {
    let tau = divided(qq - pp, size + size);
    let one = real_part(number(1.0));
    let reach = abs(tau) + root(one + tau * tau);
    let tangent = divided(select(one, -one, tau < zero_real()), reach);
    let c = divided(one, root(one + tangent * tangent));
    let phase = over(conjugate(between), of_real(size));
    let sine = c * tangent;
    return Rotation(divided(sine * sine, one + c), scaled(phase, sine));
}
fn turned_p(r: Rotation, p: num, q: num) -> num {
    return p - (scaled(p, r.h) + times(r.s, q));
}
fn turned_q(r: Rotation, p: num, q: num) -> num {
    return q + (times(conjugate(r.s), p) - scaled(q, r.h));
}
