"""Exponentials, logarithms, trigonometry and their kin; functions on floats' bits.

Errors are measured as benchmarks/accuracy.py does, on fewer arguments. Functions that
do not approximate are compared with NumPy's bits.
"""

import sys
from pathlib import Path

import numpy as np
import pytest
from compare import ANY, check, to_device
from strategies import FLOATS, INTEGERS, NUMERIC, rng, wild

sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))
import accuracy

pytestmark = pytest.mark.usefixtures("profile")

UNARY = tuple(n for n in accuracy.BOUNDS if getattr(np, n).nin == 1)
each_function = pytest.mark.parametrize("name", accuracy.BOUNDS)
each_unary = pytest.mark.parametrize("name", UNARY)
each_float = pytest.mark.parametrize("dtype", FLOATS)


def on_device(name, *arrays):
    return getattr(np, name)(*map(to_device, arrays)).get()


def extended(dtype):
    if dtype == "float64" and not accuracy.EXTENDED:
        pytest.skip("no extended precision on this platform")


def same_special(got, want):
    """NaNs agree, and the signs of what does not round to zero."""
    assert np.array_equal(np.isnan(got), np.isnan(want))
    least = np.finfo(got.dtype).smallest_subnormal
    number = (want == 0) | (np.abs(want) >= least)
    assert np.array_equal(np.signbit(got)[number], np.signbit(want)[number])


# ---- functions that approximate


@each_function
@each_float
def test_largest_errors(name, dtype):
    extended(dtype)
    arrays, got, want, error = accuracy.measured(name, dtype, 4096)
    assert len(got) > 4000
    same_special(got, want)
    bad = np.flatnonzero(~(error <= accuracy.bound(name, dtype)))
    lines = [
        f"{[x[i] for x in arrays]}: {got[i]!r}, wanted {want[i]!r}, {error[i]:.2f} ULP"
        for i in bad[:8]
    ]
    assert not len(bad), f"{len(bad)} of {len(got)}\n" + "\n".join(lines)


@each_function
@each_float
def test_special_values_are_numpys(name, dtype):
    """Every pair of two arguments; where an argument or the result is special."""
    ufunc = getattr(np, name)
    s = accuracy.specials(dtype)
    arrays = [s] if ufunc.nin == 1 else [np.repeat(s, s.size), np.tile(s, s.size)]
    got = on_device(name, *arrays)
    with np.errstate(all="ignore"):
        wide = accuracy.reference(ufunc, arrays, dtype)
        want = np.asarray(ufunc(*arrays))
    special = ~np.isfinite(np.stack(arrays)).all(axis=0) | ~np.isfinite(want)
    special |= wide == 0
    assert special.sum() >= 4
    assert np.array_equal(got[special], want[special], equal_nan=True)
    same_special(got[special], want[special])


@pytest.mark.core
@each_function
def test_float32_on_every_profile(name, profile):
    """float32 functions use no 64-bit types and no built-in of the device."""
    _, _, _, error = accuracy.measured(name, "float32", 512)
    assert error.size > 500
    assert np.nanmax(error) <= accuracy.bound(name, "float32")
    if profile in ("no-64", "baseline"):
        with pytest.raises(TypeError, match="float64"):
            on_device(name, *[np.ones(3)] * getattr(np, name).nin)


def test_powers_are_exact():
    for dtype in FLOATS:
        k = np.arange(np.finfo(dtype).minexp - 3, np.finfo(dtype).maxexp)
        powers = np.ldexp(np.ones(1, dtype), k)
        assert np.array_equal(on_device("log2", powers), k.astype(dtype))
        assert np.array_equal(on_device("exp2", k.astype(dtype)), powers)
        n = np.arange(-20, 21).astype(dtype)
        assert np.array_equal(on_device("cbrt", n * n * n), n)
        pairs = [np.array(x, dtype) for x in ([3, -5, 8], [-4, 12, 15])]
        assert np.array_equal(on_device("hypot", *pairs), [5, 13, 17])
        assert np.array_equal(on_device("logaddexp2", n, n), n + 1)
    tens = np.array([10.0**k for k in range(23)])
    assert np.array_equal(on_device("log10", tens), np.arange(23))
    assert np.array_equal(on_device("log10", tens[:11].astype("f4")), np.arange(11))


