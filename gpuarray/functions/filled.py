"""Arrays of zeros, ones, one value or whatever the memory holds."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuarray.algorithms.evaluation import Cell
from gpuarray.arrays.array_base import computable
from gpuarray.arrays.array_object import GPUArray, blank, wrap
from gpuarray.functions.creation import from_host, on_device
from gpuarray.runtime import layout as lay
from gpuarray.runtime.device import current
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.dtypes import default_dtype, storable
from gpuarray.runtime.expr import Leaf
from gpuarray.runtime.layout import Layout
from gpuarray.runtime.transfers import implicit

FLOAT = np.dtype(float)


def shape_of(shape: Any) -> tuple[int, ...]:
    """The shape as NumPy reads it, with NumPy's errors."""
    lengths: tuple[int, ...] = np.empty(shape, "V0").shape
    return lengths


def _memory(shape: Any, dtype: Any, order: Any) -> Leaf:
    """Memory for an array; the axes of a sub-array dtype come last, as in NumPy."""
    if dtype is None:
        dtype = default_dtype(FLOAT, current())
    target, lengths = storable(dtype), shape_of(shape)
    if target.subdtype is not None:
        target, inner = target.subdtype
        lengths += inner
    computable(target, current())
    return blank(lengths[::-1] if _is_fortran(order) else lengths, target)


@implements(np.empty)
def empty(
    shape: Any, dtype: Any = None, order: str | None = "C", *, device: Any = None
) -> GPUArray:
    """An array of undefined content.

    shape: int or tuple; dtype: default float64, or float32 on a device without it;
    order: "C" or "F"; device: such as `x.device`, default the current one. Does not
    wait. Raises TypeError for dtypes the device cannot hold, ValueError for negative
    lengths, MemoryError beyond the largest buffer. Source: numpy.empty.
    """
    with on_device(device):
        return _ordered(wrap(_memory(shape, dtype, order)), order)


@implements(np.zeros)
def zeros(
    shape: Any, dtype: Any = None, order: str | None = "C", *, device: Any = None
) -> GPUArray:
    """An array of zeros.

    Arguments and errors as `empty`. Does not wait.
    Source: numpy.zeros.
    """
    with on_device(device):
        leaf = _memory(shape, dtype, order)
        leaf.buffer.owner.clear(leaf.buffer)
        return _ordered(wrap(leaf), order)


@implements(np.ones)
def ones(
    shape: Any, dtype: Any = None, order: str | None = "C", *, device: Any = None
) -> GPUArray:
    """An array of ones.

    Arguments and errors as `empty`. Does not wait.
    Source: numpy.ones.
    """
    result = empty(shape, dtype, order, device=device)
    result[...] = np.ones((), result.dtype)
    return result


@implements(np.full)
def full(
    shape: Any,
    fill_value: Any,
    dtype: Any = None,
    order: str | None = "C",
    *,
    device: Any = None,
) -> GPUArray:
    """An array filled with a value, or with the values of one that broadcasts.

    shape, order, device: as `empty`; dtype: default the value's. Does not wait. Raises
    as NumPy for a value that the dtype cannot hold or that does not broadcast.
    Source: numpy.full.
    """
    value: Any = fill_value
    with on_device(device):
        if not isinstance(value, GPUArray):  # NumPy converts it, with its own errors
            kept = None if dtype is None else storable(dtype)
            host = np.full(np.shape(value), value, kept)
            if host.ndim and dtype is None:
                implicit("host_to_device", host.nbytes, "a value to fill with")
            value = host if dtype is not None else from_host(value, None, None)
        result = empty(shape, value.dtype if dtype is None else dtype, order)
        result[...] = value
        return result


def _is_fortran(order: Any) -> bool:
    found = lay.memory_order(order, "C")
    if found not in ("C", "F"):
        raise ValueError(f"only 'C' or 'F' order is permitted, not {order!r}")
    return found == "F"


def _ordered(made: GPUArray, order: Any) -> GPUArray:
    """An array made with reversed axes turned into Fortran order."""
    if not _is_fortran(order) or made.ndim < 2:
        return made
    leaf = made._leaf()
    layout, dtype = lay.apply(leaf.layout, leaf.dtype, lambda d: d.T)
    return GPUArray(Cell(Leaf(dtype, layout.shape, leaf.buffer, layout)))


def _like(
    prototype: Any, dtype: Any, shape: Any, order: str | None, device: Any
) -> GPUArray:
    """Memory for an array like another, in the order that NumPy would give it."""
    source = prototype if isinstance(prototype, GPUArray) else np.asarray(prototype)
    if device is None and isinstance(source, GPUArray):
        device = source.device
    kept = source.dtype if dtype is None else np.dtype(dtype)
    lengths = source.shape if shape is None else shape_of(shape)
    order = lay.memory_order(order)
    if order != "K" or len(lengths) != source.ndim or kept.subdtype is not None:
        fortran = order == "F" or (order == "A" and source.flags.fnc)
        return empty(lengths, kept, "F" if fortran else "C", device=device)
    leaf = empty(lengths, kept, device=device)._leaf()
    strides, step = [0] * len(lengths), kept.itemsize
    axes = lay.axes_in_memory(source.shape, source.strides, source.itemsize)
    for axis in reversed(axes):
        strides[axis] = step
        step *= lengths[axis]
    layout = leaf.layout if 0 in lengths else Layout(lengths, tuple(strides))
    return GPUArray(Cell(Leaf(leaf.dtype, lengths, leaf.buffer, layout)))


@implements(np.empty_like)
def empty_like(
    prototype: Any,
    dtype: Any = None,
    order: str | None = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> GPUArray:
    """An array of undefined content like another.

    dtype, order, shape, device: as NumPy, from the prototype where left out. Does not
    wait. Source: numpy.empty_like.
    """
    return _like(prototype, dtype, shape, order, device)


@implements(np.zeros_like)
def zeros_like(
    a: Any,
    dtype: Any = None,
    order: str | None = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> GPUArray:
    """An array of zeros like another.

    Arguments as `empty_like`. Does not wait.
    Source: numpy.zeros_like.
    """
    result = _like(a, dtype, shape, order, device)
    buffer = result._leaf().buffer
    buffer.owner.clear(buffer)
    return result


@implements(np.ones_like)
def ones_like(
    a: Any,
    dtype: Any = None,
    order: str | None = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> GPUArray:
    """An array of ones like another.

    Arguments as `empty_like`. Does not wait.
    Source: numpy.ones_like.
    """
    result = _like(a, dtype, shape, order, device)
    result[...] = np.ones((), result.dtype)
    return result


@implements(np.full_like)
def full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: str | None = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> GPUArray:
    """An array like another, filled with a value.

    Arguments as `empty_like`; fill_value broadcasts to the shape. Does not wait.
    Source: numpy.full_like.
    """
    result = _like(a, dtype, shape, order, device)
    if not isinstance(fill_value, GPUArray):
        fill_value = np.full(np.shape(fill_value), fill_value, result.dtype)
    result[...] = fill_value
    return result
