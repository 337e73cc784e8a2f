"""Whether arrays are equal or nearly so, and which items are infinite.

Where NumPy returns a Python bool, these return a 0-d array, so that nothing waits.
"""

from __future__ import annotations

from numbers import Number
from typing import Any

import numpy

from gpuarray.arrays.array_object import GPUArray, as_array
from gpuarray.functions.arguments import array_of, operand
from gpuarray.runtime.dispatch import Counted, implements

np: Any = numpy  # its stubs do not know arrays that implement its protocols


@implements(np.isclose)
def isclose(
    a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: bool = False
) -> GPUArray:
    """Where |a - b| <= atol + rtol |b|; infinities only where they are equal.

    a and b broadcast. Integers are compared in float64 (TypeError where the device
    lacks it). Does not wait. Source: numpy.isclose.
    """
    x, y, rtol, atol = map(operand, (a, b, rtol, atol))
    if isinstance(y, GPUArray):
        y = y.astype(np.result_type(y.dtype, 1.0), copy=False)
    elif isinstance(y, int):
        y = float(y)
    if not any(isinstance(value, GPUArray) for value in (x, y, rtol, atol)):
        x = as_array(x)
    near = np.less_equal(np.abs(x - y), atol + rtol * np.abs(y))
    found: Any = (near & np.isfinite(y)) | (x == y)
    if equal_nan:
        found = found | (np.isnan(x) & np.isnan(y))
    whole: GPUArray = found
    return whole


@implements(np.allclose)
def allclose(
    a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: bool = False
) -> GPUArray:
    """Whether all items are close, see isclose; a 0-d array, does not wait.

    Source: numpy.allclose.
    """
    found: GPUArray = np.all(isclose(a, b, rtol, atol, equal_nan))
    return found


@implements(np.array_equal)
def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> GPUArray:
    """Whether shapes and items agree; a 0-d array, does not wait.

    equal_nan: NaN equals NaN. Source: numpy.array_equal.
    """
    try:
        first, second = _array(a1), _array(a2)
    except ValueError:  # lists of unequal lengths
        return as_array(np.False_)
    if first.shape != second.shape:
        return as_array(np.False_)
    if _unlike(first, second):
        return as_array(np.bool_(first.size == 0))
    first, second = array_of(first), array_of(second)
    same: Any = first == second
    if equal_nan and first.dtype.kind in "fc" and second.dtype.kind in "fc":
        same = same | (np.isnan(first) & np.isnan(second))
    found: GPUArray = np.all(same)
    return found


@implements(np.array_equiv)
def array_equiv(a1: Any, a2: Any) -> GPUArray:
    """Whether items agree after broadcasting; False where the shapes do not allow it.

    A 0-d array, does not wait. Source: numpy.array_equiv.
    """
    try:
        first, second = _array(a1), _array(a2)
        shape = np.broadcast_shapes(first.shape, second.shape)
    except ValueError:
        return as_array(np.False_)
    if _unlike(first, second):
        return as_array(np.bool_(0 in shape))
    found: GPUArray = np.all(array_of(first) == array_of(second))
    return found


def _array(value: Any) -> Any:
    """A device array, or a host array of whatever dtype."""
    if isinstance(value, Counted):
        return array_of(value)  # raises
    return value if isinstance(value, GPUArray) else np.asarray(value)


def _unlike(first: Any, second: Any) -> bool:
    """Whether no item of one can equal one of the other: numbers and text."""
    kinds = {first.dtype.kind, second.dtype.kind}
    if "V" in kinds:
        return False
    if "O" in kinds:
        wanted = Number if kinds & set("biufc") else (bytes, str)
        hosts = [array for array in (first, second) if array.dtype.kind == "O"]
        return not all(
            isinstance(item, wanted) for array in hosts for item in array.flat
        )
    return len(kinds) == 2 and bool(kinds & set("USM"))


@implements(np.isposinf)
def isposinf(x: Any, out: Any = None) -> GPUArray:
    """Where items are +inf; TypeError for complex.

    Source: numpy.isposinf.
    """
    return _infinite(x, out, negative=False)


@implements(np.isneginf)
def isneginf(x: Any, out: Any = None) -> GPUArray:
    """Where items are -inf; TypeError for complex.

    Source: numpy.isneginf.
    """
    return _infinite(x, out, negative=True)


def _infinite(x: Any, out: Any, *, negative: bool) -> GPUArray:
    array: Any = array_of(x)
    if array.dtype.kind == "c":
        raise TypeError(
            f"This operation is not supported for {array.dtype} values because it "
            "would be ambiguous."
        )
    sign = np.zeros_like(array, dtype=bool)
    if array.dtype.kind == "f":
        sign = np.signbit(array) if negative else np.logical_not(np.signbit(array))
    found: GPUArray = np.logical_and(np.isinf(array), sign, out=out)
    return found
