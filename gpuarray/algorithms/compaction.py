"""Keeping the items that a condition picks, in order: mark, scan, scatter.

The condition is an expression that is read twice and never stored. A first pass leaves
one count for each tile of 4096 items, a scan of the counts gives each tile the place of
its first survivor (the last offset is the total, the one word read back), and a second
pass ranks the survivors inside the tile and writes them out in order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gpuarray.algorithms import counted, scan
from gpuarray.algorithms.evaluation import (
    after_use,
    compute,
    localised,
)
from gpuarray.algorithms.rendering import Rendering
from gpuarray.algorithms.replay import replayed
from gpuarray.algorithms.storing import WG, load
from gpuarray.runtime import layout as lay
from gpuarray.runtime.expr import (
    WORD_SIZES,
    Count,
    Leaf,
    Node,
    buffers,
    float_steps,
)
from gpuarray.runtime.kernels import FromDevice, Slice, launch
from gpuarray.runtime.layout import Layout
from gpuarray.runtime.memory import size_class
from gpuarray.runtime.windows import Windows, chunks, device_of, rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer

TILE = 16 * WG  # items of one workgroup: 16 an invocation
# Float results in an expression that both passes work out again. Each is compiled 16
# times over in either kernel, and a stored bool is often less to read than operands.
MOST_FLOAT_STEPS = 2
INT64 = np.dtype(np.int64)
UINT32 = np.dtype(np.uint32)


class Part(NamedTuple):
    """What one dispatch works on: items, windows of their buffers, and tiles."""

    span: range
    windows: Windows
    tile: int
    tiles: int


def select(values: Sequence[Node], keep: Node, total: int | None = None) -> list[Leaf]:
    """The items of each array at which a condition is true, as 1-D arrays in C order.

    values, keep: of one shape; `keep` is bool, `values` have any dtypes. Items move bit
    for bit. Waits once, for the number of survivors (4 bytes), unless `total` gives it.
    MemoryError if a result is larger than the device's largest buffer. Source: mark,
    scan and scatter; scan.md section 4.
    """
    shape = keep.shape
    if 0 in shape:
        return [fresh(device_of(keep, *values), v, 0) for v in values]
    device = device_of(keep, *values)
    with device.lock:
        keep, *values = (stored_if_long(node, device) for node in (keep, *values))
        keep, values = within_limits(device, keep, values)
        keep, *values = localised(device, shape, keep, *values)
        parts = parts_of(device, shape, keep, *values)
        offsets = repeated_offsets(device, keep, values, parts)
        total = last_offset(offsets) if total is None else total
        results = [
            _survivors(device, value, keep, offsets, parts, total) for value in values
        ]
        after_use(*buffers(keep, *values))
    return results


def is_long(node: Node) -> bool:
    """Whether to store an expression rather than compile it into a selection."""
    if node.weight <= 2 * MOST_FLOAT_STEPS:
        return False
    return float_steps(node) > MOST_FLOAT_STEPS


def stored_if_long(node: Node, device: Device) -> Node:
    return compute(node, device) if is_long(node) else node


def repeated_offsets(
    device: Device, keep: Node, values: Sequence[Node], parts: Sequence[Part]
) -> Leaf:
    """`offsets_of` by known commands; `parts` depends on the values too."""
    key, nodes = ("offsets",), (keep, *values)
    found = replayed(device, key, nodes, lambda: offsets_of(device, keep, parts).buffer)
    m = parts[-1].tile + parts[-1].tiles + 1
    return Leaf(UINT32, (m,), found, Layout((m,), (4,)))


def _survivors(
    device: Device,
    value: Node,
    keep: Node,
    offsets: Leaf,
    parts: Sequence[Part],
    total: int,
) -> Leaf:
    """The items of `value` that are kept, by known commands for memory of that class.

    What is recorded depends on the capacity, not on how many items there are.
    """
    itemsize = value.dtype.itemsize
    if not total * itemsize:
        return fresh(device, value, total)
    device.pool.require_room(total * itemsize)
    capacity = size_class(total * itemsize)

    def made() -> Buffer:
        target = device.allocate(min(capacity, device.max_buffer))
        layout = lay.contiguous((total,), itemsize)
        result = Leaf(value.dtype, (total,), target, layout)
        write_survivors(device, value, keep, offsets, parts, result)
        return target

    found = replayed(device, ("survivors", capacity), (value, keep, offsets), made)
    found.nbytes = total * itemsize
    return Leaf(value.dtype, (total,), found, lay.contiguous((total,), itemsize))


def count(keep: Node) -> Leaf:
    """How many items of a condition are true, as a 0-d int64 array; does not wait.

    Of a condition that has a count on the device, only so many items are looked at.
    """
    device = device_of(keep)
    with device.lock:
        total = device.allocate(INT64.itemsize)
        device.clear(total)
        if 0 not in keep.shape:
            (keep,) = localised(device, keep.shape, stored_if_long(keep, device))
            for part in parts_of(device, keep.shape, keep):
                launch(
                    device,
                    "count_all",
                    part.tiles,
                    items_of(part),
                    {"total": total},
                    rendering_of(device, keep, part).finish(),
                    consts={"WG": WG},
                    counted=counted_tiles(device, keep.count, part),
                )
            after_use(*buffers(keep))
    return Leaf(INT64, (), total, Layout((), ()))


def read_count(total: Leaf) -> int:
    """The value of a `count`; waits for the device (8 bytes)."""
    raw = total.buffer.owner.read(total.buffer, total.layout.offset, 8)
    return int(raw.view(np.int64)[0])


# ---- passes


def parts_of(device: Device, shape: lay.Shape, *roots: Node) -> list[Part]:
    """The dispatches of a pass over the items of `shape`; both passes take the same."""
    parts: list[Part] = []
    tile = 0
    for span, found in chunks(device, shape, 0, *roots):
        tiles = -(-len(span) // TILE)
        parts.append(Part(span, found, tile, tiles))
        tile += tiles
    return parts


def offsets_of(
    device: Device, keep: Node, parts: Sequence[Part], count: Count | None = None
) -> Leaf:
    """Where the first survivor of each tile goes, then the total: uint32.

    count: how many of the items are looked at.
    """
    tiles = parts[-1].tile + parts[-1].tiles
    counts = device.allocate(4 * tiles)
    if count is not None:  # tiles past the count are left out
        device.clear(counts)
    for part in parts:
        launch(
            device,
            "count_tiles",
            part.tiles,
            items_of(part) | {"tile": part.tile},
            {"counts": counts},
            rendering_of(device, keep, part).finish(),
            consts={"WG": WG},
            counted=counted_tiles(device, count, part),
        )
    leaf = Leaf(UINT32, (tiles,), counts, Layout((tiles,), (4,)))
    return scan.exclusive_offsets(leaf)


def last_offset(offsets: Leaf) -> int:
    """The last offset: the one word that is read back."""
    at = offsets.layout.offset + 4 * (offsets.shape[0] - 1)
    raw = offsets.buffer.owner.read(offsets.buffer, at, 4)
    return int(raw.view(np.uint32)[0])


def write_survivors(
    device: Device,
    value: Node,
    keep: Node,
    offsets: Leaf,
    parts: Sequence[Part],
    result: Leaf,
    count: Count | None = None,
) -> None:
    """Write the items of `value` that are kept, in order, as far as `result` goes."""
    itemsize = value.dtype.itemsize
    unit, emit = unit_of(itemsize)
    grids = [counted_tiles(device, count, part) for part in parts]
    capacity = result.buffer.capacity
    for part, ends in zip(parts, grids, strict=True):
        for low in range(0, capacity, device.max_binding):
            size = min(device.max_binding, capacity - low)
            r = rendering_of(device, keep, part)
            load(r, value)
            launch(
                device,
                "compact_tiles",
                part.tiles,
                items_of(part)
                | {"tile": part.tile}
                | {"base": low // unit, "limit": (low + size) // unit},
                {"dst": Slice(result.buffer, low, size), "offsets": offsets.buffer},
                r.finish(),
                consts={"WG": WG, "ITEM": itemsize, "UNIT": unit},
                use=(emit,),
                counted=ends,
            )


# ---- parts of the passes


def unit_of(itemsize: int) -> tuple[int, str]:
    """Bytes of the units in which items are written, and the file that writes them."""
    if itemsize in WORD_SIZES:
        return max(itemsize, 4), f"emit_{itemsize}"
    return 4, "emit_packed" if itemsize % 4 else "emit_record"


def counted_tiles(
    device: Device, count: Count | None, part: Part, items: int = TILE
) -> FromDevice | None:
    """The grid over the counted items of a part, `items` a workgroup; None if all."""
    if count is None:
        return None
    ends = counted.span(device, count, part.span.stop, items, first=part.span.start)
    return ends.gives(last=counted.ITEMS, tiles=counted.GROUPS)


def items_of(part: Part) -> dict[str, int]:
    return {"first": part.span.start, "last": part.span.stop, "tiles": part.tiles}


def rendering_of(device: Device, keep: Node, part: Part) -> Rendering:
    r = Rendering(keep.shape, rows_of(device), part.windows)
    r.value("keep", keep)
    return r


def within_limits(
    device: Device, keep: Node, values: Sequence[Node]
) -> tuple[Node, list[Node]]:
    """Expressions of which each pair leaves room for the two buffers of the kernel."""
    room = device.max_storage_buffers - 2

    def crowded(value: Node) -> bool:
        return len(buffers(keep, value)) > room

    if any(crowded(value) for value in values):
        keep = compute(keep)
    return keep, [compute(value) if crowded(value) else value for value in values]


def fresh(device: Device, value: Node, n: int) -> Leaf:
    """Memory for n items of the dtype of `value`, on one axis."""
    itemsize = value.dtype.itemsize
    buffer = device.allocate(n * itemsize)
    return Leaf(value.dtype, (n,), buffer, lay.contiguous((n,), itemsize))
