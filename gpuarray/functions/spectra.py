"""Eigenvalues and singular values, and what is made from them.

One workgroup rotates the rows and columns of one matrix (Jacobi's method), so stacks of
small matrices suit a device best. Each call waits for one number: whether the rotations
ended, which they fail to do only for items that are not finite.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy

from gpuarray.algorithms.decompositions import lanes_for
from gpuarray.arrays.array_object import GPUArray, wrap
from gpuarray.functions.accumulation import device_array, host
from gpuarray.functions.matrices import (
    LinAlgError,
    adjoint,
    copied,
    fail_if,
    found_marks,
    numeric,
    records,
    scaled,
    square,
    stacked,
)
from gpuarray.functions.moments import has_float64
from gpuarray.functions.solving import form_q, marks_part, reflect
from gpuarray.runtime.dispatch import implements

if TYPE_CHECKING:
    from gpuarray.algorithms.decompositions import Records
    from gpuarray.runtime.expr import Leaf

np: Any = numpy  # its stubs do not know arrays that implement its protocols
DEFAULT: Any = numpy._NoValue  # NumPy's own mark of an argument that was not given


class EighResult(NamedTuple):
    """Eigenvalues in ascending order, and eigenvectors as columns."""

    eigenvalues: GPUArray
    eigenvectors: GPUArray


class SVDResult(NamedTuple):
    """Left vectors as columns, singular values, right vectors as rows."""

    U: GPUArray
    S: GPUArray
    Vh: GPUArray


# ---- Hermitian matrices


@implements(np.linalg.eigh)
def eigh(a: Any, UPLO: str = "L") -> EighResult:  # noqa: N803 - NumPy's name
    """Eigenvalues and orthonormal eigenvectors of each Hermitian matrix; waits.

    UPLO: which triangle is read, "L" or "U". LinAlgError where an item is not finite.
    Source: numpy.linalg.eigh (cyclic Jacobi).
    """
    (array,) = numeric(a)
    values, vectors = _eigen(square(array), UPLO)
    return EighResult(values, vectors)


@implements(np.linalg.eigvalsh)
def eigvalsh(a: Any, UPLO: str = "L") -> GPUArray:  # noqa: N803 - NumPy's name
    """Eigenvalues of each Hermitian matrix in ascending order; waits.

    Source: numpy.linalg.eigvalsh.
    """
    (array,) = numeric(a)
    return _eigen(square(array), UPLO)[0]


def _eigen(array: GPUArray, triangle: str) -> tuple[GPUArray, GPUArray]:
    whole = _hermitian(array, triangle)
    real = np.zeros((), array.dtype).real.dtype
    n = array.shape[-1]
    if array.size == 0:
        return device_array(np.zeros(array.shape[:-1], real)), array.copy()
    whole, factor = scaled(whole)
    even = n + (n & 1)
    size = 3 * n * n + even + n
    work = records(whole, size)
    lanes = lanes_for(n * n // 2)
    around = n + (n & 1) - 1
    loops = (3 * n * (n + 1) // 2 + n) // lanes + 8
    ends = n * n // lanes + -(-n // lanes) * 2 * n + 16
    marks = work.turn("jacobi_eigh", lanes, around, loops, ends, rows=n, stride=size)
    fail_if(marks_part(marks, 0), "Eigenvalues did not converge")
    values = wrap(work.part(3 * n * n + even, n))
    return _real(values) * factor[..., 0], copied(work.part(2 * n * n + even, n, n))


def _hermitian(array: GPUArray, triangle: str) -> GPUArray:
    """The Hermitian matrices of which one triangle is given."""
    if triangle.upper() not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    lower = device_array(np.tri(array.shape[-1], dtype=bool))
    read = lower if triangle.upper() == "L" else lower.T
    found: GPUArray = np.where(read, array, adjoint(array))
    if array.dtype.kind == "c":  # the diagonal is real, whatever is stored
        on_diagonal = lower & lower.T
        found = np.where(on_diagonal, found.real.astype(found.dtype), found)
    return found


def _real(array: GPUArray) -> GPUArray:
    return array.real if array.dtype.kind == "c" else array


# ---- singular values


@implements(np.linalg.svd)
def svd(
    a: Any, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False
) -> Any:
    """U, S, Vh with a = U S Vh for each matrix, S in descending order; waits.

    full_matrices: square U and Vh, else as many vectors as values. compute_uv=False
    gives S alone. LinAlgError where an item is not finite. Source:
    numpy.linalg.svd (one-sided Jacobi).
    """
    (array,) = numeric(a)
    stacked(array)
    if hermitian:
        array = _hermitian(square(array), "L")
    m, n = array.shape[-2:]
    if not compute_uv:
        return _values(array)
    if m < n:
        left, values, right = _factors(adjoint(array), full_matrices)
        return SVDResult(adjoint(right), values, adjoint(left))
    return SVDResult(*_factors(array, full_matrices))


@implements(np.linalg.svdvals)
def svdvals(x: Any, /) -> GPUArray:
    """Singular values of each matrix in descending order; waits.

    LinAlgError for a NaN, NaN for an infinity. Source: numpy.linalg.svdvals.
    """
    (array,) = numeric(x)
    return _values(stacked(array))


def _values(array: GPUArray) -> GPUArray:
    m, n = array.shape[-2:]
    tall = array if m >= n else adjoint(array)
    real = np.zeros((), array.dtype).real.dtype
    if array.size == 0:
        return device_array(np.zeros((*array.shape[:-2], min(m, n)), real))
    work, at, factor, marks = _rotated(tall)
    values = _real(wrap(work.part(at, min(m, n)))) * factor[..., 0]
    if not found_marks(marks):
        return values
    if np.any(np.isnan(array)):
        raise LinAlgError("SVD did not converge")
    failed = wrap(marks).reshape((*array.shape[:-2], 1)) == 1
    return np.where(failed, real.type(np.nan), values)  # type: ignore[no-any-return]


def _rotated(array: GPUArray) -> tuple[Records, int, GPUArray, Leaf]:
    """The records of jacobi_svd, where sigma is, what to multiply it with, marks."""
    m, n = array.shape[-2:]
    small, factor = scaled(array)
    at = 2 * (m * n + n * n) + n
    work = records(small, at + n)
    lanes = lanes_for(n // 2)
    around = n + (n & 1) - 1
    loops = -(-(n + 1) // (2 * lanes)) * (2 * m + n + 3) + 2
    ends = (m + n) * n // lanes + -(-n // lanes) * (2 * m + 2 * n) + 16
    sizes = {"rows": m, "columns": n, "stride": at + n}
    marks = work.turn("jacobi_svd", lanes, around, loops, ends, **sizes)
    return work, at, factor, marks_part(marks, 0)


def _factors(array: GPUArray, full: bool) -> tuple[GPUArray, GPUArray, GPUArray]:
    """U, sigma, Vh of matrices with at least as many rows as columns."""
    *stack, m, n = array.shape
    wide = m if full else n
    if array.size == 0:
        one = np.broadcast_to(np.eye(m, wide, dtype=array.dtype), (*stack, m, wide))
        real = np.zeros((), array.dtype).real.dtype
        return (
            device_array(one.copy()),
            device_array(np.zeros((*stack, n), real)),
            device_array(np.zeros((*stack, n, n), array.dtype)),
        )
    work, at, factor, marks = _rotated(array)
    fail_if(marks, "SVD did not converge")
    left = wrap(work.part(m * n + n * n + n, m, n))
    right = wrap(work.part(at - n * n, n, n))
    values = _real(wrap(work.part(at, n))) * factor[..., 0]
    return _completed(left, wide), values, adjoint(right).copy()


def _completed(left: GPUArray, wide: int) -> GPUArray:
    """Orthonormal columns, of which some at the end may be zero, made `wide` many.

    Their QR factors are, but for signs, themselves and what completes them.
    """
    m, n = left.shape[-2:]
    size = m * n + n + m * wide
    work = records(left, size)
    reflect(work, m, n)
    form_q(work, m, n, wide)
    whole: GPUArray = wrap(work.part(m * n + n, m, wide))
    diagonal = np.diagonal(wrap(work.part(0, m, n)), axis1=-2, axis2=-1)
    signs = np.where(_real(diagonal) < 0, -1, 1).astype(left.dtype)[..., None, :]
    if wide == n:
        return whole * signs  # type: ignore[no-any-return]
    return np.concatenate([whole[..., :n] * signs, whole[..., n:]], axis=-1)  # type: ignore[no-any-return]


# ---- what singular values tell


@implements(np.linalg.pinv)
def pinv(
    a: Any, rcond: Any = None, hermitian: bool = False, *, rtol: Any = DEFAULT
) -> GPUArray:
    """The Moore-Penrose inverse of each matrix; waits.

    rcond or rtol: singular values up to that share of the largest count as zero.
    Source: numpy.linalg.pinv.
    """
    (array,) = numeric(a)
    stacked(array)
    m, n = array.shape[-2:]
    if rcond is None:
        if rtol is DEFAULT:
            rcond = 1e-15
        elif rtol is None:
            rcond = max(m, n) * np.finfo(array.dtype).eps
        else:
            rcond = rtol
    elif rtol is not DEFAULT:
        raise ValueError("`rtol` and `rcond` can't be both set.")
    if array.size == 0:
        dtype = array.dtype if m * n else device_array(a).dtype  # as NumPy
        return device_array(np.empty((*array.shape[:-2], n, m), dtype))
    left, values, right = svd(array, full_matrices=False, hermitian=hermitian)
    share: Any = _limits(rcond, values.dtype)
    large = values > share * np.max(values, axis=-1, keepdims=True)
    inverse = np.where(large, 1 / np.where(large, values, 1), 0).astype(values.dtype)
    return np.matmul(adjoint(right), inverse[..., None] * adjoint(left))  # type: ignore[no-any-return]


@implements(np.linalg.matrix_rank)
def matrix_rank(
    A: Any,  # noqa: N803 - NumPy's name
    tol: Any = None,
    hermitian: bool = False,
    *,
    rtol: Any = None,
) -> GPUArray:
    """How many singular values of each matrix are above tol, as int64; waits.

    Source: numpy.linalg.matrix_rank.
    """
    array = device_array(A)
    if rtol is not None and tol is not None:
        raise ValueError("`tol` and `rtol` can't be both set.")
    if array.ndim < 2:
        return np.any(array != 0).astype(np.int64)  # type: ignore[no-any-return]
    values = svd(array, compute_uv=False, hermitian=hermitian)
    if tol is None:
        if rtol is None:
            rtol = max(array.shape[-2:]) * np.finfo(values.dtype).eps
        else:
            rtol = _limits(rtol, values.dtype)
        if values.shape[-1] == 0:
            return np.zeros_like(np.sum(values, axis=-1), dtype=np.int64)  # type: ignore[no-any-return]
        limit = np.max(values, axis=-1, keepdims=True) * rtol
    else:
        wide = np.float64 if has_float64(values) else values.dtype
        limit = _limits(tol, wide)
    return np.count_nonzero(values > limit, axis=-1)  # type: ignore[no-any-return]


def _limits(value: Any, dtype: Any) -> Any:
    """A tolerance for each matrix beside its values, converted where it is."""
    if not isinstance(value, GPUArray):
        value = np.asarray(value, dtype)
    return device_array(value).astype(dtype)[..., None]


@implements(np.linalg.lstsq)
def lstsq(
    a: Any, b: Any, rcond: Any = None
) -> tuple[GPUArray, GPUArray, GPUArray, GPUArray]:
    """x that makes |a x - b| least, residuals, rank, singular values of one matrix.

    Waits: the residuals are there only where the rank is full. Source:
    numpy.linalg.lstsq (singular values).
    """
    first, second = numeric(a, b)
    vector = second.ndim == 1
    right = second[:, None] if vector else second
    for array in (first, right):
        if array.ndim != 2:
            raise LinAlgError(
                f"{array.ndim}-dimensional array given. Array must be two-dimensional"
            )
    m, n = first.shape
    if m != right.shape[0]:
        raise LinAlgError("Incompatible dimensions")
    share = np.finfo(first.dtype).eps
    if rcond is None:
        share *= max(m, n)
    elif host(rcond) != -1:
        share = host(rcond)
    real = np.zeros((), first.dtype).real.dtype
    if first.size == 0:
        x = device_array(np.zeros((n, right.shape[1]), first.dtype))
        rank = device_array(np.int32(0))
        rest = np.sum(np.square(np.abs(right)), axis=0) if m > n else _none(real)
        return x[:, 0] if vector else x, rest, rank, _none(real)
    left, values, turned = svd(first, full_matrices=False)
    large = values > values[:1] * share
    inverse = np.where(large, 1 / np.where(large, values, 1), 0).astype(real)
    x = adjoint(turned) @ (inverse[:, None] * (adjoint(left) @ right))
    rank = np.count_nonzero(large).astype(np.int32)
    rest = _none(real)
    if m > n and int(rank) == n:
        rest = np.sum(np.square(np.abs(right - first @ x)), axis=0)
    return x[:, 0] if vector else x, rest, rank, values


def _none(dtype: Any) -> GPUArray:
    return device_array(np.empty(0, dtype))
