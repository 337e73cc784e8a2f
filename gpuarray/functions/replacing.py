"""Replacing items by conditions, in place: place, putmask, copyto.

A call that fails leaves the destination as it was. NumPy itself, called on tiny
stand-ins, says which dtypes may be written and which calls are errors.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuarray.algorithms import compaction, evaluation, indexing
from gpuarray.algorithms.evaluation import Cell
from gpuarray.algorithms.records import converted
from gpuarray.arrays.array_object import GPUArray, as_array, wrap
from gpuarray.functions.arguments import array_of, destination, operand, sample
from gpuarray.functions.elementwise import truth
from gpuarray.functions.picking import cycled
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import Node, broadcast, const
from gpuarray.runtime.transfers import implicit

DType = np.dtype[Any]


@implements(np.place)
def place(arr: GPUArray, mask: Any, vals: Any) -> None:
    """Write values, one a true item of the mask in order, begun anew when used up.

    mask: as many items as arr, in any shape. vals: of a dtype that casts safely. Waits
    for the number of true items (8 bytes). vals are read before arr is written, so they
    may be parts of it. ValueError for a mask of another size and
    for no values; then nothing is written. Source: numpy.place.
    """
    destination(arr, "arr")
    keep = array_of(mask)
    if keep.size != arr.size:
        raise ValueError("place: mask and data must be the same size")
    values = _safely(np.place, vals, arr.dtype)
    wanted = _keep(keep.reshape(arr.shape))
    if values.size == 1:
        arr._assign(broadcast(values.reshape(())._cell.node, arr.shape), wanted)
        return
    total = compaction.read_count(compaction.count(wanted))
    if total == 0:
        return
    if values.size == 0:
        raise ValueError("Cannot insert from an empty array!")
    leaf = cycled(values, (total,))
    marked = Cell(wanted)
    marked.count_is(total)
    indexing.put_through_mask(arr._leaf(), marked, evaluation.compute(leaf))


@implements(np.putmask)
def putmask(a: GPUArray, /, mask: Any, values: Any) -> None:
    """Write values[i] to item i where a mask is true, i beginning anew at their end.

    mask: as many items as a. values: of a dtype that casts safely. Does not wait.
    ValueError for a mask of another size; then nothing is written. Source:
    numpy.putmask.
    """
    destination(a, "a")
    keep = array_of(mask)
    if keep.size != a.size:
        raise ValueError("putmask: mask and data must be the same size")
    given = _safely(np.putmask, values, a.dtype)
    if given.size and a.size:
        a._assign(cycled(given, a.shape), _keep(keep.reshape(a.shape)))


@implements(np.copyto)
def copyto(
    dst: GPUArray, src: Any, casting: Any = "same_kind", where: Any = True
) -> None:
    """Write src to the items of dst where `where` is true; both broadcast to dst.

    Does not wait. TypeError if `casting` forbids it, ValueError if a shape does not
    fit; then nothing is written. Source: numpy.copyto.
    """
    destination(dst, "dst")
    value = operand(src)
    if not isinstance(where, GPUArray | np.ndarray):  # of anything else its truth
        where = np.asarray(where).astype(bool)
        where = where if where.ndim else bool(where)
    picks = where if isinstance(where, bool) else array_of(where)
    if (
        isinstance(picks, GPUArray)
        and lay.common_shape(picks.shape, dst.shape) != dst.shape
    ):
        raise ValueError(
            f"could not broadcast where mask from shape {picks.shape} into shape "
            f"{dst.shape}"
        )
    np.copyto(  # NumPy's own errors
        np.zeros((), dst.dtype), sample(value), casting=casting, where=sample(picks)
    )
    if not isinstance(value, GPUArray):
        value = as_array(np.array(value, dst.dtype))
    wanted = None
    if isinstance(picks, GPUArray):
        wanted = broadcast(picks._cell.node, dst.shape)
    elif not picks:
        wanted = broadcast(const(np.False_), dst.shape)
    dst._assign(_without_ones(value, dst.ndim), wanted)


def _without_ones(value: GPUArray, ndim: int) -> GPUArray:
    """Leading axes of length 1 that the destination lacks left out, as NumPy does."""
    extra = value.ndim - ndim
    if extra > 0 and value.shape[:extra] == (1,) * extra:
        return value.reshape(value.shape[extra:])
    return value


def _safely(function: Any, values: Any, dtype: DType) -> GPUArray:
    """The values of place or putmask on one axis, cast as that function casts."""
    if isinstance(values, GPUArray):
        sample = np.zeros(1, values.dtype)
        function(np.zeros(1, dtype), np.zeros(1, bool), sample)  # NumPy's own errors
        return wrap(converted(values.ravel()._cell.node, dtype))
    n = np.size(values)
    host = np.zeros(n, dtype)
    if n:
        function(host, np.ones(n, bool), values)
    else:
        function(np.zeros(1, dtype), np.zeros(1, bool), values)
    if n > 1:
        implicit("host_to_device", host.nbytes, f"{function.__name__} of host values")
    return as_array(host)


def _keep(array: GPUArray) -> Node:
    return truth(array._cell.fused())
