"""Medians and quantiles: every method, axis and dtype, NaN, weights, out."""

import numpy as np
import pytest
from compare import check, check_each, same
from strategies import numbers, rng, wild

import gpuarray

pytestmark = [
    pytest.mark.usefixtures("profile"),
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),  # NumPy's, about NaN
]

METHODS = (
    "inverted_cdf",
    "averaged_inverted_cdf",
    "closest_observation",
    "interpolated_inverted_cdf",
    "hazen",
    "weibull",
    "linear",
    "median_unbiased",
    "normal_unbiased",
    "lower",
    "higher",
    "midpoint",
    "nearest",
)
Q = np.array([0.0, 0.1, 0.25, 1 / 3, 0.5, 0.77, 0.9999, 1.0])


def with_nan(shape, dtype="float32", seed=0):
    host = numbers(shape, dtype, seed=seed)
    host[rng(seed, 1).random(shape) < 0.3] = np.nan
    return host


@pytest.mark.parametrize("method", METHODS)
def test_methods(method):
    for n in (1, 2, 9, 10):
        host = rng(n).normal(size=(3, n))
        check(lambda xp, x: xp.quantile(x, Q, axis=1, method=method), host, ulp=4)
        host[1, n // 2] = np.nan
        for fn in (
            lambda xp, x: xp.quantile(x, Q, axis=-1, method=method),
            lambda xp, x: xp.nanquantile(x, Q, axis=-1, method=method),
        ):
            check(fn, host, ulp=4)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "float16", "float32"])
def test_dtypes(dtype):
    host = numbers((4, 11), dtype)
    check_each(
        (
            lambda xp, x: xp.median(x),
            lambda xp, x: xp.median(x, axis=0),
            lambda xp, x: xp.nanmedian(x, axis=1),
            lambda xp, x: xp.quantile(x, 0.3),
            lambda xp, x: xp.quantile(x, 1),
            lambda xp, x: xp.quantile(x, [0.3, 0.4], axis=0),
            lambda xp, x: xp.quantile(x, np.float32(0.3), axis=0),
            lambda xp, x: xp.percentile(x, 30),
            lambda xp, x: xp.percentile(x, [[30, 40.0]], axis=1, method="lower"),
            lambda xp, x: xp.nanpercentile(x, 70, axis=1),
        ),
        host,
        ulp=2,
    )


def test_bool_and_complex():
    flags = rng(1).random((3, 5)) < 0.5
    check(lambda xp, x: xp.median(x, axis=1), flags)
    check(lambda xp, x: xp.quantile(x, 0.5, method="lower"), flags)
    check(lambda xp, x: xp.quantile(x, 0.5), flags, raises=TypeError)
    z = (numbers(9, "float32") + 1j * numbers(9, "float32", seed=2)).astype("c8")
    check(lambda xp, x: xp.median(x), z)
    check(lambda xp, x: xp.quantile(x, 0.5), z, raises=TypeError)


@pytest.mark.core
def test_axes_and_keepdims(profile):
    host = numbers((3, 4, 5), "float32")
    wide = profile not in ("no-64", "baseline")
    for axis in (None, 0, -1, (0, 2), (2, 0), (0, 1, 2), ()):
        for keepdims in (False, True):
            options = {"axis": axis, "keepdims": keepdims}
            for name, *q in (("median",), ("quantile", 0.2), ("nanmedian",)):
                _check_function(name, host, *q, **options)
            if wide:
                _check_function("percentile", host, [5, 20], **options)


def _check_function(name, host, *args, **options):
    check(lambda xp, x: getattr(xp, name)(x, *args, **options), host, ulp=2)


def test_nan_and_infinity():
    host = with_nan((6, 7))
    host[2] = np.nan
    host[3] = 1
    host[4, :2] = np.inf, -np.inf
    for axis in (0, 1, None, (0, 1)):
        _check_function("median", host, axis=axis)
        _check_function("nanmedian", host, axis=axis)
        for q in (0.2, [0.2, 1.0]):
            _check_function("quantile", host, q, axis=axis)
            _check_function("nanquantile", host, q, axis=axis)
        _check_function("nanpercentile", host, 50, axis=axis, method="nearest")


