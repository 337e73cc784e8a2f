"""The dispatches that write items: a contiguous map, and stores to any address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms import counted
from gpuarray.algorithms.rendering import Rendering
from gpuarray.runtime.expr import WORD_SIZES, Node
from gpuarray.runtime.kernels import Slice, launch
from gpuarray.runtime.layout import Layout
from gpuarray.runtime.windows import rows_of

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer
    from gpuarray.runtime.windows import Windows

WG = 256
_PER_GROUP = 4 * WG  # units or items of one workgroup of map and assign

DType = np.dtype[Any]


def launch_map(
    device: Device, node: Node, target: Buffer, span: range, found: Windows
) -> None:
    """Write the items of `span`; of a node with a count, those before the count."""
    itemsize = node.dtype.itemsize
    n = span.stop
    r = Rendering(node.shape, rows_of(device), found)
    load(r, node)
    low = span.start * itemsize
    if itemsize in WORD_SIZES:
        per = max(4 // itemsize, 1)  # items of a unit
        first, last = span.start // per, -(-span.stop // per)
        put, consts = f"put_{itemsize}", {}
    else:
        first, last = low // 4, -(-span.stop * itemsize // 4)
        put, consts = "put_record", {"ITEM": itemsize}
        if span.stop < Layout(node.shape, node.shape).size:
            last = span.stop * itemsize // 4
        n = Layout(node.shape, node.shape).size
    if first == last:
        return
    grid = None
    if node.count is not None:
        unit = (1, per) if itemsize in WORD_SIZES else (itemsize, 4)
        ends = counted.span(
            device, node.count, span.stop, _PER_GROUP, first=first, unit=unit
        )
        grid = ends.gives(n=counted.ITEMS, last=counted.UNITS)
    whole = target.capacity <= device.max_binding
    base = 0 if whole else low
    size = 0 if whole else min(device.max_binding, target.capacity - base)
    launch(
        device,
        "map",
        -(-(last - first) // _PER_GROUP),
        {"n": n, "first": first, "last": last, "base": base // 4},
        {"dst": Slice(target, base, size)},
        r.finish(),
        consts={"WG": WG, **consts},
        use=(put,),
        counted=grid,
    )


def load(r: Rendering, node: Node) -> None:
    """Adds `load` in the form that put_* and item_* expect for the dtype."""
    if node.dtype.itemsize in WORD_SIZES:
        r.bits("load", node)
    else:
        r.words("load", node)


def launch_assign(
    device: Device,
    r: Rendering,
    target: Buffer,
    layout: Layout,
    dtype: DType,
    span: range,
    use: str,
    source_window: int,
    window: tuple[int, int, int] | None = None,
) -> None:
    if window is None:
        low = span.start * dtype.itemsize & ~255
        whole = target.capacity <= device.max_binding
        low = 0 if whole else low
        size = min(device.max_binding, target.capacity - low)
        window = (low, size, size)
    r.address("address", layout, dtype.itemsize, window[0])
    steps = [layout.offset, *layout.strides]
    launch_stores(device, r, target, dtype, steps, span, use, source_window, window)


def launch_stores(
    device: Device,
    r: Rendering,
    target: Buffer,
    dtype: DType,
    steps: list[int],
    span: range,
    use: str,
    source_window: int,
    window: tuple[int, int, int],
) -> None:
    itemsize = dtype.itemsize
    offset, size, limit = window
    words = itemsize % 4 == 0 and not any(step % 4 for step in steps)
    small = itemsize in WORD_SIZES
    launch(
        device,
        "assign",
        -(-len(span) // _PER_GROUP),
        {
            "first": span.start,
            "last": span.stop,
            "limit": limit,
            "window": source_window,
        },
        {"dst": Slice(target, offset, size)},
        r.finish(),
        consts={"WG": WG} if small else {"WG": WG, "ITEM": itemsize},
        use=tuple(
            filter(
                None,
                (
                    f"item_{itemsize}" if small else "item_record",
                    "dst_words" if words else "dst_atomic",
                    use,
                ),
            )
        ),
    )
