"""`warmup` compiles ahead, and nothing grows over many operations."""

import numpy as np
import pytest
from strategies import rng

import gpuarray

pytestmark = pytest.mark.usefixtures("adapter")


def everyday(x):
    mask = x > 0.5
    return np.cumsum(x), np.sum(x), x * 2, x[mask], x[x > 0.25], np.nonzero(mask)


def test_what_was_warmed_compiles_nothing():
    with gpuarray.device.use_profile("no-subgroups") as device:
        assert gpuarray.warmup("f4") > 10
        before = device.counters.pipelines
        for n in (200, 1_000, 9_000):
            for result in everyday(gpuarray.asarray(rng(n).random(n, np.float32))):
                gpuarray.evaluate(*result if isinstance(result, tuple) else (result,))
        assert device.counters.pipelines == before
        assert gpuarray.warmup("f4") == 0


def test_a_dtype_that_cannot_be_computed_is_refused():
    with pytest.raises(TypeError):
        gpuarray.warmup("S5", "M8[s]")


def test_nothing_grows_over_ten_thousand_operations():
    device = gpuarray.device.current()
    x = gpuarray.asarray(np.arange(100, dtype="f4"))
    y = gpuarray.asarray(np.ones(100, "f4"))

    def kept():
        gpuarray.synchronize()
        gpuarray.evaluate(x + y)
        held = (device.tapes, device.recipes, device.slices, device.pipelines)
        stats = gpuarray.memory_stats()
        bytes_held = stats["live_bytes"] + stats["pooled_bytes"]
        groups = device.counters.bind_groups
        readers = len(x._cell.leaf().buffer.readers)
        return [*map(len, held), len(device._touched), readers, groups, bytes_held]

    def work(count):
        for k in range(count):
            gpuarray.evaluate(x + y)
            unused = x > k % 7
            unused = np.cumsum(x)
        return unused

    work(100)
    before = kept()
    work(3400)
    assert kept() == before
