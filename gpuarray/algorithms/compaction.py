"""Keeping the items that a condition picks, in order: mark, scan, scatter.

The condition is an expression that is read twice and never stored. A first pass leaves
one count for each tile of 4096 items, a scan of the counts gives each tile the place of
its first survivor (the last offset is the total, the one word read back), and a second
pass ranks the survivors inside the tile and writes them out in order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gpuarray.algorithms import scan
from gpuarray.algorithms.evaluation import (
    after_use,
    apart,
    before_write,
    compute,
    localised,
)
from gpuarray.algorithms.rendering import Rendering
from gpuarray.algorithms.storing import WG
from gpuarray.runtime import layout as lay
from gpuarray.runtime.expr import (
    WORD_SIZES,
    Leaf,
    Node,
    buffers,
)
from gpuarray.runtime.kernels import Slice, launch
from gpuarray.runtime.layout import Layout
from gpuarray.runtime.windows import Windows, chunks, device_of, rows_of, target_windows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gpuarray.runtime.device import Device

TILE = 16 * WG  # items of one workgroup: 16 an invocation
INT64 = np.dtype(np.int64)
UINT32 = np.dtype(np.uint32)


class _Part(NamedTuple):
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
        return [_fresh(device_of(keep, *values), v, 0) for v in values]
    device = device_of(keep, *values)
    with device.lock:
        keep, values = _within_limits(device, keep, values)
        keep, *values = localised(device, shape, keep, *values)
        parts = _parts(device, shape, keep, *values)
        offsets = _offsets(device, keep, parts)
        total = _last(offsets) if total is None else total
        results = [_fresh(device, value, total) for value in values]
        for value, result in zip(values, results, strict=True):
            if result.buffer.nbytes:
                _compact(device, value, keep, offsets, parts, result)
        after_use(*buffers(keep, *values))
    return results


def count(keep: Node) -> Leaf:
    """How many items of a condition are true, as a 0-d int64 array; does not wait."""
    device = device_of(keep)
    with device.lock:
        total = device.allocate(INT64.itemsize)
        device.clear(total)
        if 0 not in keep.shape:
            (keep,) = localised(device, keep.shape, keep)
            for part in _parts(device, keep.shape, keep):
                launch(
                    device,
                    "count_all",
                    part.tiles,
                    _items(part),
                    {"total": total},
                    _rendering(device, keep, part).finish(),
                    consts={"WG": WG},
                )
            after_use(*buffers(keep))
    return Leaf(INT64, (), total, Layout((), ()))


def read_count(total: Leaf) -> int:
    """The value of a `count`; waits for the device (8 bytes)."""
    raw = total.buffer.owner.read(total.buffer, total.layout.offset, 8)
    return int(raw.view(np.int64)[0])


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
        parts = _parts(device, shape, keep)
        offsets = _offsets(device, keep, parts)
        if check is not None:
            check(_last(offsets))
        before_write(target.buffer)
        if values.layout.size and target.dtype.itemsize:
            for ranks, found in chunks(device, values.shape, 0, values):
                for part in parts:
                    for window in target_windows(device, target, part.span):
                        _expand(
                            device, target, keep, values, offsets,
                            part, window, ranks, found,
                        )  # fmt: skip
        after_use(target.buffer, *buffers(keep, values))


# ---- passes


def _parts(device: Device, shape: lay.Shape, *roots: Node) -> list[_Part]:
    """The dispatches of a pass over the items of `shape`; both passes take the same."""
    parts: list[_Part] = []
    tile = 0
    for span, found in chunks(device, shape, 0, *roots):
        tiles = -(-len(span) // TILE)
        parts.append(_Part(span, found, tile, tiles))
        tile += tiles
    return parts


def _offsets(device: Device, keep: Node, parts: Sequence[_Part]) -> Leaf:
    """Where the first survivor of each tile goes, then the total: uint32."""
    tiles = parts[-1].tile + parts[-1].tiles
    counts = device.allocate(4 * tiles)
    for part in parts:
        launch(
            device,
            "count_tiles",
            part.tiles,
            _items(part) | {"tile": part.tile},
            {"counts": counts},
            _rendering(device, keep, part).finish(),
            consts={"WG": WG},
        )
    leaf = Leaf(UINT32, (tiles,), counts, Layout((tiles,), (4,)))
    return scan.exclusive_offsets(leaf)


def _last(offsets: Leaf) -> int:
    """The last offset: the one word that is read back."""
    at = offsets.layout.offset + 4 * (offsets.shape[0] - 1)
    raw = offsets.buffer.owner.read(offsets.buffer, at, 4)
    return int(raw.view(np.uint32)[0])


def _compact(
    device: Device,
    value: Node,
    keep: Node,
    offsets: Leaf,
    parts: Sequence[_Part],
    result: Leaf,
) -> None:
    itemsize = value.dtype.itemsize
    unit = itemsize if itemsize in (8, 16) else 4
    if itemsize in WORD_SIZES:
        emit = f"emit_{itemsize}"
    else:
        emit = "emit_packed" if itemsize % 4 else "emit_record"
    capacity = result.buffer.capacity
    for part in parts:
        for low in range(0, capacity, device.max_binding):
            size = min(device.max_binding, capacity - low)
            r = _rendering(device, keep, part)
            if itemsize in WORD_SIZES:
                r.bits("load", value)
            else:
                r.words("load", value)
            launch(
                device,
                "compact_tiles",
                part.tiles,
                _items(part)
                | {"tile": part.tile}
                | {"base": low // unit, "limit": (low + size) // unit},
                {"dst": Slice(result.buffer, low, size), "offsets": offsets.buffer},
                r.finish(),
                consts={"WG": WG, "ITEM": itemsize, "UNIT": unit},
                use=(emit,),
            )


def _expand(
    device: Device,
    target: Leaf,
    keep: Node,
    values: Leaf,
    offsets: Leaf,
    part: _Part,
    window: tuple[int, int, int],
    ranks: range,
    found: Windows,
) -> None:
    itemsize = target.dtype.itemsize
    low, size, limit = window
    at, length = found.get(id(values.buffer), (0, 0))
    (step,) = values.layout.strides
    r = _rendering(device, keep, part)
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
        _items(part)
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


# ---- parts of the passes


def _items(part: _Part) -> dict[str, int]:
    return {"first": part.span.start, "last": part.span.stop, "tiles": part.tiles}


def _rendering(device: Device, keep: Node, part: _Part) -> Rendering:
    r = Rendering(keep.shape, rows_of(device), part.windows)
    r.value("keep", keep)
    return r


def _within_limits(
    device: Device, keep: Node, values: Sequence[Node]
) -> tuple[Node, list[Node]]:
    """Expressions of which each pair leaves room for the two buffers of the kernel."""
    room = device.max_storage_buffers - 2

    def crowded(value: Node) -> bool:
        return len(buffers(keep, value)) > room

    if any(crowded(value) for value in values):
        keep = compute(keep)
    return keep, [compute(value) if crowded(value) else value for value in values]


def _fresh(device: Device, value: Node, n: int) -> Leaf:
    """Memory for n items of the dtype of `value`, on one axis."""
    itemsize = value.dtype.itemsize
    buffer = device.allocate(n * itemsize)
    return Leaf(value.dtype, (n,), buffer, lay.contiguous((n,), itemsize))
