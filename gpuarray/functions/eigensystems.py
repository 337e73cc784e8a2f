"""Eigenvalues and eigenvectors of matrices that need not be Hermitian.

One workgroup makes one matrix triangular: reflections to Hessenberg form, then the QR
algorithm with double shifts, in real numbers while the matrix is real. The vectors of
the triangular matrix follow by substitution. How many sweeps it takes depends on the
items, so the host looks from time to time whether all matrices are done.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy

from gpuarray.algorithms.decompositions import Records, lanes_for
from gpuarray.arrays.array_object import GPUArray, wrap
from gpuarray.functions.matrices import (
    LinAlgError,
    found_marks,
    numeric,
    records,
    scaled,
    square,
)
from gpuarray.functions.solving import marks_part
from gpuarray.runtime.dispatch import implements

np: Any = numpy  # its stubs do not know arrays that implement its protocols
LOOKS = 10  # of 4 n rounds each; 2 to 3 n are usual


class EigResult(NamedTuple):
    """Eigenvalues, and eigenvectors of length 1 as columns."""

    eigenvalues: GPUArray
    eigenvectors: GPUArray


@implements(np.linalg.eig)
def eig(a: Any) -> EigResult:
    """Eigenvalues, and eigenvectors as columns, of each square matrix; waits.

    For real matrices both are real where all eigenvalues are, else complex, in pairs of
    conjugates. The order is the algorithm's and need not be LAPACK's. Vectors have
    length 1, and the largest item of a complex one is real. LinAlgError where an item
    is not finite. Source: numpy.linalg.eig (Francis' QR algorithm, without balancing).
    """
    array = _finite(a)
    n = array.shape[-1]
    if array.size == 0:
        return EigResult(_diagonal(array).copy(), array.copy())
    small, factor = scaled(array)
    work = _triangular(small, vectors=True)
    second = _second_of_pairs(_form(work, n))
    if second is not None:
        work = _in_complex(work, n, vectors=True)
    values, vectors = _diagonal(_form(work, n)), _of_length_one(_vectors(work, n))
    if second is not None:
        single = (values.imag == 0)[..., None, :]
        vectors = np.where(single, vectors.real.astype(vectors.dtype), vectors)
        values = _paired(values, second)
        vectors = _paired(vectors, second[..., None, :])
    return EigResult(values * factor[..., 0], vectors)


@implements(np.linalg.eigvals)
def eigvals(a: Any) -> GPUArray:
    """Eigenvalues of each square matrix, as of eig; waits.

    Source: numpy.linalg.eigvals.
    """
    array = _finite(a)
    n = array.shape[-1]
    if array.size == 0:
        return _diagonal(array).copy()
    small, factor = scaled(array)
    work = _triangular(small, vectors=False)
    second = _second_of_pairs(_form(work, n))
    if second is None:
        return _diagonal(_form(work, n)) * factor[..., 0]
    work = _in_complex(work, n, vectors=False)
    return _paired(_diagonal(_form(work, n)), second) * factor[..., 0]


def _finite(a: Any) -> GPUArray:
    """The argument as floating matrices; waits for one number."""
    (array,) = numeric(a)
    square(array)
    if not np.all(np.isfinite(array)):
        raise LinAlgError("Array must not contain infs or NaNs")
    return array


# ---- the triangular form


def _triangular(array: GPUArray, vectors: bool) -> Records:
    """Records (T, Z) of the Schur form of each matrix, Z T Z^H; waits.

    Real T have blocks of two rows on the diagonal, for pairs of complex eigenvalues.
    """
    n = array.shape[-1]
    work = records(array, (1 + vectors) * n * n)
    lanes = lanes_for(n)
    loops = -(-n // lanes) * (4 + 2 * n * (2 + vectors)) + n * n // lanes
    sizes = {"rows": n, "stride": work.size, "vectors": int(vectors)}
    work.run("hessenberg", lanes, max(n - 2, 1), loops, None, **sizes)
    _sweep(work, n, vectors)
    return work


def _in_complex(work: Records, n: int, vectors: bool) -> Records:
    """Records (T, Z) of complex numbers, in which T has no blocks."""
    form = _form(work, n)
    split = records(form.astype(np.result_type(form.dtype, np.complex64)), work.size)
    if vectors:
        basis = wrap(work.part(n * n, n, n)).astype(split.dtype)
        split.fill(n * n, basis._cell.node, n, n)
    _sweep(split, n, vectors)
    return split


def _sweep(work: Records, n: int, vectors: bool) -> None:
    """The QR algorithm until all matrices are done; waits."""
    marks = work.marks(3)
    lanes = lanes_for(n)
    loops = n * (2 + -(-n // lanes) * (2 + vectors)) + n
    sizes = {"rows": n, "stride": work.size, "vectors": int(vectors)}
    for look in range(LOOKS):
        fresh = int(look == 0)
        work.run("schur", lanes, 4 * n + 8, loops, marks, fresh=fresh, **sizes)
        if not found_marks(marks_part(marks, 0)):
            return
    raise LinAlgError("Eigenvalues did not converge")


def _form(work: Records, n: int) -> GPUArray:
    return wrap(work.part(0, n, n))


def _diagonal(array: GPUArray) -> GPUArray:
    return np.diagonal(array, 0, -2, -1)  # type: ignore[no-any-return]


# ---- vectors


def _vectors(work: Records, n: int) -> GPUArray:
    """Eigenvectors of Z T Z^H as columns, of any length."""
    triangle = records(wrap(work.part(0, n, n)), 2 * n * n)
    lanes = lanes_for(n)
    loops = -(-n // lanes) * (2 * n + 4)
    triangle.run("triangular_vectors", lanes, n, loops, rows=n, stride=triangle.size)
    basis, own = wrap(work.part(n * n, n, n)), wrap(triangle.part(n * n, n, n))
    return np.matmul(basis, own)  # type: ignore[no-any-return]


def _of_length_one(vectors: GPUArray) -> GPUArray:
    """Columns divided by their length; of complex ones the largest item is real."""
    size = np.abs(vectors)
    found: GPUArray = vectors / np.sqrt(np.sum(size * size, axis=-2, keepdims=True))
    if vectors.dtype.kind != "c":
        return found
    at = np.argmax(size, axis=-2, keepdims=True)
    top = np.take_along_axis(vectors, at, -2)
    found = found * (np.conjugate(top) / np.abs(top))
    here = np.arange(vectors.shape[-1])[:, None] == at
    return np.where(here, found.real.astype(found.dtype), found)  # type: ignore[no-any-return]


# ---- pairs of complex eigenvalues of real matrices


def _second_of_pairs(form: GPUArray) -> GPUArray | None:
    """Where the second eigenvalues of pairs are, or None without pairs; waits."""
    if form.dtype.kind == "c":
        return None
    first = np.diagonal(form, -1, -2, -1) != 0
    if not np.any(first):
        return None
    none = np.zeros_like(form[..., 0, :1], dtype=bool)
    return np.concatenate([none, first], axis=-1)  # type: ignore[no-any-return]


def _paired(items: GPUArray, second: GPUArray) -> GPUArray:
    """Items along the last axis; the second ones conjugates of those before them."""
    before = np.conjugate(np.roll(items, 1, -1))
    return np.where(second, before, items)  # type: ignore[no-any-return]
