"""The distinct items of an array, or slices along an axis: the first of each."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.algorithms import evaluation, radix, selecting, sort_keys
from gpuarray.arrays.array_object import GPUArray, as_array, wrap
from gpuarray.functions.compacting import filling
from gpuarray.runtime.expr import (
    Gather,
    Iota,
    Leaf,
    Node,
    broadcast,
    cast,
    const,
    op,
    where,
)
from gpuarray.runtime.layout import Layout

np: Any = numpy  # its stubs do not know arrays that implement its protocols

BOOL, UINT32, INT64 = (numpy.dtype(t) for t in (bool, numpy.uint32, numpy.int64))


class Distinct(NamedTuple):
    """Items, or rows of items, in order.

    flat: the items or rows as they were; items: in order; first: whether each is the
    first of its kind; order: the positions that sort them, where they were asked for.
    shape: of the inverse. axis, rest: where slices lie, and the shape of one.
    """

    flat: GPUArray
    items: GPUArray
    first: GPUArray
    order: Leaf | None
    shape: tuple[int, ...]
    axis: int | None
    rest: tuple[int, ...]

    def slices(self, rows: Any) -> Any:
        """Rows as slices along the axis, as they were in the array."""
        return np.moveaxis(rows.reshape((len(rows), *self.rest)), 0, self.axis)

    def inverse(self) -> GPUArray:
        """For each item the number of its kind."""
        assert self.order is not None
        rank = np.cumsum(self.first) - 1
        back = radix.scattered(rank._leaf(), self.order, max(len(self.flat), 1))
        return wrap(back).reshape(self.shape)


def distinct(
    array: GPUArray, axis: int | None, ordered: bool, equal_nan: bool, looks: bool
) -> Distinct:
    """The items of an array, or its slices along an axis, in order.

    ordered: also the positions; they are needed for slices. looks: whether the sort may
    wait for a glance.
    """
    if axis is None:
        flat, shape, rest = array.reshape(-1), array.shape, ()
    else:
        axis = normalize_axis_index(axis, array.ndim)
        turned = np.moveaxis(array, axis, 0)
        shape, rest = turned.shape[:1], turned.shape[1:]
        flat = turned.reshape((*shape, math.prod(rest)))
    order = None
    if ordered:
        n = max(len(flat), 1)
        order = radix.argsort(_keys(flat), n, dtype=UINT32, looks=looks)
    if axis is not None and order is not None:
        items = np.take(flat, wrap(order), axis=0, mode="clip")
        first = _first_rows(items)
    else:
        items = np.sort(flat) if order is None else _reordered(flat, order)
        first = _first_of_each(items, equal_nan)
    return Distinct(flat, items, first, order, shape, axis, rest)


def sized(d: Distinct, size: int, fill_value: Any) -> list[Any]:
    """The first `size` kinds, where each was first, the inverse and counts; no wait.

    Missing ones are the fill value, or the first kind of all.
    """
    n = len(d.flat)
    every = Iota(INT64, (n,), Layout((n,), (1,)))
    end = const(numpy.int64(n))
    (found,), count = selecting.compact([every], d.first._leaf(), size + 1, fills=[end])
    starts = wrap(selecting.without_count(found))
    counts = starts[1:] - starts[:-1]
    at = np.where(starts[:-1] < n, starts[:-1], 0)
    if n:
        rows = np.take(d.items, at, axis=0, mode="clip")
    else:
        rows = as_array(numpy.zeros((size, *d.flat.shape[1:]), d.flat.dtype))
    if fill_value is not None:
        fill = filling(fill_value, rows.dtype, ())
        node = selecting.filled(rows._cell.node, count, fill)
        rows = wrap(evaluation.compute(node))
    values = rows if d.axis is None else d.slices(rows)
    assert d.order is not None
    index = at
    if n:
        index = np.take(wrap(cast(d.order, INT64)), at, mode="clip")
    return [values, index, d.inverse(), counts]


def _keys(flat: GPUArray) -> list[Node]:
    """What items, or rows of items, are sorted by."""
    leaf = flat._leaf()
    if flat.ndim == 1:
        return sort_keys.keys(leaf)
    columns = [flat[:, k]._leaf() for k in range(flat.shape[1])]
    found = [key for column in columns for key in sort_keys.keys(column)]
    return found or [broadcast(const(numpy.uint8(0)), (len(flat),))]


def _reordered(flat: GPUArray, order: Leaf) -> GPUArray:
    return wrap(radix.taken(flat._leaf(), order, max(len(flat), 1)))


def _first_rows(items: Any) -> Any:
    """Whether each row differs from the one before it; the first one does."""
    if len(items) == 0:
        return as_array(numpy.zeros(0, bool))
    differ = np.any(items[1:] != items[:-1], axis=1)
    return np.concatenate([as_array(numpy.ones(1, bool)), differ])


def _first_of_each(items: Any, equal_nan: bool) -> Any:
    """Whether each of the sorted items differs from the one before it."""
    n = len(items)
    if n == 0:
        return as_array(numpy.zeros(0, bool))
    if not sort_keys.is_plain(items.dtype) and items.dtype.kind != "c":
        return _first_rows(items.reshape(-1, 1))
    # Item 0 is compared with the last one, and counts whatever that says.
    leaf = items._leaf()
    number = Iota(UINT32, (n,), Layout((n,), (1,)))
    zero = op("eq_u32", BOOL, number, const(numpy.uint32(0)))
    before = op("sub_u32", UINT32, number, const(numpy.uint32(1)))
    place = where(zero, const(numpy.uint32(n - 1)), before)
    pairs = ((place, leaf.dtype.itemsize, n),)
    at = Layout((n,), (0,), leaf.layout.offset)
    previous = wrap(Gather(leaf.dtype, (n,), leaf.buffer, at, pairs))
    differ: Any = items != previous
    if equal_nan and items.dtype.kind in "fc":
        differ = differ & ~(np.isnan(items) & np.isnan(previous))
    return differ | wrap(zero)
