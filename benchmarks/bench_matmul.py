"""matmul: square, thin and small matrices, of several dtypes; GFLOP/s beside GB/s."""

import numpy as np
import pytest
from side import dtypes, libraries, run, sizes, upload, values

# Each by its number of items n: (shape of a, shape of b) of a @ b.
FORMS = {
    "square": lambda side: ((side, side), (side, side)),
    "matrix by vector": lambda side: ((side, side), (side,)),
    "vector by matrix": lambda side: ((side,), (side, side)),
    "tall by small": lambda side: ((side * side // 8, 8), (8, 8)),
    "long sums": lambda side: ((16, side * side // 16), (side * side // 16, 16)),
    "stack of 4 by 4": lambda side: ((side * side // 16, 4, 4),) * 2,
}


def measure(benchmark, library, form, n, dtype):
    one, two = FORMS[form](max(int(n**0.5), 16))
    a = values(int(np.prod(one)), dtype).reshape(one)
    b = values(int(np.prod(two)), dtype).reshape(two)
    xp, (x, y) = upload(library, a, b)
    result = run(benchmark, library, lambda: xp.matmul(x, y), a.nbytes + b.nbytes)
    if benchmark.enabled:
        flops = 2 * result.size * one[-1]
        rate = flops / benchmark.stats.stats.median / 1e9
        benchmark.extra_info["GFLOP/s"] = round(rate, 2)


@sizes
@pytest.mark.parametrize("form", list(FORMS))
@libraries
def test_matmul(benchmark, library, n, form):
    measure(benchmark, library, form, n, "float32")


@sizes
@dtypes("int8", "int32", "int64", "float16", "float64")
@libraries
def test_matmul_of_squares(benchmark, library, n, dtype):
    measure(benchmark, library, "square", n, dtype)
