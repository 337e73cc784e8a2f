"""What the bench_*.py files share: sizes, the two libraries, GB/s beside a copy.

GPUARRAY_BENCH_SIZES sets the numbers of items, as "65536,1048576" (the default).
"""

import functools
import os
import time

import numpy as np
import pytest

import gpuarray

SIZES = [
    int(n) for n in os.environ.get("GPUARRAY_BENCH_SIZES", "65536,1048576").split(",")
]
sizes = pytest.mark.parametrize("n", SIZES)
libraries = pytest.mark.parametrize("library", ["numpy", "gpuarray"])


def dtypes(*names):
    """Run a benchmark for each of these dtypes."""
    return pytest.mark.parametrize("dtype", names)


def values(n, dtype="float32"):
    """Numbers of a dtype: small integers, floats in [0, 1), half of the bools true."""
    random = np.random.default_rng(0)
    if dtype == "bool":
        return random.random(n, np.float32) < 0.5
    if np.dtype(dtype).kind == "f":
        return random.random(n, np.float32).astype(dtype)
    return random.integers(0, 100, n).astype(dtype)


def upload(library, *hosts):
    """The module to call and the operands in its memory."""
    if library == "numpy":
        return np, [host.copy() for host in hosts]
    return gpuarray, [gpuarray.asarray(host) for host in hosts]


def run(benchmark, library, call, moved):
    """Time `call` with a wait at its end; notes GB/s and that of a copy.

    moved: the bytes that must move. A run with --benchmark-disable calls once.
    """
    if library == "numpy":
        done = call
    else:

        def done():
            result = call()
            for part in result if isinstance(result, tuple) else (result,):
                if isinstance(part, gpuarray.GPUArray):
                    gpuarray.evaluate(part)
            gpuarray.synchronize()
            return result

    result = benchmark(done)
    if benchmark.enabled:
        median = benchmark.stats.stats.median
        benchmark.extra_info |= {
            "bytes": moved,
            "GB/s": round(moved / median / 1e9, 3),
            "copy GB/s": round(copy_speed(library, moved), 3),
        }
    return result


@functools.lru_cache(64)
def copy_speed(library, moved):
    """GB/s of x.copy() that moves as many bytes, read and written together."""
    _, (x,) = upload(library, np.zeros(max(moved // 8, 1), np.float32))
    times = []
    for _ in range(7):
        start = time.perf_counter()
        copy = x.copy()
        if library == "gpuarray":
            gpuarray.evaluate(copy)
            gpuarray.synchronize()
        times.append(time.perf_counter() - start)
    return 2 * x.nbytes / float(np.median(times)) / 1e9
