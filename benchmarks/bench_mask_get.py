"""x[mask]: a stored mask, a comparison, and whole records by a predicate of fields."""

import numpy as np
import pytest
from side import dtypes, libraries, run, sizes, upload, values

RECORD = np.dtype([("vida", "f4"), ("z", "f8"), ("y", "i4"), ("w", "f4")])  # packed


@sizes
@dtypes("bool", "int16", "float32", "int64")
@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9])
@libraries
def test_mask(benchmark, library, n, dtype, kept):
    host, mask = values(n, dtype), np.random.default_rng(1).random(n) < kept
    _, (x, m) = upload(library, host, mask)
    moved = n + 2 * host[mask].nbytes
    run(benchmark, library, lambda: x[m], moved)


@sizes
@dtypes("float32", "int64")
@libraries
def test_comparison(benchmark, library, n, dtype):
    host = values(n, dtype)
    middle = 0.5 if dtype == "float32" else 50
    _, (x,) = upload(library, host)
    moved = host.nbytes + host[host > middle].nbytes
    run(benchmark, library, lambda: x[x > middle], moved)


@sizes
@libraries
def test_records(benchmark, library, n):
    host = np.zeros(n, RECORD)
    host["vida"] = values(n) - np.float32(0.5)
    host["y"] = np.arange(n) % 5
    _, (x,) = upload(library, host)
    kept = np.count_nonzero((host["vida"] > 0) & (host["y"] < 3))
    moved = 8 * n + 2 * kept * RECORD.itemsize
    run(benchmark, library, lambda: x[(x["vida"] > 0) & (x["y"] < 3)], moved)
