"""Finding the places of values among sorted items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gpuarray.algorithms import evaluation as ev
from gpuarray.algorithms import radix, radix_jobs
from gpuarray.algorithms.reduction import leaf
from gpuarray.algorithms.rendering import Rendering
from gpuarray.algorithms.storing import WG
from gpuarray.runtime import windows
from gpuarray.runtime.kernels import Slice, launch
from gpuarray.runtime.layout import Layout

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.expr import Leaf, Node
    from gpuarray.runtime.memory import Buffer

INT64 = np.dtype(np.int64)
_SAMPLED = 8192  # bytes of keys kept in workgroup memory


def places(items: Node, values: Node, *, right: bool) -> Leaf:
    """How many of the sorted items lie before each value, as int64.

    items, values: numbers of one dtype; items on one axis, in NumPy's order. right:
    equal items count too. The result has the values' shape. Does not wait.
    """
    device = windows.device_of(items, values)
    (n,), size = items.shape, Layout(values.shape, values.shape).size
    with device.lock:
        target = device.allocate(INT64.itemsize * size)
        if n == 0:
            device.clear(target)
        elif size:
            held, wanted = radix.words(items), radix.words(values)
            order = radix_jobs.order(items.dtype)
            for part in _parts(device, held):
                _search(device, held, part, wanted, target, order, right)
            ev.after_use(*items.buffers, *values.buffers)
    return leaf(target, INT64, values.shape)


def _parts(device: Device, held: Leaf) -> list[range]:
    """The items that one binding holds, in turn: their counts add up."""
    (n,) = held.shape
    if held.buffer.capacity <= device.max_binding:
        return [range(n)]
    step = device.max_binding // held.dtype.itemsize - 64
    return [range(start, min(start + step, n)) for start in range(0, n, step)]


def _search(
    device: Device,
    held: Leaf,
    part: range,
    wanted: Leaf,
    target: Buffer,
    order: dict[str, int],
    right: bool,
) -> None:
    width = held.dtype.itemsize
    low = held.layout.offset + part.start * width
    begin = 0 if held.buffer.capacity <= device.max_binding else low & ~255
    half = 1 << len(part).bit_length() - 1
    bound = min(held.buffer.capacity - begin, device.max_binding)
    for span, found in windows.chunks(device, wanted.shape, INT64.itemsize, wanted):
        whole = target.capacity <= device.max_binding
        first = 0 if whole else span.start  # a multiple of 256
        at = INT64.itemsize * first
        r = Rendering(wanted.shape, windows.rows_of(device), found)
        r.bits("load", wanted)
        launch(
            device,
            "search_sorted",
            -(-len(span) // (16 * WG)),
            {
                "first": span.start,
                "last": span.stop,
                "n": len(part),
                "half": half,
                "apart": max(2 * half * width // _SAMPLED, 1),
                "first_out": first,
                "first_item": (low - begin) // width,
                "add": int(part.start > 0),
                **order,
            },
            {
                "items": Slice(held.buffer, begin, bound),
                "places": Slice(
                    target, at, min(target.capacity - at, device.max_binding)
                ),
            },
            r.finish(),
            consts={"WG": WG, "KEY": width // 4, "RIGHT": int(right)},
            use=(f"key_{width // 4}",),
        )
