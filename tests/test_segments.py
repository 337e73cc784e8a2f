"""Scans, folds and lengths of segments."""

import numpy as np
import pytest
from compare import same, to_device
from strategies import TILE, numbers, rng, wild

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

LENGTHS = (1, 4, 5, 255, 257, 1025, TILE, TILE + 1, 3 * TILE + 7)
OPERATIONS = (np.add, np.maximum, np.multiply, np.logical_or)


def by_segments(ufunc, values, heads):
    """Each segment of one axis by NumPy."""
    starts = np.flatnonzero(np.append(True, heads[1:]))
    parts = np.split(values, starts[1:])
    return np.concatenate([ufunc.accumulate(part) for part in parts])


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "uint64", "float32"])
@pytest.mark.parametrize("n", LENGTHS)
def test_segmented_scan(dtype, n):
    values = numbers(n, dtype)
    for density in (0, 0.001, 0.3, 1):
        heads = rng(n).random(n) < density
        got = gpuarray.segmented_scan(to_device(values), to_device(heads))
        same(got, by_segments(np.add, values, heads))


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["int8", "int64", "float32"])
def test_long_rows_as_on_gpus(dtype, monkeypatch):
    from gpuarray.algorithms import tile_kernels

    monkeypatch.setattr(tile_kernels, "LINES", "always")
    values = wild((2, 2 * TILE + 9), "int8").astype(dtype)
    heads = rng(9).random(values.shape) < 0.01
    got = gpuarray.segmented_scan(to_device(values), to_device(heads))
    same(
        got,
        np.array(
            [by_segments(np.add, *row) for row in zip(values, heads, strict=True)]
        ),
    )


@pytest.mark.parametrize("ufunc", OPERATIONS, ids=lambda u: u.__name__)
@pytest.mark.parametrize("dtype", ["int16", "uint8", "int32", "float16", "float64"])
def test_operations(ufunc, dtype):
    values = wild(700, "int8").astype(dtype) % 4 + 1
    if ufunc is np.multiply:
        values = values % 2 + 1
    heads = rng(1).random(700) < 0.2
    got = gpuarray.segmented_scan(to_device(values), to_device(heads), ufunc)
    same(got, by_segments(ufunc, values, heads))


@pytest.mark.parametrize("axis", [0, 1, 2, -1])
def test_axes(axis):
    values = wild((4, 21, 5), "int32")
    heads = rng(2).random((4, 21, 5)) < 0.3
    got = gpuarray.segmented_scan(to_device(values), to_device(heads), axis=axis)
    lines = np.moveaxis(values, axis, -1), np.moveaxis(heads, axis, -1)
    want = np.empty(lines[0].shape, "i8")
    for place in np.ndindex(want.shape[:-1]):
        want[place] = by_segments(np.add, lines[0][place], lines[1][place])
    same(got, np.moveaxis(want, -1, axis))


def test_heads_are_broadcast_and_may_be_numbers():
    values = numbers((3, 8), "int64")
    heads = np.array([0, 2, 0, 0, np.nan, 0, -0.0, 1])
    got = gpuarray.segmented_scan(to_device(values), to_device(heads), gpuarray.add)
    same(got, np.array([by_segments(np.add, row, heads != 0) for row in values]))
    x = to_device(values)
    same(gpuarray.segmented_scan(x + x, x > 2).get()[:, :1], 2 * values[:, :1], host=1)


def test_complex_sums():
    values = numbers(300, "float64") + 1j * numbers(300, "float64", seed=1)
    heads = rng(3).random(300) < 0.1
    for dtype in ("c8", "c16"):
        z = values.astype(dtype)
        got = gpuarray.segmented_scan(to_device(z), to_device(heads)).get()
        assert (got == by_segments(np.add, z, heads)).all()
        assert got.dtype == z.dtype


def test_nan_and_infinity_stay_in_their_segment():
    values = np.array([1, np.nan, 2, np.inf, 3, -np.inf, 4], "f4")
    heads = np.array([0, 0, 1, 0, 1, 0, 1])
    got = gpuarray.segmented_scan(to_device(values), to_device(heads))
    same(got, by_segments(np.add, values, heads != 0))


