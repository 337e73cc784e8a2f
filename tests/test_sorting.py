"""sort, argsort, lexsort, partition: NumPy's order along axes, of every dtype."""

import numpy as np
import pytest
from compare import check, check_each, same
from hypothesis import given
from hypothesis import strategies as st
from strategies import NUMERIC, numbers, packed, rng, seeds, shapes, views, wild

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

BOTH = (
    lambda xp, x: xp.sort(x, kind="stable"),
    lambda xp, x: xp.argsort(x, kind="stable"),
)


@pytest.mark.core
@pytest.mark.parametrize("dtype", NUMERIC)
def test_every_dtype(dtype):
    check_each(BOTH, wild(200, dtype))


@given(data=st.data(), shape=shapes(max_dims=3), seed=seeds)
def test_axes_of_views(data, shape, seed):
    view = data.draw(views(shape))
    axis = data.draw(st.integers(-len(shape), len(shape) - 1) | st.none())
    host = view(numbers(shape, "float32", seed=seed))
    for fn in (
        lambda xp, x: xp.sort(x, axis=axis, kind="stable"),
        lambda xp, x: xp.argsort(x, axis=axis, kind="stable"),
    ):
        check(fn, host)


def test_expressions_and_fields():
    x = wild(50, "float32")
    check(lambda xp, x: xp.sort(x + x), x)
    check(lambda xp, x: xp.argsort(-x, kind="stable"), x)
    check(lambda xp, x: xp.sort(x["x"]), packed(wild(40, "float64")))
    check(lambda xp, x: xp.sort(xp.broadcast_to(x, (3, 7)), axis=0), wild(7, "int16"))


def test_errors():
    x = np.zeros((2, 3))
    for fn in (
        lambda xp, x: xp.sort(x, axis=2),
        lambda xp, x: xp.sort(x, kind="best"),
        lambda xp, x: xp.sort(x, kind="stable", stable=True),
        lambda xp, x: xp.sort(x, order="a"),
        lambda xp, x: xp.sort(x, axis=1.5),
        lambda xp, x: xp.sort(x[0, 0]),
        lambda xp, x: xp.argsort(x, axis=-3),
        lambda xp, x: x.sort(axis=None),
        lambda xp, x: xp.lexsort(()),
        lambda xp, x: xp.lexsort((x, x[0])),
        lambda xp, x: xp.lexsort((x, x), axis=2),
        lambda xp, x: xp.partition(x, 3),
        lambda xp, x: xp.partition(x, -4),
        lambda xp, x: xp.partition(x, 1.0),
        lambda xp, x: xp.partition(x, True),
        lambda xp, x: xp.partition(x, 0, kind="fast"),
        lambda xp, x: xp.argpartition(x, [0, 9]),
        lambda xp, x: xp.argpartition(x, 0, axis=2),
    ):
        check(fn, x, raises=Exception)


def test_no_axes():
    check_each(
        (
            lambda xp, x: xp.sort(x, axis=None),
            lambda xp, x: xp.argsort(x),
            lambda xp, x: xp.argpartition(x, 0),
            lambda xp, x: xp.lexsort((x, x)),
        ),
        np.array(3.0),
    )


def test_in_place():
    def run(xp, x):
        y = x[::2]
        y.sort(axis=0)
        x[:, 1].partition(2)
        return x

    check(run, rng(1).permutation(30).reshape(10, 3).astype("f4"))
    check(lambda xp, x: x.argsort(0, "stable"), wild((9, 2), "int8"))
    x = gpuarray.broadcast_to(gpuarray.asarray(np.zeros(3)), (2, 3))
    with pytest.raises(ValueError, match="read-only"):
        x.sort()


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_complex(dtype):
    parts = np.array(
        [0.0, -0.0, 1, -1, 2, np.nan, np.inf, -np.inf], f"f{int(dtype[1:]) // 2}"
    )
    host = np.empty(64, dtype)
    host.real, host.imag = np.repeat(parts, 8), np.tile(parts, 8)
    host = host[rng(3).permutation(64)]
    check_each(BOTH, host)
    check(lambda xp, x: xp.sort_complex(x), host[(host.real != 0) & (host.imag != 0)])


