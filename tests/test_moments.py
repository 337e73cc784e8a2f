"""Means, variances, covariances and the nan functions, against NumPy."""

import warnings

import numpy as np
import pytest
from compare import ANY, check
from hypothesis import given
from hypothesis import strategies as st
from strategies import mask, numbers, rng, seeds, shapes, views

pytestmark = pytest.mark.usefixtures("profile")

MOMENTS = ("mean", "var", "std")
NAN_SUMS = ("nansum", "nanprod", "nanmax", "nanmin")
NAN_MOMENTS = ("nanmean", "nanvar", "nanstd")
RTOL = {"float16": 2e-3, "float32": 2e-6, "float64": 1e-14}
each = pytest.mark.parametrize("name", MOMENTS)


@pytest.fixture(autouse=True)
def _quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of means of nothing
        yield


def call(name, **kwargs):
    return lambda xp, x, *more: getattr(xp, name)(x, **kwargs)


def holed(shape, dtype, density=0.3, seed=0):
    """Numbers, a part of them NaN."""
    x = numbers(shape, dtype, seed=seed)
    if x.dtype.kind == "f":
        x[mask(shape, density, seed + 1)] = np.nan
    return x


@pytest.mark.core
@each
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_floats(name, dtype):
    x = (rng(3).normal(size=(6, 300)) + 5).astype(dtype)
    for axis in (None, 0, 1, (0, 1)):
        check(call(name, axis=axis, keepdims=True), x, rtol=RTOL[dtype])
    check(call(name), x[:, ::-2].T, rtol=RTOL[dtype])


@each
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "int32"])
def test_integers_are_averaged_in_float64(name, dtype):
    x = numbers((4, 5, 6), dtype)
    for axis in (None, 1, (0, 2), (), 3, (0, 0)):
        check(call(name, axis=axis), x, raises=ANY, rtol=1e-14)
    for wanted in ("f4", "f8", "i4", "f2"):
        check(call(name, axis=1, dtype=wanted), x, raises=ANY, rtol=2e-3)


def test_a_device_without_float64_says_so():
    import gpuarray

    with gpuarray.device.use_profile("no-64"):
        x = gpuarray.arange(4, dtype="i4")
        for name in MOMENTS:
            with pytest.raises(TypeError, match="float64"):
                getattr(np, name)(x)
            found = getattr(np, name)(x, dtype=np.float32).get()
            wanted = getattr(np, name)(np.arange(4), dtype=np.float32)
            assert abs(found - wanted) < 1e-6


@each
def test_no_items(name):
    for shape in ((), (0,), (3, 0), (0, 3), (1, 1)):
        for axis in (None, 0, 1):
            check(call(name, axis=axis), np.ones(shape, "f4"), raises=ANY)


@pytest.mark.parametrize("name", ["var", "std", "nanvar", "nanstd"])
def test_degrees_of_freedom(name):
    x = holed((4, 6), "f4") if name[0] == "n" else numbers((4, 6), "f4")
    for ddof in (0, 1, 1.5, 4, 5, 7):
        check(call(name, axis=0, ddof=ddof), x, rtol=1e-6)
        check(call(name, axis=1, correction=ddof), x, rtol=1e-6)
    check(call(name, ddof=1, correction=1), x, raises=ValueError)
    check(
        lambda xp, x, m: getattr(xp, name)(x, axis=0, mean=m),
        x,
        np.ones((1, 6), "f4"),
        rtol=1e-6,
    )


def test_too_few_items_warn():
    import gpuarray

    x = gpuarray.ones(3, "f4")
    with pytest.warns(RuntimeWarning, match="Degrees of freedom"):
        np.var(x, ddof=3)


@pytest.mark.parametrize("name", MOMENTS + NAN_MOMENTS)
def test_where(name):
    def masked(xp, x, m, **kwargs):
        return getattr(xp, name)(x, where=m, **kwargs)

    for dtype in ("float32", "int16"):
        x = holed((5, 6, 70), dtype)
        for axis in (None, (0, 2)):
            for m in (mask((6, 1)), mask((5, 6, 70), 0.02)):
                check(
                    lambda xp, x, m, a=axis: masked(xp, x, m, axis=a), x, m, rtol=2e-6
                )
    check(masked, x, mask((9, 5, 6, 70)), raises=ValueError)
    check(masked, x, np.ones(70, "i4"), raises=TypeError)