@pytest.mark.core
def test_rows_by_lines_give_the_same_bits(monkeypatch):
    from gpuarray.algorithms import tile_kernels

    values = to_device(rng(4).normal(size=2 * TILE + 9).astype("f4"))
    heads = to_device(rng(5).random(2 * TILE + 9) < 0.01)
    found = []
    for lines in ("never", "always"):
        monkeypatch.setattr(tile_kernels, "LINES", lines)
        found.append(gpuarray.segmented_scan(values, heads).get())
    assert found[0].tobytes() == found[1].tobytes()


def test_scan_errors():
    x = to_device(np.arange(6.0))
    with pytest.raises(TypeError, match="associative"):
        gpuarray.segmented_scan(x, x > 2, np.divide)
    with pytest.raises(TypeError, match="ufunc"):
        gpuarray.segmented_scan(x, x > 2, "add")
    with pytest.raises(ValueError, match=r"shape|broadcast"):
        gpuarray.segmented_scan(x, x[:3] > 2)
    with pytest.raises(ValueError, match="heads"):
        gpuarray.segmented_scan(x, x.reshape(6, 1) > 2)
    with pytest.raises(np.exceptions.AxisError):
        gpuarray.segmented_scan(x, x > 2, axis=1)
    empty = gpuarray.segmented_scan(x[:0], x[:0] > 2)
    assert empty.shape == (0,)
    assert empty.dtype == x.dtype


# ---- runs of equal keys


@pytest.mark.core
@pytest.mark.parametrize("n", [0, 1, 2, 16, 17, 300, TILE + 1])
def test_reduce_by_key(n):
    keys = rng(n).integers(0, 3, n).astype("i4")
    values = wild(n, "int64")
    names, sums = gpuarray.reduce_by_key(to_device(keys), to_device(values))
    starts = np.flatnonzero(np.append(True, keys[1:] != keys[:-1])) if n else keys[:0]
    same(names, keys[starts])
    same(sums, np.add.reduceat(values, starts) if n else values)


def test_reduce_by_key_takes_any_ufunc():
    keys = np.repeat(np.array([3.0, -1.0, 3.0]), [4, 1, 7])
    values = numbers(12, "float64", 1, 5)
    for ufunc in (np.maximum, np.divide, np.subtract):
        _, got = gpuarray.reduce_by_key(to_device(keys), to_device(values), ufunc)
        same(got, ufunc.reduceat(values, [0, 4, 5]))
    with pytest.raises(ValueError, match="one axis"):
        gpuarray.reduce_by_key(to_device(keys), to_device(values[1:]))
    with pytest.raises(ValueError, match="binary"):
        gpuarray.reduce_by_key(to_device(keys), to_device(values), np.sin)


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64", "float32"])
@pytest.mark.parametrize("n", [0, 1, 257, TILE + 3])
def test_run_lengths_rebuild_their_input(dtype, n):
    x = numbers(n, dtype, 0, 2)
    values, lengths = gpuarray.run_length_encode(to_device(x))
    same(gpuarray.repeat(values, lengths), x)
    assert lengths.dtype == np.int64
    v = values.get()
    assert (v[1:] != v[:-1]).all()


def test_run_lengths_of_special_floats_and_records():
    x = np.array([0.0, -0.0, np.nan, np.nan, 1.0, 1.0])
    values, lengths = gpuarray.run_length_encode(to_device(x))
    same(values, np.array([0.0, np.nan, np.nan, 1.0]))
    same(lengths, np.array([2, 1, 1, 2]))
    pairs = np.array([(1, 2.0), (1, 2.0), (1, 3.0)], [("a", "u1"), ("b", "f4")])
    values, lengths = gpuarray.run_length_encode(to_device(pairs))
    same(values, pairs[[0, 2]])
    same(lengths, np.array([2, 1]))
    with pytest.raises(ValueError, match="one axis"):
        gpuarray.run_length_encode(to_device(x.reshape(2, 3)))
