"""The running value of an associative operation along an axis: sums, products, extrema.

Three passes, by levels: reduce the tiles, scan their sums (the same problem, smaller),
scan the tiles with what lies ahead of each. docs/scan.md draws them. The order in which
floats are added depends on the shape only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from gpuarray.algorithms import evaluation as ev
from gpuarray.algorithms import tile_kernels, tiles
from gpuarray.algorithms.reduction import (
    leaf,
    limit_of,
    rows_of,
    tile_sums,
    tiles_of,
)
from gpuarray.algorithms.replay import replayed
from gpuarray.algorithms.tile_kernels import run
from gpuarray.runtime import windows
from gpuarray.runtime.expr import Leaf, Node, cast, const

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.expr import Count
    from gpuarray.runtime.memory import Buffer

# The scan inside a workgroup: "auto" is by subgroups where the device has them, else
# "blelloch", with the same bits; "hillis_steele" adds floats in another order.
BLOCK_SCAN = "auto"


def scan(
    node: Node, name: str, outer: int, n: int, inner: int, exclusive: bool = False
) -> Leaf:
    """The running operation along the n items of each column, in the node's shape.

    node: items whose C order is (outer, n, inner), of the dtype to accumulate in.
    name: of the value library, as "add". exclusive: leave out the item itself, so that
    the first result is the identity. Does not wait. Of a node with a count, items past
    it are neither read nor written.
    """
    p = tiles.problem(outer, n, inner)
    what = tiles.kind(name, node.dtype)
    device = windows.device_of(node)
    limit = None
    if node.count is not None and p.items:
        limit = limit_of(node.count, outer, inner)

    def made() -> Buffer:
        target = device.allocate(p.items * node.dtype.itemsize)
        if p.items:
            source = cast(node, what.acc)
            if p.too_wide:
                _by_rows(source, what, p, target, exclusive)
            else:
                by_levels(device, source, what, p, target, exclusive, limit)
        return target

    key = ("scan", name, outer, n, inner, exclusive, BLOCK_SCAN, tile_kernels.LINES)
    with device.lock:
        target = replayed(device, key, (node,), made)
        ev.after_use(*node.buffers)
    return replace(leaf(target, node.dtype, node.shape), limit=node.count)


def exclusive_offsets(counts: Leaf) -> Leaf:
    """Where each of m counted groups begins, and the total: m + 1 words.

    counts: one axis of uint32. Does not wait.
    """
    (m,) = counts.shape
    p = tiles.problem(1, m + 1, 1, valid=m)
    device = windows.device_of(counts)
    with device.lock:
        target = device.allocate(4 * (m + 1))
        if m == 0:
            device.clear(target)
        else:
            by_levels(device, counts, tiles.kind("add", counts.dtype), p, target, True)
    return leaf(target, np.dtype(np.uint32), (m + 1,))


def by_levels(
    device: Device,
    node: Node,
    what: tiles.Kind,
    p: tiles.Problem,
    target: Buffer,
    exclusive: bool,
    limit: Count | None = None,
) -> None:
    """Scan the columns of a problem into a buffer, level by level; does not wait.

    limit: how many items of the one column count.
    """
    levels = [(p, node, limit)]
    doubts = tile_kernels.doubts(device, p, what) if p.tiles > 1 else None
    while levels[-1][0].tiles > 1:
        q, source, most = levels[-1]
        first = len(levels) == 1
        sums = tile_sums(device, q, source, what, doubts if first else None, most)
        shape = (q.outer * q.tiles * q.inner,)
        most = most and tiles_of(device, q, most)
        levels.append((q.sums(), leaf(sums, what.acc, shape), most))
    prefix = None
    while levels:
        q, source, most = levels.pop()
        out, dtype, shifted = target, what.dtype, exclusive
        if levels:
            out = device.allocate(q.items * what.acc.itemsize)
            dtype, shifted = what.acc, True
        run(
            device,
            q,
            source,
            what,
            out,
            dtype,
            scan=BLOCK_SCAN,
            prefix=prefix,
            exclusive=shifted,
            doubts=None if levels else doubts,
            limit=most,
        )
        prefix = out


def _by_rows(
    source: Node, what: tiles.Kind, p: tiles.Problem, target: Buffer, exclusive: bool
) -> None:
    """Row by row, where one row of columns is millions of items long: they are few."""
    device = windows.device_of(source)
    step = p.inner * what.dtype.itemsize
    for o, rows in enumerate(rows_of(source, p.outer, p.n, p.inner)):
        ahead: Node = const(what.identity)
        for k, row in enumerate(rows):
            total = ev.compute(what(device, ahead, row)) if k else row
            at = leaf(target, what.dtype, (p.inner,), (o * p.n + k) * step)
            ev.store(at, cast(ahead if exclusive else total, what.dtype))
            ahead = total