@pytest.mark.parametrize("name", MOMENTS + NAN_MOMENTS)
def test_out(name):
    def into(xp, x, o):
        return getattr(xp, name)(x, axis=1, out=o)

    for dtype in ("f4", "f2", "i4"):
        for target in ("f4", "f8", "i4"):
            if name.endswith("std") and target == "i4":
                continue  # NumPy has written to it when it raises
            x = numbers((4, 8), dtype)
            check(into, x, np.zeros(4, target), raises=ANY, rtol=1e-3)
    check(into, x, np.zeros(4), returns=1)
    check(into, x, np.zeros(5), raises=ValueError)


def test_a_far_mean_loses_nothing():
    x = (rng(1).normal(size=20_000) + 1e4).astype("f4")
    want = np.var(x.astype("f8"))
    import gpuarray

    assert abs(gpuarray.asarray(x).var().get() - want) <= 1e-4 * want


# ---- NaN left out


@pytest.mark.core
@pytest.mark.parametrize("name", ["nansum", "nanmin", "nanvar", "nancumprod"])
def test_nan_left_out(name):
    dtypes = ("float32", "int32", "bool") if name in NAN_SUMS else ("float32",)
    for dtype in dtypes:
        x = holed((5, 70), dtype)
        x = np.sign(x) if "prod" in name and dtype != "bool" else x
        x[2] = np.nan if x.dtype.kind == "f" else 0
        for axis in (None, 0, 1):
            check(call(name, axis=axis), x, rtol=2e-6)


@pytest.mark.parametrize("name", NAN_SUMS + NAN_MOMENTS)
def test_nan_functions_in_detail(name):
    for dtype in ("float16", "float64", "uint8"):
        x = holed((3, 4, 5), dtype)
        x = np.sign(x) if name == "nanprod" else x
        for axis in (None, (0, 2), -1, 3):
            for keepdims in (False, True):
                kwargs = {"axis": axis, "keepdims": keepdims}
                check(call(name, **kwargs), x, raises=ANY, rtol=2e-3)
    check(call(name), np.zeros(0, "f4"), raises=ANY)
    check(call(name), np.full((2, 3), np.nan), raises=ANY)
    if name in NAN_SUMS:
        x = holed((3, 40), "f4")
        check(call(name, axis=1, initial=2), x, rtol=1e-6)
        check(
            lambda xp, x, m: getattr(xp, name)(x, axis=0, where=m, initial=1),
            x,
            mask((3, 40)),
        )
        check(
            lambda xp, x, o: getattr(xp, name)(x, axis=1, out=o),
            x,
            np.zeros(3, "f4"),
            returns=1,
        )
    else:
        check(call(name, dtype="i4"), holed(9, "f4"), raises=TypeError)


@pytest.mark.parametrize("ufunc", [np.fmax, np.fmin])
def test_fmax_and_fmin_reduce_and_accumulate(ufunc):
    for dtype in ("bool", "int8", "uint32", "float32", "float16", "int64"):
        x = holed((5, 300), dtype)
        check(lambda xp, x: ufunc.reduce(x, axis=1), x)
        check(lambda xp, x: ufunc.accumulate(x, axis=1), x)


# ---- weights


