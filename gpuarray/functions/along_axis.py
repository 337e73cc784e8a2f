"""Work along one axis: take_along_axis, put_along_axis, apply_along_axis.

`apply_along_axis` and `apply_over_axes` call a Python function of the user.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.algorithms import gather
from gpuarray.algorithms.gather import Index, Pick
from gpuarray.algorithms.records import reshaped
from gpuarray.arrays.array_object import GPUArray, as_array, blank, wrap
from gpuarray.functions.arguments import destination
from gpuarray.functions.manipulation import expand_dims, moveaxis
from gpuarray.functions.picking import (
    Positions,
    given_to,
    picked,
    positions_of,
    put_flat,
)
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import Iota, Node, broadcast
from gpuarray.runtime.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpuarray.runtime.layout import Shape

UINT32 = np.dtype(np.uint32)


@implements(np.take_along_axis)
def take_along_axis(arr: Any, indices: Any, axis: int | None = -1) -> GPUArray:
    """For each place along the other axes the items at positions of its own.

    indices: integers, with as many axes as arr, which broadcasts to it on all but
    `axis`; None takes arr in C order. Waits (8 bytes) if the positions are on the
    device. IndexError, ValueError, AxisError. Source: numpy.take_along_axis.
    """
    array = as_array(arr)
    if axis is None:
        _require_one_axis(indices)
        array, axis = array.ravel(), 0
    axis = normalize_axis_index(axis, array.ndim)
    at = _integers(indices)
    shape = _aligned(array.shape, at, axis)
    leaf = array._leaf()
    index = Index(
        _stretched(at, shape), array.shape[axis], leaf.layout.strides[axis], axis
    )
    lengths = list(array.shape)
    lengths[axis] = 1
    rows = Layout(tuple(lengths), leaf.layout.strides, leaf.layout.offset)
    layout = lay.broadcast(rows, shape)
    pick = Pick(leaf.buffer, leaf.dtype, layout, 0, shape, (index,), False)
    return wrap(picked(pick))


@implements(np.put_along_axis)
def put_along_axis(arr: GPUArray, indices: Any, values: Any, axis: int | None) -> None:
    """Write for each place along the other axes to positions of its own.

    indices, axis: as for `take_along_axis`; values: broadcast to the positions. The
    last one of several values for one item stays. Waits (8 bytes) if the positions are
    on the device. IndexError, ValueError, AxisError; then nothing is written. Source:
    numpy.put_along_axis.
    """
    destination(arr, "arr")
    if axis is None:
        _require_one_axis(indices)
        at = _integers(indices)
        value = _fitted(given_to(arr, values), at.shape)
        if at.shape[0]:
            put_flat(arr, at, value)
        return
    axis = normalize_axis_index(axis, arr.ndim)
    at = _integers(indices)
    shape = _aligned(arr.shape, at, axis)
    value = _fitted(given_to(arr, values), shape)
    leaf, ndim = arr._leaf(), arr.ndim
    indices = []
    for d, (length, step) in enumerate(
        zip(leaf.shape, leaf.layout.strides, strict=True)
    ):
        one = tuple(length if e == d else 1 for e in range(ndim))
        walk = Iota(UINT32, one, Layout(one, tuple(int(e == d) for e in range(ndim))))
        places = at if d == axis else walk
        indices.append(Index(places, length, step, d, inside=d != axis))
    spot = Layout(shape, (0,) * ndim, leaf.layout.offset)
    if 0 not in shape:
        pick = Pick(leaf.buffer, leaf.dtype, spot, 0, shape, tuple(indices), False)
        gather.put(pick, value)


def _integers(indices: Any) -> Positions:
    kept = indices if isinstance(indices, GPUArray) else np.asarray(indices)
    if kept.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if isinstance(kept, GPUArray) and kept.dtype == np.uint64:
        kept = kept.astype(np.int64)
    return positions_of(kept.astype(np.int64) if kept.dtype == np.uint64 else kept)


def _require_one_axis(indices: Any) -> None:
    if np.ndim(indices) != 1:
        raise ValueError("when axis=None, `indices` must have a single dimension.")


def _aligned(shape: Shape, at: Positions, axis: int) -> Shape:
    """The shape of the result."""
    if len(at.shape) != len(shape):
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    lengths = list(shape)
    lengths[axis] = 1
    try:
        return np.broadcast_shapes(tuple(lengths), at.shape)
    except ValueError:
        raise IndexError(
            "shape mismatch: indexing arrays could not be broadcast together with "
            f"shapes {shape} {at.shape}"
        ) from None


def _stretched(at: Positions, shape: Shape) -> Positions:
    if isinstance(at, np.ndarray):
        return np.broadcast_to(at, shape)
    return broadcast(at, shape)


def _fitted(value: Node, shape: Shape) -> Node:
    extra = len(value.shape) - len(shape)
    if extra > 0 and value.shape[:extra] == (1,) * extra:
        value = reshaped(value, value.shape[extra:])
    if np.broadcast_shapes(value.shape, shape) != shape:
        raise ValueError(
            f"shape mismatch: value array of shape {value.shape} could not be "
            f"broadcast to indexing result of shape {shape}"
        )
    return broadcast(value, shape)


# ---- functions of the user


@implements(np.apply_along_axis)
def apply_along_axis(
    func1d: Callable[..., Any], axis: int, arr: Any, *args: Any, **kwargs: Any
) -> GPUArray:
    """The results of a function that is called with each 1-D slice along an axis.

    func1d(slice, *args, **kwargs) gets device arrays, and runs in Python once a slice:
    some tens of microseconds each, so prefer a function that takes an axis. Its results
    have one shape, which takes the place of the axis, and the first one's dtype.
    ValueError where there is no slice, AxisError. Source: numpy.apply_along_axis.
    """
    array = as_array(arr)
    axis = normalize_axis_index(axis, array.ndim)
    rows = moveaxis(array, axis, -1)
    places = list(np.ndindex(rows.shape[:-1]))
    if not places:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    first = as_array(func1d(rows[places[0]], *args, **kwargs))
    shape = rows.shape[:-1] + first.shape
    result = wrap(blank(shape, first.dtype, array._device()))
    result[places[0]] = first
    for place in places[1:]:
        result[place] = func1d(rows[place], *args, **kwargs)
    source = range(axis, axis + first.ndim)
    return moveaxis(result, range(rows.ndim - 1, result.ndim), source)


@implements(np.apply_over_axes)
def apply_over_axes(func: Callable[..., Any], a: Any, axes: Any) -> GPUArray:
    """A function of (array, axis) applied for one axis after the other.

    Each result has as many axes as the array, or one less, which is put in again with
    length 1. ValueError for other results, AxisError. Source: numpy.apply_over_axes.
    """
    array = as_array(a)
    for axis in (axes,) if np.ndim(axes) == 0 else tuple(axes):
        d = axis + array.ndim if axis < 0 else axis
        found = as_array(func(array, d))
        if found.ndim != array.ndim:
            found = expand_dims(found, d)
            if found.ndim != array.ndim:
                raise ValueError(
                    "function is not returning an array of the correct shape"
                )
        array = found
    return array
