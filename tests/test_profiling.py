"""What `gpuarray.profile` counts."""

import numpy as np
import pytest

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")


def test_kernels_are_counted_by_name():
    x = gpuarray.asarray(np.arange(5000, dtype="f4"))
    with gpuarray.profile() as found:
        for _ in range(3):
            np.cumsum(x)
        assert x[x > 10].size == 4989
    calls = {kernel.name: kernel.calls for kernel in found.kernels}
    reduced = [name for name in calls if name.startswith("reduce_")]
    assert sum(calls[name] for name in reduced) >= 3
    assert calls["compact_tiles"] == 1
    assert found.waits == 1  # the number of survivors
    for kernel in found.kernels:
        assert kernel.nbytes > 0
        assert kernel.host > 0
        assert kernel.gpu > 0 or np.isnan(kernel.gpu)
    table = str(found)
    for name in calls:
        assert name in table


def test_more_dispatches_than_one_query_set_holds():
    x = gpuarray.asarray(np.arange(10, dtype="f4"))
    with gpuarray.profile() as found:
        for _ in range(2100):
            x.copy()
    assert [(k.name, k.calls) for k in found.kernels] == [("map", 2100)]


def test_an_error_in_the_block_ends_the_profile():
    with pytest.raises(ZeroDivisionError), gpuarray.profile():
        _ = 1 / 0
    assert gpuarray.device.current().profiler is None
