"""Several threads at once: on arrays of their own, and on shared ones."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from compare import same, to_device
from strategies import mask, numbers, packed

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

THREADS = 4


def in_threads(work):
    """Start work(i) in all threads at the same moment; errors come through."""
    barrier = threading.Barrier(THREADS)

    def run(i):
        barrier.wait()
        return work(i)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def test_arrays_of_their_own():
    def work(i):
        for turn in range(12):
            n = 1000 * (i + 1) + turn
            host, m = numbers(n, seed=n), mask(n, seed=n)
            x, k = to_device(host), to_device(m)
            same(np.cumsum(x), np.cumsum(host))
            same(x[k], host[m])
            same(x[x > 2], host[host > 2])
            same(np.nonzero(x)[0], np.nonzero(host)[0])
            x[k] += turn
            host[m] += turn
            same(x * 2 - 1, host * 2 - 1)

    in_threads(work)


def test_shared_arrays_are_read_by_all():
    host, m = numbers(70_001, "int64"), mask(70_001)
    x, k = to_device(host), to_device(m)
    pending = x * 3 + 1
    records = packed(numbers(5003))
    r = to_device(records)

    def work(i):
        for turn in range(8):
            same(np.cumsum(x[i:]), np.cumsum(host[i:]))
            same(pending[turn::7], (host * 3 + 1)[turn::7])
            same(x[k][i], host[m][i])
            same(r[r["x"] > i], records[records["x"] > i])

    in_threads(work)
    same(x, host)


def test_shared_array_is_written_in_parts():
    host = numbers((THREADS, 5001), "int16")
    x = to_device(host)

    def work(i):
        row = x[i]
        for _ in range(15):
            row[1:] = row[:-1]
            row += 1
            x[i, row > 5] = i
            same(row.copy() - row, np.zeros(5001, "int16"))

    in_threads(work)
    for i, row in enumerate(host):
        for _ in range(15):
            row[1:] = row[:-1].copy()
            row += 1
            row[row > 5] = i
    same(x, host)


def test_arrays_are_made_and_dropped():
    def work(i):
        for turn in range(100):
            x = gpuarray.zeros(100 + turn, "u1")
            y = (x + i)[::2]
            del x
            same(y, np.full((101 + turn) // 2, i, "u1"))

    in_threads(work)
    gpuarray.synchronize()
    gpuarray.trim()


def test_guards_belong_to_one_thread():
    x = to_device(numbers(5))
    inside, outside = threading.Event(), threading.Event()

    def guarded():
        with gpuarray.transfer_guard("forbid"):
            inside.set()
            assert outside.wait(30)
            with pytest.raises(gpuarray.ImplicitTransferError):
                x + np.arange(5)

    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(guarded)
        assert inside.wait(30)
        same(x + np.arange(5), numbers(5) + np.arange(5))
        outside.set()
        done.result()
