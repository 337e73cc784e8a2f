"""size= and fill_value= where NumPy's results have lengths that depend on the data."""

import numpy as np
import pytest
from test_compact import Quiet

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")


@pytest.fixture
def quiet(profile):
    """Fails where the block waits for the device or reads from it."""
    # Each device is asked once how its lanes lie, by scans and by sorts.
    np.cumsum(np.argsort(gpuarray.arange(9000, dtype="i4")))
    return Quiet(gpuarray.device.current())


def padded(found, size, fill, axis=0):
    """The first `size` slices of NumPy's result, or more that hold the fill."""
    found = np.moveaxis(np.asarray(found), axis, 0)[:size]
    rest = np.full((size - len(found), *found.shape[1:]), fill, found.dtype)
    return np.moveaxis(np.concatenate([found, rest]), 0, axis)


def same(got, want):
    got = got.get()
    assert got.dtype == want.dtype
    np.testing.assert_array_equal(got, want, strict=True)


@pytest.mark.core
@pytest.mark.parametrize("shape", [(0,), (1,), (5000,), (70, 80), (3, 4, 5), (0, 3)])
def test_positions(shape, quiet):
    host = np.random.default_rng(1).integers(0, 3, shape).astype("f4")
    x = gpuarray.asarray(host)
    total = np.count_nonzero(host)
    for size in sorted({0, 1, total // 2, total, total + 9}):
        with quiet:
            each = gpuarray.nonzero(x, size=size)
            given = gpuarray.nonzero(x, size=size, fill_value=tuple(range(x.ndim)))
            flat = gpuarray.flatnonzero(x, size=size, fill_value=-7)
            rows = gpuarray.argwhere(x, size=size, fill_value=2)
        for d, want in enumerate(np.nonzero(host)):
            same(each[d], padded(want, size, 0))
            same(given[d], padded(want, size, d))
        same(flat, padded(np.flatnonzero(host), size, -7))
        same(rows, padded(np.argwhere(host), size, 2))


def test_positions_of_one_item_and_wrong_arguments():
    one = gpuarray.asarray(3.0)
    same(gpuarray.flatnonzero(one, size=2, fill_value=5), np.array([0, 5]))
    assert gpuarray.argwhere(one, size=3).shape == (3, 0)
    x = gpuarray.arange(6).reshape(2, 3)
    with pytest.raises(ValueError, match="0d"):
        gpuarray.nonzero(one, size=2)
    with pytest.raises(ValueError, match="2 dimensions"):
        gpuarray.nonzero(x, size=2, fill_value=(1, 2, 3))
    for size in (-1, -5):
        with pytest.raises(ValueError, match="negative"):
            gpuarray.nonzero(x, size=size)
    with pytest.raises(TypeError):
        gpuarray.argwhere(x, size=2.5)
    with pytest.raises(ValueError, match="NaN"):
        gpuarray.flatnonzero(x, size=2, fill_value=np.nan)
    same(gpuarray.flatnonzero(x, fill_value=9), np.flatnonzero(np.arange(6)))


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["u1", "f4", "V3"])
@pytest.mark.parametrize("size", [0, 3, 200])
def test_extract(dtype, size, quiet):
    raw = np.random.default_rng(2).bytes(300 * np.dtype(dtype).itemsize)
    host = np.frombuffer(raw, dtype)
    keep = np.arange(300) % 3 == 0
    x, k = gpuarray.asarray(host), gpuarray.asarray(keep)
    with quiet:
        got = gpuarray.extract(k, x, size=size)
    want = np.zeros(size, dtype)
    want[:100] = host[keep][:size]
    assert got.get().tobytes() == want.tobytes()


@pytest.mark.parametrize("axis", [None, 0, 1, -1])
@pytest.mark.parametrize("length", [2, 4, 9])
def test_compress(axis, length, quiet):
    host = np.arange(24, dtype="i2").reshape(4, 6)
    keep = np.arange(length) % 2 == 1
    x, k = gpuarray.asarray(host), gpuarray.asarray(keep)
    n = host.size if axis is None else host.shape[axis]
    want = np.compress(keep[:n], host, axis)
    for size in (1, 3, 7):
        with quiet:
            got = gpuarray.compress(k, x, axis, size=size, fill_value=-1)
        same(got, padded(want, size, -1, axis or 0))
        out = gpuarray.zeros(got.shape, "i2")
        assert gpuarray.compress(k, x, axis, out, size=size, fill_value=-1) is out
        same(out, got.get())
    same(
        gpuarray.compress(k + 3, x, axis, size=1),
        padded(np.compress(np.ones(min(n, length), bool), host, axis), 1, 0, axis or 0),
    )


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["i4", "f4"])
@pytest.mark.parametrize("n", [1, 400, 5000])
def test_unique(dtype, n, quiet):
    host = np.random.default_rng(3).integers(0, 60, n).astype(dtype)
    if dtype == "f4":
        host[::7] = np.nan
    x = gpuarray.asarray(host)
    values, index, inverse, counts = np.unique(host, True, True, True)
    for size in (1, len(values), len(values) + 5):
        with quiet:
            got = gpuarray.unique(x, True, True, True, size=size)
            filled = gpuarray.unique(x, size=size, fill_value=-4)
        same(got[0], padded(values, size, values[0]))
        same(got[1], padded(index, size, index[0]))
        same(got[2], inverse)
        same(got[3], padded(counts, size, 0))
        same(filled, padded(values, size, -4))