def test_average():
    x, w = numbers((4, 5, 6), "f4"), np.abs(numbers((4, 5, 6), "f4", seed=2)) + 1
    for axis in (None, 0, (0, 2), -1):
        for keepdims in (False, True):
            kwargs = {"axis": axis, "keepdims": keepdims}
            check(lambda xp, x, k=kwargs: xp.average(x, **k), x, rtol=1e-5)
            check(
                lambda xp, x, w, k=kwargs: xp.average(x, weights=w, **k),
                x,
                w,
                rtol=1e-5,
            )
            check(
                lambda xp, x, w, k=kwargs: xp.average(x, weights=w, returned=True, **k),
                x,
                w,
                rtol=1e-5,
            )
    check(lambda xp, x: xp.average(x, axis=1, returned=True), x, rtol=1e-5)

    def weighted(axis):
        return lambda xp, x, w: xp.average(x, axis, w, returned=True)

    check(weighted(1), x, w[0, :, 0], rtol=1e-5)
    check(weighted((2, 0)), x, w[:, 0].T.copy(), rtol=1e-5)
    check(weighted(None), x, w[0, :, 0], raises=TypeError)
    check(weighted(0), x, w[0, :, 0], raises=ValueError)
    check(weighted(1), x, np.zeros(5, "f4"), raises=ZeroDivisionError)
    check(weighted(1), numbers((4, 5), "i2"), w[0, :, 0], rtol=1e-12)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (0, 0), (2, 0, 3)])
def test_average_of_no_items(shape):
    x = np.zeros(shape)
    for axis in (None, *range(len(shape)), tuple(range(len(shape)))):
        for returned in (False, True):

            def plain(xp, x, a=axis, r=returned):
                return xp.average(x, a, returned=r)

            check(plain, x, raises=ANY)
            check(lambda xp, x, a=axis: xp.average(x, a, x), x, raises=ANY)


def test_cov_and_corrcoef():
    x, y = rng(2).normal(size=(4, 30)), rng(3).normal(size=(2, 30))
    w, f = np.abs(y[0]), numbers(30, "i4", 1, 5)
    near = {"rtol": 1e-11}
    for kwargs in ({}, {"bias": True}, {"ddof": 0}, {"ddof": 3}, {"dtype": "f4"}):
        check(lambda xp, x, k=kwargs: xp.cov(x, **k), x, rtol=3e-5)
    check(lambda xp, x: xp.cov(x, rowvar=False), x.T.copy(), **near)
    check(lambda xp, x: xp.cov(x, dtype="i4"), x, raises=TypeError)
    check(lambda xp, x: xp.corrcoef(x, dtype=bool), x, raises=TypeError)
    check(lambda xp, x, y: xp.cov(x, y), x, y, **near)
    check(lambda xp, x, y: xp.cov(x, y, ddof=0), x[0], y[0], **near)
    check(lambda xp, x: xp.cov(x), x[0], **near)
    check(lambda xp, x: xp.cov(x), numbers((3, 8), "i2"), **near)
    check(lambda xp, x: xp.cov(x), np.zeros((0, 3)))
    check(lambda xp, x: xp.cov(x), x[:, :1])
    check(lambda xp, x, w: xp.cov(x, aweights=w), x, w, **near)
    check(lambda xp, x, f: xp.cov(x, fweights=f), x, f, **near)
    check(lambda xp, x, w, f: xp.cov(x, fweights=f, aweights=w), x, w, f, **near)
    check(lambda xp, x, w: xp.cov(x, fweights=w), x, w, raises=TypeError)
    check(lambda xp, x, w: xp.cov(x, aweights=w), x, -w, raises=ValueError)
    check(lambda xp, x, w: xp.cov(x, aweights=w[1:]), x, w, raises=RuntimeError)
    check(lambda xp, x: xp.cov(x, aweights=x), x, raises=RuntimeError)
    check(lambda xp, x: xp.cov(x[None]), x, raises=ValueError)
    check(lambda xp, x: xp.cov(x, ddof=0.5), x, raises=ValueError)
    check(lambda xp, x: xp.corrcoef(x), x, rtol=1e-10)
    check(lambda xp, x, y: xp.corrcoef(x, y, dtype="f4"), x, y, rtol=1e-3)
    check(lambda xp, x: xp.corrcoef(x), x[0])


@given(st.data())
def test_views(profile, data):
    shape = data.draw(shapes(min_side=1))
    x = holed(shape, "f4", seed=data.draw(seeds))
    view = data.draw(views(shape))
    axis = data.draw(st.sampled_from([None, *range(len(shape))]))
    for name in ("nanvar", "nanmax", "mean"):
        check(
            lambda xp, x, f=name: getattr(xp, f)(view(x), axis),
            x,
            raises=ANY,
            rtol=1e-5,
        )
