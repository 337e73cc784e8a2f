"""nonzero and count_nonzero, on one axis and on two."""

import numpy as np
import pytest
from side import dtypes, libraries, run, sizes, upload, values


@sizes
@dtypes("bool", "float32")
@pytest.mark.parametrize("ndim", [1, 2])
@libraries
def test_nonzero(benchmark, library, n, dtype, ndim):
    host = values(n, dtype)
    if dtype == "float32":
        host[::2] = 0
    if ndim == 2:
        side = int(n**0.5)
        host = host[: side * side].reshape(side, side)
    xp, (x,) = upload(library, host)
    moved = host.nbytes + 8 * ndim * np.count_nonzero(host)
    run(benchmark, library, lambda: xp.nonzero(x), moved)


@sizes
@dtypes("bool", "float32")
@libraries
def test_count_nonzero(benchmark, library, n, dtype):
    host = values(n, dtype)
    xp, (x,) = upload(library, host)
    run(benchmark, library, lambda: xp.count_nonzero(x), host.nbytes)
