"""Linear algebra, as numpy.linalg and the array API standard's extension name it.

`np.linalg.solve(x, y)` of device arrays and `gpuarray.linalg.solve(x, y)` are the same.
Matrices are the last two axes; the others are a stack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
from numpy.linalg import LinAlgError as LinAlgError

from gpuarray.functions import products
from gpuarray.functions.accumulation import device_array
from gpuarray.functions.arguments import gives_scalars
from gpuarray.functions.eigensystems import eig, eigvals
from gpuarray.functions.matrices import stacked
from gpuarray.functions.norms import cond, matrix_norm, norm, vector_norm
from gpuarray.functions.solving import (
    cholesky,
    det,
    inv,
    matrix_power,
    qr,
    slogdet,
    solve,
    tensorinv,
    tensorsolve,
)
from gpuarray.functions.spectra import (
    eigh,
    eigvalsh,
    lstsq,
    matrix_rank,
    pinv,
    svd,
    svdvals,
)
from gpuarray.runtime.dispatch import implements

if TYPE_CHECKING:
    from gpuarray.arrays.array_object import GPUArray

np: Any = numpy  # its stubs do not know arrays that implement its protocols


@implements(np.linalg.matmul)
def matmul(x1: Any, x2: Any, /) -> GPUArray:
    """The matrix product; see gpuarray.matmul. Source: numpy.linalg.matmul."""
    return products.matmul(x1, x2)


@implements(np.linalg.vecdot)
@gives_scalars
def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> GPUArray:
    """Products of vectors; see gpuarray.vecdot. Source: numpy.linalg.vecdot."""
    return products.vecdot(x1, x2, axis=axis)


@implements(np.linalg.tensordot)
def tensordot(x1: Any, x2: Any, /, *, axes: Any = 2) -> GPUArray:
    """Sums of products; see gpuarray.tensordot. Source: numpy.linalg.tensordot."""
    return products.tensordot(x1, x2, axes)


@implements(np.linalg.outer)
def outer(x1: Any, x2: Any, /) -> GPUArray:
    """Products of all pairs of items of two vectors.

    ValueError unless both have one axis. Source: numpy.linalg.outer.
    """
    first, second = device_array(x1), device_array(x2)
    if first.ndim != 1 or second.ndim != 1:
        raise ValueError(
            "Input arrays must be one-dimensional, but they are "
            f"x1.ndim={first.ndim!r} and x2.ndim={second.ndim!r}."
        )
    return products.outer(first, second)


@implements(np.linalg.cross)
def cross(x1: Any, x2: Any, /, *, axis: int = -1) -> GPUArray:
    """The vector product of vectors of three items; see gpuarray.cross.

    Source: numpy.linalg.cross.
    """
    first, second = device_array(x1), device_array(x2)
    np.linalg.cross(products.few(first), products.few(second), axis=axis)
    return products.cross(first, second, axis=axis)


@implements(np.linalg.matrix_transpose)
def matrix_transpose(x: Any, /) -> GPUArray:
    """A view with the last two axes exchanged.

    Source: numpy.linalg.matrix_transpose.
    """
    array = device_array(x)
    if array.ndim < 2:
        raise ValueError(
            f"Input array must be at least 2-dimensional, but it is {array.ndim}"
        )
    return array.mT


@implements(np.linalg.diagonal)
def diagonal(x: Any, /, *, offset: int = 0) -> GPUArray:
    """A view of each matrix's diagonal. Source: numpy.linalg.diagonal."""
    return np.diagonal(device_array(x), offset, -2, -1)  # type: ignore[no-any-return]


@implements(np.linalg.trace)
def trace(x: Any, /, *, offset: int = 0, dtype: Any = None) -> GPUArray:
    """The sum of each matrix's diagonal. Source: numpy.linalg.trace."""
    return np.trace(device_array(x), offset, -2, -1, dtype=dtype)  # type: ignore[no-any-return]


@implements(np.linalg.multi_dot)
@gives_scalars
def multi_dot(arrays: Any, *, out: Any = None) -> GPUArray:
    """The product of several matrices, in the order that costs least.

    The first and the last may be vectors. Source: numpy.linalg.multi_dot.
    """
    given = [device_array(array) for array in arrays]
    if len(given) < 2:
        raise ValueError("Expecting at least two arrays.")
    if len(given) == 2:
        return products.dot(given[0], given[1], out=out)
    first, last = given[0].ndim, given[-1].ndim
    if first == 1:
        given[0] = given[0][None, :]
    if last == 1:
        given[-1] = given[-1][:, None]
    for array in given:
        if stacked(array).ndim != 2:
            raise LinAlgError(
                f"{array.ndim}-dimensional array given. Array must be two-dimensional"
            )
    found = _chain(given)
    if first == 1:
        found = found[0]
    if last == 1:
        found = found[..., 0]
    return products.into(found, out)


def _chain(given: list[GPUArray]) -> GPUArray:
    """The product with the fewest multiplications, found for ever longer chains."""
    lengths = [array.shape[0] for array in given] + [given[-1].shape[1]]
    cost = {(i, i): 0 for i in range(len(given))}
    cut: dict[tuple[int, int], int] = {}
    for size in range(1, len(given)):
        for i in range(len(given) - size):
            j = i + size
            choices = [
                cost[i, k]
                + cost[k + 1, j]
                + lengths[i] * lengths[k + 1] * lengths[j + 1]
                for k in range(i, j)
            ]
            cost[i, j] = min(choices)
            cut[i, j] = i + choices.index(cost[i, j])

    def product(i: int, j: int) -> GPUArray:
        if i == j:
            return given[i]
        return products.dot(product(i, cut[i, j]), product(cut[i, j] + 1, j))

    return product(0, len(given) - 1)


__all__ = [
    "LinAlgError",
    "cholesky",
    "cond",
    "cross",
    "det",
    "diagonal",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "inv",
    "lstsq",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "multi_dot",
    "norm",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "tensorinv",
    "tensorsolve",
    "trace",
    "vecdot",
    "vector_norm",
]
