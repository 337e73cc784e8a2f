"""Sorts of whole arrays and of rows, searches among sorted items, and unique."""

import numpy as np
import pytest
from side import dtypes, libraries, run, sizes, upload, values


def wide(n, dtype):
    """Numbers over the dtype's whole range, floats in [0, 1)."""
    if np.dtype(dtype).kind == "f":
        return values(n, dtype)
    info = np.iinfo(dtype)
    return np.random.default_rng(4).integers(info.min, info.max, n, dtype)


@sizes
@dtypes("uint8", "int32", "int64", "float32", "float64")
@pytest.mark.parametrize("name", ["sort", "argsort"])
@libraries
def test_sort(benchmark, library, n, dtype, name):
    host = wide(n, dtype)
    xp, (x,) = upload(library, host)
    moved = host.nbytes + n * (8 if name == "argsort" else host.itemsize)
    run(benchmark, library, lambda: getattr(xp, name)(x, kind="stable"), moved)


@sizes
@pytest.mark.parametrize("length", [16, 1024])
@libraries
def test_sort_rows(benchmark, library, n, length):
    rows = max(n // length, 1)
    host = values(rows * length).reshape(rows, length)
    xp, (x,) = upload(library, host)
    run(benchmark, library, lambda: xp.sort(x, axis=-1), 2 * host.nbytes)


@sizes
@libraries
def test_small_numbers(benchmark, library, n):
    host = values(n, "int64")  # below 100: one pass of eight
    xp, (x,) = upload(library, host)
    run(benchmark, library, lambda: xp.sort(x), 2 * host.nbytes)


@sizes
@libraries
def test_searchsorted(benchmark, library, n):
    items, wanted = np.sort(values(max(n // 16, 1))), values(n)[::-1].copy()
    xp, (a, v) = upload(library, items, wanted)
    moved = items.nbytes + 3 * wanted.nbytes
    run(benchmark, library, lambda: xp.searchsorted(a, v), moved)


@sizes
@pytest.mark.parametrize("distinct", ["few", "most"])
@libraries
def test_unique(benchmark, library, n, distinct):
    host = values(n, "int32") if distinct == "few" else wide(n, "int32")
    xp, (x,) = upload(library, host)
    run(benchmark, library, lambda: xp.unique(x), 2 * host.nbytes)


@sizes
@libraries
def test_median(benchmark, library, n):
    host = values(n)
    xp, (x,) = upload(library, host)
    run(benchmark, library, lambda: xp.median(x), host.nbytes)
