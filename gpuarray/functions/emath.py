"""Functions that answer with complex numbers where the real ones have no value.

The dtype of a result depends on the items, so every call on real numbers waits for one
bool, as NumPy's must look too. `gpuarray.emath` is this module, as `numpy.emath`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
from numpy.lib import scimath

from gpuarray.functions.arguments import array_of
from gpuarray.runtime.dispatch import implements

if TYPE_CHECKING:
    from gpuarray.arrays.array_object import GPUArray

np: Any = numpy  # its stubs do not know arrays that implement its protocols

SINGLE = "fFbBhH"  # what becomes complex64; the rest becomes complex128


def _complex(array: Any) -> Any:
    return array.astype("F" if array.dtype.char in SINGLE else "D")


def _any(array: Any, condition: Any) -> bool:
    """Whether a condition of real numbers holds anywhere; waits."""
    return array.dtype.kind not in "cu" and bool(np.any(condition(array)))


def _negative(x: Any) -> Any:
    return x < 0


def _from_zero(x: Any) -> Any:
    """x, complex if an item is below zero."""
    array = array_of(x)
    return _complex(array) if _any(array, _negative) else array


def _to_one(x: Any) -> Any:
    """x, complex if an item is farther than 1 from zero."""
    array = array_of(x)
    if array.dtype.kind == "u":
        outside = bool(np.any(array > 1))
    else:
        outside = _any(array, lambda a: np.abs(a) > 1)
    return _complex(array) if outside else array


@implements(scimath.sqrt)
def sqrt(x: Any) -> GPUArray:
    """The square root, complex if any item is negative.

    complex64 from float32 and integers of 8 and 16 bits, else complex128. Waits (one
    bool) unless the dtype has no negative numbers. Source: numpy.emath.sqrt.
    """
    found: GPUArray = np.sqrt(_from_zero(x))
    return found


@implements(scimath.log)
def log(x: Any) -> GPUArray:
    """The natural logarithm, complex if any item is negative.

    Dtypes and waiting as for `sqrt`. Source: numpy.emath.log.
    """
    found: GPUArray = np.log(_from_zero(x))
    return found


@implements(scimath.log10)
def log10(x: Any) -> GPUArray:
    """The logarithm to base 10, complex if any item is negative.

    Dtypes and waiting as for `sqrt`. Source: numpy.emath.log10.
    """
    found: GPUArray = np.log10(_from_zero(x))
    return found


@implements(scimath.log2)
def log2(x: Any) -> GPUArray:
    """The logarithm to base 2, complex if any item is negative.

    Dtypes and waiting as for `sqrt`. Source: numpy.emath.log2.
    """
    found: GPUArray = np.log2(_from_zero(x))
    return found


@implements(scimath.logn)
def logn(n: Any, x: Any) -> GPUArray:
    """The logarithm of x to base n, complex if any item of one is negative.

    n and x broadcast. Dtypes and waiting as for `sqrt`. Source: numpy.emath.logn.
    """
    found: GPUArray = np.log(_from_zero(x)) / np.log(_from_zero(n))
    return found


@implements(scimath.power)
def power(x: Any, p: Any) -> GPUArray:
    """x to the power p, complex if any item of x is negative.

    Integers p become floats if any of them is negative. x and p broadcast. Dtypes and
    waiting as for `sqrt`. Source: numpy.emath.power.
    """
    exponent = array_of(p)
    if exponent.dtype.kind == "i" and _any(exponent, _negative):
        exponent = exponent * 1.0
    found: GPUArray = np.power(_from_zero(x), exponent)
    return found


@implements(scimath.arccos)
def arccos(x: Any) -> GPUArray:
    """The inverse cosine, complex if any item is not in -1..1.

    Dtypes and waiting as for `sqrt`. Source: numpy.emath.arccos.
    """
    found: GPUArray = np.arccos(_to_one(x))
    return found


@implements(scimath.arcsin)
def arcsin(x: Any) -> GPUArray:
    """The inverse sine, complex if any item is not in -1..1.

    Dtypes and waiting as for `sqrt`. Source: numpy.emath.arcsin.
    """
    found: GPUArray = np.arcsin(_to_one(x))
    return found


@implements(scimath.arctanh)
def arctanh(x: Any) -> GPUArray:
    """The inverse hyperbolic tangent, complex if any item is not in -1..1.

    Dtypes and waiting as for `sqrt`. Source: numpy.emath.arctanh.
    """
    found: GPUArray = np.arctanh(_to_one(x))
    return found
