"""x[mask] = value: one value for all, and one for each true item in order."""

import numpy as np
from side import dtypes, libraries, run, sizes, upload, values


@sizes
@dtypes("bool", "int16", "float32", "int64")
@libraries
def test_one_value(benchmark, library, n, dtype):
    host, mask = values(n, dtype), values(n, "bool")
    _, (x, m) = upload(library, host, mask)

    def call():
        x[m] = 1
        return x

    run(benchmark, library, call, n + host[mask].nbytes)


@sizes
@dtypes("float32", "int64")
@libraries
def test_values_in_order(benchmark, library, n, dtype):
    host, mask = values(n, dtype), values(n, "bool")
    _, (x, m, v) = upload(library, host, mask, host[mask])

    def call():
        x[m] = v
        return x

    run(benchmark, library, call, n + 2 * host[mask].nbytes)


@sizes
@libraries
def test_add_in_place(benchmark, library, n):
    host, mask = values(n, "int64"), values(n, "bool")
    _, (x, m) = upload(library, host, mask)

    def call():
        x[m] += np.int64(1)
        return x

    run(benchmark, library, call, n + 2 * host[mask].nbytes)
