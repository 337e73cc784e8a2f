"""Scans, folds and lengths of segments: marked by heads, or by equal keys in a row."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.algorithms.segmented import segmented_scan as scan_segments
from gpuarray.arrays.array_object import GPUArray, wrap
from gpuarray.functions.accumulation import device_array, in_loop, loop_of, stand_in
from gpuarray.functions.elementwise import truth
from gpuarray.functions.filled import ones
from gpuarray.functions.folds import NAMES
from gpuarray.functions.ufuncs import Ufunc
from gpuarray.runtime.expr import Node, broadcast, cast

xp: Any = np  # its stubs do not know arrays that implement its protocols


def segmented_scan(
    values: Any, heads: Any, op: Any = np.add, *, axis: int = -1, dtype: Any = None
) -> GPUArray:
    """Running fold along an axis that begins anew at every head.

    values: numbers. heads: what is true begins a segment; broadcast to the shape of
    values. The first item of the axis begins one anyway. op: an associative ufunc, as
    np.add, np.maximum or gpuarray.multiply. Result: the shape of values and the dtype
    of op.accumulate. Floats are combined in an order that depends on the shape only.
    Device: 2 levels - 1 dispatches, as cumsum; does not wait. TypeError for a ufunc
    that is not associative, AxisError, ValueError for heads that do not fit.
    Source: Blelloch, Prefix sums and their applications, 1990, section 1.5.
    """
    ufunc = _ufunc(op, "segmented_scan")
    if ufunc not in NAMES:
        raise TypeError(
            f"segmented_scan needs an associative operation, not {ufunc.__name__}"
        )
    array, marks = device_array(values), device_array(heads)
    at = normalize_axis_index(axis, array.ndim)
    result = ufunc.accumulate(stand_in(array), axis=at, dtype=dtype)
    loop = loop_of(ufunc, array, dtype, None, result.dtype)
    if np.broadcast_shapes(array.shape, marks.shape) != array.shape:
        raise ValueError(
            f"heads of shape {marks.shape} do not fit values of shape {array.shape}"
        )
    if loop.itemsize == 16:
        return _by_parts(ufunc, array.astype(loop, copy=False), marks, at)
    shape = array.shape
    outer, inner = math.prod(shape[:at]), math.prod(shape[at + 1 :])
    keep = broadcast(truth(marks._cell.node), shape)
    node = in_loop(ufunc, array, loop)
    found: Node = scan_segments(node, keep, NAMES[ufunc], outer, shape[at], inner)
    return wrap(cast(found, result.dtype))


def _ufunc(op: Any, name: str) -> np.ufunc:
    """NumPy's ufunc of an operation given as NumPy's or as this package's."""
    ufunc = op._ufunc if isinstance(op, Ufunc) else op
    if not isinstance(ufunc, np.ufunc):
        raise TypeError(f"{name} takes a ufunc, not {op!r}")
    return ufunc


def _by_parts(ufunc: np.ufunc, array: GPUArray, heads: GPUArray, axis: int) -> GPUArray:
    """Sums of complex128: the real and the imaginary parts."""
    if ufunc is not np.add:
        raise TypeError(f"segmented_scan of complex128 adds, and does not {ufunc}")
    found = xp.empty_like(array)
    for part in ("real", "imag"):
        parts = segmented_scan(getattr(array, part), heads, ufunc, axis=axis)
        getattr(found, part)[...] = parts
    return found  # type: ignore[no-any-return]


def reduce_by_key(
    keys: Any, values: Any, op: Any = np.add, *, dtype: Any = None
) -> tuple[GPUArray, GPUArray]:
    """The key of each run of equal keys, and the fold of the run's values.

    keys, values: one axis, of the same length. Only keys that follow each other make a
    run: sort both by key first to have each key once. NaN equals nothing, -0.0 equals
    0.0; a run has its first key. op: any ufunc of two arguments; its dtypes are those
    of op.reduce. Associative ones are folded by a tree whose order depends on where the
    run lies, the others in order. The bits are the same on every run of the program.
    Waits for the number of runs. ValueError for other shapes.
    """
    ufunc = _ufunc(op, "reduce_by_key")
    names, array = device_array(keys), device_array(values)
    if names.ndim != 1 or names.shape != array.shape:
        raise ValueError(
            "reduce_by_key wants keys and values on one axis of the same length, not "
            f"shapes {names.shape} and {array.shape}"
        )
    starts = _starts(names)
    found: Any = ufunc.reduceat(array, starts, dtype=dtype)
    return names[starts], found


def run_length_encode(x: Any) -> tuple[GPUArray, GPUArray]:
    """The value of each run of equal items, and how long it is, as int64.

    x: one axis. `gpuarray.repeat(values, lengths)` gives it back. NaN equals nothing,
    -0.0 equals 0.0; a run has its first item. Waits for the number of runs.
    ValueError for other shapes.
    """
    array = device_array(x)
    if array.ndim != 1:
        raise ValueError(f"run_length_encode wants one axis, not shape {array.shape}")
    starts = _starts(array)
    return array[starts], xp.append(starts[1:], array.size) - starts


def _starts(keys: GPUArray) -> GPUArray:
    """Where runs of equal keys begin, as int64."""
    heads = ones(keys.shape, bool)
    heads[1:] = keys[1:] != keys[:-1]
    return xp.flatnonzero(heads)  # type: ignore[no-any-return]
