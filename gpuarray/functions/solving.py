"""Linear equations: solve, inv, det, slogdet, cholesky, qr and their kin.

One workgroup factors one matrix of a stack. Where a matrix may be singular, one number
is read back before the result is returned, because NumPy raises LinAlgError: each
docstring says whether it waits.
"""

from __future__ import annotations

import math
import operator
import warnings
from typing import Any, NamedTuple

import numpy

from gpuarray.algorithms.decompositions import Records, lanes_for
from gpuarray.arrays.array_object import GPUArray, wrap
from gpuarray.functions.accumulation import device_array
from gpuarray.functions.matrices import (
    LinAlgError,
    adjoint,
    copied,
    fail_if,
    numeric,
    records,
    scaled,
    square,
    stacked,
)
from gpuarray.functions.ranges import eye
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import Leaf, broadcast

np: Any = numpy  # its stubs do not know arrays that implement its protocols


class SlogdetResult(NamedTuple):
    """Sign and logarithm of the absolute value of a determinant."""

    sign: GPUArray
    logabsdet: GPUArray


class QRResult(NamedTuple):
    """The unitary and the triangular factor of a matrix."""

    Q: GPUArray
    R: GPUArray


# ---- elimination


@implements(np.linalg.solve)
def solve(a: Any, b: Any) -> GPUArray:
    """x with a x = b, for a stack of square matrices; waits for one number.

    b: (n,) is one vector, else (.., n, k); the leading axes broadcast. float32 stays,
    integers become float64. LinAlgError for a singular matrix. Source:
    numpy.linalg.solve (Gaussian elimination with partial pivoting).
    """
    first, second = numeric(a, b)
    square(first)
    vector = second.ndim == 1
    right = second[:, None] if vector else second
    if right.ndim < 2 or right.shape[-2] != first.shape[-1]:
        raise ValueError(
            "solve: Input operand 1 has a mismatch in its core dimension 0 (size "
            f"{right.shape[-2] if right.ndim > 1 else 0} is different from "
            f"{first.shape[-1]})"
        )
    found, marks = solved(first, right)
    fail_if(marks, "Singular matrix")
    return found[..., 0] if vector else found


@implements(np.linalg.inv)
def inv(a: Any) -> GPUArray:
    """The inverse of each square matrix; waits for one number.

    LinAlgError for a singular matrix. Source: numpy.linalg.inv.
    """
    (array,) = numeric(a)
    found, marks = inverse(square(array))
    fail_if(marks, "Singular matrix")
    return found


def inverse(array: GPUArray) -> tuple[GPUArray, Leaf | None]:
    """The inverses, not finite where a matrix is singular, and the marks of those."""
    return solved(array, eye(array.shape[-1], dtype=array.dtype))


def solved(a: GPUArray, b: GPUArray) -> tuple[GPUArray, Leaf | None]:
    """x with a x = b, and the marks of singular matrices."""
    n, wide = a.shape[-1], b.shape[-1]
    stack = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    shape = (*stack, n, wide)
    if 0 in shape or n == 0:
        return wrap(broadcast(_zero(a.dtype), shape)), None
    both = np.concatenate(
        [np.broadcast_to(a, (*stack, n, n)), np.broadcast_to(b, shape)], axis=-1
    )
    work = records(both, n * (n + wide))
    marks = _eliminate(work, n, n + wide)
    lanes = lanes_for(n * wide)
    loops = (n + 1) * wide // lanes + 4
    work.run("lu_substitute", lanes, n, loops, rows=n, columns=n + wide)
    singular = marks_part(marks, 0)
    whole = wrap(work.part(0, n, n + wide))
    return whole[..., n:].copy(), singular


def _eliminate(work: Records, n: int, wide: int) -> Leaf:
    """Gauss's elimination of n rows; the marks it leaves."""
    lanes = lanes_for(n * wide)
    loops = (n * wide + 2 * n + wide) // lanes + 16
    marks = work.marks(2)
    work.run("lu_eliminate", lanes, n, loops, marks, rows=n, columns=wide)
    return marks


def marks_part(marks: Leaf, k: int) -> Leaf:
    """The k-th mark of each matrix."""
    return wrap(marks)[:, k]._leaf()


