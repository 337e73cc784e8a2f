"""Copies with items put in or left out: append, insert, delete, trim_zeros."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from gpuarray.algorithms import evaluation
from gpuarray.arrays.array_object import GPUArray, as_array, blank, wrap
from gpuarray.functions.arguments import array_of
from gpuarray.functions.joining import concatenate
from gpuarray.functions.manipulation import moveaxis
from gpuarray.functions.searching import nonzero
from gpuarray.runtime.dispatch import Counted, implements
from gpuarray.runtime.expr import broadcast, const


@implements(np.append)
def append(arr: Any, values: Any, axis: int | None = None) -> GPUArray:
    """A copy with values at the end of an axis; None takes both in C order.

    Source: numpy.append.
    """
    return concatenate((arr, values), axis)


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
        return array[(*before, _others(slice(low, high + 1, abs(gone.step)), n))]
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
        keep = _others(obj, n)
    else:
        keep = np.ones(n, bool)
        keep[obj,] = False
    return array[(*before, array_of(keep))]


def _others(gone: Any, n: int) -> GPUArray:
    """The mask of n items that is false at positions on the device, or in a slice."""
    keep = wrap(evaluation.compute(broadcast(const(np.True_), (n,))))
    keep[gone,] = False
    return keep


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
    for positions past the axis, ValueError, AxisError; OverflowError and TypeError for
    values that the dtype does not hold. Source: numpy.insert.
    """
    array, axis = _along(arr, axis)
    n = array.shape[axis]
    if isinstance(obj, GPUArray):
        obj = obj.get()
    spots = np.arange(n)[obj] if isinstance(obj, slice) else np.array(obj)
    if spots.dtype == bool:
        if spots.ndim != 1:
            raise ValueError(
                "boolean array argument obj to insert must be one dimensional"
            )
        spots = np.flatnonzero(spots)
    elif spots.ndim > 1:
        raise ValueError(
            "index array argument obj to insert must be one dimensional or scalar"
        )
    before = (slice(None),) * axis
    shape = list(array.shape)
    if spots.size == 1:
        at = int(operator.index(spots.item()))
        if not -n <= at <= n:
            raise IndexError(
                f"index {obj} is out of bounds for axis {axis} with size {n}"
            )
        at += n * (at < 0)
        given = _filling(values, array.dtype)
        given = given.reshape((1,) * (array.ndim - given.ndim) + given.shape)
        if spots.ndim == 0:
            given = moveaxis(given, 0, axis)
        shape[axis] = given.shape[axis]
        filling = wrap(blank(tuple(shape), array.dtype, array._device()))
        filling[...] = given
        ends = array[(*before, slice(at))], array[(*before, slice(at, None))]
        return concatenate((ends[0], filling, ends[1]), axis)
    if spots.size == 0 and not isinstance(obj, np.ndarray):
        spots = spots.astype(np.intp)
    spots[spots < 0] += n
    spots[spots.argsort(kind="stable")] += np.arange(spots.size)
    shape[axis] += spots.size
    old = np.ones(shape[axis], bool)
    old[spots] = False  # IndexError past the end
    result = wrap(blank(tuple(shape), array.dtype, array._device()))
    result[(*before, as_array(spots))] = _filling(values, array.dtype)
    result[(*before, as_array(np.flatnonzero(old)))] = array
    return result


def _filling(values: Any, dtype: np.dtype[Any]) -> GPUArray:
    """The values in another dtype; host values fit it as `np.array` says."""
    if not isinstance(values, GPUArray | Counted):
        values = np.array(values, dtype, copy=None)
    return array_of(values).astype(dtype)


@implements(np.trim_zeros)
def trim_zeros(filt: Any, trim: str = "fb", axis: Any = None) -> Any:
    """A view without the zeros at the ends of axes: the box of what is not zero.

    trim: "f" at the front, "b" at the back; axis: which axes, by default all. Waits for
    the box (4 bytes, and 16 an axis). ValueError for another `trim`, AxisError. Source:
    numpy.trim_zeros.
    """
    array = as_array(filt)
    trim = trim.lower()
    if trim not in ("fb", "bf", "f", "b"):
        raise ValueError(f"unexpected character(s) in `trim`: {trim!r}")
    axes = tuple(range(array.ndim))
    if axis is not None:
        axes = normalize_axis_tuple(axis, array.ndim, "axis")
    if not axes:
        return array
    found = nonzero(array)
    key = [slice(None)] * array.ndim
    for d in axes:
        if not found[d].size:
            key[d] = slice(0, 0)
            continue
        start = int(np.min(found[d])) if "f" in trim else None
        stop = int(np.max(found[d])) + 1 if "b" in trim else None
        key[d] = slice(start, stop)
    return array[tuple(key)]
