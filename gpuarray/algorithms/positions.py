"""Where a condition is true, as indices: nonzero is a selection of positions.

The positions are an expression, so nothing of the condition's length is stored.
"""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING

import numpy as np

from gpuarray.algorithms.compaction import select
from gpuarray.algorithms.evaluation import compute, store
from gpuarray.algorithms.selecting import compact, filled
from gpuarray.runtime import layout as lay
from gpuarray.runtime.expr import Iota, Leaf, Node, broadcast, cast, const, op
from gpuarray.runtime.layout import Layout
from gpuarray.runtime.windows import device_of

if TYPE_CHECKING:
    from collections.abc import Sequence

INT64 = np.dtype(np.int64)
UINT32 = np.dtype(np.uint32)


def positions(keep: Node) -> list[Leaf]:
    """Where a condition is true: one int64 array of indices for each axis, in C order.

    Waits once, for the number of survivors (4 bytes). More than one axis: positions in
    C order are found first, 4 bytes a survivor, and split into indices.
    """
    shape = keep.shape
    if sum(length > 1 for length in shape) <= 1:
        found = flat_positions(keep)
        zero = broadcast(const(np.int64(0)), found.shape)
        lone = next((d for d, length in enumerate(shape) if length > 1), 0)
        return [found if d == lone else compute(zero) for d in range(len(shape))]
    if 0 in shape:
        return [_blank(keep, (0,)) for _ in shape]
    (flat,) = select([Iota(UINT32, shape, lay.contiguous(shape, 1))], keep)
    return [compute(unravelled(flat, shape, d)) for d in range(len(shape))]


def index_table(keep: Node) -> Leaf:
    """The indices of `positions` as one table: a row a survivor, a column an axis."""
    found = positions(keep)
    return table_of(found, keep, found[0].shape[0])


def sized_positions(keep: Node, size: int, fills: Sequence[Node]) -> list[Leaf]:
    """The indices of `positions` for the first `size` survivors; does not wait.

    fills: for each axis the int64 that indices past the survivors hold.
    """
    shape = keep.shape
    iota = Iota(UINT32, shape, lay.contiguous(shape, 1))
    (flat,), count = compact([iota], keep, size)
    if 0 in shape:
        return [compute(broadcast(fill, (size,)), device_of(keep)) for fill in fills]
    flat = dataclasses.replace(flat, limit=None)
    nodes = [unravelled(flat, shape, d) for d in range(len(shape))]
    return [
        compute(filled(node, count, fill))
        for node, fill in zip(nodes, fills, strict=True)
    ]


def table_of(columns: Sequence[Leaf], keep: Node, n: int) -> Leaf:
    """Indices by axis as one table: a row a survivor, a column an axis."""
    ndim = len(columns)
    table = _blank(keep, (n, ndim))
    for d, column in enumerate(columns):
        layout = Layout((n,), (8 * ndim,), 8 * d)
        store(Leaf(INT64, (n,), table.buffer, layout), column)
    return table


def flat_positions(keep: Node) -> Leaf:
    """Where a condition is true, as int64 positions in C order; waits for the count."""
    iota = Iota(INT64, keep.shape, lay.contiguous(keep.shape, 1))
    return select([iota], keep)[0]


def unravelled(flat: Node, shape: lay.Shape, axis: int) -> Node:
    """The index along one axis of uint32 positions in C order, as int64."""
    node = flat
    step = math.prod(shape[axis + 1 :])
    if step > 1:
        node = op("floordiv_u32", UINT32, node, const(np.uint32(step)))
    if math.prod(shape[:axis]) > 1:
        node = op("mod_u32", UINT32, node, const(np.uint32(shape[axis])))
    return cast(node, INT64)


def _blank(keep: Node, shape: lay.Shape) -> Leaf:
    layout = lay.contiguous(shape, 8)
    buffer = device_of(keep).allocate(layout.size * 8)
    return Leaf(INT64, shape, buffer, layout)