def test_unique_of_slices_and_records(quiet):
    host = np.random.default_rng(4).integers(0, 2, (3, 40))
    x = gpuarray.asarray(host)
    values, index, counts = np.unique(host, True, False, True, axis=1)
    with quiet:
        got = gpuarray.unique(x, True, False, True, axis=1, size=12, fill_value=7)
    same(got[0], padded(values, 12, 7, axis=1))
    same(got[1], padded(index, 12, index[0]))
    same(got[2], padded(counts, 12, 0))
    records = np.zeros(50, [("a", "i4"), ("b", "u1")])
    records["b"] = np.arange(50) % 4
    got = gpuarray.unique(gpuarray.asarray(records), size=6, return_counts=True)
    values, counts = np.unique(records, return_counts=True)
    assert got[0].get().tolist() == padded(values, 6, values[0]).tolist()
    same(got[1], padded(counts, 6, 0))


def test_the_standards_unique_functions(quiet):
    x = gpuarray.asarray(np.array([3, 1, 3, 2], "i4"))
    with quiet:
        everything = gpuarray.unique_all(x, size=5, fill_value=9)
        counts = gpuarray.unique_counts(x, size=2)
        inverse = gpuarray.unique_inverse(x, size=3)
        values = gpuarray.unique_values(x, size=4)
    assert everything.values.get().tolist() == [1, 2, 3, 9, 9]
    assert everything.indices.get().tolist() == [1, 3, 0, 1, 1]
    assert everything.inverse_indices.get().tolist() == [2, 0, 2, 1]
    assert everything.counts.get().tolist() == [1, 1, 2, 0, 0]
    assert [part.get().tolist() for part in counts] == [[1, 2], [1, 1]]
    assert inverse.values.get().tolist() == [1, 2, 3]
    assert values.get().tolist() == [1, 2, 3, 1]


def test_nothing_has_a_length_too(quiet):
    x = gpuarray.asarray(np.zeros(0, "f4"))
    with quiet:
        found = gpuarray.unique(x, True, True, True, size=3, fill_value=8)
        plain = gpuarray.unique(x, size=2)
        kept = gpuarray.compress([], x, size=2, fill_value=5)
    assert [part.get().tolist() for part in found] == [[8] * 3, [0] * 3, [], [0] * 3]
    assert plain.get().tolist() == [0, 0]
    assert kept.get().tolist() == [5, 5]


@pytest.mark.slow
def test_a_long_sort_does_not_wait_either(quiet):
    x = gpuarray.asarray(np.arange(1 << 20, dtype="u4") % 1000)
    with quiet:
        values = gpuarray.unique(x, size=1100, fill_value=0)
    same(values, padded(np.arange(1000, dtype="u4"), 1100, 0))
