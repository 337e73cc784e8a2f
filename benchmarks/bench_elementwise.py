"""Elementwise work: a chain in one kernel, views, a broadcast, comparisons, sums."""

from side import dtypes, libraries, run, sizes, upload, values


@sizes
@dtypes("int8", "int32", "int64", "float16", "float32")
@libraries
def test_copy(benchmark, library, n, dtype):
    host = values(n, dtype)
    _, (x,) = upload(library, host)
    run(benchmark, library, x.copy, 2 * host.nbytes)


@sizes
@dtypes("int32", "int64", "float32")
@libraries
def test_chain(benchmark, library, n, dtype):
    host = values(n, dtype)
    _, (a, b) = upload(library, host, host)
    run(benchmark, library, lambda: a * 2 + b, 3 * host.nbytes)


@sizes
@libraries
def test_divide(benchmark, library, n):
    host = values(n) + 1
    _, (a, b) = upload(library, host, host)
    run(benchmark, library, lambda: a / b, 3 * host.nbytes)


@sizes
@libraries
def test_transposed(benchmark, library, n):
    side = int(n**0.5)
    host = values(side * side).reshape(side, side)
    _, (a, b) = upload(library, host, host)
    run(benchmark, library, lambda: a + b.T, 3 * host.nbytes)


@sizes
@libraries
def test_compare(benchmark, library, n):
    host = values(n)
    _, (x,) = upload(library, host)
    run(benchmark, library, lambda: x > 0.5, host.nbytes + n)


@sizes
@dtypes("int32", "float32")
@libraries
def test_sum(benchmark, library, n, dtype):
    host = values(n, dtype)
    xp, (x,) = upload(library, host)
    run(benchmark, library, lambda: xp.sum(x), host.nbytes)
