"""Arguments of NumPy functions: what becomes a device array and what must be one."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np

from gpuarray.arrays.array_object import GPUArray, as_array, as_scalar
from gpuarray.runtime.dispatch import Counted
from gpuarray.runtime.transfers import implicit

F = TypeVar("F", bound=Callable[..., Any])
WEAK = (bool, int, float, complex)  # Python scalars, whose dtype gives way


def array_of(value: Any) -> GPUArray:
    """An argument beside others as a device array; host arrays are uploaded."""
    if isinstance(value, GPUArray):
        return value
    if isinstance(value, Counted):
        return as_array(value)  # raises
    host = np.asarray(value)
    if host.ndim:
        implicit("host_to_device", host.nbytes, "an operand from the host")
    return as_array(host)


def operand(value: Any) -> Any:
    """A Python scalar as it is, everything else as a device array."""
    return value if type(value) in WEAK else array_of(value)


def sample(value: Any) -> Any:
    """What stands for an operand when NumPy is asked about dtypes."""
    return np.zeros((), value.dtype) if isinstance(value, GPUArray) else value


def gives_scalars(function: F) -> F:
    """A function whose fresh 0-d results stand for scalars, as NumPy's are scalars."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        if type(result) is tuple:
            return tuple(map(_scalar, result))
        if kwargs.get("out") is not None or any(result is given for given in args):
            return result
        return _scalar(result)

    return cast("F", call)


def _scalar(result: Any) -> Any:
    return as_scalar(result) if isinstance(result, GPUArray) else result


def destination(array: Any, name: str) -> None:
    """TypeError unless the array is on the device, ValueError if it is read-only."""
    if not isinstance(array, GPUArray):
        raise TypeError(
            f"{name} must be a GPUArray, not {type(array).__name__}: results are not "
            "copied to the host unasked"
        )
    if array._scalar and array.dtype.names is None:
        raise TypeError(f"{name} must be an array, not one item, which does not change")
    array._require_writeable()
