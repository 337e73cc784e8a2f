"""Sizes beside the limits of dispatches, bindings and buffers."""

import gc
import re

import numpy as np
import pytest
from compare import check, same, to_device
from strategies import BINDING, GRID, TILE, WORKGROUP, numbers, packed, rng

import gpuarray

pytestmark = [pytest.mark.usefixtures("profile"), pytest.mark.slow]

EDGE = GRID * WORKGROUP
around_the_grid = pytest.mark.parametrize("n", [EDGE - 1, EDGE, EDGE + 1])


def sparse(n, hits=200):
    """Positions to hit: both ends, the block edges, and some at random."""
    edges = [0, 1, WORKGROUP, TILE - 1, TILE, n // 2, EDGE - 1, EDGE, n - 2, n - 1]
    drawn = rng(n).integers(0, n, hits)
    return np.unique([*(i for i in edges if 0 <= i < n), *drawn])


def bytes_with_hits(n, dtype=bool):
    x = np.zeros(n, dtype)
    x[sparse(n)] = 1
    return x


# ---- 65,535 workgroups


@around_the_grid
def test_scan_of_bytes(n):
    x = to_device(bytes_with_hits(n))
    total = np.cumsum(x)
    assert total.shape == (n,)
    wanted = np.cumsum(bytes_with_hits(n))
    for part in (slice(0, 9), slice(n // 2, n // 2 + 9), slice(n - 9, n)):
        same(total[part], wanted[part])
    same(total[:: TILE - 1], wanted[:: TILE - 1])


@around_the_grid
def test_elementwise_and_selection(n):
    host = np.arange(n, dtype="i4")
    x = to_device(host)
    y = (x ^ 5) + 1
    same(y[-3:], (host[-3:] ^ 5) + 1)
    same(x[x % 65_537 == 3], host[host % 65_537 == 3])
    same(np.flatnonzero(x % 99_991 == 7), np.flatnonzero(host % 99_991 == 7))
    x[x >= n - 3] = -1
    same(x[-5:], np.array([n - 5, n - 4, -1, -1, -1], "i4"))
    assert int(np.count_nonzero(x)) == n - 1


def test_more_rows_than_workgroups():
    for n in (GRID - 1, GRID, GRID + 1):
        check(lambda xp, x: xp.cumsum(x, axis=1), numbers((n, 3), "int8"))
        check(lambda xp, x: xp.cumsum(x, axis=0), numbers((3, n), "int8"))
        check(lambda xp, x: xp.count_nonzero(x, axis=1), numbers((n, 3), "int8"))
        check(lambda xp, x: xp.nonzero(x), numbers((n, 2), "uint8"))


def test_rows_by_the_million():
    x = numbers((1_000_003, 2), "int8")
    same(np.cumsum(to_device(x), axis=1), np.cumsum(x, axis=1))
    y = numbers((2, 1_000_003), "int8")
    same(np.cumsum(to_device(y), axis=0), np.cumsum(y, axis=0))
    same(to_device(x)[to_device(x[:, 0] > 0)], x[x[:, 0] > 0])


def test_levels_of_the_scan():
    """Three levels of tiles: more than the square of a tile."""
    n = TILE * TILE + 1
    x = np.ones(n, "u1")
    total = np.cumsum(to_device(x), dtype="u4")
    same(total[:: TILE + 1], np.arange(1, n + 1, dtype="u4")[:: TILE + 1])
    same(total[-1:], np.array([n], "u4"))


# ---- one binding, 128 MiB


def test_float_scan_over_one_binding():
    n = BINDING // 4 + 1
    host = (np.arange(n) % 3 - 1).astype("f4")
    x = to_device(host)
    wanted = np.cumsum(host, dtype="f8").astype("f4")
    total = np.cumsum(x)
    for part in (slice(0, 9), slice(n // 2 - 4, n // 2 + 4), slice(n - 9, n)):
        same(total[part], wanted[part])
    same(total[:: TILE - 1], wanted[:: TILE - 1])


def test_float_expressions_and_selection_over_one_binding():
    n = BINDING // 4 + 1
    host = (np.arange(n) % 1_000_003).astype("f4")
    x = to_device(host)
    y = x * 2 - 1
    same(y[:: TILE - 1], host[:: TILE - 1] * 2 - 1)
    same(y[-5:], host[-5:] * 2 - 1)
    same(x[x > 1_000_000], host[host > 1_000_000])
    x[x > 1_000_000] = -1
    host[host > 1_000_000] = -1
    same(x[-70_000:], host[-70_000:])
    assert int(np.count_nonzero(x < 0)) == int(np.count_nonzero(host < 0))


def test_bytes_of_one_whole_binding():
    for n in (BINDING - 1, BINDING, BINDING + 1):
        x = gpuarray.zeros(n, bool)
        hits = sparse(n)
        x[hits] = True
        same(np.flatnonzero(x), hits)
        assert int(np.count_nonzero(x)) == hits.size


def test_records_over_one_binding():
    """A record that lies on both sides of the edge of a binding comes through."""
    record = packed(np.zeros(1, "i8"))
    n = BINDING // record.itemsize + 50
    x = gpuarray.zeros(n, record.dtype)
    edge = BINDING // record.itemsize
    value = packed(np.arange(7))
    x[edge - 3 : edge + 4] = value
    same(x[edge - 4 : edge + 5][1:-1], value)
    same(x[x["before"] == 171], value)
    x["x"][-2:] = 77
    same(x[-1:]["x"], np.array([77]))


def test_masks_over_rows_of_a_large_matrix():
    host = (np.arange(2**22 + 16) % 251).astype("u1").reshape(-1, 16)
    x = to_device(host)
    keep = host[:, 3] > 240
    same(x[to_device(keep)], host[keep])
    same(x[:, to_device(host[0] % 3 == 1)], host[:, host[0] % 3 == 1])
    same(np.cumsum(x, axis=0)[-1], np.cumsum(host, axis=0)[-1])


# ---- the largest buffer


def refused(make, nbytes):
    """`make` raises MemoryError that names the size and the device's limit."""
    with pytest.raises(MemoryError) as error:
        make()
    words = re.sub(r"(?<=\d)[,_](?=\d)", "", str(error.value))
    limit = gpuarray.device.current().limits["max-buffer-size"]
    assert str(nbytes) in words
    assert str(limit) in words


@pytest.mark.core
def test_arrays_over_the_limit_are_memory_errors():
    limit = gpuarray.device.current().limits["max-buffer-size"]
    n = limit // 4 + 1
    before = gpuarray.memory_stats()["live_bytes"]
    refused(lambda: gpuarray.empty(n, "f4"), n * 4)
    refused(lambda: gpuarray.zeros((n, 1), "i4"), n * 4)
    refused(lambda: gpuarray.full(n, 3, "u4"), n * 4)
    refused(lambda: gpuarray.arange(n, dtype="i4"), n * 4)
    wide = np.broadcast_to(to_device(np.ones(1, "f4")), (n,))
    refused(lambda: wide.copy(), n * 4)
    refused(lambda: np.cumsum(wide), n * 4)
    refused(lambda: (wide + 1).get(), n * 4)
    refused(lambda: wide.astype("f2").astype("i4").get(), n * 4)
    gc.collect()
    assert gpuarray.memory_stats()["live_bytes"] <= before + wide.base.nbytes + 256
    same(to_device(np.arange(3)) + 1, np.arange(3) + 1)  # the device still works


def test_results_over_the_limit_are_memory_errors():
    with gpuarray.device.use_profile("baseline") as device:
        n = device.limits["max-buffer-size"] // 8 + 1
        x = gpuarray.zeros(n, bool)
        refused(lambda: np.cumsum(x), n * 8)
        refused(lambda: np.nonzero(~x), n * 8)
        x[-1] = True
        same(np.flatnonzero(x), np.array([n - 1]))
        same(np.cumsum(x, dtype="u4")[-2:], np.array([0, 1], "u4"))


def test_shapes_beyond_every_index_are_refused():
    for shape in ((2**31, 2**31), (2**62,), (2**40, 3)):
        with pytest.raises((MemoryError, ValueError)):
            gpuarray.zeros(shape, "u1")
    with pytest.raises(ValueError):
        gpuarray.zeros((2**63 - 1, 4), "f4")


def test_a_lost_device_says_so():
    with gpuarray.device.use_profile("no-64") as device:
        x = gpuarray.asarray(np.arange(10, dtype="int32"))
        device.gpu.destroy()
        for use in (
            lambda: gpuarray.asarray(np.arange(3, dtype="int32")),
            lambda: (x + 1).get(),
            lambda: x.get(),
            lambda: np.cumsum(x).get(),
        ):
            with pytest.raises(gpuarray.DeviceLostError, match="lost"):
                use()


@pytest.fixture
def small_bindings():
    """A device whose bindings hold 1 MiB: what is larger is worked on in windows."""
    with gpuarray.device.use_profile("no-subgroups") as device:
        device.max_binding = 1 << 20
        yield device


@pytest.mark.usefixtures("small_bindings")
def test_rows_and_transposes_over_one_binding():
    x = numbers((3, 400_000), "int32")
    row = numbers(400_000, "int32", seed=3)
    check(lambda xp, x, y: x + y, x, row)
    check(lambda xp, x, y: x.T + y[:, None], x, row)
    check(lambda xp, x, y: x[::-1, ::-1] - y, x, row)
    check(lambda xp, x, y: x[x > y], x, row)
    check(lambda xp, x, y: xp.cumsum(x + y, axis=1), x, row)
    check(lambda xp, x: x.T.copy(), numbers((5, 300_001), "uint8"))


@pytest.mark.usefixtures("small_bindings")
def test_long_records_over_one_binding():
    x = np.zeros(2_000, [("a", "u1"), ("text", "S2000"), ("k", "i4")])
    x["k"] = np.arange(2_000)
    check(lambda xp, x: x[x["k"] % 7 == 1], x)
    check(lambda xp, x: x[::-1].copy(), x)


def test_more_items_than_a_kernel_can_number_are_refused():
    for shape in ((2**32,), (2**16, 2**16), (1, 2**32)):
        wide = np.broadcast_to(to_device(np.ones((), "i1")), shape)
        for use in (np.sum, np.max, np.count_nonzero, np.nonzero):
            with pytest.raises(MemoryError, match="items"):
                use(wide)
