"""Compaction whose count stays on the device: three orders, no word read back.

"stable" marks, scans and scatters; "block" claims places for the survivors of a tile by
one atomic addition, "any" by one an item or a subgroup. What would need more than one
dispatch is done in the stable order, which satisfies both others.
"""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from gpuarray.algorithms import compaction, counted
from gpuarray.algorithms import evaluation as ev
from gpuarray.algorithms.storing import WG, load
from gpuarray.runtime import layout as lay
from gpuarray.runtime.expr import (
    WORD_SIZES,
    Count,
    Gather,
    Iota,
    Leaf,
    Node,
    broadcast,
    buffers,
    cast,
    const,
    op,
    where,
)
from gpuarray.runtime.kernels import launch
from gpuarray.runtime.windows import device_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gpuarray.algorithms.compaction import Part
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer

UINT32, INT64 = np.dtype(np.uint32), np.dtype(np.int64)
BOOL = np.dtype(bool)
ORDERS = ("stable", "block", "any")
CLAIMS = "auto"  # "each", "subgroup"


def compact(
    values: Sequence[Node],
    keep: Node,
    size: int,
    order: str = "stable",
    fills: Sequence[Node | None] | None = None,
) -> tuple[list[Leaf], Count]:
    """The items at which a condition is true, and their count; does not wait.

    values, keep: of one shape; `keep` is bool. Where they have a count, items past it
    are not read. Results have `size` items, of which the counted ones are survivors;
    more are dropped. fills: what the others hold, 0-d; None leaves them undefined.
    """
    device = device_of(keep, *values)
    fills = fills or [None] * len(values)
    with device.lock:
        stored = compaction.stored_if_long
        keep, *values = (stored(node, device) for node in (keep, *values))
        if 0 in keep.shape or not size:
            count = counted.zero(device)
            results = [_made(device, v, size, f) for v, f in pairs(values, fills)]
        elif order == "stable":
            results, count = _stable(device, values, keep, size, fills)
        elif len(values) == 1:
            results, count = _claimed(device, values[0], keep, size, fills[0], order)
        else:
            results, count = _by_places(device, values, keep, size, fills, order)
        ev.after_use(*buffers(keep, *values))
    return [dataclasses.replace(leaf, limit=count) for leaf in results], count


def pairs(
    values: Sequence[Node], fills: Sequence[Node | None]
) -> list[tuple[Node, Node | None]]:
    """Each value with what fills its result."""
    return list(zip(values, fills, strict=True))


def _stable(
    device: Device,
    values: Sequence[Node],
    keep: Node,
    size: int,
    fills: Sequence[Node | None],
) -> tuple[list[Leaf], Count]:
    shape = keep.shape
    keep, values = compaction.within_limits(device, keep, values)
    keep, *values = ev.localised(device, shape, keep, *values)
    parts = compaction.parts_of(device, shape, keep, *values)
    limit = count_of(keep, *values)
    offsets = compaction.offsets_of(device, keep, parts, limit)
    tiles = offsets.shape[0] - 1
    if math.prod(shape) * max(v.dtype.itemsize for v in values) >> 32:
        # Bytes past the end of the results may have no 32-bit address.
        offsets = ev.compute(op("min_u32", UINT32, offsets, const(np.uint32(size))))
    word = offsets.layout.offset // 4 + tiles
    count = counted.taken(device, offsets.buffer, word, size)
    results = [_made(device, value, size, fill) for value, fill in pairs(values, fills)]
    for value, result in zip(values, results, strict=True):
        if result.buffer.nbytes:
            compaction.write_survivors(
                device, value, keep, offsets, parts, result, limit
            )
    return results, count


def _claimed(
    device: Device,
    value: Node,
    keep: Node,
    size: int,
    fill: Node | None,
    order: str,
) -> tuple[list[Leaf], Count]:
    """One array by atomic additions, where one dispatch can do it."""
    shape, itemsize = keep.shape, value.dtype.itemsize
    n = math.prod(shape)
    inner, (one,) = compaction.within_limits(device, keep, [value])
    inner, one = ev.localised(device, shape, inner, one)
    parts = compaction.parts_of(device, shape, inner, one)
    result = _made(device, one, size, fill)
    wide = result.buffer.capacity > device.max_binding or n * itemsize >> 32
    if len(parts) > 1 or wide or not itemsize:
        return _stable(device, [one], inner, size, [fill])
    claimed = device.allocate(4)
    device.clear(claimed)
    launched = _blocks if order == "block" else _any
    launched(device, one, inner, parts[0], result, claimed)
    count = Count(claimed)
    if size < n:
        count = counted.taken(device, claimed, 0, size)
    return [result], count