def test_sort_complex_of_reals():
    for dtype in ("i1", "u2", "i4", "f4", "f8", "?"):
        check(lambda xp, x: xp.sort_complex(x), wild((2, 9), dtype))


def records():
    dtype = np.dtype([("a", "i2"), ("b", "f4"), ("c", "S3"), ("d", "u1", (2,))])
    host = np.zeros(90, dtype)
    r = rng(7)
    host["a"], host["d"] = r.integers(-2, 2, 90), r.integers(0, 2, (90, 2))
    host["b"] = r.choice(np.array([0.5, -0.5, np.nan], "f4"), 90)
    host["c"] = r.choice(np.array([b"", b"a", b"ab", b"b\xff"]), 90)
    return host


@pytest.mark.core
def test_records():
    for order in (None, "b", ["c", "a"]):
        got = gpuarray.sort(gpuarray.asarray(records()), order=order)
        # NumPy compares NaN in fields as equal to all: ours are last, so none here
        names = [order] if isinstance(order, str) else order or []
        names += [n for n in ("a", "b", "c", "d") if n not in names]
        columns = []
        for name in names:
            field = records()[name]
            columns += list(field.T) if field.ndim > 1 else [field]
        want = np.lexsort(columns[::-1])
        assert got.get().tobytes() == records()[want].tobytes()
        found = gpuarray.argsort(gpuarray.asarray(records()), order=order)
        same(found, want)


def test_records_as_numpy():
    host = records()
    host["b"] = np.nan_to_num(host["b"])
    check_each(
        (
            lambda xp, x: xp.sort(x, kind="stable"),
            lambda xp, x: xp.argsort(x, order=["d", "c"], kind="stable"),
            lambda xp, x: xp.sort(x.reshape(9, 10), axis=0, order="c"),
        ),
        host,
    )
    check(lambda xp, x: xp.sort(x, order="q"), host, raises=ValueError)


@pytest.mark.parametrize("size", [1, 3, 4, 7])
def test_byte_strings(size):
    raw = rng(size).choice(np.array([0, 1, 97, 98, 255], "u1"), (120, size))
    for dtype in (f"S{size}", f"V{size}"):
        check_each(BOTH, raw.copy().view(dtype)[:, 0])


def test_lexsort():
    keys = rng(4).integers(0, 3, (3, 4, 25))
    for axis in (-1, 0, 1):
        check(lambda xp, x, axis=axis: xp.lexsort(x, axis=axis), keys)
    first, second = keys[0, 0].astype("f4"), keys[1, 0].astype("S1")
    check(lambda xp, a, b: xp.lexsort((a, b)), first, second)
    check(lambda xp, a: xp.lexsort((a,)), first)


@pytest.mark.parametrize("kth", [3, -2, (1, 7)])
def test_partition_is_numpys_contract(kth):
    host = rng(9).integers(0, 9, (4, 11)).astype("f4")
    for axis, n in ((-1, 11), (1, 11), (None, 44)):
        for x in (gpuarray.asarray(host), host):
            got = np.asarray(np.partition(x, kth, axis=axis))
            at = np.argpartition(x, kth, axis=axis)
            taken = np.take_along_axis(host, np.asarray(at), axis=axis)
            for result in (got, taken):
                ranks = np.sort(host, axis=axis)
                for k in np.atleast_1d(kth):
                    k = k % n
                    middle = result[..., k : k + 1]
                    assert (middle == ranks[..., k : k + 1]).all()
                    assert (result[..., :k] <= middle).all()
                    assert (result[..., k:] >= middle).all()


def test_descending():
    host = wild((5, 40), "float32")
    got = gpuarray.sort(gpuarray.asarray(host), axis=0, descending=True)
    same(got, np.sort(host, axis=0)[::-1])
    keys = numbers(60, "int16")
    order = gpuarray.argsort(gpuarray.asarray(keys), descending=True)
    same(order, np.argsort(-keys, kind="stable"))


def test_small_sorts_do_not_wait(profile):
    x = gpuarray.asarray(wild((30, 100), "float64"))
    counters = gpuarray.device.current().counters
    before = counters.readbacks
    gpuarray.argsort(gpuarray.sort(x, axis=0))
    gpuarray.partition(x, 3)
    assert counters.readbacks == before