def test_angles_at_the_worst_arguments():
    """The floats nearest to multiples of pi/2 (found by continued fractions)."""
    x = np.array([6381956970095103 * 2.0**797, 5319372648326541 * 2.0**-48, 1e300])
    y = np.array([16367173 * 2.0**72, 1.0e38, 355.0, 710.0], np.float32)
    for name in ("sin", "cos", "tan"):
        for values in (x, y):
            extended(values.dtype.name)
            want = accuracy.reference(getattr(np, name), [values], values.dtype.name)
            error = accuracy.errors(on_device(name, values), want, values.dtype.name)
            assert error.max() <= accuracy.bound(name, values.dtype.name)
    assert abs(on_device("cos", x)[0]) < 1e-18


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", ["logaddexp", "logaddexp2"])
def test_cancellation_of_logaddexp(name, dtype):
    """The logarithms of p and 1 - p, whose exponentials add up to about 1."""
    mpmath = pytest.importorskip("mpmath")
    mpmath.mp.prec = 200
    base = mpmath.mpf(2) if name == "logaddexp2" else mpmath.e
    random = rng(3)
    p = np.concatenate([random.random(150), 2.0 ** -random.uniform(1, 30, 150)])
    scale = 1 / np.log(float(base))
    a = (np.log(p) * scale).astype(dtype)
    b = (np.log1p(-p) * scale).astype(dtype)
    got = on_device(name, a, b)
    part = mpmath.mpf(2) ** (-46 if dtype == "float32" else -103)
    cancelled = 0
    for x, y, result in zip(a, b, got, strict=True):
        x, y = mpmath.mpf(float(x)), mpmath.mpf(float(y))
        true = mpmath.log(base**x + base**y, base)
        room = 4 * mpmath.mpf(float(np.spacing(abs(result)))) + part * abs(max(x, y))
        assert abs(mpmath.mpf(float(result)) - true) <= room
        cancelled += abs(true) < abs(max(x, y)) / 64
    assert cancelled > 100


@each_unary
def test_integers_compute_in_a_float_dtype(name):
    for dtype in ("bool", *INTEGERS):
        x = np.array([0, 1, 1, 0] if dtype == "bool" else [1, 2, 3, 0], dtype)
        with np.errstate(all="ignore"):
            want = getattr(np, name)(x)
        got = on_device(name, x)
        assert got.dtype == want.dtype
        error = accuracy.errors(got, want, want.dtype.name)
        finite = np.isfinite(want)
        assert (error[finite] <= 5).all()
        same_special(got, want)


# ---- functions on the bits


def floats(dtype, count=5000):
    s = accuracy.specials(dtype)
    x = accuracy.bit_patterns(dtype, count, rng(4))
    halves = (np.arange(-100, 101) / 4).astype(dtype)
    edges = 2.0 ** np.array([9, 10, 11, 22, 23, 24, 51, 52, 53]) - 0.5
    with np.errstate(over="ignore"):
        return np.concatenate([s, x, halves, edges.astype(dtype), -edges.astype(dtype)])


def values(dtype, count=5000):
    if np.dtype(dtype).kind == "f":
        return floats(dtype, count)
    if dtype == "bool":
        return np.array([False, True])
    info = np.iinfo(dtype)
    ends = np.array([0, 1, 2, 3, info.min, info.max, info.max - 1, 6, 12, 100], dtype)
    return np.concatenate([ends, wild(count, dtype), wild(count, dtype, 9) % 100])


def pairs(dtype, count=3000):
    x = values(dtype, count)
    few = x[:40]
    y = rng(6).permutation(x)
    return (
        np.concatenate([np.repeat(few, few.size), x, x]),
        np.concatenate([np.tile(few, few.size), y, x]),
    )


