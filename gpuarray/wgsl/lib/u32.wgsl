// u32 values: the computing type of uint8, uint16 and uint32. Arithmetic wraps around.

fn eq_u32(a: u32, b: u32) -> bool { return a == b; }
fn ne_u32(a: u32, b: u32) -> bool { return a != b; }
fn lt_u32(a: u32, b: u32) -> bool { return a < b; }
fn le_u32(a: u32, b: u32) -> bool { return a <= b; }
fn gt_u32(a: u32, b: u32) -> bool { return a > b; }
fn ge_u32(a: u32, b: u32) -> bool { return a >= b; }

fn add_u32(a: u32, b: u32) -> u32 { return a + b; }
fn sub_u32(a: u32, b: u32) -> u32 { return a - b; }
fn mul_u32(a: u32, b: u32) -> u32 { return a * b; }
fn square_u32(a: u32) -> u32 { return a * a; }

fn and_u32(a: u32, b: u32) -> u32 { return a & b; }
fn or_u32(a: u32, b: u32) -> u32 { return a | b; }
fn xor_u32(a: u32, b: u32) -> u32 { return a ^ b; }
fn invert_u32(a: u32) -> u32 { return ~a; }

fn max_u32(a: u32, b: u32) -> u32 { return max(a, b); }
fn min_u32(a: u32, b: u32) -> u32 { return min(a, b); }
fn fmax_u32(a: u32, b: u32) -> u32 { return max(a, b); }
fn fmin_u32(a: u32, b: u32) -> u32 { return min(a, b); }

fn neg_u32(a: u32) -> u32 { return 0u - a; }
fn abs_u32(a: u32) -> u32 { return a; }
fn sign_u32(a: u32) -> u32 { return min(a, 1u); }

// x // 0 and x % 0 are 0.
fn floordiv_u32(a: u32, b: u32) -> u32 { return select(a / max(b, 1u), 0u, b == 0u); }
fn mod_u32(a: u32, b: u32) -> u32 { return select(a % max(b, 1u), 0u, b == 0u); }

// A count above 31 shifts every bit out.
fn shl_u32(a: u32, b: u32) -> u32 { return select(0u, a << (b & 31u), b < 32u); }
fn shr_u32(a: u32, b: u32) -> u32 { return select(0u, a >> (b & 31u), b < 32u); }

// By repeated squaring.
fn pow_u32(a: u32, b: u32) -> u32 {
    var result = 1u;
    var square = a;
    var n = b;
    while n != 0u {
        if (n & 1u) != 0u { result *= square; }
        square *= square;
        n >>= 1u;
    }
    return result;
}