@implements(np.linalg.det)
def det(a: Any) -> GPUArray:
    """The determinant of each square matrix; does not wait.

    Source: numpy.linalg.det (the product of the pivots).
    """
    (array,) = numeric(a)
    pivots, sign = _pivots(square(array))
    found: GPUArray = np.prod(pivots, axis=-1) * sign
    return found


@implements(np.linalg.slogdet)
def slogdet(a: Any) -> SlogdetResult:
    """Sign and logarithm of the absolute value of each determinant; does not wait.

    A singular matrix gives (0, -inf). Source: numpy.linalg.slogdet.
    """
    (array,) = numeric(a)
    pivots, sign = _pivots(square(array))
    size = np.abs(pivots)
    signs = np.sign(pivots)
    return SlogdetResult(np.prod(signs, axis=-1) * sign, np.sum(np.log(size), axis=-1))


def _pivots(array: GPUArray) -> tuple[GPUArray, GPUArray]:
    """The pivots of each matrix, and the sign of its swaps; 0 where it is singular."""
    n = array.shape[-1]
    stack = array.shape[:-2]
    real = np.zeros((), array.dtype).real.dtype
    if array.size == 0:
        pivots = np.ones((*stack, n), array.dtype)
        return device_array(pivots), device_array(np.ones(stack, real))
    work = records(array, n * n)
    marks = _eliminate(work, n, n)
    swaps = wrap(marks_part(marks, 1)).reshape(stack)
    singular = wrap(marks_part(marks, 0)).reshape(stack)
    sign = np.where(singular == 1, 0, np.where(swaps == 1, -1, 1)).astype(real)
    pivots = np.diagonal(wrap(work.part(0, n, n)), axis1=-2, axis2=-1)
    zero = np.zeros((), array.dtype)
    clean = np.where((singular == 1)[..., None], zero, pivots)
    return clean, sign


def _zero(dtype: Any) -> Any:
    return device_array(np.zeros((), dtype))._cell.node


# ---- Cholesky and QR


