"""Folding each group of items onto a value that is there already."""

from __future__ import annotations

import numpy as np

from gpuarray.algorithms.ordered import Step, in_order
from gpuarray.algorithms.range_folds import by_tree, table_of
from gpuarray.functions.elementwise import apply_row
from gpuarray.functions.folds import NAMES
from gpuarray.runtime.expr import Leaf, Node, const, op, where
from gpuarray.runtime.layout import Layout

BOOL = np.dtype(bool)
UINT32 = np.dtype(np.uint32)
SHORT = 64  # items of a group whose floats are combined in NumPy's order


def onto(ufunc: np.ufunc, step: Step, start: Node, values: Node, ranges: Leaf) -> Node:
    """start op the values of each range, for an associative ufunc or subtract.

    start: of m items. values: of n items, both of the dtype that is computed in.
    ranges: uint32 (2, m). Floats of short ranges are combined one after another, as
    NumPy does, to the same bits; those of long ones by a tree, and then with start.
    """
    (n,) = values.shape
    name = "add" if ufunc is np.subtract else NAMES[ufunc]
    if start.dtype.kind not in "fc":
        return apply_row(
            ufunc, [start, by_tree(values, name, 1, n, 1, ranges)], start.dtype
        )
    first, last = _row(ranges, 0), _row(ranges, 1)
    length = op("sub_u32", UINT32, last, first)
    long = op("gt_u32", BOOL, length, const(np.uint32(SHORT)))
    total = by_tree(values, name, 1, n, 1, table_of(first, where(long, last, first)))
    few = table_of(first, where(long, first, last))
    ordered = in_order(step, values, 1, n, 1, ranges=few, start=start, longest=SHORT)
    return where(long, apply_row(ufunc, [start, total], start.dtype), ordered)


def _row(table: Leaf, k: int) -> Leaf:
    m = table.shape[1]
    return Leaf(table.dtype, (m,), table.buffer, Layout((m,), (4,), 4 * m * k))