ONE = "rint floor ceil trunc fabs conjugate reciprocal modf frexp spacing degrees"
ONE += " radians rad2deg deg2rad bitwise_count"
TWO = "divmod fmod copysign nextafter heaviside gcd lcm"


@pytest.mark.parametrize("dtype", NUMERIC)
@pytest.mark.parametrize("name", ONE.split())
def test_functions_of_one_argument(name, dtype):
    _compare(name, values(dtype))


@pytest.mark.parametrize("dtype", NUMERIC)
@pytest.mark.parametrize("name", TWO.split())
def test_functions_of_two_arguments(name, dtype):
    _compare(name, *pairs(dtype))


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["int8", "int64", "uint64", "float32"])
def test_functions_on_every_profile(dtype):
    kind = np.dtype(dtype).kind
    for name in ["rint", "modf", "frexp", "spacing", "degrees"] if kind == "f" else ():
        _compare(name, values(dtype, 500))
    for name in ["copysign", "nextafter", "divmod", "fmod"] if kind == "f" else ():
        _compare(name, *pairs(dtype, 500))
    for name in ["floor", "reciprocal", "bitwise_count"] if kind != "f" else ():
        _compare(name, values(dtype, 500))
    for name in ["divmod", "fmod", "gcd", "lcm"] if kind != "f" else ():
        _compare(name, *pairs(dtype, 500))


def _compare(name, *arrays):
    ufunc = getattr(np, name)
    with np.errstate(all="ignore"):
        check(lambda xp, *args: ufunc(*args), *arrays, raises=ANY)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("exponent", ["int8", "int32", "int64"])
def test_ldexp(dtype, exponent):
    x = floats(dtype)
    n = wild(x.size, exponent) >> (rng(8).integers(0, 60, x.size)).astype(exponent)
    with np.errstate(all="ignore"):
        check(lambda xp, x, n: np.ldexp(x, n), x, n)
        check(lambda xp, x: np.ldexp(x, 3), x)


def test_every_float16():
    x = np.arange(65536).astype(np.uint16).view(np.float16)
    with np.errstate(all="ignore"):
        for name in ("rint", "spacing", "frexp", "modf", "reciprocal"):
            check(lambda xp, x, f=name: getattr(np, f)(x), x)
        check(lambda xp, x: np.nextafter(x, np.float16(0)), x)
        check(lambda xp, x: np.nextafter(x, np.float16(np.inf)), x)


def test_float_power_is_float64():
    x = np.array([1, 2, 3, 4], np.int32)
    check(lambda xp, x: np.float_power(x, 2), x)
    check(lambda xp, x: np.float_power(x, -1), x, ulp=2)


def test_two_results_into_given_arrays():
    x, y = np.arange(12.0) - 5, np.arange(12.0) + 1

    def both(xp, x, y):
        q, r = np.divmod(x, y, out=(y, x))
        assert q is y
        assert r is x
        return q, r

    check(both, x, y)
    check(lambda xp, x, y: np.modf(x / 4, out=(None, y)), x, y)
    check(lambda xp, x, y: np.modf(x / 4, y), x, y)
    check(lambda xp, x, y: np.divmod(x, y, y, x), x, y)
    check(lambda xp, x: np.frexp(x, dtype=None), x)
    check(lambda xp, x, y: np.divmod(x, y, out=x), x, y, raises=TypeError)
    check(lambda xp, x, y: np.divmod(x, y, out=(x,)), x, y, raises=ValueError)
    n = np.zeros(12, np.int8)
    check(lambda xp, x, n: np.frexp(x, out=(None, n)), x, n)
    check(lambda xp, x, n: np.divmod(x, 3, out=(None, n)), x, n, raises=TypeError)

    def masked(xp, x, y, z, m):
        return np.divmod(x, 3, out=(y, z), where=m)

    check(masked, x, y, y + 1, x > 0)
