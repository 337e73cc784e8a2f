"""What the functions of linear algebra share: their arguments and their errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from gpuarray.algorithms import evaluation, hostcopy, reduction
from gpuarray.algorithms.decompositions import Records
from gpuarray.arrays.array_object import GPUArray, wrap
from gpuarray.functions.accumulation import device_array

if TYPE_CHECKING:
    from gpuarray.runtime.expr import Leaf

np: Any = numpy  # its stubs do not know arrays that implement its protocols
LinAlgError = numpy.linalg.LinAlgError


def numeric(*values: Any) -> list[GPUArray]:
    """Arguments as arrays of one floating dtype; integers become float64.

    TypeError for float16, as in numpy.linalg.
    """
    arrays = [device_array(value) for value in values]
    for array in arrays:
        if array.dtype == np.float16 or array.dtype.kind not in "biufc":
            raise TypeError(f"array type {array.dtype} is unsupported in linalg")
    kinds = [a.dtype if a.dtype.kind in "fc" else np.float64 for a in arrays]
    common = np.result_type(*kinds)
    return [array.astype(common, copy=False) for array in arrays]


def stacked(array: GPUArray) -> GPUArray:
    """The array itself; LinAlgError unless it has two axes or more."""
    if array.ndim < 2:
        raise LinAlgError(
            f"{array.ndim}-dimensional array given. Array must be at least "
            "two-dimensional"
        )
    return array


def square(array: GPUArray) -> GPUArray:
    """The array itself; LinAlgError unless its last two axes are equally long."""
    stacked(array)
    if array.shape[-1] != array.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    return array


def records(array: GPUArray, size: int) -> Records:
    """A record of `size` numbers for each matrix, which begins with the matrix."""
    found = Records(array._device(), array.shape[:-2], size, array.dtype)
    found.fill(0, array._cell.node, *array.shape[-2:])
    return found


def copied(leaf: Leaf) -> GPUArray:
    """A part of records as an array of its own."""
    return wrap(evaluation.compute(leaf))


def fail_if(marks: Leaf | None, message: str) -> None:
    """LinAlgError if a kernel marked one of the matrices; waits for the device."""
    if marks is not None and found_marks(marks):
        raise LinAlgError(message)


def found_marks(marks: Leaf) -> bool:
    """Whether a kernel marked one of the matrices; waits for the device."""
    size = marks.layout.size
    if not size:
        return False
    worst = reduction.reduce(marks, "max", 1, size, 1)
    return bool(hostcopy.download(worst).reshape(-1)[0])


def adjoint(array: GPUArray) -> GPUArray:
    """The conjugate transpose of each matrix."""
    turned: GPUArray = array.mT
    return np.conjugate(turned) if array.dtype.kind == "c" else turned


def scaled(array: GPUArray) -> tuple[GPUArray, GPUArray]:
    """Each matrix times a power of two that brings its largest item near 1.

    And the factor that undoes it: squares of items then neither over- nor underflow.
    """
    largest = np.max(np.abs(array), axis=(-2, -1), keepdims=True)
    limit = np.finfo(largest.dtype).maxexp - 3  # two to its power has an inverse
    exponent = np.clip(np.frexp(largest)[1], -limit, limit)
    one = np.ones((), largest.dtype)
    down, up = np.ldexp(one, -exponent), np.ldexp(one, exponent)
    return array * down, up
