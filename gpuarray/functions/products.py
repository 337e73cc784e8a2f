"""Products of vectors and matrices: matmul and its kin, dot, inner, outer, kron, cross.

Sums of products follow one order for given shapes and memory orders, so the same input
gives the same bits. float16 is summed in float32; integers wrap around. Nothing waits.
"""

from __future__ import annotations

import math
from typing import Any

import numpy
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.algorithms.multiplication import product, reshaped, sum_of_products
from gpuarray.arrays.array_object import GPUArray, as_plain, wrap
from gpuarray.functions.accumulation import device_array, target_of
from gpuarray.functions.arguments import gives_scalars
from gpuarray.functions.generalized import call
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.dtypes import storable
from gpuarray.runtime.expr import cast

np: Any = numpy  # its stubs do not know arrays that implement its protocols

# ---- the four ufuncs


def matmul(x1: Any, x2: Any, /, out: Any = None, **kwargs: Any) -> GPUArray:
    """Matrix product of the last two axes; the others broadcast.

    A vector counts as one row on the left, one column on the right. Takes axes, dtype,
    casting, signature as the ufunc. Does not wait. ValueError where lengths disagree.
    Source: numpy.matmul.
    """
    return call(np.matmul, x1, x2, out=out, **kwargs)


def vecdot(
    x1: Any, x2: Any, /, out: Any = None, *, axis: Any = None, **kwargs: Any
) -> GPUArray:
    """Sum of the products of two vectors along the last axis; the others broadcast.

    Takes axis, axes, keepdims as the ufunc; the first is conjugated if it is complex.
    Source: numpy.vecdot.
    """
    if axis is not None:
        kwargs["axis"] = axis
    return call(np.vecdot, x1, x2, out=out, **kwargs)


def matvec(x1: Any, x2: Any, /, out: Any = None, **kwargs: Any) -> GPUArray:
    """Matrices (.., m, n) times vectors (.., n); the leading axes broadcast.

    Source: numpy.matvec.
    """
    return call(np.matvec, x1, x2, out=out, **kwargs)


def vecmat(x1: Any, x2: Any, /, out: Any = None, **kwargs: Any) -> GPUArray:
    """Vectors (.., n) times matrices (.., n, m); the first is conjugated if complex.

    Source: numpy.vecmat.
    """
    return call(np.vecmat, x1, x2, out=out, **kwargs)


# ---- dot and its kin


@implements(np.dot)
@gives_scalars
def dot(a: Any, b: Any, out: Any = None) -> GPUArray:
    """Sum of products over the last axis of a and the last but one of b.

    Of vectors their inner product (a 0-d array), of matrices matmul, of a scalar and an
    array their product; of more axes, all pairs. out: of the very dtype and shape, in C
    order. Does not wait. Source: numpy.dot.
    """
    first, second = device_array(a), device_array(b)
    if first.ndim and second.ndim:
        found = contracted(first, second, first.ndim - 1, max(second.ndim - 2, 0))
    else:
        found = _times(first, second)
    return into(found, out)


@implements(np.vdot)
@gives_scalars
def vdot(a: Any, b: Any, /) -> GPUArray:
    """Inner product of all items of a, conjugated, and all of b, as a 0-d array.

    ValueError if the sizes differ. Source: numpy.vdot.
    """
    first, second = device_array(a).ravel(), device_array(b).ravel()
    if first.dtype.kind == "c":
        first = np.conjugate(first)
    return dot(first, second.reshape(first.size))


@implements(np.inner)
@gives_scalars
def inner(a: Any, b: Any, /) -> GPUArray:
    """Sums of products over the last axis of both, for all pairs of vectors.

    Source: numpy.inner.
    """
    first, second = device_array(a), device_array(b)
    if not first.ndim or not second.ndim:
        return _times(first, second)
    return contracted(first, second, first.ndim - 1, second.ndim - 1)


@implements(np.outer)
def outer(a: Any, b: Any, out: Any = None) -> GPUArray:
    """Products of all pairs of items, (a.size, b.size); computed when needed.

    Source: numpy.outer.
    """
    first, second = device_array(a).ravel(), device_array(b).ravel()
    found: GPUArray = np.multiply(first[:, None], second[None, :], out=target_of(out))
    return found


@implements(np.tensordot)
def tensordot(a: Any, b: Any, axes: Any = 2) -> GPUArray:
    """Sums of products over pairs of axes; the other axes of a, then of b, remain.

    axes: how many last axes of a meet the first ones of b, or two sequences of axes.
    ValueError where lengths disagree. Does not wait. Source: numpy.tensordot.
    """
    first, second = device_array(a), device_array(b)
    try:
        of_a, of_b = axes
    except TypeError:
        of_a, of_b = range(-axes, 0), range(axes)
    left = [of_a] if np.ndim(of_a) == 0 else list(of_a)
    right = [of_b] if np.ndim(of_b) == 0 else list(of_b)
    if len(left) != len(right) or any(
        first.shape[i] != second.shape[j] for i, j in zip(left, right, strict=True)
    ):
        raise ValueError("shape-mismatch for sum")
    left = [normalize_axis_index(i, first.ndim) for i in left]
    right = [normalize_axis_index(j, second.ndim) for j in right]
    rest_a = [i for i in range(first.ndim) if i not in left]
    rest_b = [j for j in range(second.ndim) if j not in right]
    depth = math.prod(first.shape[i] for i in left)
    shape = [first.shape[i] for i in rest_a] + [second.shape[j] for j in rest_b]
    rows = math.prod(first.shape[i] for i in rest_a)
    columns = math.prod(second.shape[j] for j in rest_b)
    found = multiplied(
        _turned(first, [*rest_a, *left]).reshape(rows, depth),
        _turned(second, [*right, *rest_b]).reshape(depth, columns),
    )
    return wrap(reshaped(found._cell.node, tuple(shape)))


