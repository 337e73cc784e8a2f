"""Which arrays share memory, in which layout and dtype they are wanted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy

from gpuarray.arrays.array_object import GPUArray
from gpuarray.functions.arguments import array_of
from gpuarray.runtime.dispatch import implements

np: Any = numpy  # its stubs do not know arrays that implement its protocols


@implements(np.shares_memory)
def shares_memory(a: Any, b: Any, max_work: Any = None) -> bool:
    """Whether two arrays have a byte in common; does not wait.

    max_work: as numpy.shares_memory, which decides it from the layouts. Source:
    numpy.shares_memory.
    """
    return _shared(np.shares_memory, a, b, max_work)


@implements(np.may_share_memory)
def may_share_memory(a: Any, b: Any, max_work: Any = None) -> bool:
    """Whether the memory of two arrays overlaps as a whole; does not wait.

    Source: numpy.may_share_memory.
    """
    return _shared(np.may_share_memory, a, b, max_work)


def _shared(like: Any, a: Any, b: Any, max_work: Any) -> bool:
    if not (isinstance(a, GPUArray) and isinstance(b, GPUArray)):
        return False
    first, second = a._leaf(), b._leaf()
    if first.buffer is not second.buffer:
        return False
    return bool(like(_laid_out(first), _laid_out(second), max_work=max_work))


def _laid_out(leaf: Any) -> Any:
    """A host array with a leaf's addresses, whose items must never be read."""
    interface = {
        "version": 3,
        "data": ((1 << 40) + leaf.layout.offset, True),
        "shape": leaf.layout.shape,
        "strides": leaf.layout.strides,
        "typestr": f"|V{leaf.dtype.itemsize}",
    }
    return np.asarray(SimpleNamespace(__array_interface__=interface))


@implements(np.min_scalar_type)
def min_scalar_type(a: Any, /) -> Any:
    """The smallest dtype that holds a 0-d array's value; else the array's dtype.

    Waits for the value of a 0-d array. Source: numpy.min_scalar_type.
    """
    if isinstance(a, GPUArray):
        a = a.get() if a.ndim == 0 else np.empty(0, a.dtype)
    return np.min_scalar_type(a)


@implements(np.common_type)
def common_type(*arrays: Any) -> Any:
    """The inexact scalar type that the arrays have in common; float64 for integers.

    TypeError for bools and other dtypes that are no numbers. Source: numpy.common_type.
    """
    return np.common_type(
        *(np.empty(0, a.dtype) if isinstance(a, GPUArray) else a for a in arrays)
    )


@implements(np.asfortranarray)
def asfortranarray(a: Any, dtype: Any = None) -> GPUArray:
    """The array in Fortran order, copied only where it is not; does not wait.

    Source: numpy.asfortranarray.
    """
    array = np.atleast_1d(array_of(a))
    return _ordered(_typed(array, dtype), "F")


@implements(np.require)
def require(a: Any, dtype: Any = None, requirements: Any = None) -> GPUArray:
    """The array with a required dtype and flags, copied only where it lacks them.

    requirements: of C, F, A, W, O and their long names. ValueError for C with F,
    KeyError for other names. Source: numpy.require.
    """
    array = _typed(array_of(a), dtype)
    if not requirements:
        return array
    long = {"C_CONTIGUOUS": "C", "CONTIGUOUS": "C", "F_CONTIGUOUS": "F", "FORTRAN": "F"}
    long |= {"ALIGNED": "A", "WRITEABLE": "W", "OWNDATA": "O", "ENSUREARRAY": "E"}
    names = {long.get(name.upper(), name.upper()) for name in requirements}
    for name in names - set("CFAWOE"):
        raise KeyError(name)
    if names >= {"C", "F"}:
        raise ValueError('Cannot specify both "C" and "F" order')
    order = "F" if "F" in names else "C" if "C" in names else "A"
    if order != "A":
        array = _ordered(array, order)
    if any(not array.flags[name] for name in names & set("AWO")):
        return array.copy(order)
    return array


def _typed(array: GPUArray, dtype: Any) -> GPUArray:
    return array if dtype is None else array.astype(dtype, copy=False)


def _ordered(array: GPUArray, order: str) -> GPUArray:
    return array if array.flags[order] else array.copy(order)
