"""Norms of vectors and matrices, and the condition of matrices."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from gpuarray.functions.accumulation import device_array, host
from gpuarray.functions.arguments import gives_scalars
from gpuarray.functions.matrices import LinAlgError, numeric, square, stacked
from gpuarray.functions.solving import inverse
from gpuarray.functions.spectra import svd, svdvals
from gpuarray.runtime.dispatch import implements

if TYPE_CHECKING:
    from gpuarray.arrays.array_object import GPUArray

np: Any = numpy  # its stubs do not know arrays that implement its protocols
inf = numpy.inf


@implements(np.linalg.norm)
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> GPUArray:
    """The norm of vectors along an axis, or of matrices along two.

    ord: as NumPy's; "nuc", 2 and -2 of matrices need singular values, and wait; the
    others do not. Without ord and axis, the root of the sum of all squares. Integers
    become float64. Source: numpy.linalg.norm.
    """
    array = device_array(x)
    if array.dtype.kind not in "fc":
        array = array.astype(np.float64)
    ord, ndim = host(ord), array.ndim
    if axis is None:
        plain = (
            ord is None
            or (ord in ("f", "fro") and ndim == 2)
            or (ord == 2 and ndim == 1)
        )
        if plain:
            found = _length(array.ravel(), (0,), False)
            return found.reshape((1,) * ndim) if keepdims else found
        axes: tuple[int, ...] = tuple(range(ndim))
    elif isinstance(axis, tuple):
        axes = axis
    else:
        try:
            axes = (int(axis),)
        except Exception as error:
            raise TypeError(
                "'axis' must be None, an integer or a tuple of integers"
            ) from error
    if len(axes) == 1:
        return _of_vectors(array, ord, normalize_axis_tuple(axes, ndim), keepdims)
    if len(axes) == 2:
        row, column = (normalize_axis_index(at, ndim) for at in axes)
        if row == column:
            raise ValueError("Duplicate axes given.")
        return _of_matrices(array, ord, row, column, keepdims)
    raise ValueError("Improper number of dimensions to norm.")


def _length(array: GPUArray, axes: tuple[int, ...], keepdims: bool) -> GPUArray:
    squares = np.square(array)
    if array.dtype.kind == "c":
        squares = np.square(array.real) + np.square(array.imag)
    return np.sqrt(np.sum(squares, axis=axes, keepdims=keepdims))  # type: ignore[no-any-return]


def _greatest(sizes: GPUArray, axis: int) -> GPUArray:
    """The maximum along an axis; 0 of none."""
    return np.max(sizes, axis=axis, initial=0)  # type: ignore[no-any-return]


def _of_vectors(
    array: GPUArray, ord: Any, axes: tuple[int, ...], keepdims: bool
) -> GPUArray:
    found: GPUArray
    if ord == inf:
        found = np.max(np.abs(array), axis=axes, keepdims=keepdims, initial=0)
    elif ord == -inf:
        found = np.min(np.abs(array), axis=axes, keepdims=keepdims)
    elif ord == 0:
        real = np.zeros((), array.dtype).real.dtype
        found = np.sum((array != 0).astype(real), axis=axes, keepdims=keepdims)
    elif ord == 1:
        found = np.sum(np.abs(array), axis=axes, keepdims=keepdims)
    elif ord is None or ord == 2:
        found = _length(array, axes, keepdims)
    elif isinstance(ord, str):
        raise ValueError(f"Invalid norm order '{ord}' for vectors")
    else:
        powers = np.power(np.abs(array), ord)
        total = np.sum(powers, axis=axes, keepdims=keepdims)
        found = np.power(total, total.dtype.type(1) / total.dtype.type(ord))
    return found


def _of_matrices(
    array: GPUArray, ord: Any, row: int, column: int, keepdims: bool
) -> GPUArray:
    found: GPUArray
    if ord in (None, "fro", "f"):
        found = _length(array, (row, column), False)
    elif ord in (2, -2, "nuc"):
        values = svdvals(np.moveaxis(array, (row, column), (-2, -1)))
        fold = {2: _greatest, -2: np.min, "nuc": np.sum}[ord]
        found = fold(values, axis=-1)
    elif ord in (1, -1, inf, -inf):
        along, other = (row, column) if abs(ord) == 1 else (column, row)
        sums = np.sum(np.abs(array), axis=along)
        fold = _greatest if ord > 0 else np.min
        found = fold(sums, axis=other - (other > along))
    else:
        raise ValueError("Invalid norm order for matrices.")
    if keepdims:
        shape = [1 if k in (row, column) else n for k, n in enumerate(array.shape)]
        found = found.reshape(shape)
    return found


@implements(np.linalg.vector_norm)
def vector_norm(
    x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2
) -> GPUArray:
    """The norm of vectors along an axis, or of all items along several axes or all.

    Source: numpy.linalg.vector_norm.
    """
    array = device_array(x)
    axes: tuple[int, ...]
    if axis is None:
        axes = tuple(range(array.ndim))
    else:
        axes = normalize_axis_tuple(axis, array.ndim)
    rest = [k for k in range(array.ndim) if k not in axes]
    flat = array
    if len(axes) != 1 or axes[0] != array.ndim - 1:
        shape = [array.shape[k] for k in rest]
        length = math.prod(array.shape[k] for k in axes)
        flat = array.transpose([*rest, *axes]).reshape([*shape, length])
    found = norm(flat, ord=ord, axis=-1)
    if keepdims:
        found = found.reshape(
            [1 if k in axes else n for k, n in enumerate(array.shape)]
        )
    return found


@implements(np.linalg.matrix_norm)
def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> GPUArray:
    """The norm of each matrix; see norm.

    Source: numpy.linalg.matrix_norm.
    """
    return norm(device_array(x), ord=ord, axis=(-2, -1), keepdims=keepdims)


@implements(np.linalg.cond)
@gives_scalars
def cond(x: Any, p: Any = None) -> GPUArray:
    """The condition of each matrix in the norm p; waits for p None, 2, -2, "nuc".

    A singular matrix has the condition inf. Source: numpy.linalg.cond.
    """
    (array,) = numeric(x)
    if array.size == 0:
        raise LinAlgError("cond is not defined on empty arrays")
    stacked(array)
    if p is None or p in (2, -2):
        values = svd(array, compute_uv=False)
        ends = (values[..., -1], values[..., 0])
        ratio = ends[0] / ends[1] if p == -2 else ends[1] / ends[0]
    else:
        turned, _ = inverse(square(array))
        bad = ~np.all(np.isfinite(turned), axis=(-2, -1))
        sizes = norm(array, p, (-2, -1)), norm(np.nan_to_num(turned), p, (-2, -1))
        ratio = np.where(bad, np.inf, sizes[0] * sizes[1]).astype(sizes[0].dtype)
    missing = np.isnan(ratio) & ~np.any(np.isnan(array), axis=(-2, -1))
    return np.where(missing, np.inf, ratio).astype(ratio.dtype)  # type: ignore[no-any-return]
