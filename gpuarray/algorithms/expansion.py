"""Writing values in order to the items where a condition is true: mark, scan, gather.

The same two passes as a selection (`compaction`), the other way round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpuarray.algorithms.compaction import (
    Part,
    items_of,
    last_offset,
    parts_of,
    rendering_of,
    repeated_offsets,
)
from gpuarray.algorithms.evaluation import (
    after_use,
    apart,
    before_write,
    compute,
    localised,
)
from gpuarray.algorithms.replay import replayed
from gpuarray.algorithms.storing import WG
from gpuarray.runtime.expr import WORD_SIZES, Leaf, Node, buffers
from gpuarray.runtime.kernels import Slice, launch
from gpuarray.runtime.windows import Windows, chunks, device_of, target_windows

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer


def assign_in_order(
    target: Leaf,
    keep: Node,
    values: Leaf,
    check: Callable[[int], None] | None = None,
) -> None:
    """Write values, one a survivor in C order, to the items where a condition is true.

    target: any layout. keep: bool, of target's shape. values: 1-D, of target's dtype,
    as many as survive. check: called with the number of survivors before anything is
    written, may raise; with it the call waits (4 bytes), without it does not.
    """
    shape = target.shape
    device = device_of(target, keep, values)
    with device.lock:
        keep = apart(keep, target.buffer)
        if values.buffer is target.buffer:
            values = compute(values)
        if 0 in shape:
            if check is not None:
                check(0)
            return
        (keep,) = localised(device, shape, keep)
        parts = parts_of(device, shape, keep)
        offsets = repeated_offsets(device, keep, (), parts)
        if check is not None:
            check(last_offset(offsets))
        before_write(target.buffer)
        if values.layout.size and target.dtype.itemsize:

            def made() -> Buffer:
                for ranks, found in chunks(device, values.shape, 0, values):
                    for part in parts:
                        for window in target_windows(device, target, part.span):
                            _expand(
                                device, target, keep, values, offsets,
                                part, window, ranks, found,
                            )  # fmt: skip
                return target.buffer

            replayed(device, ("expand",), (target, keep, values, offsets), made)
        after_use(target.buffer, *buffers(keep, values))


def _expand(
    device: Device,
    target: Leaf,
    keep: Node,
    values: Leaf,
    offsets: Leaf,
    part: Part,
    window: tuple[int, int, int],
    ranks: range,
    found: Windows,
) -> None:
    itemsize = target.dtype.itemsize
    low, size, limit = window
    at, length = found.get(id(values.buffer), (0, 0))
    (step,) = values.layout.strides
    r = rendering_of(device, keep, part)
    r.address("address", target.layout, itemsize, low)
    steps = [target.layout.offset, *target.layout.strides]
    whole = itemsize % 4 == 0 and not any(s % 4 for s in steps)
    consts = {"WG": WG}
    if itemsize in WORD_SIZES:
        item = f"item_{itemsize}"
        load = f"values_{itemsize}" if itemsize >= 8 else "values_small"
    else:
        item, load = "item_record", "values_record"
        consts["ITEM"] = itemsize
    launch(
        device,
        "expand_tiles",
        part.tiles,
        items_of(part)
        | {
            "tile": part.tile,
            "limit": limit,
            "rank_first": ranks.start,
            "rank_last": ranks.stop,
            "values_at": values.layout.offset + ranks.start * step - at,
            "values_step": step,
        },
        {
            "dst": Slice(target.buffer, low, size),
            "offsets": offsets.buffer,
            "values": Slice(values.buffer, at, length),
        },
        r.finish(),
        consts=consts,
        use=(item, load, "dst_words" if whole else "dst_atomic"),
    )
