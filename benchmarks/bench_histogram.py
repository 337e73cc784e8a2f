"""bincount and histogram over few and many bins; ufunc.at, reduceat, segments."""

import numpy as np
import pytest
from side import dtypes, libraries, run, sizes, upload, values

import gpuarray


def integers(n, bins):
    return np.random.default_rng(0).integers(0, bins, n, dtype=np.int32)


@sizes
@pytest.mark.parametrize("bins", [16, 256, 4096, 1 << 20])
@libraries
def test_bincount(benchmark, library, n, bins):
    host = integers(n, bins)
    xp, (x,) = upload(library, host)
    run(benchmark, library, lambda: xp.bincount(x, minlength=bins), host.nbytes)


@sizes
@libraries
def test_bincount_of_one_number(benchmark, library, n):
    host = np.full(n, 7, np.int32)
    xp, (x,) = upload(library, host)
    run(benchmark, library, lambda: xp.bincount(x), host.nbytes)


@sizes
@libraries
def test_bincount_of_weights(benchmark, library, n):
    hosts = integers(n, 256), values(n, "float64")
    xp, (x, w) = upload(library, *hosts)
    moved = sum(host.nbytes for host in hosts)
    run(benchmark, library, lambda: xp.bincount(x, w), moved)


@sizes
@dtypes("uint8", "int32", "float32", "float64")
@pytest.mark.parametrize("given", [True, False], ids=["range given", "range found"])
@libraries
def test_histogram(benchmark, library, n, dtype, given):
    host = values(n, dtype)
    xp, (x,) = upload(library, host)
    span = (0, 100 if host.dtype.kind in "iu" else 1) if given else None
    run(benchmark, library, lambda: xp.histogram(x, 100, span)[0], host.nbytes)


@sizes
@pytest.mark.parametrize("ufunc", ["add", "maximum", "divide"])
@libraries
def test_at(benchmark, library, n, ufunc):
    hosts = np.ones(1024, np.float32), integers(n, 1024), values(n) + 1
    xp, (a, i, b) = upload(library, *hosts)

    def call():
        getattr(xp, ufunc).at(a, i, b)
        return a

    run(benchmark, library, call, hosts[1].nbytes + hosts[2].nbytes)


@sizes
@pytest.mark.parametrize("length", [4, 1000])
@libraries
def test_reduceat(benchmark, library, n, length):
    host, starts = values(n), np.arange(0, n, length)
    xp, (x, i) = upload(library, host, starts)
    run(benchmark, library, lambda: xp.add.reduceat(x, i), host.nbytes + starts.nbytes)


@sizes
@dtypes("int32", "float32")
@pytest.mark.parametrize("share", [0.0, 0.01, 0.5])
def test_segmented_scan(benchmark, n, dtype, share):
    host = values(n, dtype), np.random.default_rng(1).random(n) < share
    _, (x, heads) = upload("gpuarray", *host)
    moved = 2 * host[0].nbytes + host[1].nbytes
    call = gpuarray.segmented_scan
    run(benchmark, "gpuarray", lambda: call(x, heads, np.maximum), moved)
