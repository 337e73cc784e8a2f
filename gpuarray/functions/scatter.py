"""ufunc.at: an operation on the items that a key names, as often as it names them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms import evaluation
from gpuarray.algorithms.groups import Groups, flat, grouped, taken
from gpuarray.algorithms.item_numbers import item_numbers, may_repeat
from gpuarray.algorithms.ordered import in_order
from gpuarray.arrays.array_items import inner_key
from gpuarray.arrays.array_object import GPUArray
from gpuarray.functions.accumulation import require
from gpuarray.functions.arguments import array_of
from gpuarray.functions.elementwise import BOOL, call, forbid_negative, truth
from gpuarray.functions.folds import NAMES, step_of
from gpuarray.functions.group_folds import onto
from gpuarray.functions.ufunc_rows import TABLE
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dispatch import implements_method
from gpuarray.runtime.expr import Gather, Leaf, Node, broadcast, cast, const
from gpuarray.runtime.layout import Layout
from gpuarray.runtime.transfers import quiet, warn_discarded

if TYPE_CHECKING:
    from gpuarray.runtime.layout import Shape

DType = np.dtype[Any]


@implements_method("at")
def at(ufunc: np.ufunc, a: Any, indices: Any, /, *b: Any) -> None:
    """ufunc.at: a[indices] = ufunc(a[indices], b), once for each time an item is named.

    An item that is named often takes its values in order, one invocation an item; more
    than 64 values are first combined by a tree, where the ufunc is associative or
    subtract. The bits are the same on every run: values are
    brought together by a stable sort, not by atomic additions. Waits only to check
    positions that are on the device. Errors are NumPy's; a failed call writes nothing.
    """
    if not isinstance(a, GPUArray):
        raise TypeError(
            f"ufunc.at changes a GPUArray, not {type(a).__name__}: results are "
            "not copied to the host unasked"
        )
    given = [array_of(x) for x in b]
    samples = [np.zeros(1, x.dtype) for x in given]
    with np.errstate(all="ignore"), quiet():
        ufunc.at(np.zeros(1, a.dtype), [0], *samples)  # NumPy's own errors
    require(ufunc, "at")
    a._require_writeable()
    key = inner_key(indices)
    if not may_repeat(key, a.ndim):
        picked = a[indices]
        given = [_fitting(x, picked.shape) for x in given]
        a[indices] = call(ufunc, picked, *given, casting="unsafe").astype(a.dtype)
        return
    numbers = item_numbers(a._leaf().buffer, a.shape, key)
    given = [_fitting(x, numbers.shape) for x in given]
    if 0 in numbers.shape:
        return
    types = [x.dtype for x in (a, *given)]
    loop = ufunc.resolve_dtypes((*types, None), casting="unsafe")
    target = _contiguous(a)
    groups = grouped(flat(numbers))
    places = _places(target, groups.numbers)
    values = [_in_order(x, loop[1], numbers.shape, groups) for x in given]
    found = _combined(ufunc, places, values, loop, groups)
    if found is None:  # the same whatever its argument, or its argument
        a[indices] = call(ufunc, a[indices], casting="unsafe").astype(a.dtype)
        return
    warn_discarded(loop[-1], a.dtype)
    evaluation.store_at(places, found, groups.heads)
    if target.buffer is not a._leaf().buffer:
        a._assign(target)


def _combined(
    ufunc: np.ufunc,
    places: Gather,
    values: list[Node],
    loop: tuple[DType, ...],
    groups: Groups,
) -> Node | None:
    """The new item of each group, at the place where it begins."""
    n = groups.numbers.shape[0]
    dtype = places.dtype
    if TABLE[ufunc].truth:
        step = step_of(ufunc, BOOL, BOOL, BOOL, dtype)
        values = [truth(value) for value in values]
    else:
        step = step_of(ufunc, loop[0], loop[-2], loop[-1], dtype)
    if step is None:
        return None
    if (ufunc is np.subtract or ufunc in NAMES) and set(loop) == {dtype}:
        return onto(ufunc, step, places, values[0], groups.ranges)
    if ufunc is np.power and loop[0].kind == "i":
        forbid_negative(places, values[0])
    items = values[0] if values else broadcast(const(np.zeros((), step.item)), (n,))
    return in_order(step, items, 1, n, 1, ranges=groups.ranges, start=places)


def _fitting(value: GPUArray, shape: Shape) -> GPUArray:
    """The second operand over the shape of a[indices]."""
    try:
        fits = np.broadcast_shapes(value.shape, shape) == shape
    except ValueError:
        fits = False
    if not fits:
        raise ValueError("array is not broadcastable to correct shape")
    return value


def _contiguous(a: GPUArray) -> Leaf:
    """The items in C order: the array's own memory, or a copy."""
    leaf = a._leaf()
    if lay.is_contiguous(leaf.layout, leaf.dtype.itemsize):
        return leaf
    return evaluation.compute(leaf)


def _places(target: Leaf, numbers: Leaf) -> Gather:
    """The items of a contiguous array with the given numbers."""
    at = Layout(numbers.shape, (0,), target.layout.offset)
    pairs = ((numbers, target.dtype.itemsize, target.layout.size),)
    return Gather(target.dtype, numbers.shape, target.buffer, at, pairs)


def _in_order(value: GPUArray, dtype: DType, shape: Shape, groups: Groups) -> Node:
    """The values of the second operand, group by group."""
    node = value._cell.fused()
    n = groups.order.shape
    if value.size == 1:
        return cast(broadcast(value.reshape(())._cell.node, n), dtype)
    source = flat(evaluation.compute(broadcast(node, shape)))
    return cast(taken(source, groups.order), dtype)
