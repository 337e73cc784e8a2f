"""Sorting along an axis: sort, argsort, lexsort, partition and their kin.

All sorts are stable, so `kind` only chooses between errors. The order is NumPy's: NaN
last whatever its sign, -0.0 equal to 0.0, records by their fields, strings by bytes.
Sorts wait for the device only where an axis is longer than a workgroup's tile and there
are at least 2**20 items of 4 or 8 bytes: 16 bytes say which bits of the keys differ.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.algorithms import radix, sort_keys
from gpuarray.algorithms.reduction import leaf
from gpuarray.arrays.array_object import GPUArray, as_array, wrap
from gpuarray.functions.accumulation import host, stand_in
from gpuarray.functions.arguments import array_of, gives_scalars
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import Leaf, broadcast, const

INT64 = np.dtype(np.int64)


@implements(np.sort)
def sort(
    a: Any,
    axis: int | None = -1,
    kind: Any = None,
    order: Any = None,
    *,
    stable: bool | None = None,
    descending: bool = False,
) -> GPUArray:
    """A sorted copy along an axis; of all items in C order if it is None.

    kind, stable: accepted, all sorts are stable. order: the names of the fields that
    records are sorted by first. descending: from the largest item, NaN first; equal
    items keep their order. Items keep their bits. Waits for nothing, but for 16 bytes
    where a long axis of many items is sorted. AxisError, ValueError as numpy.sort.
    Source: numpy.sort.
    """
    array = as_array(a)
    np.sort(stand_in(array), axis, kind, order, stable=stable)  # its errors
    rows = _Rows(array, axis)
    if sort_keys.is_plain(array.dtype):
        return rows.back(radix.sort(rows.node, rows.n, descending))
    found = radix.argsort(_keys(rows, order), rows.n, descending, radix.UINT32)
    return rows.back(radix.taken(rows.node, found, rows.n))


@implements(np.argsort)
def argsort(
    a: Any,
    axis: int | None = -1,
    kind: Any = None,
    order: Any = None,
    *,
    stable: bool | None = None,
    descending: bool = False,
) -> GPUArray:
    """The int64 positions along an axis that sort an array, stably; see sort.

    axis None: positions of all items in C order. Source: numpy.argsort.
    """
    array = as_array(a)
    np.argsort(stand_in(array), axis, kind, order, stable=stable)  # its errors
    rows = _Rows(array if array.ndim else array.reshape(1), axis)
    return rows.back(radix.argsort(_keys(rows, order), rows.n, descending))


def _keys(rows: _Rows, order: Any) -> list[Any]:
    names = (order,) if isinstance(order, str) else order
    return sort_keys.keys(rows.node, names)


class _Rows:
    """An array as rows of n items to be sorted: the axis moved to the end."""

    def __init__(self, array: GPUArray, axis: Any) -> None:
        if axis is None:
            array, axis = array.reshape(-1), 0
        self.axis = normalize_axis_index(operator.index(host(axis)), array.ndim)
        last = self.axis == array.ndim - 1
        if not last:
            array = array._view(lambda d: np.moveaxis(d, self.axis, -1))
        self.node = array._cell.fused() if last else array._leaf()
        self.shape = array.shape
        self.n = max(array.shape[-1], 1)

    def back(self, found: Leaf) -> GPUArray:
        """A result in the rows' shape as an array with the axis in its place."""
        result = wrap(leaf(found.buffer, found.dtype, self.shape))
        if self.axis == len(self.shape) - 1:
            return result
        return result._view(lambda d: np.moveaxis(d, -1, self.axis)).copy()


@implements(np.sort_complex)
def sort_complex(a: Any) -> GPUArray:
    """A sorted copy along the last axis, as complex numbers.

    complex64 of integers of at most 16 bits and of complex64, else complex128. Does not
    wait beyond sort's glance. Source: numpy.sort_complex.
    """
    array = as_array(a)
    dtype = np.sort_complex(stand_in(array)).dtype
    return sort(array).astype(dtype, copy=False)


@implements(np.lexsort)
@gives_scalars
def lexsort(keys: Any, axis: int = -1) -> GPUArray:
    """The int64 positions that sort by several keys, of which the last weighs most.

    keys: arrays of one shape, or an array whose first axis they are. Waits as sort
    does, once a key. TypeError for no keys, ValueError for unequal shapes, AxisError.
    Source: numpy.lexsort.
    """
    if isinstance(keys, GPUArray):
        if keys.ndim == 0:
            np.lexsort(np.zeros((), keys.dtype), axis)
        arrays = [keys[k] for k in range(len(keys))]
    else:
        arrays = [array_of(key) for key in keys]
    if len({array.shape for array in arrays}) > 1:
        raise ValueError("all keys need to be the same shape")
    np.lexsort([stand_in(array) for array in arrays], axis)  # its errors
    if arrays[0].ndim == 0:
        return wrap(broadcast(const(np.int64(0)), ()))
    rows = [_Rows(array, axis) for array in arrays]
    found = [key for row in reversed(rows) for key in sort_keys.keys(row.node)]
    return rows[0].back(radix.argsort(found, rows[0].n))


# ---- partitions, which a sort fulfils


@implements(np.partition)
def partition(
    a: Any,
    kth: Any,
    axis: int | None = -1,
    kind: Any = "introselect",
    order: Any = None,
) -> GPUArray:
    """A copy in which item kth of an axis is where sorting puts it; the axis is sorted.

    Smaller items are before it and larger ones behind. kth: an int or several; one on
    the device is read (a wait). ValueError if one is past the axis, otherwise as sort.
    Source: numpy.partition.
    """
    array = as_array(a)
    _check_kth(array, kth, axis)
    np.partition(stand_in(array)[..., :0], 0, -1, kind, order)  # its errors
    return sort(array, axis, order=order)


@implements(np.argpartition)
def argpartition(
    a: Any,
    kth: Any,
    axis: int | None = -1,
    kind: Any = "introselect",
    order: Any = None,
) -> GPUArray:
    """The int64 positions along an axis that partition an array; see partition.

    Source: numpy.argpartition.
    """
    array = as_array(a)
    if array.ndim == 0:
        array = array.reshape(1)
    _check_kth(array, kth, axis)
    np.argpartition(stand_in(array)[..., :0], 0, -1, kind, order)  # its errors
    return argsort(array, axis, order=order)


def _check_kth(array: GPUArray, kth: Any, axis: Any) -> None:
    """Raise where NumPy refuses positions along an axis."""
    places = np.asarray(host(kth))
    np.partition(np.zeros(0), np.zeros(places.shape, places.dtype))
    if axis is None:
        n = array.size
    else:
        n = array.shape[normalize_axis_index(operator.index(axis), array.ndim)]
    turned = np.where(places < 0, places + n, places)
    outside = (turned < 0) | (turned >= n)
    if array.size and outside.any():
        raise ValueError(f"kth(={turned[outside].flat[0]}) out of bounds ({n})")
