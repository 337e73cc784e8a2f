"""Compaction without a read-back: the survivors, and their count on the device."""

from __future__ import annotations

import dataclasses
import math
import operator
from typing import Any, Literal

import numpy as np

from gpuarray.algorithms import evaluation, selecting
from gpuarray.arrays.array_object import GPUArray, as_array
from gpuarray.functions.arguments import array_of
from gpuarray.functions.compacted import Compacted
from gpuarray.runtime import layout as lay
from gpuarray.runtime.expr import Count, Iota, Leaf, Node, broadcast, const

Order = Literal["stable", "block", "any"]
INT64 = np.dtype(np.int64)
_ZERO = const(np.int64(0))


def compact(
    x: Any,
    mask: Any,
    *,
    order: Order = "stable",
    size: int | None = None,
    fill_value: Any = None,
    indices: bool = False,
) -> Compacted:
    """Give x[mask] as a `Compacted`, whose length stays on the device; does not wait.

    x: an array of any dtype or a `Compacted`. mask: bool, of x's shape or of its first
    axes. order: "stable" is NumPy's, with the same bits every run; with "block" the
    survivors of 4096 adjacent items are contiguous and in order, the blocks come in any
    order; "any" promises no order. size: how many items the result has room for,
    len(x) if not given; more survivors are dropped. fill_value: what the slots past the
    count hold, converted as np.full does (1j to a real dtype warns, 300 to uint8 is an
    OverflowError); without it they are undefined. indices: also keep where in x (in C
    order) each survivor was. TypeError for a mask that is not bool, IndexError where
    its shape does not fit, ValueError for another order or a negative size.
    Source: numpy.ndarray indexing; Blelloch, Prefix sums and their applications, 1990.
    """
    if order not in selecting.ORDERS:
        raise ValueError(f"order must be one of {selecting.ORDERS}, not {order!r}")
    items, keep = _operand(x), _operand(mask)
    if keep.dtype != bool:
        raise TypeError(f"mask must be bool, not {keep.dtype}")
    node, test = items._cell.fused(), keep._cell.fused()
    if test.shape != node.shape[: len(test.shape)]:
        _mismatch(items.shape, keep.shape)
    limit = _same_count(node, test)
    if not test.shape:
        test = broadcast(test, (1,))
        node = _reshaped(node, (1, *node.shape))
    tail = node.shape[len(test.shape) :]
    n, dtype = math.prod(test.shape), items.dtype
    room = n if size is None else count_of_slots(size)
    fill = None if fill_value is None else filling(fill_value, dtype, tail)
    if tail:
        node = _as_records(node, test.shape, tail)
        fill = None if fill is None else _as_records(fill, (), tail)
    if limit is not None and test.count is None and node.count is None:
        test = dataclasses.replace(evaluation.compute(test), limit=limit)
    places = Iota(INT64, test.shape, lay.contiguous(test.shape, 1))
    wanted, fills = [node], [fill]
    if indices:
        wanted, fills = [node, places], [fill, None if fill is None else _ZERO]
    found, count = selecting.compact(wanted, test, room, order, fills)
    values = _as_items(found[0], dtype, tail) if tail else found[0]
    return Compacted(values, count, found[1] if indices else None)


# ---- parts of compact


def _operand(value: Any) -> GPUArray:
    return value._array if isinstance(value, Compacted) else array_of(value)


def _same_count(*nodes: Node) -> Count | None:
    """The count of both; ValueError where they have different ones."""
    found = {id(node.count): node.count for node in nodes if node.count is not None}
    buffers = {id(count.buffer) for count in found.values() if count}
    if len(buffers) > 1:
        raise ValueError("x and mask are counted by different counts")
    return next(iter(found.values()), None)


def count_of_slots(size: Any) -> int:
    """A `size` as an int; TypeError or ValueError for what is none."""
    number = operator.index(size)
    if number < 0:
        raise ValueError(f"size must not be negative, not {number}")
    return number


def _mismatch(shape: lay.Shape, mask: lay.Shape) -> None:
    np.broadcast_to(np.False_, shape)[np.broadcast_to(np.False_, mask)]  # raises


def filling(value: Any, dtype: Any, tail: lay.Shape) -> Node:
    """The item, or row of items, that fills slots, converted as np.full does."""
    if isinstance(value, GPUArray):
        return evaluation.compute(broadcast(value.astype(dtype)._cell.node, tail))
    if type(value) is int and value == 0:
        return as_array(np.zeros(tail, dtype))._cell.node  # of V bytes too
    if dtype.names is not None:  # a tuple is one item
        item = np.array(value, dtype)
        return as_array(np.broadcast_to(item, tail).copy())._cell.node
    return as_array(np.full(tail, value, dtype))._cell.node


def _reshaped(node: Node, shape: lay.Shape) -> Leaf:
    leaf = _whole(node)
    layout = lay.contiguous(shape, leaf.dtype.itemsize, leaf.layout.offset)
    return dataclasses.replace(leaf, shape=shape, layout=layout)


def _whole(node: Node) -> Leaf:
    """The items in memory without gaps."""
    if isinstance(node, Leaf) and lay.is_contiguous(node.layout, node.dtype.itemsize):
        return node
    return evaluation.compute(node)


def _as_records(node: Node, shape: lay.Shape, tail: lay.Shape) -> Leaf:
    """Rows as items of a dtype of so many bytes."""
    leaf = _whole(node)
    row = np.dtype(f"V{leaf.dtype.itemsize * math.prod(tail)}")
    layout = lay.contiguous(shape, row.itemsize, leaf.layout.offset)
    limit = leaf.limit and dataclasses.replace(leaf.limit, row=1)
    return dataclasses.replace(leaf, dtype=row, shape=shape, layout=layout, limit=limit)


def _as_items(leaf: Leaf, dtype: Any, tail: lay.Shape) -> Leaf:
    """Items of a dtype of so many bytes as rows."""
    shape = (*leaf.shape, *tail)
    limit = leaf.limit and dataclasses.replace(leaf.limit, row=math.prod(tail))
    layout = lay.contiguous(shape, dtype.itemsize)
    return dataclasses.replace(
        leaf, dtype=dtype, shape=shape, layout=layout, limit=limit
    )
