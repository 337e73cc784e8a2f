"""searchsorted and digitize: places among sorted items, of every dtype."""

import numpy as np
import pytest
from compare import Host, check, check_each
from strategies import NUMERIC, numbers, rng, wild

import gpuarray
from gpuarray.runtime import device

pytestmark = pytest.mark.usefixtures("profile")

BOTH = (
    lambda xp, a, v: xp.searchsorted(a, v),
    lambda xp, a, v: xp.searchsorted(a, v, "right"),
)


@pytest.mark.core
@pytest.mark.parametrize("dtype", NUMERIC)
def test_every_dtype(dtype):
    check_each(BOTH, np.sort(wild(100, dtype)), wild((7, 50), dtype, 1))


@pytest.mark.parametrize("n", [0, 1, 2, 3, 255, 256, 257, 1025, 4097])
def test_sizes(n):
    items = np.sort(numbers(n, "int32", -500, 500))
    for m in (0, 1, 1023, 1025):
        check_each(BOTH, items, numbers(m, "int32", -600, 600, 1))
    check(lambda xp, a: xp.searchsorted(a, 3), items)
    check_each(BOTH, items * 0.5, numbers(700, "float64", -300, 300, 3))


def test_common_dtypes():
    for first, second in (("i4", "f4"), ("u8", "i8"), ("f2", "f8"), ("?", "i1")):
        check_each(BOTH, np.sort(numbers(60, first)), numbers(90, second, seed=2))
    items = np.array([0.1, 0.2, 0.5], "f4")
    for value in (0.1, 0.5, np.nan, 7, 2**40, np.float32(0.1)):
        check(lambda xp, a, value=value: a.searchsorted(value), items)


def test_views_and_sorters():
    items = rng(1).permutation(50).astype("f4")
    order = np.argsort(items)
    check(
        lambda xp, a, v, s: xp.searchsorted(a, v, sorter=s), items, items + 0.5, order
    )
    check(lambda xp, a, v: xp.searchsorted(a[::-2], v.T), np.arange(9.0), np.eye(3))
    for sorter in (
        np.array([99, 99, 99]),
        np.array([0, 1]),
        np.zeros(3),
        np.eye(3, dtype=int),
    ):
        check(
            lambda xp, a, s: xp.searchsorted(a, 1, sorter=s),
            np.arange(3),
            sorter,
            raises=Exception,
        )


def test_errors():
    x = np.zeros((2, 2))
    for fn in (
        lambda xp, x: xp.searchsorted(x, 1),
        lambda xp, x: xp.searchsorted(x[0, 0], 1),
        lambda xp, x: xp.searchsorted(x[0], 1, "middle"),
        lambda xp, x: xp.searchsorted(x[0], 1, 1),
        lambda xp, x: xp.digitize(x, x),
        lambda xp, x: xp.digitize(x, x[0, 0]),
        lambda xp, x: xp.digitize(x + 1j, x[0]),
    ):
        check(fn, x, raises=Exception)


def test_complex_strings_and_records():
    z = np.sort(rng(2).integers(-2, 3, 40) + 1j * rng(3).integers(-2, 3, 40))
    s = np.sort(np.array([b"", b"a", b"ab", b"b"])[rng(4).integers(0, 4, 30)])
    check_each(BOTH, z.astype("c8"), z[::-1].reshape(4, 10).astype("c8"))
    check_each(BOTH, s, np.array([b"a", b"abc", b"zz", b""]))
    records = np.zeros(30, [("k", "S2"), ("n", "i4")])
    records["k"], records["n"] = s, np.arange(30) // 3
    records.sort()
    check_each(BOTH, records, records[::-4])


def test_windows(monkeypatch):
    monkeypatch.setattr(device.current(), "max_binding", 1 << 14)
    items = np.sort(rng(5).integers(0, 9999, 9001)).astype("i4")
    check_each(BOTH, items, rng(6).integers(-9, 10_009, 7001).astype("i4"))


def test_does_not_wait():
    x = gpuarray.asarray(np.arange(10.0))
    before = device.current().counters.readbacks
    gpuarray.searchsorted(x, x)
    assert device.current().counters.readbacks == before


@pytest.mark.parametrize("right", [False, True])
def test_digitize(right):
    x = np.append(numbers((4, 9), "float32").ravel(), [np.nan, np.inf, -np.inf])
    for edges in ([-3.0, 0, 1, 1, 5], [4.0, 4, 2, -1], [2.0, 2], [1.0], []):
        bins = np.array(edges, "f4")
        check(lambda xp, x, b: xp.digitize(x, b, right), x, bins)
        check(lambda xp, x, b: xp.digitize(x, b, right=right), x, Host(bins))
    for edges in ([1.0, 3, 2], [3.0, 1, 2]):
        for bins in (np.array(edges), Host(np.array(edges))):
            check(lambda xp, x, b: xp.digitize(x, b), x, bins, raises=ValueError)
    check(lambda xp, x: xp.digitize(x, np.array([2, 5, 7])), np.arange(9, dtype="u1"))
