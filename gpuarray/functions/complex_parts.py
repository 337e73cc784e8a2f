"""The parts of complex numbers: real, imag, angle, and what asks for them.

Real and imaginary parts are views. Only `real_if_close` waits for the device.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuarray.arrays.array_object import GPUArray, as_array, as_plain, wrap
from gpuarray.functions.arguments import gives_scalars
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import broadcast, const


@implements(np.real)
def real(val: Any) -> GPUArray:
    """The real part: a view of complex items, else the array itself; does not wait.

    Source: numpy.real.
    """
    return as_array(val).real


@implements(np.imag)
def imag(val: Any) -> GPUArray:
    """The imaginary part: a view of complex items, else read-only zeros; does not wait.

    Source: numpy.imag.
    """
    return as_array(val).imag


@implements(np.angle)
def angle(z: Any, deg: bool = False) -> Any:
    """The angle of each complex number, from -pi to pi; in degrees if `deg`.

    float64 of integers and bools, else the dtype of the parts. TypeError where the
    device lacks it. Does not wait. Source: numpy.angle.
    """
    array = as_array(z)
    y: Any = array.imag if array.dtype.kind == "c" else 0
    result: Any = np.arctan2(y, array.real)
    return result * (180 / np.pi) if deg else result


@implements(np.iscomplex)
@gives_scalars
def iscomplex(x: Any) -> GPUArray:
    """Whether each item has a nonzero imaginary part, as bool; does not wait.

    Source: numpy.iscomplex.
    """
    return _imaginary(as_array(x), zero=False)


@implements(np.isreal)
@gives_scalars
def isreal(x: Any) -> GPUArray:
    """Whether each item has an imaginary part of zero, as bool; does not wait.

    Source: numpy.isreal.
    """
    return _imaginary(as_array(x), zero=True)


def _imaginary(array: GPUArray, *, zero: bool) -> GPUArray:
    if array.dtype.kind == "c":
        return array.imag == 0 if zero else array.imag != 0
    return wrap(broadcast(const(np.bool_(zero)), array.shape))


@implements(np.iscomplexobj)
def iscomplexobj(x: Any) -> bool:
    """Whether the dtype is complex, whatever the items are; does not wait.

    Source: numpy.iscomplexobj.
    """
    return as_array(x).dtype.kind == "c"


@implements(np.isrealobj)
def isrealobj(x: Any) -> bool:
    """Whether the dtype is not complex; does not wait.

    Source: numpy.isrealobj.
    """
    return not iscomplexobj(x)


@implements(np.real_if_close)
def real_if_close(a: Any, tol: float = 100) -> GPUArray:
    """The real part, if every imaginary part is near zero; else the array.

    tol: in machine epsilons, or absolute if at most 1. Waits for the device where the
    items are complex. Source: numpy.real_if_close.
    """
    array = as_plain(as_array(a))
    if array.dtype.kind != "c":
        return array
    room = tol * np.finfo(array.dtype).eps if tol > 1 else tol
    near: Any = np.absolute(array.imag) < room
    return array.real if bool(near.all()) else array
