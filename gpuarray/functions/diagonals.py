"""Diagonals and triangles: diag, diagflat, fill_diagonal, tri, tril, triu, trace.

A triangle is an expression of the row and the column, so that it fuses with what reads
it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gpuarray.algorithms.evaluation import compute, operands
from gpuarray.arrays.array_base import computable
from gpuarray.arrays.array_object import GPUArray, as_array, wrap
from gpuarray.functions.arguments import destination
from gpuarray.functions.filled import zeros
from gpuarray.functions.picking import put
from gpuarray.runtime.device import current
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.dtypes import ROWS, storable
from gpuarray.runtime.expr import (
    WORD_SIZES,
    Iota,
    Node,
    broadcast,
    cast,
    const,
    op,
    where,
)
from gpuarray.runtime.layout import Layout, Shape

BOOL = np.dtype(bool)
INT32 = np.dtype(np.int32)
INT64 = np.dtype(np.int64)


@implements(np.diagonal)
def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> GPUArray:
    """A read-only view of the diagonals.

    Source: numpy.diagonal.
    """
    return as_array(a).diagonal(offset, axis1, axis2)


@implements(np.diag)
def diag(v: Any, k: int = 0) -> GPUArray:
    """A square matrix with a 1-D array on a diagonal, or a diagonal of a matrix.

    k: the diagonal, 0 the main one, above it positive. The diagonal of a matrix is a
    read-only view. Does not wait. ValueError for other ranks. Source: numpy.diag.
    """
    array = as_array(v)
    if array.ndim == 2:
        return array.diagonal(k)
    if array.ndim != 1:
        raise ValueError("Input must be 1- or 2-d.")
    n = array.size + abs(k)
    result = zeros((n, n), array.dtype)
    first = k if k >= 0 else -k * n
    end = first + array.size * (n + 1)
    result.reshape(-1)[first : end : n + 1] = array
    return result


@implements(np.diagflat)
def diagflat(v: Any, k: int = 0) -> GPUArray:
    """A square matrix with all items of an array, in C order, on a diagonal.

    k: as for `diag`. Does not wait. Source: numpy.diagflat.
    """
    return diag(as_array(v).ravel(), k)


@implements(np.fill_diagonal)
def fill_diagonal(a: GPUArray, val: Any, wrap: bool = False) -> None:
    """Write a value, or values over and over, to the main diagonal of an array.

    a: two axes, or more of one length. val: taken in C order. wrap: begin anew below
    the square part of a tall matrix. Does not wait. ValueError for other shapes.
    Source: numpy.fill_diagonal.
    """
    destination(a, "a")
    if a.ndim < 2:
        raise ValueError("array must be at least 2-d")
    if a.ndim == 2:
        columns = a.shape[1]
        step = columns + 1
        end = a.size if wrap else min(a.size, columns * columns)
    else:
        if len(set(a.shape)) != 1:
            raise ValueError("All dimensions of input must be of equal length")
        step = 1 + sum(a.shape[0] ** d for d in range(1, a.ndim))
        end = a.size
    count = len(range(0, end, step))
    if count:
        put(a, _progression(count, step), val)


def _progression(count: int, step: int) -> GPUArray:
    """0, step, 2 step, .. as int64."""
    place = Iota(INT64, (count,), Layout((count,), (1,)))
    return wrap(op("mul_i64", INT64, place, const(np.int64(step))))


# ---- triangles


def tri(
    N: int,  # noqa: N803 - NumPy's name
    M: int | None = None,  # noqa: N803
    k: int = 0,
    dtype: Any = float,
) -> GPUArray:
    """Ones at and below a diagonal, zeros above.

    N, M: rows and columns (M defaults to N); k: the diagonal, above the main one
    positive. Does not wait. TypeError for dtypes the device lacks. Source: numpy.tri.
    """
    shape = tuple(max(math.ceil(n), 0) for n in (N, N if M is None else M))
    kept = storable(dtype)
    computable(kept, current())
    current().pool.require_room(shape[0] * shape[1] * kept.itemsize)
    below = _below(shape, k)
    if kept in ROWS:
        return wrap(cast(below, kept))
    return wrap(compute(below)).astype(kept)


@implements(np.tril)
def tril(m: Any, k: int = 0) -> GPUArray:
    """A copy with zeros above a diagonal of the last two axes.

    k: the diagonal, above the main one positive. 1-D: the array is every row. Does not
    wait. Source: numpy.tril.
    """
    return _triangle(m, k, lower=True)


@implements(np.triu)
def triu(m: Any, k: int = 0) -> GPUArray:
    """A copy with zeros below a diagonal of the last two axes.

    k: the diagonal, above the main one positive. 1-D: the array is every row. Does not
    wait. Source: numpy.triu.
    """
    return _triangle(m, k - 1, lower=False)


def _triangle(m: Any, k: int, *, lower: bool) -> GPUArray:
    array = as_array(m)
    if not array.ndim:
        np.tril(np.zeros(()))  # raises, in NumPy's words
    shape = array.shape if array.ndim > 1 else array.shape * 2
    (node,) = operands(array._cell)
    node, below = broadcast(node, shape), _below(shape, k)
    zero = broadcast(zeros((), array.dtype)._cell.node, shape)
    if array.itemsize in WORD_SIZES:
        zero = broadcast(const(np.zeros((), array.dtype)), shape)
    return wrap(where(below, node, zero) if lower else where(below, zero, node))


def _below(shape: Shape, k: int) -> Node:
    """Whether an item's column is at most its row plus k."""
    rows, columns = shape[-2:]
    wide = rows + columns >= 2**31
    dtype, prefix = (INT64, "i64") if wide else (INT32, "i32")
    k = min(max(math.trunc(k), -rows), columns)
    outer = (0,) * (len(shape) - 2)
    row = Iota(dtype, shape, Layout(shape, (*outer, 1, 0)))
    column = Iota(dtype, shape, Layout(shape, (*outer, 0, 1)))
    limit = op(f"add_{prefix}", dtype, row, const(dtype.type(k)))
    return op(f"le_{prefix}", BOOL, column, limit)


@implements(np.trace)
def trace(
    a: Any,
    offset: int = 0,
    axis1: int = 0,
    axis2: int = 1,
    dtype: Any = None,
    out: Any = None,
) -> Any:
    """The sum of a diagonal of two axes.

    a of shape (.., n, m, ..): the result lacks both axes; small integers are added in
    int64, as `sum`. Does not wait. ValueError for less than two axes. Source:
    numpy.trace.
    """
    diagonals = as_array(a).diagonal(offset, axis1, axis2)
    return np.sum(diagonals, -1, dtype, out)
