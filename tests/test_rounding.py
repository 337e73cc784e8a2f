"""clip, round, fix, nan_to_num and comparisons of arrays, against NumPy."""

import numpy as np
import pytest
from compare import ANY, Host, check
from strategies import INTEGERS, NUMERIC, mask, numbers, specials, wild

pytestmark = pytest.mark.usefixtures("profile")


# ---- clip


@pytest.mark.core
@pytest.mark.parametrize("dtype", NUMERIC)
def test_clip(dtype):
    x = np.concatenate((specials(dtype), wild(300, dtype)))
    low, high = (np.flip(wild(x.shape, dtype, seed)) for seed in (1, 2))
    check(lambda xp, x, a, b: xp.clip(x, a, b), x, low, high)
    check(lambda xp, x: xp.clip(x, 0, 1), x, raises=ANY)


def test_clip_limits():
    x = numbers((5, 60), "i2")
    for low, high in ((1, 4), (None, 3), (2, None), (None, None), (4, 1)):
        check(lambda xp, x, a=low, b=high: xp.clip(x, a, b), x)
        check(lambda xp, x, a=low, b=high: x.clip(a, b), x)
        check(lambda xp, x, a=low, b=high: xp.clip(x, min=a, max=b), x)
    for low, high in ((-(2**40), 2**40), (2**40, None), (0.5, 2.5), (np.nan, 2)):
        check(lambda xp, x, a=low, b=high: xp.clip(x, a, b), x, raises=ANY)
    check(lambda xp, x: xp.clip(x), x)
    check(lambda xp, x: xp.clip(x, 1), x, raises=TypeError)
    check(lambda xp, x: xp.clip(x, a_max=1), x, raises=TypeError)
    check(lambda xp, x: xp.clip(x, 1, 2, min=3), x, raises=ValueError)
    check(lambda xp, x, m: xp.clip(x, m, 3.5), x.astype("f4"), numbers((5, 1), "f4"))
    check(lambda xp, x: xp.clip(x, 1, 2, dtype="f4"), x)
    check(lambda xp, x, o: xp.clip(x, 1, 2, out=o), x, np.zeros((5, 60)), returns=1)
    check(lambda xp, x: x.clip(1, 2, out=x), x, returns=0)
    check(lambda xp, x: xp.clip(x, 1.5, 2, out=x), x, raises=TypeError)
    check(
        lambda xp, x, m, o: xp.clip(x, 1, 2, where=m, out=o),
        x,
        mask(60),
        np.ones_like(x),
    )


def test_clip_complex():
    x = numbers(60, "f4") + 1j * numbers(60, "f4", seed=2)
    check(lambda xp, x: xp.clip(x, -1, 1 + 1j), x.astype("c8"))
    check(lambda xp, x: xp.clip(x, x[:1], 2), x.astype("c16"))


# ---- round


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_round_floats(dtype):
    x = np.concatenate((specials(dtype), (wild(500, dtype) * 100).astype(dtype)))
    x = np.concatenate((x, np.arange(-30, 30).astype(dtype) / 4))
    for decimals in (0, 1, 3, -1, -2):
        check(lambda xp, x, d=decimals: xp.round(x, d), x)
    check(lambda xp, x: x.round(2), x)
    check(lambda xp, x: xp.around(x[::-3], decimals=1), x)


@pytest.mark.core
@pytest.mark.parametrize("dtype", INTEGERS)
def test_round_integers(dtype):
    x = wild(300, dtype) >> np.array(12 if dtype[-2:] == "64" else 0, dtype)
    x = np.concatenate((x, np.arange(0, 127, dtype=dtype)))
    limit = 10.0 ** np.arange(6) <= np.iinfo(dtype).max / 4
    for decimals in (0, 2, *(-np.flatnonzero(limit))):
        keep = x[np.abs(x.astype("f8")) < np.iinfo(dtype).max - 10.0**-decimals]
        check(lambda xp, x, d=int(decimals): xp.round(x, d), keep)