def test_empty():
    for shape in ((0,), (0, 3), (3, 0)):
        for axis in (0, -1, None):
            host = np.zeros(shape)
            _check_function("median", host, axis=axis)
            _check_function("nanmedian", host, axis=axis)
            _check_function("nanquantile", host, 0.5, axis=axis)
            check(
                lambda xp, x, axis=axis: xp.quantile(x, 0.5, axis=axis),
                host,
                raises="any",
            )


def test_out():
    host = numbers((3, 4), "float32")

    def run(xp, x, o):
        return xp.median(x, axis=0, out=o)

    check(run, host, np.zeros(4, "f4"), returns=1)
    check(run, host, np.zeros(4, "f8"), returns=1)
    check(run, host, np.zeros(3, "f4"), raises=ValueError)
    check(
        lambda xp, x, o: xp.quantile(x, [0.5], 1, o), host, np.zeros((1, 3)), returns=1
    )
    check(lambda xp, x, o: xp.nanmedian(x, 0, out=o), host, np.zeros(4), returns=1)
    check(
        lambda xp, x, o: xp.quantile(x, 0.5, 1, o),
        host,
        np.zeros(3, int),
        raises=TypeError,
    )


def test_weights():
    x = rng(2).permutation(24).reshape(4, 6).astype("f8")
    w = rng(3).integers(0, 4, (4, 6))
    w[:, 0] += 1
    w[0] += 1
    for axis in (0, 1, None):
        for name in ("quantile", "nanquantile"):
            check(
                lambda xp, x, w, name=name, axis=axis: getattr(xp, name)(
                    x, Q, axis=axis, method="inverted_cdf", weights=w
                ),
                x,
                w,
            )
    check(
        lambda xp, x, w: xp.percentile(x, 40, 1, weights=w, method="inverted_cdf"),
        x,
        np.arange(6.0),
    )
    y = x.copy()
    y[0, 2] = y[3] = np.nan
    for fn in (
        lambda xp, x, w: xp.quantile(x, Q, axis=1, method="inverted_cdf", weights=w),
        lambda xp, x, w: xp.nanquantile(x, Q, axis=1, method="inverted_cdf", weights=w),
    ):
        check(fn, y, w)


def test_errors():
    x = np.arange(12.0).reshape(3, 4)
    for fn in (
        lambda xp, x: xp.quantile(x, 1.5),
        lambda xp, x: xp.quantile(x, [[[0.5]]]),
        lambda xp, x: xp.percentile(x, -1),
        lambda xp, x: xp.quantile(x, 0.5, axis=2),
        lambda xp, x: xp.quantile(x, 0.5, axis=(0, 0)),
        lambda xp, x: xp.quantile(x, 0.5, method="best"),
        lambda xp, x: xp.quantile(x, 0.5, weights=x),
        lambda xp, x: xp.quantile(x, 0.5, weights=-x, method="inverted_cdf"),
        lambda xp, x: xp.quantile(x, 0.5, weights=x * 0, method="inverted_cdf"),
        lambda xp, x: xp.quantile(x, 0.5, weights=x[0], method="inverted_cdf"),
        lambda xp, x: xp.quantile(x, 0.5, axis=0, weights=x[0], method="inverted_cdf"),
        lambda xp, x: xp.median(x, axis=5),
    ):
        check(fn, x, raises=Exception)


def test_parts_on_the_device_and_long_arrays():
    x, q = wild(9001, "float64"), np.array([0.1, 0.9])
    check(lambda xp, x, q: xp.quantile(x, q), np.nan_to_num(x), q, ulp=1)
    check(lambda xp, x: xp.median(x), x)
    check(lambda xp, x: xp.nanmedian(x), x)
    check(lambda xp, x: xp.median(x + x), numbers(5000, "int32"))


@pytest.mark.parametrize("axis", [None, 0, 1, (0, 2)])
def test_overwritten_input_stays_a_permutation(axis):
    host = rng(5).permutation(60).reshape(3, 4, 5).astype("f4")
    for name, q in (("median", ()), ("quantile", (0.5,)), ("nanmedian", ())):
        x = gpuarray.asarray(host)
        got = getattr(gpuarray, name)(x, *q, axis=axis, overwrite_input=True)
        same(got, getattr(np, name)(host, *q, axis=axis))
        assert np.array_equal(np.sort(x.get().ravel()), np.arange(60))
        assert not np.array_equal(x.get(), host)
