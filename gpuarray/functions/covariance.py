"""Covariances and correlation coefficients of variables, weighted or not."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.functions.accumulation import device_array
from gpuarray.functions.moments import average, has_float64, mean
from gpuarray.runtime.dispatch import implements

if TYPE_CHECKING:
    from gpuarray.arrays.array_object import GPUArray

xp: Any = np  # its stubs do not know arrays that implement its protocols


@implements(np.cov)
def cov(
    m: Any,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    fweights: Any = None,
    aweights: Any = None,
    *,
    dtype: Any = None,
) -> GPUArray:
    """Covariance matrix of variables, one a row (one a column if not rowvar).

    float64 unless dtype says otherwise (TypeError where the device lacks it). Without
    weights it does not wait; with weights it looks whether they are valid. ValueError
    for more than two axes, TypeError or RuntimeError for bad weights. Source:
    numpy.cov.
    """
    if ddof is not None and ddof != int(ddof):
        raise ValueError("ddof must be integer")
    variables = _observations(m, "m", rowvar, True)
    more = None if y is None else _observations(y, "y", rowvar, False)
    if dtype is None:
        given = [x.dtype for x in (variables, more) if x is not None]
        dtype = np.result_type(*given, np.float64)
    x: Any = variables.astype(dtype)
    if x.shape[0] == 0:
        empty: GPUArray = xp.zeros_like(x, shape=(0, 0), dtype=np.float64)
        return empty
    if more is not None:
        x = xp.concatenate((x, more.astype(dtype)), axis=0)
    if ddof is None:
        ddof = 0 if bias else 1
    weights = _weights(fweights, aweights, x)
    count: Any = x.shape[1]
    if weights is None:
        centre = mean(x, 1)
        if count <= ddof:
            warnings.warn("Degrees of freedom <= 0 for slice", RuntimeWarning, 2)
        divisor: Any = np.maximum(count - ddof, 0.0).item()
    else:
        centre, scale = average(x, 1, weights, returned=True)
        divisor = scale[0]
        if ddof and aweights is None:
            divisor = divisor - ddof
        elif ddof:
            some: Any = device_array(aweights).astype(weights.dtype)
            divisor = divisor - ddof * xp.sum(weights * some) / scale[0]
        divisor = np.maximum(divisor, 0.0)
    zero = np.zeros((), x.dtype)
    np.subtract(zero, np.zeros((), centre.dtype), out=zero)  # NumPy's error
    gap = x - centre[:, None]
    other = np.conj(gap if weights is None else gap * weights)
    products: Any = np.matmul(gap, other.T)
    found: GPUArray = xp.squeeze(products / divisor)
    return found


@implements(np.corrcoef)
def corrcoef(
    x: Any, y: Any = None, rowvar: bool = True, *, dtype: Any = None
) -> GPUArray:
    """Correlation coefficients of variables: their covariances over their deviations.

    As cov in everything else; does not wait. Source: numpy.corrcoef.
    """
    c: Any = cov(x, y, rowvar, dtype=dtype)
    if c.ndim == 0:
        found: GPUArray = c / c
        return found
    deviation = np.sqrt(xp.diagonal(c).real)
    c = c / deviation[:, None] / deviation[None, :]
    if c.dtype.kind == "c":
        xp.clip(c.real, -1, 1, out=c.real)
        xp.clip(c.imag, -1, 1, out=c.imag)
        whole: GPUArray = c
        return whole
    clipped: GPUArray = np.minimum(np.maximum(c, -1), 1)
    return clipped


def _observations(value: Any, name: str, rowvar: bool, first: bool) -> GPUArray:
    """Variables as rows."""
    array = device_array(value)
    if array.ndim > 2:
        raise ValueError(f"{name} has more than 2 dimensions")
    table = array.reshape(1, -1) if array.ndim < 2 else array
    turn = array.ndim != 1 if first else table.shape[0] != 1
    return table.T if turn and not rowvar else table


def _weights(fweights: Any, aweights: Any, x: GPUArray) -> Any:
    """The product of frequencies and weights, or None."""
    found: Any = None
    wide = np.result_type(x.real.dtype, np.float64)
    if not has_float64(x):
        wide = x.real.dtype
    for name, given in (("fweights", fweights), ("aweights", aweights)):
        if given is None:
            continue
        array: Any = device_array(given).astype(wide)
        if name == "fweights" and not bool(xp.all(array == np.rint(array))):
            raise TypeError("fweights must be integer")
        if array.ndim > 1:
            raise RuntimeError(f"cannot handle multidimensional {name}")
        if array.shape[0] != x.shape[1]:
            raise RuntimeError(f"incompatible numbers of samples and {name}")
        if bool(xp.any(array < 0)):
            raise ValueError(f"{name} cannot be negative")
        found = array if found is None else found * array
    return found
