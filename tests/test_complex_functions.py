"""Elementary functions of complex numbers: errors, special values, powers.

Errors are measured as benchmarks/complex_accuracy.py does, on fewer arguments.
"""

import sys
from pathlib import Path

import numpy as np
import pytest
from compare import check, to_device
from strategies import COMPLEX, numbers, pairs, rng

pytest.importorskip("mpmath")
sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))
import complex_accuracy

pytestmark = pytest.mark.usefixtures("profile")
FUNCTIONS = tuple(complex_accuracy.BOUNDS)
each_function = pytest.mark.parametrize("name", FUNCTIONS)
each_dtype = pytest.mark.parametrize("dtype", COMPLEX)


@each_function
@each_dtype
def test_largest_errors(name, dtype):
    z, got, by_part, by_size = complex_accuracy.measured(name, dtype, 48)
    assert len(z) > 60
    part, size = complex_accuracy.BOUNDS[name]
    bad = np.flatnonzero(~((by_part <= part) & (by_size <= size)))
    lines = [
        f"{z[i]}: {got[i]}, {by_part[i]:.2f} and {by_size[i]:.2f} ULP" for i in bad[:8]
    ]
    assert not len(bad), f"{len(bad)} of {len(got)}\n" + "\n".join(lines)


@pytest.mark.core
@pytest.mark.parametrize("name", ["exp", "log", "sqrt", "tanh", "arcsin", "absolute"])
def test_complex64_on_every_profile(name):
    """Neither 64-bit types nor the device's own functions are used."""
    z, _, by_part, by_size = complex_accuracy.measured(name, "complex64", 32)
    part, size = complex_accuracy.BOUNDS[name]
    assert len(z) > 40
    assert by_part.max() <= part
    assert by_size.max() <= size


def agree(got, want, near):
    """Parts agree: NaN with NaN, else within `near`; signs where the other is no NaN.

    C leaves the sign of a part open where the other part is NaN.
    """
    got, want = (np.stack([x.real, x.imag]) for x in (got, want))
    nan = np.isnan(want)
    number = ~nan & ~nan[::-1]
    with np.errstate(invalid="ignore"):
        close = np.abs(got - want) <= near * np.abs(want)
    good = np.where(number, (got == want) | close, np.abs(got) == np.abs(want))
    good |= nan & np.isnan(got)
    # A result of zero has C's sign.
    good &= (np.signbit(got) == np.signbit(want)) | (want != 0) | ~number
    return good.all(axis=0)


@each_function
@each_dtype
def test_special_values_are_numpys(name, dtype):
    parts = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 40.0, np.inf, -np.inf, np.nan]
    z = pairs(np.array(parts, np.dtype(dtype).char.lower()))
    if name == "log1p":  # NumPy takes the logarithm of 1 + z, and loses the sign of z
        z = z[z != 0]
    if name in ("expm1", "square"):  # NumPy's cancel, or are fused, by processor
        z = z[~(np.isfinite(z.real) & np.isfinite(z.imag))]
    got = getattr(np, name)(to_device(z)).get()
    want = getattr(np, name)(z)
    near = 1e-5 if dtype == "complex64" else 1e-13
    good = agree(got, want, near)
    lines = [f"{z[i]}: {got[i]}, wanted {want[i]}" for i in np.flatnonzero(~good)]
    assert not lines, "\n".join(lines[:9])


@each_dtype
def test_powers(dtype):
    parts = np.array([0.0, -0.0, 1, -2.5, 3, -50, np.inf, np.nan])
    s = pairs(parts.astype(np.dtype(dtype).char.lower()))
    a, b = np.repeat(s, s.size), np.tile(s, s.size)
    got, want = np.power(to_device(a), to_device(b)).get(), np.power(a, b)
    near = 1e-4 if dtype == "complex64" else 1e-12
    good = np.isnan(got) & np.isnan(want)
    with np.errstate(invalid="ignore"):
        good |= np.abs(got - want) <= near * np.abs(want) + 1e-36
    for g, w in ((got.real, want.real), (got.imag, want.imag)):
        assert np.array_equal(np.isnan(g), np.isnan(w))
        assert np.array_equal(g[np.isinf(w)], w[np.isinf(w)])
    good |= np.isinf(want)
    bad = np.flatnonzero(~good)
    assert not len(bad), [(a[i], b[i], got[i], want[i]) for i in bad[:5]]


@each_dtype
def test_whole_and_simple_powers(dtype):
    z = numbers(64, dtype)
    z[z == 0] = 1
    for k in (2, 3, 5):
        check(lambda xp, z, k=k: z**k, z)
    near = 1e-5 if dtype == "complex64" else 1e-13
    for k in (0, 1, -1, 0.5, -3, 2.5, 1 + 2j):
        got, want = (to_device(z) ** k).get(), z**k
        assert got.dtype == want.dtype
        assert (np.abs(got - want) <= near * np.abs(want)).all()


@each_dtype
def test_identities(dtype):
    """What mathematics promises, over random numbers: independent of any reference."""
    r = rng(5)
    z = (r.normal(size=300) + 1j * r.normal(size=300)).astype(dtype)
    x = to_device(z)
    eps = np.finfo(dtype).eps
    for there, back in (("exp", "log"), ("sin", "arcsin"), ("sinh", "arcsinh")):
        mapped = getattr(np, back)(to_device(getattr(np, there)(x).get())).get()
        again = getattr(np, there)(mapped)
        want = getattr(np, there)(z)
        assert (np.abs(again - want) <= 40 * eps * (1 + np.abs(want))).all(), there
    root = np.sqrt(x).get()
    assert (root.real >= 0).all()
    assert (np.abs(root * root - z) <= 8 * eps * np.abs(z)).all()
    turned = np.exp(x.conj()).get()
    assert np.array_equal(turned, np.exp(x).get().conj())