@pytest.mark.core
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("dtype", ["int64", "uint64", "int32"])
def test_round_integers_through_float64(dtype):
    info = np.iinfo(dtype)
    random = np.random.default_rng(5)
    wide = random.integers(0, info.max, (14, 300), dtype, endpoint=True)
    wide >>= np.arange(14, dtype=dtype)[:, None]
    half = 5 * 10 ** (len(str(info.max)) - 2)
    ends = np.array([info.min, info.max, info.max - 1, info.max // 2, half], dtype)
    ties = random.integers(0, 10**6, 200).astype(dtype) * np.array(1000, dtype) + 500
    x = np.concatenate((wide.ravel(), ends, ties.astype(dtype)))
    x = np.concatenate((x, -x)) if info.min else x
    for decimals in (-1, -2, -3, -8, -11, -19, -310):
        check(lambda xp, x, d=decimals: xp.round(x, d), x)
    check(lambda xp, x: xp.round(x, -2), np.array(x[7]))


def test_round_in_detail():
    x = numbers((4, 5), "f4") / 3
    for target in ("f4", "f8", "i4", "f2"):
        for dtype in ("f4", "i4", "f8"):
            for decimals in (0, 1, -1):

                def into(xp, x, o, d=decimals):
                    return xp.round(x, d, o)

                out = np.zeros((4, 5), target)
                check(into, x.astype(dtype), out, raises=ANY)
    check(lambda xp, x: xp.round(x), x > 0)
    check(lambda xp, x: xp.round(x, 1), x > 0, raises=TypeError)
    check(lambda xp, x: xp.round(x, 1.5), x, raises=TypeError)
    check(lambda xp, x: xp.fix(x), x)
    check(lambda xp, x: xp.fix(x), numbers(9, "i4"))
    check(lambda xp, x, o: xp.fix(x, o), x, np.zeros((4, 5), "f4"), returns=1)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("dtype", ["f8", "f2", "c8", "u1", "i8"])
def test_round_to_many_decimals(dtype):
    x = np.arange(4).astype(dtype)
    for decimals in (308, 310, -310):
        check(lambda xp, x, d=decimals: xp.round(x, d), x)
    for decimals in (2**31, -(2**31) - 1):
        check(lambda xp, x, d=decimals: xp.round(x, d), x, raises=OverflowError)


# ---- NaN and infinities


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int32", "bool"])
def test_nan_to_num(dtype):
    x = np.concatenate((specials(dtype), wild(300, dtype)))
    for kwargs in ({}, {"nan": 3}, {"posinf": 5, "neginf": -5.5}, {"nan": np.inf}):
        check(lambda xp, x, k=kwargs: xp.nan_to_num(x, **k), x)
    check(lambda xp, x: xp.nan_to_num(x, nan=x[:1]), x, raises=ANY)
    if x.dtype.kind == "f":
        check(lambda xp, x: xp.nan_to_num(x, posinf=x[None]), x)
        check(lambda xp, x: xp.nan_to_num(x[:9], nan=x), x, raises=ValueError)
    check(lambda xp, x: xp.nan_to_num(x, copy=False), x, returns=0)
    check(lambda xp, x: xp.nan_to_num(x[3]), x)
    check(lambda xp, x: xp.nan_to_num(x[1::2], False, 9) * 1, x)


@pytest.mark.core
@pytest.mark.parametrize("name", ["isposinf", "isneginf"])
def test_signed_infinities(name):
    for dtype in ("float16", "float32", "int8", "bool"):
        check(lambda xp, x: getattr(xp, name)(x), specials(dtype))
    x = specials("f4")
    check(
        lambda xp, x, o: getattr(xp, name)(x, o), x, np.zeros(x.shape, "?"), returns=1
    )


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_isclose(dtype):
    x = specials(dtype)
    for equal_nan in (False, True):

        def close(xp, x, y, e=equal_nan, **kwargs):
            return xp.isclose(x, y, equal_nan=e, **kwargs)

        check(close, x[:, None], x)
        check(lambda xp, x, f=close: f(xp, x, 1), x)
        check(lambda xp, x, f=close: f(xp, 0.0, x, atol=2), x)
        check(lambda xp, x, f=close: xp.allclose(x, x, equal_nan=True), x)
        check(lambda xp, x: xp.allclose(x, x), x)
    near = numbers(500, dtype) * (1 + mask(500) * np.dtype(dtype).type(3e-3))
    check(lambda xp, x, y: xp.isclose(x, y, 1e-3, 1e-4), numbers(500, dtype), near)
    check(lambda xp, x, y: xp.allclose(x, y, rtol=0.1), numbers(500, dtype), near)
    check(lambda xp, x, y: xp.isclose(x, y), numbers(500, "i4"), near)
    check(lambda xp, x: xp.isclose(x, 3), numbers(500, "u1"))
    check(lambda xp, x, t: xp.isclose(x, 3, t), numbers(5, "i4"), np.ones(5) / 3)


def test_array_equal():
    x = numbers((4, 5), "f4")
    for y in (x.copy(), x.astype("i4"), x + 1, x[:3], x[0], np.zeros((0, 5))):
        check(lambda xp, x, y: xp.array_equal(x, y), x, y)
        check(lambda xp, x, y: xp.array_equiv(x, y), x, y)
        check(lambda xp, x, y: xp.array_equal(x, y, equal_nan=True), x, y)
    x[1, 2] = np.nan
    for y in (x.copy(), np.where(np.isnan(x), 0, x), numbers((4, 5), "i4")):
        for equal_nan in (False, True):
            check(lambda xp, x, y, e=equal_nan: xp.array_equal(x, y, e), x, y)
    check(lambda xp, x, y: xp.array_equiv(x, y), np.ones((3, 4)), np.ones(4))
    check(lambda xp, x, y: xp.array_equal(x, y), np.array(b"ab"), np.array(b"ab"))


def test_array_equal_of_what_has_no_dtype_here():
    x = np.arange(4)
    strange = ("a", ["a"] * 4, b"a", None, [None] * 4, [1, [2]], {1: 2}, [0, 1, 2, "3"])
    for other in (*strange, [0, 1, 2, 3], Host(np.zeros(4, "S1"))):
        for name in ("array_equal", "array_equiv"):
            for y in (x, x[:0], np.array(1), np.zeros(4, "S1")):
                check(lambda xp, x, y, n=name: getattr(xp, n)(x, y), y, other)
    check(lambda xp, x, y: xp.array_equal(y, x), x, "a")
