"""Grouping items by a number: a stable sort, the runs of equal numbers, their ranges.

So each group keeps the order of its items, and folding it gives the same bits on every
run; atomic additions of floats would not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gpuarray.algorithms import evaluation as ev
from gpuarray.algorithms import radix, scan
from gpuarray.algorithms.range_folds import table_of
from gpuarray.algorithms.reduction import leaf
from gpuarray.runtime import windows
from gpuarray.runtime.expr import Gather, Iota, Leaf, Node, broadcast, const, op, where
from gpuarray.runtime.layout import Layout

BOOL = np.dtype(bool)
UINT32 = np.dtype(np.uint32)


class Groups(NamedTuple):
    """Items 0..n-1 in the order of their numbers.

    order: uint32, the item at each place. numbers: uint32, its group, sorted.
    heads: bool, which places begin a group. ranges: uint32 (2, n), where the group
    that begins at a place lies; nothing for the other places.
    """

    order: Leaf
    numbers: Leaf
    heads: Node
    ranges: Leaf


def grouped(numbers: Leaf) -> Groups:
    """The groups of n > 0 items by a uint32 each; does not wait but for the sort."""
    (n,) = numbers.shape
    order = radix.argsort([numbers], n, dtype=UINT32)
    found = ev.compute(taken(numbers, order))
    heads = run_heads(found)
    return Groups(order, found, heads, head_ranges(heads))


def group_ranges(groups: Groups, m: int) -> Leaf:
    """The range of each of the groups 0..m-1, in order: uint32 (2, m), some empty.

    Groups from m on must not occur.
    """
    (n,) = groups.numbers.shape
    table = ev.compute(broadcast(const(np.uint32(0)), (2, m)))
    for k in (0, 1):
        at = Layout((n,), (0,), 4 * m * k)
        place = Gather(UINT32, (n,), table.buffer, at, ((groups.numbers, 4, m),))
        row = part(leaf(groups.ranges.buffer, UINT32, (2 * n,)), k * n, (k + 1) * n)
        ev.store_at(place, row, groups.heads)
    return table


def taken(source: Leaf, order: Leaf) -> Node:
    """The items of one axis in another order, as an expression."""
    (step,) = source.layout.strides
    at = Layout(order.shape, (0,), source.layout.offset)
    places = ((order, step, source.shape[0]),)
    return Gather(source.dtype, order.shape, source.buffer, at, places)


def run_heads(keys: Leaf) -> Leaf:
    """Whether each of n > 0 items differs from the one before it; the first does.

    Compared by the bits: keys has an unsigned dtype.
    """
    (n,) = keys.shape
    found = ev.compute(broadcast(const(np.True_), (n,)))
    if n > 1:
        here, before = part(keys, 1, n), part(keys, 0, n - 1)
        rows = windows.rows_of(windows.device_of(keys))
        differ = op(f"ne_{rows(keys.dtype).value}", BOOL, here, before)
        ev.store(part(found, 1, n), differ)
    return found


def head_ranges(heads: Node) -> Leaf:
    """For each head the range up to the next one, else an empty one: (2, n)."""
    (n,) = heads.shape
    place = Iota(UINT32, (n,), Layout((n,), (1,)))
    end = const(np.uint32(n))
    marks = ev.compute(where(heads, place, broadcast(end, (n,))))
    back = Leaf(UINT32, (n,), marks.buffer, Layout((n,), (-4,), 4 * (n - 1)))
    least = scan.scan(back, "min", 1, n, 1)  # of the marks from the end to a place
    lasts = ev.compute(broadcast(end, (n,)))
    if n > 1:
        ahead = Leaf(
            UINT32, (n - 1,), least.buffer, Layout((n - 1,), (-4,), 4 * (n - 2))
        )
        ev.store(part(lasts, 0, n - 1), ahead)
    return table_of(place, where(heads, lasts, place))


def part(items: Leaf, start: int, stop: int) -> Leaf:
    """Items start..stop-1 of one axis."""
    (step,) = items.layout.strides
    at = Layout((stop - start,), (step,), items.layout.offset + start * step)
    return Leaf(items.dtype, at.shape, items.buffer, at)


def flat(node: Node) -> Leaf:
    """The items in memory, in C order on one axis."""
    if isinstance(node, Leaf) and len(node.shape) == 1:
        return node
    found = ev.compute(node)
    return leaf(found.buffer, found.dtype, (found.layout.size,))
