"""Sums, products, extrema and moments that pass over NaN.

They are the plain functions over the items that are no NaN, by `where` or with the
operation's identity in the place of NaN. Integers and bools have none to pass over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.functions import moments, statistical
from gpuarray.functions.accumulation import DEFAULT, device_array, reduce
from gpuarray.functions.arguments import gives_scalars
from gpuarray.runtime.dispatch import implements

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpuarray.arrays.array_object import GPUArray

xp: Any = np  # its stubs do not know arrays that implement its protocols


@implements(np.nancumsum)
def nancumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> GPUArray:
    """Running sum along an axis that counts NaN as 0; see cumsum."""
    return statistical.cumsum(_without_nan(a, 0), axis, dtype, out)


@implements(np.nancumprod)
def nancumprod(
    a: Any, axis: Any = None, dtype: Any = None, out: Any = None
) -> GPUArray:
    """Running product along an axis that counts NaN as 1; see cumprod."""
    return statistical.cumprod(_without_nan(a, 1), axis, dtype, out)


@implements(np.nansum)
def nansum(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = DEFAULT,
    initial: Any = DEFAULT,
    where: Any = DEFAULT,
) -> GPUArray:
    """Sum over an axis, several or all, that counts NaN as 0; see sum.

    Source: numpy.nansum.
    """
    return statistical.sum(
        _without_nan(a, 0), axis, dtype, out, keepdims, initial, where
    )


@implements(np.nanprod)
def nanprod(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = DEFAULT,
    initial: Any = DEFAULT,
    where: Any = DEFAULT,
) -> GPUArray:
    """Product over an axis, several or all, that counts NaN as 1; see prod.

    Source: numpy.nanprod.
    """
    return statistical.prod(
        _without_nan(a, 1), axis, dtype, out, keepdims, initial, where
    )


@implements(np.nanmax)
def nanmax(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = DEFAULT,
    initial: Any = DEFAULT,
    where: Any = DEFAULT,
) -> GPUArray:
    """Largest item that is no NaN over an axis, several or all; NaN if all are.

    Does not wait, and so warns of nothing. ValueError for no items without `initial`.
    Source: numpy.nanmax.
    """
    return _extreme(np.fmax, a, axis, out, keepdims, initial, where)


@implements(np.nanmin)
def nanmin(
    a: Any,
    axis: Any = None,
    out: Any = None,
    keepdims: Any = DEFAULT,
    initial: Any = DEFAULT,
    where: Any = DEFAULT,
) -> GPUArray:
    """Smallest item that is no NaN over an axis, several or all; as nanmax.

    Source: numpy.nanmin.
    """
    return _extreme(np.fmin, a, axis, out, keepdims, initial, where)


@implements(np.nanmean)
def nanmean(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    out: Any = None,
    keepdims: Any = DEFAULT,
    *,
    where: Any = DEFAULT,
) -> GPUArray:
    """Mean of the items that are no NaN over an axis, several or all; NaN of none.

    Does not wait. TypeError for float items and an integer dtype or out. Source:
    numpy.nanmean.
    """
    picked = _picked(a, dtype, out, where)
    return moments.mean(a, axis, dtype, out, keepdims, where=picked)


@implements(np.nanvar)
@gives_scalars
def nanvar(
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
    """Variance of the items that are no NaN over an axis, several or all.

    NaN where no more than `ddof` items are left; see var. TypeError for float items and
    an integer dtype or out. Source: numpy.nanvar.
    """
    given = axis, dtype, out, ddof, keepdims
    return _spread(moments.var, a, *given, where, mean, correction)


@implements(np.nanstd)
@gives_scalars
def nanstd(
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
    """Standard deviation of the items that are no NaN; the square root of nanvar.

    Source: numpy.nanstd.
    """
    given = axis, dtype, out, ddof, keepdims
    return _spread(moments.std, a, *given, where, mean, correction)


def _without_nan(a: Any, value: int) -> GPUArray:
    """The array with `value` in the place of NaN."""
    array = device_array(a)
    if array.dtype.kind not in "fc":
        return array
    found: GPUArray = xp.where(np.isnan(array), array.dtype.type(value), array)
    return found


def _extreme(
    ufunc: np.ufunc,
    a: Any,
    axis: Any,
    out: Any,
    keepdims: Any,
    initial: Any,
    where: Any,
) -> GPUArray:
    keep = False if keepdims is DEFAULT else keepdims
    mask = True if where is DEFAULT else where
    return reduce(ufunc, a, axis, None, out, keep, initial, mask)


def _picked(a: Any, dtype: Any, out: Any, where: Any) -> Any:
    """The `where` of the plain function; TypeError for dtypes that cannot hold NaN."""
    array = device_array(a)
    if array.dtype.kind not in "fc":
        return where
    if dtype is not None and np.dtype(dtype).kind not in "fc":
        raise TypeError("If a is inexact, then dtype must be inexact")
    if out is not None and out.dtype.kind not in "fc":
        raise TypeError("If a is inexact, then out must be inexact")
    there: Any = np.logical_not(np.isnan(array))
    return there if where is DEFAULT else np.logical_and(there, where)


def _spread(
    plain: Callable[..., GPUArray],
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
    picked = _picked(a, dtype, out, where)
    found = plain(
        a,
        axis,
        dtype,
        out,
        ddof,
        keepdims,
        where=picked,
        mean=mean,
        correction=correction,
    )
    if device_array(a).dtype.kind not in "fc":
        return found
    less = ddof if correction is DEFAULT else correction
    keep = False if keepdims is DEFAULT else keepdims
    whole: Any = np.broadcast_to(picked, np.shape(a))
    few = statistical.count_nonzero(whole, axis, keepdims=keep) <= less
    if out is None:
        result: GPUArray = xp.where(few, found.dtype.type(np.nan), found)
        return result
    np.copyto(out, np.nan, where=few)
    return found
