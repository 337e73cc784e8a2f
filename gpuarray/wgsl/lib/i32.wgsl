// i32 values: the computing type of int8, int16 and int32. Arithmetic wraps around.

fn eq_i32(a: i32, b: i32) -> bool { return a == b; }
fn ne_i32(a: i32, b: i32) -> bool { return a != b; }
fn lt_i32(a: i32, b: i32) -> bool { return a < b; }
fn le_i32(a: i32, b: i32) -> bool { return a <= b; }
fn gt_i32(a: i32, b: i32) -> bool { return a > b; }
fn ge_i32(a: i32, b: i32) -> bool { return a >= b; }

fn add_i32(a: i32, b: i32) -> i32 { return a + b; }
fn sub_i32(a: i32, b: i32) -> i32 { return a - b; }
fn mul_i32(a: i32, b: i32) -> i32 { return a * b; }
fn square_i32(a: i32) -> i32 { return a * a; }

fn and_i32(a: i32, b: i32) -> i32 { return a & b; }
fn or_i32(a: i32, b: i32) -> i32 { return a | b; }
fn xor_i32(a: i32, b: i32) -> i32 { return a ^ b; }
fn invert_i32(a: i32) -> i32 { return ~a; }

fn max_i32(a: i32, b: i32) -> i32 { return max(a, b); }
fn min_i32(a: i32, b: i32) -> i32 { return min(a, b); }
fn fmax_i32(a: i32, b: i32) -> i32 { return max(a, b); }
fn fmin_i32(a: i32, b: i32) -> i32 { return min(a, b); }

fn neg_i32(a: i32) -> i32 { return -a; }
fn abs_i32(a: i32) -> i32 { return select(a, -a, a < 0); }
fn sign_i32(a: i32) -> i32 { return select(select(0, 1, a > 0), -1, a < 0); }

// Towards -inf; x // 0 is 0, and INT_MIN // -1 wraps to INT_MIN.
fn floordiv_i32(a: i32, b: i32) -> i32 {
    if b == 0 { return 0; }
    if b == -1 { return -a; }
    let q = a / b;
    let r = a - q * b;
    return select(q, q - 1, r != 0 && (r < 0) != (b < 0));
}

// The divisor's sign; x % 0 is 0.
fn mod_i32(a: i32, b: i32) -> i32 {
    if b == 0 || b == -1 { return 0; }
    let r = a - (a / b) * b;
    return select(r, r + b, r != 0 && (r < 0) != (b < 0));
}

// A count below 0 or above 31 shifts every bit out.
fn shl_i32(a: i32, b: i32) -> i32 {
    let n = bitcast<u32>(b);
    return select(0, a << (n & 31u), n < 32u);
}
fn shr_i32(a: i32, b: i32) -> i32 { return a >> min(bitcast<u32>(b), 31u); }

// By repeated squaring; the exponent is not negative.
fn pow_i32(a: i32, b: i32) -> i32 {
    return bitcast<i32>(pow_u32(bitcast<u32>(a), bitcast<u32>(b)));
}
