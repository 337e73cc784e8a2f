"""unique in all its forms, and sets of several arrays."""

import numpy as np
import pytest
from compare import Host, check, check_each, same
from hypothesis import given
from hypothesis import strategies as st
from strategies import NUMERIC, any_bits, numbers, rng, seeds, shapes, wild

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

EVERYTHING = {"return_index": True, "return_inverse": True, "return_counts": True}


def unsigned_zero(host):
    """The array with 0.0 for -0.0, of which NumPy keeps either."""
    return host + host.dtype.type(0) if host.dtype.kind == "f" else host


@pytest.mark.parametrize("dtype", NUMERIC)
def test_every_dtype(dtype):
    host = unsigned_zero(wild(150, dtype))
    check(lambda xp, x: xp.unique(x), host)
    check(lambda xp, x: xp.unique(x, **EVERYTHING), host)


@given(data=st.data(), shape=shapes(max_dims=3, max_side=5), seed=seeds)
def test_options(data, shape, seed):
    host = numbers(shape, "int16", -2, 3, seed)
    axis = data.draw(st.none() | st.integers(-len(shape), len(shape) - 1))
    names = data.draw(st.sets(st.sampled_from(sorted(EVERYTHING))))
    options = dict.fromkeys(names, True)
    check(lambda xp, x: xp.unique(x, axis=axis, **options), host)


@pytest.mark.parametrize("n", [0, 1, 2, 1023, 1025, 4095, 4097, 9000])
def test_sizes(n):
    for host in (numbers(n, "int32", seed=n), np.arange(n), np.zeros(n, "f4")):
        check(lambda xp, x: xp.unique(x, **EVERYTHING), host)


def test_inverse_rebuilds_the_input():
    host = any_bits(5000, "float32")
    x = gpuarray.asarray(host)
    values, inverse = gpuarray.unique(x, return_inverse=True)
    assert np.array_equal(values[inverse].get(), host, equal_nan=True)  # zeros are one


@pytest.mark.parametrize("equal_nan", [True, False])
def test_nan(equal_nan):
    host = np.array([np.nan, 1, -np.nan, 0, np.nan, 1], "f4")
    z = np.array(
        [1, complex(np.nan, 1), complex(1, np.nan), complex(np.nan, 1), 1], "c8"
    )
    for x in (host, host[:1], z):
        check(
            lambda xp, x: xp.unique(x, equal_nan=equal_nan, **EVERYTHING),
            x,
        )
    check(
        lambda xp, x: xp.unique(x.reshape(3, 2), axis=0, equal_nan=equal_nan),
        host[1:4].repeat(2),
    )


def test_slices():
    host = rng(3).integers(0, 2, (40, 3)).astype("f4")
    for axis in (0, 1):
        check(lambda xp, x, axis=axis: xp.unique(x, axis=axis, **EVERYTHING), host)
    for shape in ((0, 3), (3, 0), (2, 0, 2)):
        for axis in (0, 1):
            check(
                lambda xp, x, axis=axis: xp.unique(x, axis=axis, **EVERYTHING),
                np.zeros(shape),
            )
    check(lambda xp, x: xp.unique(x, axis=2), host, raises=ValueError)


def test_records_and_strings():
    host = np.zeros(60, [("a", "i2"), ("s", "S3")])
    host["a"], host["s"] = (
        rng(1).integers(0, 2, 60),
        rng(2).choice([b"", b"b", b"ab"], 60),
    )
    for x in (host, host["s"].copy(), host["s"].astype("S5")):
        check(lambda xp, x: xp.unique(x, **EVERYTHING), x)
    first, second = host["s"][:9].copy(), np.array([b"b", b"zz"])
    check_each(
        (
            lambda xp, a, b: xp.isin(a, b),
            lambda xp, a, b: xp.isin(b, a),
            lambda xp, a, b: xp.union1d(a, b),
            lambda xp, a, b: xp.intersect1d(a, b),
            lambda xp, a, b: xp.setdiff1d(a, b),
            lambda xp, a, b: xp.setxor1d(a, b),
        ),
        first,
        second,
    )


def test_array_api_names():
    for host in (numbers((4, 5), "int8"), np.array([np.nan, 2, np.nan])):
        for name in ("unique_all", "unique_counts", "unique_inverse"):
            x = gpuarray.asarray(host)
            got, want = getattr(gpuarray, name)(x), getattr(np, name)(host)
            assert type(got) is type(getattr(np, name)(x))
            assert got._fields == want._fields
            same(tuple(got), tuple(want))
        got = np.unique_values(gpuarray.asarray(host))
        same(got, np.sort(np.unique_values(host)))


PAIRS = (
    (numbers(40, "int32"), numbers(30, "int32", -4, 20, 2)),
    (numbers((5, 6), "int16"), numbers(7, "float64", seed=3)),
    (np.array([1.0, np.nan, 2]), np.array([np.nan, 2, 5])),
    (np.zeros(0, "i4"), np.array([1, 2])),
    (np.zeros(0), np.zeros(0)),
    (np.array([True, False]), np.array([True])),
)


@pytest.mark.parametrize("pair", PAIRS, ids=range(len(PAIRS)))
def test_two_sets(pair):
    check_each(
        (
            lambda xp, a, b: xp.union1d(a, b),
            lambda xp, a, b: xp.intersect1d(a, b),
            lambda xp, a, b: xp.intersect1d(a, b, return_indices=True),
            lambda xp, a, b: xp.setdiff1d(a, b),
            lambda xp, a, b: xp.setdiff1d(a, b, assume_unique=True),
            lambda xp, a, b: xp.setxor1d(a, b),
        ),
        *pair,
    )


def test_unique_operands():
    first, second = rng(4).permutation(30), rng(5).permutation(np.arange(20, 44))
    check_each(
        (
            lambda xp, a, b: xp.intersect1d(a, b, True),
            lambda xp, a, b: xp.intersect1d(a, b, True, return_indices=True),
            lambda xp, a, b: xp.setxor1d(a, b, assume_unique=True),
            lambda xp, a, b: xp.setdiff1d(a, b, assume_unique=True),
        ),
        first,
        second,
    )


@pytest.mark.parametrize("count", [0, 1, 8, 9, 500])
def test_isin(count):
    host = numbers((20, 11), "int32", -60, 60)
    tests = numbers(count, "int64", -60, 60, 2)
    check(lambda xp, x, t: xp.isin(x, t), host, tests)
    check(lambda xp, x, t: xp.isin(x, t, invert=True, assume_unique=True), host, tests)
    check(lambda xp, x, t: xp.isin(x, t), host, Host(tests.astype("f4")))
    check(lambda xp, x, t: xp.isin(x[0, 0], t.reshape(-1, 1)), host, tests)
    special = np.array([np.nan, 1, -0.0, np.inf] * 4)
    check(lambda xp, x, t: xp.isin(x, t), special, special[: count % 13])


def test_kinds_of_isin():
    whole, parts = np.arange(5), np.arange(12.0)
    check(lambda xp, x, t: xp.isin(x, t, kind="table"), whole, whole)
    check(lambda xp, x, t: xp.isin(x, t, kind="sort"), whole, parts)
    check(lambda xp, x, t: xp.isin(x, t, kind="table"), whole, parts, raises=ValueError)
    check(lambda xp, x, t: xp.isin(x, t, kind="tree"), whole, whole, raises=ValueError)
