"""Special functions that are no ufuncs in NumPy: sinc, i0."""

from __future__ import annotations

from typing import Any

import numpy

from gpuarray.arrays.array_object import GPUArray, wrap
from gpuarray.functions.arguments import array_of
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import op
from gpuarray.runtime.windows import rows_of

np: Any = numpy  # its stubs do not know arrays that implement its protocols


@implements(np.sinc)
def sinc(x: Any) -> GPUArray:
    """The normalized sine cardinal, sin(pi x) / (pi x) and 1 at 0; does not wait.

    Integers in float64 (TypeError where the device lacks it). Source: numpy.sinc.
    """
    y: Any = np.pi * array_of(x)
    tiny = np.finfo(y.dtype).eps if y.dtype.kind == "f" else 1e-20
    y = np.where(y == 0, y.dtype.type(tiny), y)
    found: GPUArray = np.sin(y) / y
    return found


@implements(np.i0)
def i0(x: Any) -> GPUArray:
    """The modified Bessel function of the first kind and order 0; does not wait.

    Within 8 ULP; float16 is computed in float32, integers in float64 (TypeError where
    the device lacks it). TypeError for complex. Source: numpy.i0; Clenshaw, Chebyshev
    series for mathematical functions (1962).
    """
    array = array_of(x)
    if array.dtype.kind == "c":
        raise TypeError("i0 not supported for complex values")
    if array.dtype.kind != "f":
        array = array.astype(np.float64)
    value = rows_of(array._device())(array.dtype).value
    return wrap(op(f"i0_{value}", array.dtype, array._cell.node))
