"""The whole of an associative operation along an axis: sums, products, extrema, logic.

Tiles are reduced, then the tile results, until one is left: the order in which floats
are added depends on the shape only.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gpuarray.algorithms import counted, tile_kernels, tiles
from gpuarray.algorithms import evaluation as ev
from gpuarray.algorithms.replay import replayed
from gpuarray.algorithms.tile_kernels import run
from gpuarray.runtime import layout as lay
from gpuarray.runtime import windows
from gpuarray.runtime.expr import Leaf, Node, broadcast, cast, const

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.expr import Count
    from gpuarray.runtime.memory import Buffer


def reduce(node: Node, name: str, outer: int, n: int, inner: int) -> Leaf:
    """The operation over the n items of each column, as outer * inner items.

    node: items whose C order is (outer, n, inner), of the dtype to accumulate in.
    name: of the value library, as "add"; commutative, since a lane's items lie apart.
    n == 0 gives the identity, and so does a count of 0. Does not wait.
    """
    device = windows.device_of(node)
    limit = None
    if node.count is not None and n and outer * inner:
        outer, inner = (1, outer * inner) if n == 1 else (outer, inner)
        limit = limit_of(node.count, outer, inner)
    count = outer * inner
    if n == 0 or count == 0:
        value = const(tiles.identity(name, node.dtype))
        return ev.compute(broadcast(value, (count,)))
    what = tiles.kind(name, node.dtype)
    p = tiles.problem(outer, n, inner)

    def made() -> Buffer:
        q, source, most = p, cast(node, what.acc), limit
        if q.too_wide:
            source = _fold_rows(source, what, outer, n, inner)
        else:
            doubts = tile_kernels.doubts(device, q, what)
            while True:
                sums = tile_sums(device, q, source, what, doubts, most)
                doubts = None
                source = leaf(sums, what.acc, (q.outer * q.tiles * q.inner,))
                if q.tiles == 1:
                    break
                most = most and tiles_of(device, q, most)
                q = q.sums()
        if what.acc == node.dtype:
            return source.buffer
        return ev.compute(cast(source, node.dtype)).buffer

    with device.lock:
        key = ("reduce", name, outer, n, inner, tile_kernels.LINES)
        found = replayed(device, key, (node,), made)
        ev.after_use(*node.buffers)
    return leaf(found, node.dtype, (count,))


def tile_sums(
    device: Device,
    p: tiles.Problem,
    node: Node,
    what: tiles.Kind,
    doubts: Buffer | None = None,
    limit: Count | None = None,
) -> Buffer:
    """The results of all tiles, (outer, tiles, inner) of the accumulator's dtype.

    limit: how many items of the one column count; other tiles are left undefined.
    """
    out = device.allocate(p.outer * p.tiles * p.inner * what.acc.itemsize)
    run(device, p, node, what, out, what.acc, doubts=doubts, limit=limit)
    return out


def limit_of(count: Count, outer: int, inner: int) -> Count:
    """A count of items as one of the rows of `inner` items of the one column."""
    if outer != 1 or inner not in (1, count.row):
        raise ValueError("only the counted axis, or all axes, can be folded")
    if inner * tiles.SHORTEST > tiles.FIRST_BYTES:
        raise ValueError(f"rows of {inner} items are too long to be counted")
    return replace(count, row=count.row // inner)


def tiles_of(device: Device, p: tiles.Problem, limit: Count) -> Count:
    """How many tiles the counted items of a column take: one at least."""
    return counted.span(device, limit, p.n, p.length, least=1).groups


def leaf(buffer: Buffer, dtype: tiles.DType, shape: lay.Shape, offset: int = 0) -> Leaf:
    """Contiguous items of a buffer from byte `offset` on."""
    return Leaf(dtype, shape, buffer, lay.contiguous(shape, dtype.itemsize, offset))


def rows_of(source: Node, outer: int, n: int, inner: int) -> list[list[Leaf]]:
    """Row k of each outer index, of an expression computed into memory."""
    whole = ev.compute(source)
    step = inner * whole.dtype.itemsize
    return [
        [
            leaf(whole.buffer, whole.dtype, (inner,), (o * n + k) * step)
            for k in range(n)
        ]
        for o in range(outer)
    ]


def _fold_rows(source: Node, what: tiles.Kind, outer: int, n: int, inner: int) -> Leaf:
    """Row by row, where one row of columns is millions of items long: they are few."""
    device = windows.device_of(source)
    target = device.allocate(outer * inner * what.acc.itemsize)
    for o, rows in enumerate(rows_of(source, outer, n, inner)):
        total: Leaf = rows[0]
        for row in rows[1:]:
            total = ev.compute(what(device, total, row))
        at = leaf(target, what.acc, (inner,), o * inner * what.acc.itemsize)
        ev.store(at, total)
    return leaf(target, what.acc, (outer * inner,))
