"""Arrays made of one that is repeated: repeat, tile, resize."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.algorithms import evaluation
from gpuarray.arrays.array_object import GPUArray, as_array, wrap
from gpuarray.functions.filled import zeros
from gpuarray.functions.joining import concatenate
from gpuarray.functions.picking import cycled
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import broadcast, const

INT64 = np.dtype(np.int64)


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
        return array[(*before, found)]
    given = np.asarray(repeats)
    tiny = np.minimum(given, 0) if given.dtype.kind in "iu" else repeats
    np.repeat(np.zeros(1, bool), tiny)  # NumPy's own errors
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
    spread = array[(*key, ...)]._view(lambda x: np.broadcast_to(x, wide))
    total = [count * length for count, length in zip(counts, shape, strict=True)]
    return spread.copy().reshape(total)


@implements(np.resize)
def resize(a: Any, new_shape: Any) -> GPUArray:
    """A copy in another shape, filled with the items in C order over and over.

    Zeros if there are no items. Does not wait. ValueError for negative lengths.
    Source: numpy.resize.
    """
    shape = (new_shape,) if np.ndim(new_shape) == 0 else tuple(new_shape)
    if any(length < 0 for length in shape):
        raise ValueError("all elements of `new_shape` must be non-negative")
    flat = as_array(a).ravel()
    if not flat.size or 0 in shape:
        return zeros(shape, flat.dtype)
    return wrap(evaluation.compute(cycled(flat, tuple(map(int, shape)))))
