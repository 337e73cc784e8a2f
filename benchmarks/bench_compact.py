"""compact in each order, beside x[mask], which reads the count back.

Survivors are spread at random; `moved` counts the mask, and each survivor twice. The
records are of four words, and alive by a field: their mask is not stored.
"""

import numpy as np
import pytest
from side import run, sizes, values

import gpuarray

PARTICLE = np.dtype([("pos", "f4", 3), ("life", "f4")])
orders = pytest.mark.parametrize("order", ["stable", "block", "any", "x[mask]"])
fractions = pytest.mark.parametrize("kept", [0, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 1])


def picked(order):
    """How an order is asked for: as an array, whose items are computed."""
    if order == "x[mask]":
        return lambda x, mask: x[mask]
    return lambda x, mask: gpuarray.compact(x, mask, order=order).values


@sizes
@fractions
@orders
def test_stored_mask(benchmark, order, n, kept):
    host = values(n)
    mask = np.random.default_rng(1).random(n) < kept
    x, m, take = gpuarray.asarray(host), gpuarray.asarray(mask), picked(order)
    moved = n + 2 * host[mask].nbytes
    run(benchmark, "gpuarray", lambda: take(x, m), moved)


@sizes
@fractions
@orders
def test_records(benchmark, order, n, kept):
    host = np.zeros(n, PARTICLE)
    host["life"] = np.random.default_rng(1).random(n, np.float32)
    x, take = gpuarray.asarray(host), picked(order)
    limit = np.float32(1 - kept)
    moved = 4 * n + 2 * np.count_nonzero(host["life"] >= limit) * PARTICLE.itemsize
    run(benchmark, "gpuarray", lambda: take(x, x["life"] >= limit), moved)


@sizes
@pytest.mark.parametrize("kept", [0.01, 0.5])
@pytest.mark.parametrize("way", ["counted", "x[mask]"])
def test_chain(benchmark, way, n, kept):
    host = values(n)
    x = gpuarray.asarray(host)
    limit = np.float32(1 - kept)

    def call():
        first = gpuarray.compact(x, x >= limit) if way == "counted" else x[x >= limit]
        second = first * 2 + 1
        return np.sum(second), np.cumsum(second)

    run(benchmark, "gpuarray", call, 4 * n + 8 * np.count_nonzero(host >= limit))
