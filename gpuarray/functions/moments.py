"""Means and variances, weighted or not.

Two passes: the mean, then the sum of the squared differences from it. Sums are those of
`accumulation`, whose order of additions depends on the shape only.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from gpuarray.algorithms.counted import count_leaf
from gpuarray.arrays.array_object import GPUArray, wrap
from gpuarray.functions.accumulation import (
    DEFAULT,
    check_out,
    device_array,
    host,
    reduce,
    stand_in,
    target_of,
)
from gpuarray.functions.arguments import gives_scalars
from gpuarray.functions.statistical import count_nonzero
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import broadcast

if TYPE_CHECKING:
    from collections.abc import Callable

DType = np.dtype[Any]
xp: Any = np  # its stubs do not know arrays that implement its protocols


@implements(np.mean, counted=True)
def mean(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = DEFAULT,
    *,
    where: Any = DEFAULT,
) -> GPUArray:
    """Arithmetic mean over an axis, several or all; does not wait.

    bool and integers are averaged in float64 (TypeError where the device lacks it;
    dtype=np.float32 does without), float16 in float32. Source: numpy.mean.
    """
    array, target = device_array(a), target_of(out)
    axis, keep, mask = _settings(axis, keepdims, where)
    tiny = stand_in(array)
    kwargs = {"axis": axis, "dtype": dtype, "keepdims": keep}
    result = np.asarray(np.mean(tiny, **kwargs))
    total = reduce(np.add, array, axis, _wide(array, dtype), None, keep, DEFAULT, mask)
    found = _quotient(total, _count(array, total, axis, keep, mask), result.dtype)
    if target is None:
        return found
    check_out(
        target, total.shape, lambda o: np.mean(tiny, **kwargs, out=o), result.shape
    )
    target._assign(found)
    return target


@implements(np.var)
def var(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: Any = DEFAULT,
    *,
    where: Any = DEFAULT,
    mean: Any = DEFAULT,
    correction: Any = DEFAULT,
) -> GPUArray:
    """Variance over an axis, several or all: the mean squared distance from the mean.

    ddof or correction: subtracted from the number of items before dividing. mean: if it
    is known, with axes of length 1 kept. dtypes are mean's. Two passes; does not wait.
    RuntimeWarning where no items are left to divide by. Source: numpy.var.
    """
    return _spread(np.var, a, axis, dtype, out, ddof, keepdims, where, mean, correction)


@implements(np.std)
def std(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    ddof: float = 0,
    keepdims: Any = DEFAULT,
    *,
    where: Any = DEFAULT,
    mean: Any = DEFAULT,
    correction: Any = DEFAULT,
) -> GPUArray:
    """Standard deviation over an axis, several or all: the square root of var.

    Source: numpy.std.
    """
    return _spread(np.std, a, axis, dtype, out, ddof, keepdims, where, mean, correction)


def _spread(
    like: Callable[..., Any],
    a: Any,
    axis: Any,
    dtype: Any,
    out: Any,
    ddof: Any,
    keepdims: Any,
    where: Any,
    mean: Any,
    correction: Any,
) -> GPUArray:
    array, target = device_array(a), target_of(out)
    axis, keep, mask = _settings(axis, keepdims, where)
    if correction is not DEFAULT:
        if ddof != 0:
            raise ValueError("ddof and correction can't be provided simultaneously.")
        ddof = correction
    tiny = stand_in(array)
    kwargs = {"axis": axis, "dtype": dtype, "keepdims": keep}
    with np.errstate(all="ignore"):
        result = np.asarray(like(tiny, **kwargs))
    wide = _wide(array, dtype)
    values: Any = array
    if array.dtype == np.float16 and dtype is None:
        values = array.astype(np.float32)
    elif array.dtype.kind in "biu" and not has_float64(array):
        values = array.astype(wide)  # NumPy subtracts in float64
    if mean is DEFAULT:
        total = reduce(np.add, values, axis, wide, None, True, DEFAULT, mask)
        count = _count(array, total, axis, True, mask)
        mean = _quotient(total, count, total.dtype)
    gap: Any = np.subtract(values, mean)
    squares = (gap * np.conj(gap)).real if gap.dtype.kind == "c" else np.square(gap)
    total = reduce(np.add, squares, axis, wide, None, keep, DEFAULT, mask)
    count = _count(array, total, axis, keep, mask)
    if isinstance(count, int) and 0 < count <= ddof:
        warnings.warn("Degrees of freedom <= 0 for slice", RuntimeWarning, 3)
    left: Any = np.maximum(count - ddof, 0)
    found: Any = _quotient(total, left, total.dtype)
    if like is np.std:
        found = np.sqrt(found)
    if target is None:
        final: GPUArray = found.astype(result.dtype, copy=False)
        return final
    check_out(target, total.shape, lambda o: like(tiny, **kwargs, out=o), result.shape)
    target._assign(found)
    return target


def _settings(axis: Any, keepdims: Any, where: Any) -> tuple[Any, bool, Any]:
    """axis on the host, keepdims as bool, where as True or a device array."""
    keep = False if keepdims is DEFAULT else keepdims
    mask = True if where is DEFAULT or where is True else device_array(where)
    return host(axis), keep, mask


def _wide(array: GPUArray, dtype: Any) -> Any:
    """The dtype to add in."""
    if dtype is None and array.dtype.kind in "biu":
        return np.float64
    if dtype is None and array.dtype == np.float16:
        return np.float32
    return dtype


def _count(array: GPUArray, total: GPUArray, axis: Any, keep: bool, mask: Any) -> Any:
    """How many items each item of a total has: an int, or with a mask an array."""
    if mask is True:
        count = array._cell.node.count
        if count is None:
            return array.size // (total.size or 1)
        rows: Any = wrap(count_leaf(count)).astype(np.int64)
        return rows * (array.size // (total.size or 1) // (array.shape[0] or 1))
    return count_nonzero(
        wrap(broadcast(mask._cell.node, array.shape)), axis, keepdims=keep
    )


def _quotient(total: GPUArray, count: Any, dtype: DType) -> GPUArray:
    """total / count; integer totals are divided as NumPy divides them."""
    if isinstance(count, GPUArray) and total.dtype.kind in "fc":
        count = count.astype(total.real.dtype)
    elif not isinstance(count, GPUArray):
        count = count.item() if isinstance(count, np.generic) else count
    found: GPUArray = np.true_divide(total, count)
    return found.astype(dtype, copy=False)


def has_float64(array: GPUArray) -> bool:
    return "shader-f64" in array._device().features


# ---- weighted


@implements(np.average)
@gives_scalars
def average(
    a: Any,
    axis: Any = None,
    weights: Any = None,
    returned: bool = False,
    *,
    keepdims: Any = DEFAULT,
) -> Any:
    """Weighted mean over an axis, several or all; returned adds the sum of the weights.

    weights: of a's shape, or of the shape of the axes averaged over. Integers are
    averaged in float64. With weights it waits, since weights with the sum 0 are a
    ZeroDivisionError; so is a result without items. TypeError, ValueError for weights
    of another shape. Source: numpy.average.
    """
    array = device_array(a)
    if axis is not None:
        axis = normalize_axis_tuple(host(axis), array.ndim, argname="axis")
    found: Any
    if weights is None:
        found = mean(array, axis, keepdims=keepdims)
        ratio = array.size / found.size
        return (found, xp.full_like(found, ratio)) if returned else found
    wanted = _fitting_weights(device_array(weights), array, axis)
    wide = [np.dtype(np.float64)] if array.dtype.kind in "biu" else []
    dtype = np.result_type(array.dtype, wanted.dtype, *wide)
    scale: Any = xp.sum(wanted, axis=axis, dtype=dtype, keepdims=keepdims)
    if bool(xp.any(scale == 0.0)):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    product: Any = np.multiply(array, wanted, dtype=dtype)
    found = xp.sum(product, axis=axis, keepdims=keepdims) / scale
    if returned:
        if scale.shape != found.shape:
            scale = xp.broadcast_to(scale, found.shape).copy()
        return found, scale
    return found


def _fitting_weights(weights: GPUArray, array: GPUArray, axis: Any) -> GPUArray:
    """The weights with a's number of axes."""
    if weights.shape == array.shape:
        return weights
    if axis is None:
        raise TypeError("Axis must be specified when shapes of a and weights differ.")
    if weights.shape != tuple(array.shape[d] for d in axis):
        raise ValueError(
            "Shape of weights must be consistent with shape of a along specified axis."
        )
    turned = weights.transpose(tuple(np.argsort(axis)))
    return turned.reshape(
        tuple(n if d in axis else 1 for d, n in enumerate(array.shape))
    )
