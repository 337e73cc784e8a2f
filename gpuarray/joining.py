"""Arrays made of others: concatenate, stack, repeat, tile, append, insert, delete.

NumPy itself, called on stand-ins without items, says which dtypes result and which
calls are errors. Items move bit for bit unless their dtype changes.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from gpuarray import evaluation
from gpuarray import layout as lay
from gpuarray.arguments import array_of, destination
from gpuarray.array_object import GPUArray, as_array, blank, wrap
from gpuarray.dispatch import implements
from gpuarray.expr import broadcast, const
from gpuarray.layout import Layout
from gpuarray.manipulation import atleast_1d, atleast_2d, atleast_3d, moveaxis

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


@implements(np.append)
def append(arr: Any, values: Any, axis: int | None = None) -> GPUArray:
    """A copy with values at the end of an axis; None takes both in C order.

    Source: numpy.append.
    """
    return concatenate((arr, values), axis)


# ---- repeating


@implements(np.repeat)
def repeat(a: Any, repeats: Any, axis: int | None = None) -> GPUArray:
    """Each item, or each slice along an axis, as often as `repeats` says.

    repeats: one number, or one for each slice. axis None: the items in C order. Waits
    only if the numbers are on the device. ValueError for negative numbers or a wrong
    count of them, TypeError for floats, AxisError. Source: numpy.repeat.
    """
    array = as_array(a)
    if axis is None:
        array, axis = array.ravel(), 0
    axis = normalize_axis_index(axis, array.ndim)
    n = array.shape[axis]
    before = (slice(None),) * axis
    if isinstance(repeats, GPUArray):
        np.repeat(np.zeros(1), np.zeros((1,) * repeats.ndim, repeats.dtype))
        if repeats.size > 1:
            return array[(*before, _positions(repeats.astype(INT64), n))]
        repeats = repeats.get()
    if np.size(repeats) != 1:
        found = np.repeat(np.arange(n), repeats)
        return array[(*before, as_array(found))]
    np.repeat(np.zeros(1, bool), np.minimum(repeats, 0))  # NumPy's own errors
    count = int(np.asarray(repeats).reshape(()))
    shape = list(array.shape)
    shape.insert(axis + 1, count)
    wide = array[(*before, slice(None), None)]
    spread = wide._view(lambda d: np.broadcast_to(d, shape))
    shape[axis : axis + 2] = [n * count]
    return spread.copy().reshape(shape)


def _positions(counts: GPUArray, n: int) -> GPUArray:
    """Position k, counts[k] times, for all k in order: running sums of the steps."""
    if counts.size != n:
        raise ValueError(
            f"operands could not be broadcast together with shape ({n},) {counts.shape}"
        )
    if int(np.min(counts)) < 0:
        raise ValueError("repeats may not contain negative values.")
    ends = np.cumsum(counts)
    used: Any = np.flatnonzero(counts)
    steps = wrap(evaluation.compute(broadcast(const(np.int64(0)), (int(ends[-1]),))))
    if used.size:
        starts = (ends - counts)[used]
        steps[starts] = concatenate((used[:1], used[1:] - used[:-1]))
    return np.cumsum(steps)  # type: ignore[return-value]


@implements(np.tile)
def tile(A: Any, reps: Any) -> GPUArray:  # noqa: N803 - NumPy's name
    """A copy of an array repeated along each axis as often as `reps` says.

    Does not wait. Source: numpy.tile.
    """
    array = as_array(A)
    counts = tuple(reps) if np.ndim(reps) else (reps,)
    ndim = max(len(counts), array.ndim)
    counts = (1,) * (ndim - len(counts)) + tuple(map(int, counts))
    shape = (1,) * (ndim - array.ndim) + array.shape
    wide: list[int] = []
    key: list[Any] = [None] * (ndim - array.ndim)
    for d, (count, length) in enumerate(zip(counts, shape, strict=True)):
        wide += [count, length]
        if d >= ndim - array.ndim:
            key += [None, slice(None)]
        else:
            key.append(None)
    spread = array[tuple(key)]._view(lambda x: np.broadcast_to(x, wide))
    total = [count * length for count, length in zip(counts, shape, strict=True)]
    return spread.copy().reshape(total)


# ---- leaving out and putting in


@implements(np.delete)
def delete(arr: Any, obj: Any, axis: int | None = None) -> GPUArray:
    """A copy without some slices along an axis; None takes the items in C order.

    obj: a number, slice, list, index array, or bool mask of the axis. Waits once (4
    bytes) unless `obj` is a number. IndexError for positions past the axis, ValueError
    for a mask of another length, AxisError. Source: numpy.delete.
    """
    array, axis = _along(arr, axis)
    n = array.shape[axis]
    before = (slice(None),) * axis
    whole = range(n)
    if isinstance(obj, slice):
        gone = whole[obj]
        if not gone:
            return array.copy()
        low, high = min(gone), max(gone)
        if abs(gone.step) == 1 or len(gone) == 1:
            ends = array[(*before, slice(low))], array[(*before, slice(high + 1, None))]
            return concatenate(ends, axis)
        obj = np.asarray(gone)
    if isinstance(obj, int | np.integer) and not isinstance(obj, bool):
        return _without(array, int(obj), axis)
    if not isinstance(obj, GPUArray | np.ndarray):
        obj = np.asarray(obj)
        if obj.size == 0:
            obj = obj.astype(np.intp)
    if obj.size == 1 and obj.dtype.kind in "ui":
        return _without(array, int(obj.item()), axis)
    if obj.dtype == bool:
        if obj.shape != (n,):
            raise ValueError(
                "boolean array argument obj to delete must be one dimensional and "
                f"match the axis length of {n}"
            )
        keep: Any = ~obj
    elif isinstance(obj, GPUArray):
        keep = wrap(evaluation.compute(broadcast(const(np.True_), (n,))))
        keep[obj,] = False
    else:
        keep = np.ones(n, bool)
        keep[obj,] = False
    return array[(*before, as_array(keep))]


def _along(arr: Any, axis: int | None) -> tuple[GPUArray, int]:
    array = as_array(arr)
    if axis is None:
        return array.ravel(), 0
    return array, normalize_axis_index(axis, array.ndim)


def _without(array: GPUArray, at: int, axis: int) -> GPUArray:
    """A copy without one slice along an axis."""
    n = array.shape[axis]
    if not -n <= at < n:
        raise IndexError(f"index {at} is out of bounds for axis {axis} with size {n}")
    at %= n
    before = (slice(None),) * axis
    ends = array[(*before, slice(at))], array[(*before, slice(at + 1, None))]
    return concatenate(ends, axis)


@implements(np.insert)
def insert(arr: Any, obj: Any, values: Any, axis: int | None = None) -> GPUArray:
    """A copy with values put in before some positions of an axis.

    obj: a number, slice, list, index array (read to the host) or bool mask. axis None
    takes the items in C order. Waits only for a device `obj`. IndexError
    for positions past the axis, ValueError, AxisError. Source: numpy.insert.
    """
    array, axis = _along(arr, axis)
    n = array.shape[axis]
    if isinstance(obj, GPUArray):
        obj = obj.get()
    # NumPy works out on positions which old item goes where, errors included.
    old = np.arange(n)[obj] if isinstance(obj, slice) else np.array(obj)
    if old.dtype == bool and old.ndim == 1 and isinstance(obj, np.ndarray):
        old = np.flatnonzero(obj)
    fresh = np.insert(np.arange(n), obj, -1) < 0
    given = array_of(values).astype(array.dtype)
    before = (slice(None),) * axis
    shape = list(array.shape)
    if old.size == 1:
        given = given.reshape((1,) * (array.ndim - given.ndim) + given.shape)
        if old.ndim == 0:
            given = moveaxis(given, 0, axis)
        at = int(np.flatnonzero(fresh)[0])
        shape[axis] = given.shape[axis]
        filling = wrap(blank(tuple(shape), array.dtype, array._device()))
        filling._assign(given)
        ends = array[(*before, slice(at))], array[(*before, slice(at, None))]
        return concatenate((ends[0], filling, ends[1]), axis)
    shape[axis] = fresh.size
    result = wrap(blank(tuple(shape), array.dtype, array._device()))
    slots = np.empty(old.size, np.intp)  # in the order in which obj names positions
    slots[np.argsort(np.where(old < 0, old + n, old), kind="stable")] = np.flatnonzero(
        fresh
    )
    result[(*before, as_array(slots))] = given
    result[(*before, as_array(np.flatnonzero(~fresh)))] = array
    return result
