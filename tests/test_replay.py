"""Repeated operations give what they gave the first time, with other operands."""

import numpy as np
import pytest
from compare import check

import gpuarray
from gpuarray.algorithms import replay
from gpuarray.runtime import kernels

pytestmark = [pytest.mark.usefixtures("profile"), pytest.mark.core]
rng = np.random.default_rng(11)

CALLS = {
    "expression": lambda xp, x, y: x * 2 + y,
    "constant": lambda xp, x, y: x + 3,
    "another constant": lambda xp, x, y: x + 4,
    "one array twice": lambda xp, x, y: x - x,
    "two arrays": lambda xp, x, y: x - y,
    "other strides": lambda xp, x, y: x[::-1] - y,
    "part": lambda xp, x, y: x[3:] - y[:-3],
    "scan": lambda xp, x, y: np.cumsum(x),
    "scan of an expression": lambda xp, x, y: np.cumsum(x - y),
    "other operation": lambda xp, x, y: np.maximum.accumulate(x),
    "reduction": lambda xp, x, y: np.sum(x),
    "selection": lambda xp, x, y: x[y > 3],
    "gather": lambda xp, x, y: x[y],
    "positions": lambda xp, x, y: np.nonzero(y > 3),
}


def kept(xp, x, y):
    x[y > 3] = 5


def in_order(xp, x, y):
    x[y > 3] = x[y > 3] + 1


def to_a_part(xp, x, y):
    x[1::2] = y[1::2] * 2


def to_itself(xp, x, y):
    x[:-1] = x[1:]


WRITES = [kept, in_order, to_a_part, to_itself]
CALLS |= {write.__name__: write for write in WRITES}


@pytest.mark.parametrize("n", [7, 300, 5000])
@pytest.mark.parametrize("name", CALLS)
def test_repeated_with_other_operands(name, n):
    for _ in range(3):
        x = rng.integers(-50, 50, n).astype("i4")
        y = rng.integers(0, min(n, 7), n).astype("i4")
        check(CALLS[name], x, y)


def test_the_second_time_uses_the_tape(monkeypatch):
    x = gpuarray.asarray(np.arange(1000, dtype="f4"))
    np.cumsum(x)
    monkeypatch.setattr(replay, "Tape", None)  # no recording is begun
    y = gpuarray.asarray(np.ones(1000, "f4"))
    np.testing.assert_array_equal(np.cumsum(y).get(), np.arange(1, 1001))


def test_results_are_fresh_memory():
    x = gpuarray.asarray(np.arange(100, dtype="i4"))
    first, second = np.cumsum(x), np.cumsum(x)
    first[:] = 0
    np.testing.assert_array_equal(second.get(), np.cumsum(np.arange(100)))


def test_memory_of_a_repetition_is_given_back():
    x = gpuarray.asarray(np.arange(100_000, dtype="i4"))
    for _ in range(3):
        np.cumsum(x)
    before = gpuarray.memory_stats()
    for _ in range(50):
        np.cumsum(x)
    after = gpuarray.memory_stats()
    assert after["live_bytes"] == before["live_bytes"]
    assert after["pooled_bytes"] == before["pooled_bytes"]


def test_an_operation_that_failed_is_not_kept():
    device = gpuarray.device.current()
    x = gpuarray.asarray(np.arange(10))

    def made():
        device.allocate(16)
        raise MemoryError

    for _ in range(2):
        with pytest.raises(MemoryError):
            replay.replayed(device, ("failing",), [x._cell.node], made)
    assert device.tape is None


def test_pipelines_are_bounded_and_compiled_again(monkeypatch):
    monkeypatch.setattr(kernels, "MOST_PIPELINES", 3)
    device = gpuarray.device.current()
    device.forget_pipelines()
    x, y = np.arange(5000, dtype="i4"), np.arange(5000, dtype="i4")[::-1] % 5
    for _ in range(2):
        for call in CALLS.values():
            check(call, x, y)
            assert len(device.pipelines) <= 3
