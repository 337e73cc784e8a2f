"""How many items fall into each bin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gpuarray.algorithms import evaluation as ev
from gpuarray.algorithms.reduction import leaf
from gpuarray.algorithms.rendering import Rendering
from gpuarray.algorithms.storing import WG
from gpuarray.runtime.expr import Leaf, Node, buffers
from gpuarray.runtime.kernels import Slice, launch
from gpuarray.runtime.windows import Windows, chunks, device_of, rows_of

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device

UINT32 = np.dtype(np.uint32)
FEW = 4096  # counters in a workgroup's memory: all of the 16 KiB that WebGPU promises
_ROUNDS = 4  # times that reading the items costs less than adding to shared totals
_SPAN = 32 * 4 * WG  # items of a workgroup: enough to pay for its share of the totals


def bin_counts(numbers: Node, bins: int) -> Leaf:
    """How many items have each of the numbers 0..bins-1, as uint32.

    numbers: uint32, any expression; others are left out. Does not wait. Atomic
    additions count, and whole numbers add up in any order to the same sum.
    """
    device = device_of(numbers)
    with device.lock:
        read = buffers(numbers)
        total = device.allocate(4 * bins)
        device.clear(total)
        if bins and 0 not in numbers.shape:
            (numbers,) = ev.localised(device, numbers.shape, numbers)
            for span, found in chunks(device, numbers.shape, 0, numbers):
                _count(device, numbers, span, found, leaf(total, UINT32, (bins,)))
        ev.after_use(*read)
    return leaf(total, UINT32, (bins,))


def _count(
    device: Device, numbers: Node, span: range, found: Windows, total: Leaf
) -> None:
    (bins,) = total.shape
    r = Rendering(numbers.shape, rows_of(device), found)
    r.value("bin", numbers)
    source = r.finish()
    ends = {"first": span.start, "last": span.stop}
    if bins <= _ROUNDS * FEW:
        # Few items are spread over more workgroups.
        share = min(_SPAN, max(len(span) // 256 // (4 * WG), 1) * 4 * WG)
        spans = -(-len(span) // share)
        for low in range(0, bins, FEW):
            some = min(bins - low, FEW)
            sizes = {"low": low, "bins": some, "copies": min(FEW // some, 32)}
            launch(
                device,
                "bin_counts",
                spans,
                ends | sizes | {"span": share, "spans": spans},
                {"total": total.buffer},
                source,
                consts={"WG": WG, "SIZE": FEW},
            )
        return
    capacity = total.buffer.capacity
    for low in range(0, 4 * bins, device.max_binding):
        size = min(device.max_binding, capacity - low)
        launch(
            device,
            "bin_counts_wide",
            -(-len(span) // (4 * WG)),
            ends | {"low": low // 4, "limit": min(size // 4, bins - low // 4)},
            {"total": Slice(total.buffer, low, size)},
            source,
            consts={"WG": WG},
        )
