// f32 values: comparisons, arithmetic, selection, tests. The computing type of float16, float32.
// WGSL lets a compiler assume that there is no NaN and flush subnormals, so whatever can be
// decided from the bits is.

// A NaN that const-evaluation cannot see: WGSL rejects constant expressions that are NaN or inf.
fn nan_f32() -> f32 { return bitcast<f32>(0x7fc00000u ^ params.zero); }

// Orders like the value, with -0.0 equal to 0.0; only meaningful where there is no NaN.
fn key_f32(a: f32) -> i32 {
    let bits = bitcast<i32>(a);
    return select(bits, -(bits & 0x7fffffff), bits < 0);
}

fn isnan_f32(a: f32) -> bool { return (bitcast<u32>(a) & 0x7fffffffu) > 0x7f800000u; }
fn isinf_f32(a: f32) -> bool { return (bitcast<u32>(a) & 0x7fffffffu) == 0x7f800000u; }
fn isfinite_f32(a: f32) -> bool { return (bitcast<u32>(a) & 0x7fffffffu) < 0x7f800000u; }
fn signbit_f32(a: f32) -> bool { return (bitcast<u32>(a) >> 31u) != 0u; }
fn iszero_f32(a: f32) -> bool { return (bitcast<u32>(a) << 1u) == 0u; }
fn unordered_f32(a: f32, b: f32) -> bool { return isnan_f32(a) || isnan_f32(b); }

fn eq_f32(a: f32, b: f32) -> bool { return key_f32(a) == key_f32(b) && !unordered_f32(a, b); }
fn ne_f32(a: f32, b: f32) -> bool { return key_f32(a) != key_f32(b) || unordered_f32(a, b); }
fn lt_f32(a: f32, b: f32) -> bool { return key_f32(a) < key_f32(b) && !unordered_f32(a, b); }
fn le_f32(a: f32, b: f32) -> bool { return key_f32(a) <= key_f32(b) && !unordered_f32(a, b); }
fn gt_f32(a: f32, b: f32) -> bool { return key_f32(a) > key_f32(b) && !unordered_f32(a, b); }
fn ge_f32(a: f32, b: f32) -> bool { return key_f32(a) >= key_f32(b) && !unordered_f32(a, b); }

// NumPy rounds after each operation. Passing the bits through params.zero hides the operation
// from a compiler that would contract a * b + c into an fma or reassociate (a + b) - a.
fn rounded_f32(a: f32) -> f32 { return bitcast<f32>(bitcast<u32>(a) ^ params.zero); }

// A device may flush subnormals. A sum of 2^-100 or more is right on every device.
fn add_f32(a: f32, b: f32) -> f32 {
    let sum = rounded_f32(a + b);
    if (bitcast<u32>(sum) & 0x7fffffffu) >= 0x0d800000u { return sum; }
    return add_tiny_f32(a, b, sum);
}
// The same for operands that are zero or no smaller than 2^-102: multiples of 2^-125, as their sums
// then are, so that none is subnormal.
fn quick_add_f32(a: f32, b: f32) -> f32 { return rounded_f32(a + b); }
fn quick_for_add_f32(a: f32) -> bool { return (bitcast<u32>(a) << 1u) - 1u >= 0x18ffffffu; }
fn sub_f32(a: f32, b: f32) -> f32 { return add_f32(a, neg_f32(b)); }

// A product in [2^-125, inf] is right on every device.
fn mul_f32(a: f32, b: f32) -> f32 {
    let product = rounded_f32(a * b);
    let bits = bitcast<u32>(product) & 0x7fffffffu;
    if bits >= 0x01000000u && bits <= 0x7f800000u { return product; }
    return mul_exact_f32(a, b);
}
fn square_f32(a: f32) -> f32 { return mul_f32(a, a); }
fn neg_f32(a: f32) -> f32 { return bitcast<f32>(bitcast<u32>(a) ^ 0x80000000u); }
fn abs_f32(a: f32) -> f32 { return bitcast<f32>(bitcast<u32>(a) & 0x7fffffffu); }

// The first NaN found; of equal zeros the second, as NumPy's vector loops return.
fn max_f32(a: f32, b: f32) -> f32 {
    if isnan_f32(a) { return a; }
    return select(b, a, key_f32(a) > key_f32(b) && !isnan_f32(b));
}
fn min_f32(a: f32, b: f32) -> f32 {
    if isnan_f32(a) { return a; }
    return select(b, a, key_f32(a) < key_f32(b) && !isnan_f32(b));
}

// A NaN only where both are.
fn fmax_f32(a: f32, b: f32) -> f32 {
    if isnan_f32(a) { return b; }
    return select(b, a, key_f32(a) > key_f32(b) || isnan_f32(b));
}
fn fmin_f32(a: f32, b: f32) -> f32 {
    if isnan_f32(a) { return b; }
    return select(b, a, key_f32(a) < key_f32(b) || isnan_f32(b));
}

// The sign of -0.0 is 0.0, and that of a NaN the NaN.
fn sign_f32(a: f32) -> f32 {
    if isnan_f32(a) { return a; }
    return f32(clamp(key_f32(a), -1, 1));
}