def _blocks(
    device: Device, value: Node, keep: Node, part: Part, result: Leaf, claimed: Buffer
) -> None:
    itemsize = value.dtype.itemsize
    unit, emit = compaction.unit_of(itemsize)
    r = compaction.rendering_of(device, keep, part)
    load(r, value)
    launch(
        device,
        "compact_blocks",
        part.tiles,
        compaction.items_of(part)
        | {"base": 0, "limit": result.buffer.capacity // unit},
        {"dst": result.buffer, "claimed": claimed},
        r.finish(),
        consts={"WG": WG, "ITEM": itemsize, "UNIT": unit},
        use=(emit,),
        counted=compaction.counted_tiles(device, count_of(keep, value), part),
    )


def _any(
    device: Device, value: Node, keep: Node, part: Part, result: Leaf, claimed: Buffer
) -> None:
    itemsize = value.dtype.itemsize
    r = compaction.rendering_of(device, keep, part)
    load(r, value)
    item = f"item_{itemsize}" if itemsize in WORD_SIZES else "item_record"
    dst = "dst_atomic" if itemsize % 4 else "dst_words"
    claim = f"claim_{claims_by(device)}"
    limit, grid = count_of(keep, value), None
    if limit is not None:
        ends = counted.span(device, limit, part.span.stop, 4 * WG)
        grid = ends.gives(last=counted.ITEMS)
    launch(
        device,
        "compact_any",
        -(-len(part.span) // (4 * WG)),
        {"first": part.span.start, "last": part.span.stop, "most": result.shape[0]},
        {"dst": result.buffer, "claimed": claimed},
        r.finish(),
        consts={"WG": WG, "ITEM": itemsize},
        use=(item, dst, claim),
        counted=grid,
    )


def claims_by(device: Device) -> str:
    """Whether places are claimed by each item or by a subgroup for all of its items.

    A processor's atomic additions do not contend: there the second form costs more.
    """
    if CLAIMS != "auto":
        return CLAIMS
    cpu = device.adapter_info.get("adapter_type") == "CPU"
    return "subgroup" if "subgroup" in device.features and not cpu else "each"


def _by_places(
    device: Device,
    values: Sequence[Node],
    keep: Node,
    size: int,
    fills: Sequence[Node | None],
    order: str,
) -> tuple[list[Leaf], Count]:
    """Several arrays in one order: places are claimed once, then items are fetched."""
    shape = keep.shape
    places = Iota(UINT32, shape, lay.contiguous(shape, 1))
    limit = count_of(keep, *values)
    found, count = compact([places], _with(keep, limit), size, order)
    results = []
    for value, fill in pairs(values, fills):
        node = fetched(value, found[0])
        if fill is not None:
            node = filled(node, count, fill)
        results.append(ev.compute(node))
    return results, count


def fetched(value: Node, places: Node) -> Node:
    """Items of an expression at places in C order; a position needs no memory."""
    if isinstance(value, Iota) and value.layout == lay.contiguous(value.shape, 1):
        return cast(places, value.dtype)
    leaf, size = ev.compute(value), places.shape
    itemsize = value.dtype.itemsize
    zeros = lay.Layout(size, (0,) * len(size), leaf.layout.offset)
    length = math.prod(value.shape)
    index = (cast(places, INT64), itemsize, length)
    return Gather(value.dtype, size, leaf.buffer, zeros, (index,))


def filled(node: Node, count: Count, fill: Node) -> Node:
    """Rows before the count, and from there on what fills: all items are made."""
    shape = node.shape
    place = Iota(UINT32, shape, lay.Layout(shape, (1,) + (0,) * (len(shape) - 1)))
    inside = op("lt_u32", BOOL, place, counted.count_leaf(count))
    return where(inside, without_count(node), fill)


def without_count(node: Node) -> Node:
    """The expression over all of its items, padding included."""
    if node.count is None:
        return node
    if isinstance(node, Leaf):
        return dataclasses.replace(node, limit=None)
    if isinstance(node, Gather):
        indices = tuple((without_count(n), s, k) for n, s, k in node.indices)
        return dataclasses.replace(node, indices=indices)
    return without_count(ev.compute(node))


def count_of(*nodes: Node) -> Count | None:
    """The count that expressions have; None if none has one."""
    return next((node.count for node in nodes if node.count is not None), None)


def _with(keep: Node, limit: Count | None) -> Node:
    """The condition as one that has the count."""
    if limit is None or keep.count is not None:
        return keep
    return dataclasses.replace(ev.compute(keep), limit=limit)


def _made(device: Device, value: Node, size: int, fill: Node | None) -> Leaf:
    """Memory for the result, with the filling where there is one."""
    if fill is None:
        return compaction.fresh(device, value, size)
    return ev.compute(broadcast(fill, (size,)), device)
