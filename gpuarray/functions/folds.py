"""How each binary ufunc folds items: by a tree, through its inverse, or in order.

Problems are (outer, n, inner), as in `tiles`; items have the dtype of the ufunc's loop.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuarray.algorithms import evaluation, reduction, scan
from gpuarray.algorithms.ordered import Step, in_order
from gpuarray.algorithms.range_folds import by_tree, table_of
from gpuarray.functions.elementwise import apply_row, forbid_negative
from gpuarray.runtime import layout as lay
from gpuarray.runtime.expr import Const, Gather, Leaf, Node, Op, broadcast, const
from gpuarray.runtime.layout import Layout, Shape

DType = np.dtype[Any]

# The value library's name of each associative ufunc.
NAMES: dict[np.ufunc, str] = {
    np.add: "add",
    np.multiply: "mul",
    np.maximum: "max",
    np.minimum: "min",
    np.fmax: "fmax",
    np.fmin: "fmin",
    np.logical_and: "and",
    np.logical_or: "or",
    np.logical_xor: "xor",
    np.bitwise_and: "and",
    np.bitwise_or: "or",
    np.bitwise_xor: "xor",
    np.hypot: "hypot",
    np.logaddexp: "logaddexp",
    np.logaddexp2: "logaddexp2",
    np.gcd: "gcd",
}
_MAGNITUDES = frozenset({np.hypot, np.gcd})  # identity op x is |x|


def step_of(
    ufunc: np.ufunc, left: DType, item: DType, result: DType, dtype: DType
) -> Step | None:
    """The step of a fold in order; None for a ufunc that gives its argument back.

    left, item, result: the dtypes of the ufunc's loop. dtype: of what is carried.
    """
    unary = ufunc.nin == 1
    args = [const(np.zeros((), t)) for t in ((left,) if unary else (left, item))]
    node = apply_row(ufunc, args, result)
    if not isinstance(node, Op):
        return None
    return Step(node.function, dtype, item, left, node.dtype, unary)


def _plain_step(ufunc: np.ufunc, dtype: DType) -> Step:
    step = step_of(ufunc, dtype, dtype, dtype, dtype)
    assert step is not None
    return step


def accumulated(ufunc: np.ufunc, node: Node, outer: int, n: int, inner: int) -> Leaf:
    """The running fold of each column, as outer * n * inner items."""
    name = NAMES.get(ufunc)
    shape = (outer, n, inner)
    if name is not None:
        if ufunc not in _MAGNITUDES or n == 0:
            return scan.scan(node, name, outer, n, inner)
        items = _columns(node, shape)
        found = _columns(scan.scan(items, name, outer, n, inner), shape)
        evaluation.store(_first(found), _first(items))
        return found
    if ufunc is np.subtract and node.dtype.kind in "iu" and n:
        items = _columns(node, shape)
        head = broadcast(_first(items), shape)
        sums = _columns(scan.scan(items, "add", outer, n, inner), shape)
        return evaluation.compute(_less(head, sums))
    if ufunc is np.power and node.dtype.kind == "i" and n:
        node = _columns(node, shape)
        _forbid_negative(_part(node, 1, n))
    return in_order(_plain_step(ufunc, node.dtype), node, *shape, running=True)


def reduced(
    ufunc: np.ufunc,
    node: Node,
    outer: int,
    n: int,
    inner: int,
    start: Const | None,
    keep: Node | None,
) -> Leaf:
    """The fold of each column by a ufunc that is not in NAMES: outer * inner items.

    start: what a column begins with, of the node's dtype; without it n > 0.
    keep: which items count.
    """
    shape = (outer, n, inner)
    begin = None if start is None else broadcast(start, (outer * inner,))
    if ufunc is np.subtract and node.dtype.kind in "iu" and keep is None and n:
        items = _columns(node, shape)
        sums = reduction.reduce(items, "add", outer, n, inner)
        if begin is not None:
            return evaluation.compute(apply_row(ufunc, [begin, sums], node.dtype))
        first = _columns(evaluation.compute(_first(items)), (outer * inner,))
        return evaluation.compute(_less(first, sums))
    if ufunc is np.power and node.dtype.kind == "i" and n:
        node = _columns(node, shape)
        _forbid_negative(node if begin is not None else _part(node, 1, n))
    step = _plain_step(ufunc, node.dtype)
    return in_order(step, node, *shape, start=begin, keep=keep)


def folded(
    ufunc: np.ufunc, node: Node, outer: int, n: int, inner: int, ranges: Leaf
) -> Leaf:
    """The fold of m ranges, none empty, of each column: outer * m * inner items."""
    name = NAMES.get(ufunc)
    shape = (outer, n, inner)
    if name is not None:
        return by_tree(node, name, *shape, ranges)
    if ufunc is np.subtract and node.dtype.kind in "iu" and n:
        items = _columns(node, shape)
        sums = by_tree(items, "add", *shape, ranges)
        m = ranges.shape[1]
        at = Layout((m, 1), (ranges.layout.strides[1], 0), ranges.layout.offset)
        firsts = Leaf(ranges.dtype, at.shape, ranges.buffer, at)
        steps = items.layout.strides
        start = Gather(
            items.dtype,
            (outer, m, inner),
            items.buffer,
            Layout((outer, m, inner), (steps[0], 0, steps[2]), items.layout.offset),
            ((firsts, steps[1], n),),
        )
        return evaluation.compute(_less(start, _columns(sums, start.shape)))
    if ufunc is np.power and node.dtype.kind == "i" and n:
        node = _columns(node, shape)
        first, last = (_row(ranges, k) for k in (0, 1))
        one = broadcast(const(np.uint32(1)), first.shape)
        behind = table_of(apply_row(np.add, [first, one], first.dtype), last)
        _forbid_negative(by_tree(node, "min", *shape, behind))
    return in_order(_plain_step(ufunc, node.dtype), node, *shape, ranges=ranges)


# ---- parts of columns


def _columns(node: Node, shape: Shape) -> Leaf:
    """The items in memory, in another shape of the same C order."""
    leaf = node if isinstance(node, Leaf) else evaluation.compute(node)
    if not lay.is_contiguous(leaf.layout, leaf.dtype.itemsize):
        leaf = evaluation.compute(leaf)
    layout = lay.contiguous(shape, leaf.dtype.itemsize, leaf.layout.offset)
    return Leaf(leaf.dtype, shape, leaf.buffer, layout)


def _part(leaf: Leaf, start: int, stop: int) -> Leaf:
    """Items start..stop-1 of each column."""
    layout, _ = lay.apply(leaf.layout, leaf.dtype, lambda d: d[:, start:stop])
    return Leaf(leaf.dtype, layout.shape, leaf.buffer, layout)


def _first(leaf: Leaf) -> Leaf:
    """The first item of each column, as (outer, 1, inner)."""
    return _part(leaf, 0, 1)


def _forbid_negative(exponent: Leaf) -> None:
    forbid_negative(exponent, exponent)


def _row(table: Leaf, k: int) -> Leaf:
    layout, _ = lay.apply(table.layout, table.dtype, lambda d: d[k])
    return Leaf(table.dtype, layout.shape, table.buffer, layout)


def _less(first: Node, total: Node) -> Node:
    """first - (total - first): what a chain of subtractions leaves."""
    dtype = first.dtype
    twice = apply_row(np.add, [first, first], dtype)
    return apply_row(np.subtract, [twice, total], dtype)
