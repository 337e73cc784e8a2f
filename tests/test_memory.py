"""Memory statistics, the pool, and what the operations may take of both."""

import gc

import numpy as np
import pytest
from compare import same, to_device
from strategies import mask, numbers, packed, rng

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

MIB = 2**20


def stats():
    gc.collect()
    gpuarray.synchronize()
    return gpuarray.memory_stats()


def live():
    return stats()["live_bytes"]


def counters():
    return gpuarray.device.current().counters


class Counted:
    """How far the device's counters move within a block."""

    def __enter__(self):
        gpuarray.synchronize()
        self._before = vars(counters()).copy()
        return self

    def __exit__(self, *error):
        for name, value in vars(counters()).items():
            setattr(self, name, value - self._before[name])


def test_the_numbers_that_are_told():
    found = stats()
    assert set(found) == {"live_bytes", "peak_bytes", "pooled_bytes", "buffers"}
    assert all(type(value) is int and value >= 0 for value in found.values())
    assert found["peak_bytes"] >= found["live_bytes"]


def test_live_bytes_follow_the_arrays():
    before = stats()
    x = to_device(np.ones(5 * MIB // 4, "f4"))
    with_x = stats()
    assert 5 * MIB <= with_x["live_bytes"] - before["live_bytes"] <= 5 * MIB * 1.07
    assert with_x["buffers"] == before["buffers"] + 1
    y = x[::2]
    z = y.T
    assert live() == with_x["live_bytes"]
    del x, y
    assert live() == with_x["live_bytes"]  # z still needs it
    del z
    assert live() == before["live_bytes"]
    assert stats()["buffers"] == before["buffers"]


def test_freed_memory_is_pooled_and_used_again():
    gpuarray.trim()
    assert stats()["pooled_bytes"] == 0
    x = to_device(np.ones(MIB, "f4"))
    x.get()
    del x
    pooled = stats()["pooled_bytes"]
    assert pooled >= 4 * MIB
    y = gpuarray.zeros(MIB, "f4")
    y.get()
    assert stats()["pooled_bytes"] <= pooled - 4 * MIB
    del y
    gpuarray.trim()
    assert stats()["pooled_bytes"] == 0


def test_pooled_memory_is_not_seen_by_the_next_array():
    x = to_device(np.full(1000, 77, "u1"))
    x.get()
    del x
    gc.collect()
    same(gpuarray.zeros(999, "u1"), np.zeros(999, "u1"))


def test_the_peak():
    x = to_device(np.ones(MIB, "f4"))
    gpuarray.reset_peak_memory_stats()
    start = stats()
    assert start["peak_bytes"] == start["live_bytes"]
    y = to_device(np.ones(2 * MIB, "f4"))
    del y
    after = stats()
    assert after["peak_bytes"] >= start["live_bytes"] + 8 * MIB
    assert after["live_bytes"] == start["live_bytes"]
    gpuarray.reset_peak_memory_stats()
    assert stats()["peak_bytes"] == start["live_bytes"]
    del x


OPERATIONS = {
    "expression": lambda x, m: (x * 2 + 1).get(),
    "in place": lambda x, m: x.__iadd__(1),
    "scan": lambda x, m: np.cumsum(x).get(),
    "selection": lambda x, m: x[m],
    "predicate": lambda x, m: x[x > 3],
    "nonzero": lambda x, m: np.nonzero(m),
    "masked write": lambda x, m: x.__setitem__(m, 1),
    "view write": lambda x, m: x[1:].__setitem__(slice(None), x[:-1]),
    "upload": lambda x, m: to_device(numbers(4000)),
    "cast": lambda x, m: x.astype("u1").get(),
    "pending": lambda x, m: x + 1,
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_thousand_operations_do_not_grow_the_pool(name):
    operation = OPERATIONS[name]
    x, m = to_device(numbers(5000)), to_device(mask(5000))
    for _ in range(30):
        operation(x, m)
    before = stats()
    for _ in range(1000):
        operation(x, m)
    after = stats()
    held = before["live_bytes"] + before["pooled_bytes"]
    assert after["live_bytes"] == before["live_bytes"]
    assert after["buffers"] == before["buffers"]
    assert after["live_bytes"] + after["pooled_bytes"] <= held


def test_a_growing_expression_stays_bounded():
    x = to_device(numbers(5000))
    y = x
    for _ in range(1000):
        y = y + x
    y.get()
    assert live() < 40 * MIB
    same(y, numbers(5000) * 1001)


def test_errors_leak_nothing():
    x, m = to_device(numbers(5000)), to_device(mask(5000))
    before = live()
    for _ in range(20):
        with pytest.raises(ValueError):
            x[m] = np.arange(3)
        with pytest.raises(IndexError):
            x[m[:7]]
        with pytest.raises(ValueError):
            np.cumsum(x, out=x[:5])
    assert live() == before


# ---- what a selection takes


@pytest.mark.slow
def test_selection_takes_its_result_and_little_more():
    """x[x > 0]: no mask, no positions; one word comes back to the host."""
    n = 2**24
    host = rng(5).random(n, dtype=np.float32) - np.float32(0.75)
    x = to_device(host)
    y = x[x > 0.2]  # compiles
    del y
    gpuarray.trim()
    start = live()
    gpuarray.reset_peak_memory_stats()
    with Counted() as moved:
        y = x[x > 0]
    size = y.nbytes
    peak = stats()["peak_bytes"] - start
    assert peak <= size + n // 256
    assert moved.readbacks == 1
    assert moved.readback_bytes == 4
    assert moved.uploads == 0
    same(y, host[host > 0])


@pytest.mark.slow
def test_a_fused_predicate_of_two_fields_takes_little_more():
    n = 2**20
    x = to_device(packed(numbers(n, "float32")))
    y = x[(x["x"] > 3) & (x["before"] == 171)]  # compiles
    del y
    start = live()
    gpuarray.reset_peak_memory_stats()
    with Counted() as moved:
        y = x[(x["x"] > 2) & (x["before"] == 171)]
    assert stats()["peak_bytes"] - start <= y.nbytes * 1.07 + n // 256 + 4096
    assert moved.readbacks == 1
    assert moved.readback_bytes == 4


SELECTIONS = {
    "mask": lambda x, m: x[m],
    "predicate": lambda x, m: x[x > 2],
    "nonzero": lambda x, m: np.nonzero(m),
    "flatnonzero": lambda x, m: np.flatnonzero(x),
    "argwhere": lambda x, m: np.argwhere(m),
    "compress": lambda x, m: np.compress(m, x),
    "extract": lambda x, m: np.extract(m, x),
    "one-argument where": lambda x, m: np.where(m),
}


@pytest.mark.core
@pytest.mark.parametrize("name", SELECTIONS)
def test_selections_read_one_word(name):
    x, m = to_device(numbers(9000)), to_device(mask(9000))
    SELECTIONS[name](x, m)
    with Counted() as moved:
        SELECTIONS[name](x, m)
    assert moved.readbacks == 1
    assert moved.readback_bytes == 4
    assert moved.uploads == 0


QUIET = {
    "expression": lambda x, m: (x + 1) * 2 > 3,
    "scan": lambda x, m: np.cumsum(x),
    "scan of rows": lambda x, m: np.cumsum(x.reshape(90, 100), axis=0),
    "masked scalar write": lambda x, m: x.__setitem__(m, 3),
    "in-place": lambda x, m: x.__iadd__(3),
    "where": lambda x, m: np.where(m, x, 0),
    "count": lambda x, m: np.count_nonzero(x),
    "view": lambda x, m: x[::2].reshape(50, 90).T,
    "copy": lambda x, m: x.copy(),
    "shape": lambda x, m: (len(x), x.shape, x.dtype, x.nbytes),
}


@pytest.mark.core
@pytest.mark.parametrize("name", QUIET)
def test_operations_that_wait_for_nothing(name):
    x, m = to_device(numbers(9000)), to_device(mask(9000))
    with Counted() as moved:
        result = QUIET[name](x, m)
    assert moved.readbacks == 0
    assert moved.uploads == 0
    del result


def test_a_scan_is_one_submission():
    x = to_device(numbers(70_000, "float32"))
    np.cumsum(x).get()
    with Counted() as moved:
        y = np.cumsum(x)
        gpuarray.synchronize()
    assert moved.submits == 1
    assert 1 <= moved.dispatches <= 5  # two levels: reduce, scan the sums, scan
    same(y[-1], np.cumsum(numbers(70_000, "float32"))[-1])


def test_lazy_expressions_dispatch_nothing():
    x = to_device(numbers(9000))
    (x * 3 + 1).get()
    with Counted() as moved:
        y = x * 3 + 1
    assert moved.dispatches == 0
    with Counted() as moved:
        y.get()
    assert moved.dispatches == 1
    with Counted() as moved:
        y.get()
    assert moved.dispatches == 0  # kept


@pytest.mark.core
def test_adding_through_a_mask_reads_one_word():
    x, m = to_device(numbers(9000)), to_device(mask(9000))
    for key in (m, x > 3, ~m):
        with Counted() as moved:
            x[key] += 1
        assert (moved.readbacks, moved.readback_bytes) == (1, 4)
    with Counted() as moved:
        x[m] = x[m] * 2
        x[m] = x[:0] if not mask(9000).any() else x[: int(mask(9000).sum())]
    assert moved.readbacks == 1


def test_a_mask_that_changed_is_counted_again():
    x, m = to_device(numbers(100)), to_device(np.ones(100, bool))
    values = x[m]
    m[:10] = False
    with pytest.raises(ValueError, match="90 output values"):
        x[m] = values
    view = m[::2]
    found = x[::2][view]
    m[50:60:2] = False
    with pytest.raises(ValueError, match="40 output values"):
        x[::2][view] = found
    same(x, numbers(100))
