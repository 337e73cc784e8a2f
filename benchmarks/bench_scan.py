"""cumsum: over a whole array of each dtype, and along either axis of three shapes."""

import numpy as np
import pytest
from side import dtypes, libraries, run, sizes, upload, values


@sizes
@dtypes("bool", "int8", "int32", "int64", "uint32", "float16", "float32", "float64")
@libraries
def test_cumsum(benchmark, library, n, dtype):
    host = values(n, dtype)
    xp, (x,) = upload(library, host)
    moved = host.nbytes + np.cumsum(host[:1]).itemsize * n
    run(benchmark, library, lambda: xp.cumsum(x), moved)


@sizes
@pytest.mark.parametrize("rows", ["64 rows", "rows of 64", "square"])
@pytest.mark.parametrize("axis", [0, 1])
@libraries
def test_cumsum_along_an_axis(benchmark, library, n, rows, axis):
    outer = {"64 rows": 64, "rows of 64": max(n // 64, 1), "square": int(n**0.5)}[rows]
    host = values(n // outer * outer).reshape(outer, -1)
    xp, (x,) = upload(library, host)
    run(benchmark, library, lambda: xp.cumsum(x, axis=axis), 2 * host.nbytes)


@sizes
@pytest.mark.parametrize("name", ["maximum", "multiply"])
@libraries
def test_accumulate(benchmark, library, n, name):
    host = values(n) * np.float32(1e-6) + 1
    xp, (x,) = upload(library, host)
    run(benchmark, library, lambda: getattr(xp, name).accumulate(x), 2 * host.nbytes)
