"""Compiling the kernels of everyday operations before they are needed."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuarray.functions.elementwise import evaluate
from gpuarray.functions.filled import ones
from gpuarray.runtime.device import current

_SIZES = (100, 300, 5_000, 300_000)  # forms of tiles: short, one, some, many


def warmup(*dtypes: Any) -> int:
    """Compile the kernels of everyday operations now, so that their first use is quick.

    dtypes: numeric ones; without any float32 and int32. Covers sums, extrema, scans,
    comparisons and arithmetic of two arrays or an array and a number, masks read and
    written, `nonzero` and `count_nonzero`, of contiguous arrays of more than 64 items
    along one axis. Other expressions are compiled when they first occur. Kernels are
    kept for the life of the process. Returns how many were compiled; waits for the
    device. Raises TypeError for a dtype that the device cannot compute with.
    """
    device = current()
    before: int = device.counters.pipelines
    for dtype in dtypes or (np.float32, np.int32):
        for n in _SIZES:
            x: Any = ones(n, dtype)
            wanted = x > 0
            evaluate(wanted, x + x, x - x, x * x, x + 1, x * 2, x == x, x < x)
            folds: list[Any] = [np.sum(x), np.max(x), np.min(x), np.cumsum(x)]
            for mask in (wanted, x > 0):  # in memory, and as part of what reads it
                folds.append(np.count_nonzero(mask))
            evaluate(*folds)
            np.nonzero(wanted)
            np.nonzero(x > 0)
            evaluate(x[wanted], x[x > 0])
            x[wanted] = x[wanted]
            x[wanted] = 0
            x[x > 0] = 0
    device.synchronize()
    compiled: int = device.counters.pipelines - before
    return compiled
