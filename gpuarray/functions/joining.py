"""Arrays made of others: concatenate, stack, repeat, tile, append, insert, delete.

NumPy itself, called on stand-ins without items, says which dtypes result and which
calls are errors. Items move bit for bit unless their dtype changes.
"""

from __future__ import annotations

import operator
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.arrays.array_object import GPUArray, blank, wrap
from gpuarray.functions.arguments import array_of, destination
from gpuarray.functions.manipulation import atleast_1d, atleast_2d, atleast_3d
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Sequence

INT64 = np.dtype(np.int64)


# ---- joining


@implements(np.concatenate)
def concatenate(
    arrays: Sequence[Any],
    /,
    axis: int | None = 0,
    out: Any = None,
    *,
    dtype: Any = None,
    casting: Any = "same_kind",
) -> GPUArray:
    """The arrays one after the other along an axis; None takes each in C order.

    out: array of the result's shape to fill and return; dtype: of the result. Does not
    wait. ValueError for shapes that do not match or no arrays, TypeError for casts that
    `casting` forbids, AxisError. Source: numpy.concatenate.
    """
    parts = [array_of(array) for array in arrays]
    if axis is None:
        parts, axis = [part.ravel() for part in parts], 0
    axis = operator.index(axis)
    samples = [_without_items(part, axis) for part in parts]
    empty = np.concatenate(samples, axis, dtype=dtype, casting=casting)
    axis = normalize_axis_index(axis, empty.ndim)
    shape = list(empty.shape)
    shape[axis] = sum(part.shape[axis] for part in parts)
    result: GPUArray
    if out is not None:
        destination(out, "out")
        sample = np.zeros(empty.shape, out.dtype)
        np.concatenate(samples, axis, sample, dtype=dtype, casting=casting)
        if out.shape != tuple(shape):
            raise ValueError("Output array is the wrong shape")
        if any(part._cell.node is out._cell.node for part in parts):
            parts = [part.copy() for part in parts]
        result = out
    else:
        result = wrap(blank(tuple(shape), empty.dtype, parts[0]._device()))
    start = 0
    for part in parts:
        stop = start + part.shape[axis]
        result[(slice(None),) * axis + (slice(start, stop),)]._assign(part)
        start = stop
    return result


def _without_items(array: GPUArray, axis: int) -> np.ndarray[Any, Any]:
    """A stand-in of the array's dtype and shape, but of length 0 along an axis."""
    shape = list(array.shape)
    if -len(shape) <= axis < len(shape):
        shape[axis] = 0
    return lay.dummy(Layout(tuple(shape), (0,) * len(shape)), array.dtype)


concat = concatenate  # the array API standard's name, and NumPy's


@implements(np.stack)
def stack(
    arrays: Sequence[Any],
    axis: int = 0,
    out: Any = None,
    *,
    dtype: Any = None,
    casting: Any = "same_kind",
) -> GPUArray:
    """The arrays, all of one shape, beside each other along a new axis.

    Does not wait. ValueError for different shapes or no arrays, AxisError. Source:
    numpy.stack.
    """
    parts = [array_of(array) for array in arrays]
    if not parts:
        raise ValueError("need at least one array to stack")
    if len({part.shape for part in parts}) != 1:
        raise ValueError("all input arrays must have the same shape")
    axis = normalize_axis_index(axis, parts[0].ndim + 1)
    key = (slice(None),) * axis + (None,)
    expanded = [part[(*key, ...)] for part in parts]
    return concatenate(expanded, axis, out, dtype=dtype, casting=casting)


@implements(np.vstack)
def vstack(
    tup: Sequence[Any], *, dtype: Any = None, casting: Any = "same_kind"
) -> GPUArray:
    """The arrays as rows, one after the other.

    Source: numpy.vstack.
    """
    parts = [atleast_2d(array_of(array)) for array in tup]
    return concatenate(parts, 0, dtype=dtype, casting=casting)


def row_stack(
    tup: Sequence[Any], *, dtype: Any = None, casting: Any = "same_kind"
) -> GPUArray:
    """The former name of `vstack`; warns that it will go.

    Source: numpy.row_stack.
    """
    warnings.warn(
        "`row_stack` alias is deprecated. Use `np.vstack` directly.",
        DeprecationWarning,
        stacklevel=2,
    )
    return vstack(tup, dtype=dtype, casting=casting)


@implements(np.hstack)
def hstack(
    tup: Sequence[Any], *, dtype: Any = None, casting: Any = "same_kind"
) -> GPUArray:
    """The arrays beside each other, column after column.

    Source: numpy.hstack.
    """
    parts = [atleast_1d(array_of(array)) for array in tup]
    axis = 0 if parts and parts[0].ndim == 1 else 1
    return concatenate(parts, axis, dtype=dtype, casting=casting)


@implements(np.dstack)
def dstack(tup: Sequence[Any]) -> GPUArray:
    """The arrays one after the other along a third axis.

    Source: numpy.dstack.
    """
    return concatenate([atleast_3d(array_of(array)) for array in tup], 2)


@implements(np.column_stack)
def column_stack(tup: Sequence[Any]) -> GPUArray:
    """1-D arrays as the columns of a table, 2-D ones as they are.

    Source: numpy.column_stack.
    """
    parts = [array_of(array) for array in tup]
    return concatenate([p if p.ndim >= 2 else atleast_2d(p).T for p in parts], 1)


@implements(np.block)
def block(arrays: Any) -> GPUArray:
    """An array put together from nested lists of blocks.

    The innermost lists join along the last axis, the next ones along the axis before,
    and so on; blocks have at least as many axes as there are levels. Does not wait.
    ValueError for lists of different depths, empty lists and shapes that do not match,
    TypeError for tuples. Source: numpy.block.
    """
    depths: set[int] = set()
    ranks: list[int] = []

    def look(part: Any, depth: int) -> None:
        if isinstance(part, tuple):
            raise TypeError(
                "arrays holds a tuple. Only lists can be used to arrange blocks, and "
                "np.block does not allow implicit conversion from tuple to ndarray."
            )
        if isinstance(part, list):
            for inner in part:
                look(inner, depth + 1)
            if not part:
                depths.add(-1 - depth)
            return
        depths.add(depth)
        ranks.append(np.ndim(part))

    look(arrays, 0)
    empty = [-depth for depth in depths if depth < 0]
    if len({abs(depth) for depth in depths}) > 1:
        raise ValueError(f"List depths are mismatched: {sorted(map(abs, depths))}")
    if empty:
        raise ValueError("List at arrays cannot be empty")
    (depth,) = depths
    ndim = max(depth, *ranks)

    def join(part: Any, level: int) -> GPUArray:
        if not isinstance(part, list):
            array = array_of(part)
            return array[(*(None,) * (ndim - array.ndim), ...)]
        return concatenate([join(inner, level - 1) for inner in part], -level)

    joined = join(arrays, depth)
    return joined.copy() if depth == 0 else joined
