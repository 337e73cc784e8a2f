"""Where the largest and smallest items are: argmax, argmin and their nan twins.

One reduction of keys. For dtypes of up to 32 bits a key is one uint64, an item's rank
above its place, so that the largest key is the first of the best items; wider items
take a second pass, over the places of those that equal the best.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.algorithms import reduction
from gpuarray.arrays.array_object import GPUArray, wrap
from gpuarray.functions.accumulation import (
    DEFAULT,
    check_out,
    host,
    stand_in,
    target_of,
)
from gpuarray.functions.arguments import array_of, gives_scalars
from gpuarray.functions.elementwise import apply_row
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import Iota, Leaf, Node, broadcast, cast, const, op
from gpuarray.runtime.expr import where as chosen
from gpuarray.runtime.layout import Layout
from gpuarray.runtime.windows import rows_of

if TYPE_CHECKING:
    from collections.abc import Callable

BOOL, INT64 = np.dtype(bool), np.dtype(np.int64)
UINT32, UINT64 = np.dtype(np.uint32), np.dtype(np.uint64)


@implements(np.argmax)
@gives_scalars
def argmax(
    a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = DEFAULT
) -> GPUArray:
    """The position of the largest item along an axis; of all in C order if None.

    int64. Of equal items the first, and the first NaN before every number. Does not
    wait. ValueError for no items, AxisError. Source: numpy.argmax.
    """
    return _place(np.argmax, np.maximum, a, axis, out, keepdims)


@implements(np.argmin)
@gives_scalars
def argmin(
    a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = DEFAULT
) -> GPUArray:
    """The position of the smallest item along an axis; as argmax.

    Source: numpy.argmin.
    """
    return _place(np.argmin, np.minimum, a, axis, out, keepdims)


@implements(np.nanargmax)
@gives_scalars
def nanargmax(
    a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = DEFAULT
) -> GPUArray:
    """The position of the largest item that is no NaN; as argmax.

    ValueError where all items are NaN: floats wait for that answer (1 byte). Source:
    numpy.nanargmax.
    """
    array = _numbers(array_of(a), -np.inf, axis)
    return argmax(array, axis, out, keepdims=keepdims)


@implements(np.nanargmin)
@gives_scalars
def nanargmin(
    a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = DEFAULT
) -> GPUArray:
    """The position of the smallest item that is no NaN; as nanargmax.

    Source: numpy.nanargmin.
    """
    array = _numbers(array_of(a), np.inf, axis)
    return argmin(array, axis, out, keepdims=keepdims)


def _numbers(array: GPUArray, worst: float, axis: Any) -> GPUArray:
    """The array with `worst` for NaN; ValueError where an axis has nothing else."""
    if array.dtype.kind not in "fc" or array.size == 0:
        return array
    missing: Any = np.isnan(array)
    if bool(np.any(np.all(missing, axis=host(axis)))):
        raise ValueError("All-NaN slice encountered")
    found: GPUArray = np.where(missing, array.dtype.type(worst), array)  # type: ignore
    return found


def _place(
    like: Callable[..., Any],
    best: np.ufunc,
    a: Any,
    axis: Any,
    out: Any,
    keepdims: Any,
) -> GPUArray:
    array, target = array_of(a), target_of(out)
    axis = host(axis)
    keep = False if keepdims is DEFAULT else bool(keepdims)
    tiny = stand_in(array)
    result = np.asarray(like(tiny, axis=axis, keepdims=keep))
    shape = array.shape
    if axis is None or not shape:
        array, at = array.reshape(-1), 0
        final: lay.Shape = (1,) * len(shape) if keep else ()
    else:
        at = normalize_axis_index(axis, array.ndim)
        final = (*shape[:at], *((1,) if keep else ()), *shape[at + 1 :])
    if target is not None:
        check_out(
            target,
            final,
            lambda o: like(tiny, axis=axis, keepdims=keep, out=o),
            result.shape,
        )
    found = wrap(cast(_places(array, best, at), INT64)).reshape(final)
    if target is None:
        return found
    target._assign(found)
    return target


def _places(array: GPUArray, best: np.ufunc, at: int) -> Node:
    """The uint32 places along an axis of the best items, flat over the other axes."""
    shape = array.shape
    columns = math.prod(shape[:at]), shape[at], math.prod(shape[at + 1 :])
    place = Iota(
        UINT32, shape, Layout(shape, tuple(int(d == at) for d in range(len(shape))))
    )
    largest = best is np.maximum
    if array.dtype.itemsize <= 4:
        value = rows_of(array._device())(array.dtype).value
        name = f"rank_{value}" if largest else f"reverse_rank_{value}"
        rank = op(name, UINT32, array._cell.fused())
        keys = op("ranked_place", UINT64, rank, place)
        return op("place_of_ranked", UINT32, reduction.reduce(keys, "max", *columns))
    leaf = array._leaf()
    top = reduction.reduce(leaf, "max" if largest else "min", *columns)
    along = lay.contiguous((*shape[:at], 1, *shape[at + 1 :]), top.dtype.itemsize)
    there = broadcast(Leaf(top.dtype, along.shape, top.buffer, along), shape)
    hit: Node = apply_row(np.equal, [leaf, there], BOOL)
    if array.dtype.kind in "fc":
        hit = op("or_bool", BOOL, hit, apply_row(np.isnan, [leaf], BOOL))
    places = chosen(hit, place, const(np.uint32(0xFFFFFFFF)))
    return reduction.reduce(places, "min", *columns)
