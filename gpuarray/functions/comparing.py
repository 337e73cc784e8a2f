"""`==` and `!=` of arrays and anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms import bytestrings
from gpuarray.arrays.array_object import GPUArray, as_array, wrap_result
from gpuarray.functions.elementwise import call
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dispatch import Counted, implements_method
from gpuarray.runtime.expr import broadcast, const, op

if TYPE_CHECKING:
    from gpuarray.runtime.layout import Shape

BOOL = np.dtype(bool)


@implements_method("compare")
def compare(ufunc: np.ufunc, array: GPUArray, other: Any) -> Any:
    """`==` and `!=`: by fields for records, else the ufunc."""
    if isinstance(other, Counted):
        return NotImplemented  # its own turn
    if array.dtype.kind == "V" or getattr(other, "dtype", BOOL).kind == "V":
        if not isinstance(other, GPUArray):
            np.empty(0, array.dtype) == other  # noqa: B015 - NumPy's errors
            if not isinstance(other, np.ndarray | np.void):
                return NotImplemented
            other = as_array(other)
        empty = np.empty(0, array.dtype) == np.empty(0, other.dtype)  # NumPy's errors
        assert empty.dtype == BOOL
        node = bytestrings.compare_records(array._cell.leaf(), other._cell.leaf())
        return wrap_result(node if ufunc is np.equal else op("not_bool", BOOL, node))
    if isinstance(other, str | None) or not _is_numbers(other):
        if type(other).__module__ not in ("builtins", "numpy"):
            return _asked(ufunc, array, other)
        return _to_nothing(ufunc, array.shape)
    # An array with a dtype is not asked for its items: they may be on the device.
    given = other if hasattr(other, "dtype") else np.asarray(other)
    kinds = {array.dtype.kind, given.dtype.kind}
    if len(kinds) > 1 and not kinds.isdisjoint("SUM"):  # text, dates: no number
        shape = lay.common_shape(array.shape, np.shape(other))
        return _to_nothing(ufunc, shape)
    return call(ufunc, array, other)


def _to_nothing(ufunc: np.ufunc, shape: Shape) -> GPUArray:
    """Items that are equal to nothing, as in NumPy."""
    return wrap_result(broadcast(const(np.bool_(ufunc is np.not_equal)), shape))


def _asked(ufunc: np.ufunc, array: GPUArray, other: Any) -> Any:
    """What an object that compares itself says to the whole array; else TypeError."""
    kind: Any = type(other)
    found: Any
    if ufunc is np.equal or kind.__ne__ is not object.__ne__:
        name = "__eq__" if ufunc is np.equal else "__ne__"
        found = getattr(other, name)(array)
    else:
        found = other.__eq__(array)
        found = found if found is NotImplemented else np.logical_not(found)
    if found is not NotImplemented:
        return found
    if kind.__eq__ is object.__eq__:
        return _to_nothing(ufunc, array.shape)
    raise TypeError(f"a {kind.__name__} cannot be compared with items on the device")


def _is_numbers(value: Any) -> bool:
    """Whether a value is an array, numbers, bytes, or lists of these."""
    if isinstance(value, GPUArray | np.ndarray | np.generic | int | float | complex):
        return True
    return np.asarray(value).dtype != object
