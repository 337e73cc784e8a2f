"""Splitting, joining, repeating, inserting and windows against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from compare import ANY, Host, check
from hypothesis import given
from hypothesis import strategies as st
from strategies import numbers, packed, shapes, views

pytestmark = pytest.mark.usefixtures("profile")


# ---- parts


@given(shapes(max_dims=3, max_side=6), st.data())
def test_splits_are_numpys(shape, data):
    x = numbers(shape, "int32")
    view = data.draw(views(shape))
    axis = data.draw(st.integers(-len(shape) - 1, len(shape)))
    where = data.draw(st.integers(-1, 5) | st.lists(st.integers(-7, 7), max_size=4))
    for name in ("split", "array_split"):
        check(lambda xp, x, n=name: getattr(xp, n)(view(x), where, axis), x, raises=ANY)
    for name in ("hsplit", "vsplit", "dsplit"):
        check(lambda xp, x, n=name: getattr(xp, n)(view(x), where), x, raises=ANY)
    check(lambda xp, x: xp.unstack(view(x), axis=axis), x, raises=ANY)


def test_splits_are_views_and_take_device_positions():
    x = numbers((4, 6), "int32")

    def written(xp, x):
        xp.hsplit(x, 2)[1][...] = 9
        xp.unstack(x)[0][...] = 8
        return x

    check(written, x)
    check(lambda xp, x, i: xp.split(x, i, 1), x, np.array([1, 4]))
    for name in ("hsplit", "vsplit", "dsplit", "split", "unstack"):
        check(lambda xp, x, n=name: getattr(xp, n)(x, 1), np.array(3), raises=ANY)


# ---- together


def test_block():
    a, b, c = numbers((2, 3), "int16"), numbers((2, 1), "float32"), numbers(4, "int8")
    check(lambda xp, a, b, c: xp.block([[a, b], [c]]), a, b, c)
    check(lambda xp, a, b: xp.block([a, b, b]), a, b)
    check(lambda xp, a: xp.block(a), a)
    check(lambda xp, a: xp.block([[[a]], [[a]]]), a)
    check(lambda xp, c: xp.block([c, 1, [2]]), c, raises=ValueError)
    check(lambda xp, c: xp.block([c, 1, 2.5]), c)
    check(lambda xp, a, c: xp.block([[a, a], [c, c]]), a, c, raises=ValueError)
    check(lambda xp, a: xp.block([a, (a,)]), a, raises=TypeError)
    for arrays in ([], [[]], [[], 1]):
        check(lambda xp, a, v=arrays: xp.block([[a], v]), a, raises=ValueError)

    def apart(xp, a):
        xp.block(a)[...] = 9
        return a

    check(apart, a)


@given(st.data())
def test_joins_of_mixed_dtypes(data):
    dtypes = st.sampled_from(["bool", "int8", "float32"])
    n = data.draw(st.integers(1, 3))
    rank = data.draw(st.integers(0, 3))
    shape = [data.draw(st.integers(0, 3)) for _ in range(rank)]
    arrays = [np.asarray(numbers(shape, data.draw(dtypes), seed=k)) for k in range(n)]
    axis = data.draw(st.integers(-rank - 1, rank + 1))
    for name in ("stack", "concatenate", "concat"):
        check(lambda xp, *a, n=name: getattr(xp, n)(a, axis), *arrays, raises=ANY)
    for name in ("vstack", "hstack", "dstack", "column_stack"):
        check(lambda xp, *a, n=name: getattr(xp, n)(a), *arrays, raises=ANY)
    options = {
        "dtype": data.draw(dtypes),
        "casting": data.draw(st.sampled_from(["safe", "unsafe"])),
    }
    for name in ("vstack", "hstack", "stack", "concatenate"):
        check(lambda xp, *a, n=name: getattr(xp, n)(a, **options), *arrays, raises=ANY)


def test_concatenate_into_out():
    a, b = numbers((2, 3), "int32"), numbers((1, 3), "int16")
    for dtype in ("int32", "int64", "float32", "int8"):
        for shape in ((3, 3), (2, 3), (9,)):
            out = np.zeros(shape, dtype)
            check(
                lambda xp, a, b, o: xp.concatenate((a, b), out=o), a, b, out, raises=ANY
            )
            check(
                lambda xp, a, b, o: xp.concatenate((a, b), None, o),
                a,
                b,
                out,
                raises=ANY,
            )
    check(
        lambda xp, a, o: xp.stack((a, a), 1, o), b, np.zeros((1, 2, 3), "i2"), returns=1
    )
    x = numbers((4, 3), "int32")
    check(lambda xp, x: (xp.concatenate((x[2:], x[:2]), out=x), x)[1], x)
    check(lambda xp, a: xp.concatenate((a, a), dtype="i4", out=a), a, raises=TypeError)
    check(lambda xp, a: xp.concatenate(a), numbers((2, 3, 2), "int8"))
    check(lambda xp, a: xp.concatenate([a, [[1, 2, 3]]]), a)
    check(lambda xp, a: xp.concatenate([a, 1]), a, raises=ValueError)


# ---- again and again


@given(shapes(max_dims=3, max_side=4), st.data())
def test_repeat_tile_resize(shape, data):
    x = numbers(shape, "int16")
    view = data.draw(views(shape))
    axis = data.draw(st.none() | st.integers(-len(shape) - 1, len(shape)))
    n = x.size if axis is None or not -x.ndim <= axis < x.ndim else view(x).shape[axis]
    counts = st.lists(
        st.integers(-1 if data.draw(st.integers(0, 5)) == 0 else 0, 3),
        min_size=n,
        max_size=n,
    )
    repeats = data.draw(st.integers(-1, 3) | counts.map(np.array))
    if isinstance(repeats, np.ndarray) and not repeats.size:
        repeats = repeats.astype(int)
    check(lambda xp, x, r: xp.repeat(view(x), r, axis), x, repeats, raises=ANY)
    check(lambda xp, x, r: view(x).repeat(r, axis), x, repeats, raises=ANY)
    reps = data.draw(st.integers(0, 3) | st.lists(st.integers(0, 3), max_size=4))
    check(lambda xp, x: xp.tile(view(x), reps), x, raises=ANY)
    new = data.draw(
        st.integers(-1, 30) | st.lists(st.integers(0, 5), max_size=3).map(tuple)
    )
    check(lambda xp, x: xp.resize(view(x), new), x, raises=ANY)


def test_repeat_errors():
    x = numbers((2, 3), "int16")
    for counts in (
        [1, 2],
        [1, 2, 3, 4],
        [1.5, 1, 1],
        [-1, 1, 1],
        [[1, 2, 3]],
        1.5,
        "a",
        [True, False, True],
    ):
        check(lambda xp, x, c=counts: xp.repeat(x, c, 1), x, raises=ANY)
        host = np.array(counts)
        if host.dtype.kind != "U":
            check(lambda xp, x, c: xp.repeat(x, c, 1), x, host, raises=ANY)


# ---- in and out


@given(shapes(max_dims=2, max_side=5), st.data())
def test_insert_and_delete(shape, data):
    x = numbers(shape, "int16")
    axis = data.draw(st.none() | st.integers(-len(shape) - 1, len(shape)))
    n = x.size if axis is None or not -x.ndim <= axis < x.ndim else shape[axis]
    spot = st.integers(-n - 1, n + 1)
    bound = st.none() | spot
    at = data.draw(
        st.one_of(
            spot,
            st.lists(spot, max_size=4),
            st.builds(slice, bound, bound, st.sampled_from([None, 1, 2, -1, -3])),
            st.just(np.arange(n) % 2 == 0),
            st.lists(spot, max_size=3).map(lambda v: np.array(v, int)),
        )
    )
    check(lambda xp, x: xp.delete(x, at, axis), x, raises=ANY)
    values = data.draw(st.sampled_from([7, [7], [7.5, 8], [[7], [8]], np.arange(5)]))
    check(lambda xp, x: xp.insert(x, at, values, axis), x, raises=ANY)
    if isinstance(at, np.ndarray):
        check(lambda xp, x, a: xp.delete(x, a, axis), x, at, raises=ANY)
        check(lambda xp, x, a: xp.insert(x, a, values, axis), x, at, raises=ANY)
    check(lambda xp, x: xp.append(x, values, axis), x, raises=ANY)


@given(shapes(max_dims=3, max_side=5), st.data())
def test_trim_zeros(shape, data):
    x = numbers(shape, "int16", 0, data.draw(st.integers(1, 4))) // 3
    view = data.draw(views(shape))
    trim = data.draw(st.sampled_from(["fb", "f", "b", "BF", "x"]))
    axis = data.draw(st.none() | st.integers(-len(shape), len(shape)) | st.just(()))
    check(lambda xp, x: xp.trim_zeros(view(x), trim, axis), x, raises=ANY)


# ---- windows, rows


@given(shapes(max_dims=2, max_side=6), st.data())
def test_sliding_windows(shape, data):
    x = numbers(shape, "int16")
    view = data.draw(views(shape))
    windows = np.lib.stride_tricks.sliding_window_view
    size = data.draw(
        st.integers(0, 4) | st.lists(st.integers(1, 4), max_size=2).map(tuple)
    )
    axis = data.draw(st.none() | st.integers(-2, 2))
    check(lambda xp, x: windows(view(x), size, axis), x, raises=ANY)


def test_windows_overlap():
    windows = np.lib.stride_tricks.sliding_window_view
    x = numbers(9, "float32")
    check(lambda xp, x: windows(x, 3).sum(-1), x)
    check(lambda xp, x: windows(x, 3).__setitem__(0, 1), x, raises=ValueError)
    check(lambda xp, r: windows(r["x"][::-1], 4), packed(x))


def test_apply_along_axis():
    x = numbers((2, 3, 4), "float32")
    for axis in (0, 1, -1, 3):
        for function in (
            lambda row: row.sum(),
            lambda row: row[::-1] * 2,
            lambda row: row[:2, None] + row[:2],
            lambda row: 3,
        ):
            check(
                lambda xp, x, f=function, a=axis: xp.apply_along_axis(f, a, x),
                x,
                raises=ANY,
            )
    add = lambda row, more, scale=1: row[0] * scale + more  # noqa: E731
    check(lambda xp, x: xp.apply_along_axis(add, 0, x, 5, scale=2), x)
    check(lambda xp, x: xp.apply_along_axis(add, 0, x, 5), x[:, :0], raises=ValueError)


def test_apply_over_axes():
    x = numbers((2, 3, 4), "float32")
    for axes in (0, [0, 2], (-1, 1), []):
        check(lambda xp, x, a=axes: xp.apply_over_axes(np.sum, x, a), x)
    check(
        lambda xp, x: xp.apply_over_axes(lambda v, a: v[0, 0], x, 0),
        x,
        raises=ValueError,
    )


@pytest.mark.parametrize("dtype", ["u1", "i8", "f8", "c16"])
def test_insert_checks_host_values_as_numpy(dtype):
    x = np.arange(4, dtype=dtype)
    values = (300, [300], -1, 1e9, np.nan, 1j, 2**70, "5", None, "a", [None, 2])
    for value in (*values, Host(np.array([300, 1]))):
        for at in (1, [1], [1, 2]):
            check(lambda xp, x, v, at=at: xp.insert(x, at, v), x, value, raises=ANY)
