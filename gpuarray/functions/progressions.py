"""Numbers evenly spaced on a logarithmic scale; arrays from functions of indices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from gpuarray.arrays.array_object import GPUArray, as_array
from gpuarray.functions.grids import indices
from gpuarray.runtime.device import current
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.dtypes import default_dtype

if TYPE_CHECKING:
    from collections.abc import Callable

np: Any = numpy  # its stubs do not know arrays that implement its protocols


@implements(np.logspace)
def logspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    base: Any = 10.0,
    dtype: Any = None,
    axis: int = 0,
) -> GPUArray:
    """Powers of a base whose exponents are evenly spaced.

    From numbers they are made by NumPy and uploaded, from device arrays on the device,
    in float64 as NumPy does. Source: numpy.logspace.
    """
    if not any(isinstance(value, GPUArray) for value in (start, stop, base)):
        made = np.logspace(start, stop, num, endpoint, base, None, axis)
        return _kept(made, dtype)
    if np.ndim(base):
        most = len(np.broadcast_shapes(*map(np.shape, (start, stop, base))))
        start, stop, base = (_with_axes(value, most) for value in (start, stop, base))
        base = np.expand_dims(base, axis=axis)
    y = np.linspace(start, stop, num=num, endpoint=endpoint, axis=axis)
    found: GPUArray = np.power(base, y)
    return found if dtype is None else found.astype(dtype, copy=False)


def _with_axes(value: Any, ndim: int) -> Any:
    array: Any = as_array(value)
    return array.reshape((1,) * (ndim - array.ndim) + array.shape)


def _kept(made: Any, dtype: Any) -> GPUArray:
    """What NumPy made, in the dtype asked for or the device's default."""
    kept = default_dtype(made.dtype, current()) if dtype is None else dtype
    return as_array(made.astype(kept))


@implements(np.geomspace)
def geomspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    dtype: Any = None,
    axis: int = 0,
) -> GPUArray:
    """Numbers of which each is the same multiple of the one before.

    As logspace in everything else; with device arrays it waits to see whether one is 0,
    which is a ValueError. Source: numpy.geomspace.
    """
    if not any(isinstance(value, GPUArray) for value in (start, stop)):
        return _kept(np.geomspace(start, stop, num, endpoint, dtype, axis), dtype)
    first, last = as_array(start), as_array(stop)
    if bool(np.any(first == 0)) or bool(np.any(last == 0)):
        raise ValueError("Geometric sequence cannot include zero")
    wide = np.result_type(first, last, float(num), np.zeros((), dtype))
    first, last = first.astype(wide), last.astype(wide)
    sign: Any = np.sign(first)
    first, last = first / sign, last / sign
    found: Any = logspace(
        np.log10(first), np.log10(last), num=num, endpoint=endpoint, dtype=wide
    )
    if num > 0:
        found[:1] = first
        if num > 1 and endpoint:
            found[-1:] = last
    found = np.moveaxis(found * sign, 0, axis)
    whole: GPUArray = found.astype(wide if dtype is None else dtype, copy=False)
    return whole


def fromfunction(
    function: Callable[..., Any], shape: Any, *, dtype: Any = float, **kwargs: Any
) -> Any:
    """What a function makes of the arrays of indices along each axis.

    dtype: of the indices, float64 by default (TypeError where the device lacks it). The
    function is called once, with device arrays; kwargs are passed on. Source:
    numpy.fromfunction.
    """
    return function(*indices(shape, dtype=dtype), **kwargs)
