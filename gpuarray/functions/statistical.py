"""Running and whole sums, products, extrema and truths along axes.

The rules are NumPy's (see `accumulation`); a scalar result is a 0-d array. Floats are
added in an order that depends on the shape only, so the same input gives the same bits
on every run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.arrays.array_object import GPUArray, blank, wrap
from gpuarray.functions.accumulation import (
    DEFAULT,
    check_out,
    device_array,
    host,
    reduce,
    running,
    stand_in,
    target_of,
)
from gpuarray.functions.elementwise import truth
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.dtypes import storable
from gpuarray.runtime.expr import cast

if TYPE_CHECKING:
    from collections.abc import Callable

INT64 = np.dtype(np.int64)
UINT32 = np.dtype(np.uint32)


# ---- running


@implements(np.cumsum, counted=True)
def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> GPUArray:
    """Running sum along an axis; of all items in C order if there is none.

    Returns the shape of `a`, or (size,). bool and small integers are added in 64 bits,
    float16 in float32; integers wrap around. Floats are added in an order that depends
    on the shape only, so the same input gives the same bits.
    Device: 2 levels - 1 dispatches; does not wait. Raises AxisError, TypeError,
    ValueError as numpy.cumsum. Source: numpy.cumsum.
    """
    return running(np.add, np.cumsum, a, axis, dtype, out)


@implements(np.cumprod, counted=True)
def cumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> GPUArray:
    """Running product along an axis; of all items in C order if there is none.

    As cumsum in everything else. Source: numpy.cumprod.
    """
    return running(np.multiply, np.cumprod, a, axis, dtype, out)


@implements(np.cumulative_sum, counted=True)
def cumulative_sum(
    x: Any,
    /,
    *,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    include_initial: bool = False,
) -> GPUArray:
    """Running sum along an axis, which may only be left out if there is one.

    include_initial: begin with a 0, so that the axis is one item longer. Otherwise as
    cumsum. Source: numpy.cumulative_sum.
    """
    return _cumulative(np.add, np.cumulative_sum, x, axis, dtype, out, include_initial)


@implements(np.cumulative_prod, counted=True)
def cumulative_prod(
    x: Any,
    /,
    *,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    include_initial: bool = False,
) -> GPUArray:
    """Running product along an axis, which may only be left out if there is one.

    include_initial: begin with a 1, so that the axis is one item longer. Otherwise as
    cumsum. Source: numpy.cumulative_prod.
    """
    like = np.cumulative_prod
    return _cumulative(np.multiply, like, x, axis, dtype, out, include_initial)


def _cumulative(
    ufunc: np.ufunc,
    like: Callable[..., Any],
    x: Any,
    axis: Any,
    dtype: Any,
    out: Any,
    include_initial: bool,
) -> GPUArray:
    array = device_array(x)
    axis = host(axis)
    if array.ndim == 0:
        array = array.reshape(1)
    tiny = stand_in(array)
    kwargs = {"axis": axis, "dtype": dtype, "include_initial": include_initial}
    result = like(tiny, **kwargs)
    at = normalize_axis_index(0 if axis is None else axis, array.ndim)
    if not include_initial:
        return running(
            ufunc, np.cumsum if ufunc is np.add else np.cumprod, array, at, dtype, out
        )
    shape = tuple(n + (d == at) for d, n in enumerate(array.shape))
    target = target_of(out)
    if target is None:
        target = wrap(blank(shape, storable(result.dtype), array._device()))
    else:
        check_out(target, shape, lambda o: like(tiny, **kwargs, out=o), result.shape)
    before = (slice(None),) * at
    rest = running(ufunc, ufunc.accumulate, array, at, dtype, None)
    target[(*before, slice(0, 1))] = tiny.dtype.type(0 if ufunc is np.add else 1)
    target[(*before, slice(1, None))] = rest
    return target


# ---- whole


@implements(np.sum, counted=True)
def sum(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = DEFAULT,
    initial: Any = DEFAULT,
    where: Any = DEFAULT,
) -> GPUArray:
    """Sum over an axis, several or all; the dtype rules are cumsum's.

    Device: one dispatch for each level of tiles; does not wait. Source: numpy.sum.
    """
    return _whole(np.add, a, axis, dtype, out, keepdims, initial, where)


@implements(np.prod, counted=True)
def prod(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = DEFAULT,
    initial: Any = DEFAULT,
    where: Any = DEFAULT,
) -> GPUArray:
    """Product over an axis, several or all; as sum.

    Source: numpy.prod.
    """
    return _whole(np.multiply, a, axis, dtype, out, keepdims, initial, where)


@implements(np.max, np.amax, counted=True)
def max(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = DEFAULT,
    initial: Any = DEFAULT,
    where: Any = DEFAULT,
) -> GPUArray:
    """Largest item over an axis, several or all; NaN if there is one.

    Does not wait. ValueError for no items without `initial`. Source: numpy.max.
    """
    return _whole(np.maximum, a, axis, None, out, keepdims, initial, where)


@implements(np.min, np.amin, counted=True)
def min(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = DEFAULT,
    initial: Any = DEFAULT,
    where: Any = DEFAULT,
) -> GPUArray:
    """Smallest item over an axis, several or all; as max.

    Source: numpy.min.
    """
    return _whole(np.minimum, a, axis, None, out, keepdims, initial, where)


@implements(np.any, counted=True)
def any(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = DEFAULT,
    *,
    where: Any = DEFAULT,
) -> GPUArray:
    """Whether an item is true over an axis, several or all.

    Source: numpy.any.
    """
    return _whole(np.logical_or, a, axis, None, out, keepdims, DEFAULT, where)


@implements(np.all, counted=True)
def all(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = DEFAULT,
    *,
    where: Any = DEFAULT,
) -> GPUArray:
    """Whether all items are true over an axis, several or all.

    Source: numpy.all.
    """
    return _whole(np.logical_and, a, axis, None, out, keepdims, DEFAULT, where)


def _whole(
    ufunc: np.ufunc,
    a: Any,
    axis: Any,
    dtype: Any,
    out: Any,
    keepdims: Any,
    initial: Any,
    where: Any,
) -> GPUArray:
    keep = False if keepdims is DEFAULT else keepdims
    mask = True if where is DEFAULT else where
    return reduce(ufunc, a, axis, dtype, out, keep, initial, mask)


@implements(np.count_nonzero, counted=True)
def count_nonzero(a: Any, axis: Any = None, *, keepdims: bool = False) -> GPUArray:
    """How many items are true over an axis, several or all, as int64.

    NaN and subnormals count, -0.0 does not. Does not wait: numpy.count_nonzero gives a
    Python int for axis None, this a 0-d array.
    """
    array = device_array(a)
    axis = host(axis)
    np.count_nonzero(stand_in(array), axis=axis, keepdims=keepdims)
    ones = wrap(cast(truth(array._cell.fused()), UINT32))
    return reduce(np.add, ones, axis, UINT32, None, keepdims).astype(INT64)


@implements(np.ptp, counted=True)
def ptp(a: Any, axis: Any = None, out: Any = None, keepdims: Any = DEFAULT) -> GPUArray:
    """Largest minus smallest item over an axis, several or all.

    Source: numpy.ptp.
    """
    array = device_array(a)
    high, low = max(array, axis, None, keepdims), min(array, axis, None, keepdims)
    found: GPUArray = np.subtract(high, low, out=out)
    return found


amax, amin = max, min  # NumPy's older names