@implements(np.kron)
def kron(a: Any, b: Any) -> GPUArray:
    """Kronecker product: blocks of b, each scaled by an item of a.

    Source: numpy.kron.
    """
    first, second = device_array(a), device_array(b)
    ndim = max(first.ndim, second.ndim)
    if not ndim:
        return _times(first, second)
    outer_shape = (1,) * (ndim - first.ndim) + first.shape
    inner_shape = (1,) * (ndim - second.ndim) + second.shape
    pairs = np.multiply(
        first.reshape([n for length in outer_shape for n in (length, 1)]),
        second.reshape([n for length in inner_shape for n in (1, length)]),
    )
    shape = [m * n for m, n in zip(outer_shape, inner_shape, strict=True)]
    found: GPUArray = pairs.reshape(shape)
    return found


@implements(np.cross)
def cross(
    a: Any,
    b: Any,
    axisa: int = -1,
    axisb: int = -1,
    axisc: int = -1,
    axis: Any = None,
) -> GPUArray:
    """Vector product of vectors of three items (or two, which is deprecated).

    Source: numpy.cross.
    """
    if axis is not None:
        axisa = axisb = axisc = axis
    first, second = device_array(a), device_array(b)
    # What NumPy refuses, or warns of, depends on its version.
    np.cross(few(first), few(second), axisa, axisb, axisc)
    first = np.moveaxis(first, normalize_axis_index(axisa, first.ndim), -1)
    second = np.moveaxis(second, normalize_axis_index(axisb, second.ndim), -1)
    lengths = {first.shape[-1], second.shape[-1]}
    dtype = common(first, second)
    x = [first[..., k].astype(dtype, copy=False) for k in range(first.shape[-1])]
    y = [second[..., k].astype(dtype, copy=False) for k in range(second.shape[-1])]
    found: GPUArray = x[0] * y[1] - x[1] * y[0]
    if lengths == {2}:
        return as_plain(found)
    if len(x) == 2:
        parts = [x[1] * y[2], -(x[0] * y[2]), found]
    elif len(y) == 2:
        parts = [-(x[2] * y[1]), x[2] * y[0], found]
    else:
        parts = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], found]
    found = np.stack(parts, axis=-1)
    at = normalize_axis_index(axisc, found.ndim)
    return found if at == found.ndim - 1 else np.moveaxis(found, -1, at)


# ---- what they share


def few(array: GPUArray) -> numpy.ndarray[Any, Any]:
    """A host array with axes of at most 4 items, to ask NumPy about vectors of 3."""
    return numpy.zeros([min(n, 4) for n in array.shape], array.dtype)


def contracted(a: GPUArray, b: GPUArray, axis: int, other: int) -> GPUArray:
    """Sums of products over one axis of each: a's other axes, then b's."""
    if a.shape[axis] != b.shape[other]:
        raise ValueError(
            f"shapes {_listed(a.shape)} and {_listed(b.shape)} not aligned: "
            f"{a.shape[axis]} (dim {axis}) != {b.shape[other]} (dim {other})"
        )
    if a.ndim == b.ndim == 1:
        dtype = common(a, b)
        first, second = cast(a._cell.fused(), dtype), cast(b._cell.fused(), dtype)
        return wrap(sum_of_products(first, second))
    return tensordot(a, b, axes=([axis], [other]))


def multiplied(a: GPUArray, b: GPUArray) -> GPUArray:
    """The matrix product in the common dtype."""
    dtype = common(a, b)
    a, b = a.astype(dtype, copy=False), b.astype(dtype, copy=False)
    return wrap(product(a._leaf(), b._leaf()))


def common(*arrays: GPUArray) -> numpy.dtype[Any]:
    """The dtype that products of items of these arrays have."""
    return storable(np.result_type(*[array.dtype for array in arrays]))


def _turned(array: GPUArray, axes: list[int]) -> GPUArray:
    if axes == list(range(array.ndim)):
        return array
    return array.transpose(axes)


def _times(a: GPUArray, b: GPUArray) -> GPUArray:
    found: GPUArray = np.multiply(a, b, dtype=common(a, b))
    return found


def into(found: GPUArray, out: Any) -> GPUArray:
    """A result in `out`, which must be just what would be made without it."""
    target = target_of(out)
    if target is None:
        return found
    plain = target.flags.c_contiguous
    if (target.shape, target.dtype) != (found.shape, found.dtype) or not plain:
        raise ValueError(
            "output array is not acceptable (must have the right datatype, number of "
            "dimensions, and be a C-Array)"
        )
    target._assign(found)
    return target


def _listed(shape: tuple[int, ...]) -> str:
    return f"({','.join(map(str, shape))}{',' * (len(shape) == 1)})"
