"""Sums, products, extrema, truths, counts and means over axes, against NumPy."""

import warnings

import numpy as np
import pytest
from compare import ANY, check, to_device
from strategies import numbers, rng

pytestmark = pytest.mark.usefixtures("profile")

FUNCTIONS = ("sum", "prod", "max", "min", "any", "all", "mean", "count_nonzero")
AXES = (None, 0, 1, -1, (0, 1), (1, 2), (0, 2), (2, 0), (0, 1, 2), (), 3, (0, 0), 1.5)
REDUCED = (
    np.add,
    np.multiply,
    np.maximum,
    np.minimum,
    np.logical_and,
    np.logical_or,
    np.logical_xor,
    np.bitwise_and,
    np.bitwise_or,
    np.bitwise_xor,
)
each = pytest.mark.parametrize("name", FUNCTIONS)


def samples(name, dtype):
    """(4, 5, 6) items whose products stay small."""
    low, high = (0, 2) if name == "prod" or dtype == "bool" else (-3, 6)
    return numbers((4, 5, 6), dtype, low, high)


def whole(name, **kwargs):
    def call(xp, x):
        found = getattr(xp, name)(x, **kwargs)
        return np.asarray(found) if isinstance(found, int) else found

    return call


@each
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "int64", "float32"])
def test_axes(name, dtype):
    x = samples(name, dtype)
    for axis in AXES:
        for keepdims in (False, True):
            call = whole(name, axis=axis, keepdims=keepdims)
            check(call, x, raises=ANY, rtol=1e-6)


@each
def test_float16_and_float64(name):
    for dtype, rtol in (("float16", 2e-3), ("float64", 1e-15)):
        for axis in (None, 1, (0, 2)):
            check(whole(name, axis=axis), samples(name, dtype), rtol=rtol)


@each
def test_empty_and_zero_dimensional(name):
    for shape in ((), (0,), (3, 0), (0, 3), (1, 1), (2, 0, 3)):
        for dtype in ("int32", "float32", "bool"):
            for axis in (None, 0, -1, 1):
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")  # the mean of nothing
                    check(whole(name, axis=axis), np.ones(shape, dtype), raises=ANY)


def test_initial_and_where():
    x, i, m = numbers((4, 5, 6), "f4"), numbers((4, 5, 6), "i4"), numbers((4, 5, 6)) > 2
    for name in ("sum", "prod", "max", "min"):
        check(whole(name, axis=1, initial=2), x, rtol=1e-5)
        check(whole(name, initial=2), i)

        def masked(xp, x, m, axis=(0, 2), name=name, **kwargs):
            return getattr(xp, name)(x, axis=axis, where=m, **kwargs)

        check(lambda *a, f=masked: f(*a, initial=2), x, m, rtol=1e-5)
        check(masked, x, m, rtol=1e-5, raises=ANY)  # extrema have no identity
        check(lambda *a, f=masked: f(*a, axis=0), i, m[0], raises=ANY)
        check(lambda *a, f=masked: f(*a, axis=0), i[0], m, raises=ANY)
    for name in ("any", "all"):
        check(lambda xp, x, m, n=name: getattr(xp, n)(x, axis=1, where=m), x, m)
    check(lambda xp, x, m: xp.mean(x, axis=(0, 2), where=m), x, m, rtol=1e-6)


@pytest.mark.parametrize("ufunc", REDUCED, ids=lambda u: u.__name__)
def test_ufunc_reduce(ufunc):
    for dtype in ("int8", "uint16", "bool", "float32"):
        x = numbers((4, 5, 6), dtype, 0, 2)
        check(lambda xp, x: ufunc.reduce(x), x, raises=ANY)
        check(lambda xp, x: ufunc.reduce(x, axis=None, keepdims=True), x, raises=ANY)
        check(lambda xp, x: ufunc.reduce(array=x, axis=(0, 2)), x, raises=ANY)
        for wanted in ("int32", "float32", "bool", "uint8"):
            check(lambda xp, x, d=wanted: ufunc.reduce(x, 1, dtype=d), x, raises=ANY)


@pytest.mark.parametrize("method", ["reduce", "accumulate"])
def test_ufuncs_without_a_reduction_say_so(method):
    for ufunc in (np.sin, np.divmod, np.frexp):
        check(
            lambda xp, x, u=ufunc: getattr(u, method)(x), numbers(5), raises=ValueError
        )
    with pytest.raises(TypeError, match=rf"ldexp\.{method}"):
        getattr(np.ldexp, method)(to_device(numbers(5)))


def test_out():
    for target in ("int64", "int32", "float32", "float64", "bool"):
        out = np.zeros((4, 6), target)
        for dtype in ("int8", "float32", "int32", "bool"):
            for name in ("sum", "max", "any", "mean"):

                def into(xp, x, o, name=name):
                    return getattr(xp, name)(x, axis=1, out=o)

                check(into, samples(name, dtype), out, raises=ANY, rtol=1e-6)
    x = numbers((4, 5), "i8")
    check(lambda xp, x, o: xp.sum(x, axis=0, out=o), x, np.zeros(5, "i8"), returns=1)
    check(lambda xp, x, o: xp.sum(x, axis=0, out=o), x, np.zeros(4), raises=ValueError)
    check(lambda xp, x: xp.sum(x, axis=0, out=x[0]) * 1, x)


def test_views_and_expressions():
    x = numbers((30, 40, 5), "i4")
    for axis in (None, 0, (0, 2)):
        check(lambda xp, x, a=axis: x.T.sum(axis=a), x)
        check(lambda xp, x, a=axis: x[:, ::-2].max(axis=a), x)
        check(lambda xp, x, a=axis: (x * x - 7 > 0).sum(axis=a), x)
        check(lambda xp, x, a=axis: xp.any(x[3:4] > x, axis=a), x)


def test_long_axes():
    x = numbers((3, 70_001), "i4")
    for axis in (None, 0, 1):
        check(whole("sum", axis=axis), x)
        check(whole("count_nonzero", axis=axis), x)
        check(lambda xp, x, a=axis: xp.min(x.T, axis=a), x)
    wide = rng(3).normal(size=300_000).astype("f4")
    got = np.sum(to_device(wide)).get()
    true = wide.astype("f8").sum()
    assert abs(got - true) <= 80 * np.finfo("f4").eps * abs(wide).sum(dtype="f8")


def test_sums_of_negative_zeros_are_zero():
    for n in (1, 3, 300):
        check(whole("sum"), np.full(n, -0.0, "f4"))
    check(whole("sum", axis=0), np.full((3, 4), -0.0, "f4"))


def test_nan_passes_through_extremes():
    for dtype in ("float16", "float32", "float64"):
        x = numbers((5, 300), dtype)
        x[1, 150] = np.nan
        for name in ("max", "min", "sum", "mean"):
            check(whole(name, axis=1), x, rtol=1e-3)
            check(whole(name), x)


def test_peak_to_peak():
    for dtype in ("int32", "uint8", "float32"):
        x = numbers((4, 5, 6), dtype, 0, 200)
        for axis in (None, 0, (1, 2)):
            check(whole("ptp", axis=axis), x)
            check(whole("ptp", axis=axis, keepdims=True), x)


def test_means_of_given_dtype():
    x = numbers((4, 5), "i4")
    for dtype in ("float32", "float64", "int32", "float16"):
        check(whole("mean", dtype=dtype, axis=1), x, rtol=1e-3)