@implements(np.linalg.cholesky)
def cholesky(a: Any, /, *, upper: bool = False) -> GPUArray:
    """The lower triangle L with L L^H = a of each matrix; waits for one number.

    upper: its conjugate transpose instead. Only that triangle of a is read. LinAlgError
    unless a is positive definite. Source: numpy.linalg.cholesky.
    """
    (array,) = numeric(a)
    square(array)
    if array.size == 0:
        return array.copy()
    lower = adjoint(array) if upper else array
    n = array.shape[-1]
    work = records(lower, n * n)
    lanes = lanes_for(n * n)
    marks = work.marks(1)
    work.run("cholesky", lanes, n, n * (n + 1) // lanes + 4, marks, rows=n)
    fail_if(marks, "Matrix is not positive definite")
    found = copied(work.part(0, n, n))
    return adjoint(found).copy() if upper else found


@implements(np.linalg.qr)
def qr(a: Any, mode: str = "reduced") -> Any:
    """The factors Q (orthonormal columns) and R (upper triangle) of each matrix.

    mode: "reduced", "complete", "r" (R alone) or "raw" (Householder's vectors and
    their factors). Signs are LAPACK's. Does not wait. Source: numpy.linalg.qr
    (Householder reflections).
    """
    if mode not in ("reduced", "complete", "r", "raw"):
        if mode not in ("f", "full", "e", "economic"):
            raise ValueError(f"Unrecognized mode '{mode}'")
        word = "full" if mode[0] == "f" else "economic"
        warnings.warn(f"The '{word}' option is deprecated.", DeprecationWarning, 2)
        mode = "reduced" if mode[0] == "f" else "economic"
    (array,) = numeric(a)
    m, n = stacked(array).shape[-2:]
    least = min(m, n)
    wide = m if mode == "complete" else least
    if array.size == 0:
        return _empty_qr(array, mode, wide)
    small, factor = scaled(array)
    size = m * n + least + m * wide
    work = records(small, size)
    reflect(work, m, n)
    packed = wrap(work.part(0, m, n)) * factor
    if mode == "raw" or mode == "economic":
        below = np.tri(m, n, -1, dtype=bool)
        vectors = np.where(device_array(below), wrap(work.part(0, m, n)), packed)
        if mode == "economic":
            return vectors
        return vectors.mT, copied(work.part(m * n, least))
    upper = np.triu(packed[..., :wide, :])
    if mode == "r":
        return upper
    form_q(work, m, n, wide)
    return QRResult(copied(work.part(m * n + least, m, wide)), upper)


def reflect(work: Records, m: int, n: int) -> None:
    """Householder's reflections of m by n items, which begin each record."""
    lanes = lanes_for(max(m, n))
    loops = m // lanes + 16 + -(-n // lanes) * (2 * m + 1)
    sizes = {"rows": m, "columns": n, "stride": work.size}
    work.run("householder", lanes, min(m, n), loops, None, **sizes)


def form_q(work: Records, m: int, n: int, wide: int) -> None:
    """The first columns of Q, which end each record."""
    lanes = lanes_for(wide)
    sizes = {"rows": m, "columns": n, "wide": wide, "stride": work.size}
    loops = -(-wide // lanes) * (3 * m + 2)
    work.run("householder_q", lanes, min(m, n), loops, None, **sizes)


def _empty_qr(array: GPUArray, mode: str, wide: int) -> Any:
    """The factors of matrices without items."""
    *stack, m, n = array.shape
    r = np.zeros((*stack, wide, n), array.dtype)
    if mode == "r":
        return device_array(r)
    if mode in ("raw", "economic"):
        tau = np.zeros((*stack, min(m, n)), array.dtype)
        packed: GPUArray = array.copy()
        return (packed.mT, device_array(tau)) if mode == "raw" else packed
    q = np.broadcast_to(np.eye(m, wide, dtype=array.dtype), (*stack, m, wide))
    return QRResult(device_array(q.copy()), device_array(r))


# ---- more axes, and powers


@implements(np.linalg.tensorinv)
def tensorinv(a: Any, ind: int = 2) -> GPUArray:
    """The inverse under tensordot over the first `ind` axes; waits for one number.

    Source: numpy.linalg.tensorinv.
    """
    array = device_array(a)
    if ind <= 0:
        raise ValueError("Invalid ind argument.")
    shape = array.shape
    rows = math.prod(shape[ind:])
    found: GPUArray = inv(array.reshape(rows, -1)).reshape(shape[ind:] + shape[:ind])
    return found


@implements(np.linalg.tensorsolve)
def tensorsolve(a: Any, b: Any, axes: Any = None) -> GPUArray:
    """x with tensordot(a, x, x.ndim) == b; waits for one number.

    axes: axes of a to move to the end first. LinAlgError unless a is square in that
    sense and not singular. Source: numpy.linalg.tensorsolve.
    """
    array, right = device_array(a), device_array(b)
    if axes is not None:
        order = [k for k in range(array.ndim) if k not in axes]
        array = array.transpose(order + [k % array.ndim for k in axes])
    shape = array.shape[right.ndim :]
    if math.prod(shape) != math.prod(array.shape[: right.ndim]):
        raise LinAlgError(
            "Input arrays must satisfy the requirement             "
            "prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])"
        )
    n = math.prod(shape)
    found: GPUArray = solve(array.reshape(n, n), right.ravel()).reshape(shape)
    return found


@implements(np.linalg.matrix_power)
def matrix_power(a: Any, n: Any) -> GPUArray:
    """Each square matrix multiplied by itself n times; of negative n, the inverse.

    Waits for one number if n is negative. Source: numpy.linalg.matrix_power.
    """
    array = square(device_array(a))
    try:
        power = operator.index(n)
    except TypeError as error:
        raise TypeError("exponent must be an integer") from error
    if power == 0:
        one = eye(array.shape[-1], dtype=array.dtype)
        return wrap(broadcast(one._leaf(), array.shape)).copy()
    base = inv(array) if power < 0 else array
    power = abs(power)
    result = None
    while power:
        power, odd = divmod(power, 2)
        if odd:
            result = base if result is None else result @ base
        if power:
            base = base @ base
    assert result is not None
    return result
