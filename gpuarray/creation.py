"""Making arrays: from host data, from a wgpu buffer, and from nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray import layout as lay
from gpuarray.array_base import computable
from gpuarray.array_object import GPUArray, as_array, blank, wrap
from gpuarray.device import adopt, current
from gpuarray.dispatch import implements
from gpuarray.dtypes import storable
from gpuarray.evaluation import Cell
from gpuarray.expr import Leaf
from gpuarray.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Sequence

DType = np.dtype[Any]
INT = np.dtype(np.int64)


def asarray(
    obj: Any, dtype: Any = None, order: Any = None, *, copy: bool | None = None
) -> GPUArray:
    """A device array of NumPy data, lists or scalars; an array of ours stays itself.

    Items keep NumPy's bytes; other byte orders are converted once. Uploads without
    waiting. copy: True always copies, False raises ValueError where a copy is needed
    (always, for host data). Raises TypeError for dtypes the device cannot hold.
    Source: numpy.asarray.
    """
    if isinstance(obj, GPUArray):
        target = obj.dtype if dtype is None else np.dtype(dtype)
        if copy is False and storable(target) != obj.dtype:
            raise ValueError("a copy is needed to convert the dtype, but copy=False")
        if order in ("C", "F") and not obj.flags[f"{order}_CONTIGUOUS"]:
            return obj.astype(target, order)
        return obj.astype(target, copy=bool(copy))
    if copy is False:
        raise ValueError(
            "host data cannot become a device array without a copy; leave copy unset"
        )
    if order in ("C", "F"):
        return as_array(np.asarray(obj, dtype, order=order))
    return as_array(obj, dtype)


def array(
    obj: Any,
    dtype: Any = None,
    *,
    copy: bool | None = True,
    order: Any = "K",
    ndmin: int = 0,
) -> GPUArray:
    """As `asarray`, but an array of ours is copied.

    ndmin: least number of axes. Other arguments and errors as `asarray`.
    Source: numpy.array.
    """
    if isinstance(obj, GPUArray):
        result = asarray(obj, dtype, copy=False if copy is False else None)
        if copy or result._axes_for(order) is not None:
            result = result.copy(order)
    else:
        result = asarray(obj, dtype, order, copy=None if copy else copy)
    if result.ndim < ndmin:
        result = result.reshape((1,) * (ndmin - result.ndim) + result.shape)
    return result


asanyarray = asarray


def ascontiguousarray(obj: Any, dtype: Any = None) -> GPUArray:
    """The array in C order, at least one axis; a copy only where needed."""
    result = asarray(obj, dtype)
    if result.ndim == 0:
        return result.reshape(1)
    return result if result.flags.c_contiguous else result.copy()


def asnumpy(obj: Any) -> np.ndarray[Any, Any]:
    """A NumPy array of a device array or anything NumPy takes; waits for the device."""
    return obj.get() if isinstance(obj, GPUArray) else np.asarray(obj)


def from_buffer(
    buffer: Any,
    dtype: Any,
    shape: int | Sequence[int] | None = None,
    offset: int = 0,
    strides: Sequence[int] | None = None,
) -> GPUArray:
    """An array over the memory of a `wgpu.GPUBuffer`, without a copy.

    dtype, shape, offset and strides (bytes): as numpy.ndarray; shape defaults to what
    fits on one axis. The buffer needs usage STORAGE | COPY_SRC | COPY_DST and the
    current device. Nothing that involves it is put off, so that other wgpu code may
    use it between two calls. Raises TypeError, ValueError.
    """
    held = adopt(buffer)
    kept = np.dtype(dtype)
    if storable(kept) != kept:
        raise TypeError(f"dtype {kept} has another byte order than the device")
    computable(kept, held.owner)
    if offset < 0 or offset > held.capacity:
        raise ValueError(f"offset must be in 0..{held.capacity}, not {offset}")
    if shape is None:
        shape = (held.capacity - offset) // kept.itemsize
    lengths = (shape,) if isinstance(shape, int) else tuple(shape)
    layout = lay.contiguous(lengths, kept.itemsize, offset)
    if strides is not None:
        if len(strides) != len(lengths):
            raise ValueError("strides and shape must have the same length")
        layout = Layout(lengths, tuple(strides), offset)
    low, high = lay.extent(layout, kept.itemsize)
    if low < 0 or (layout.size and high > held.capacity):
        raise ValueError(
            f"shape {lengths} with these strides needs bytes {low}..{high} of a buffer "
            f"of {held.capacity}"
        )
    return GPUArray(Cell(Leaf(kept, lengths, held, layout)))


# ---- from nothing


def shape_of(shape: Any) -> tuple[int, ...]:
    """The shape as NumPy reads it, with NumPy's errors."""
    lengths: tuple[int, ...] = np.empty(shape, "V0").shape
    return lengths


def _memory(shape: Any, dtype: Any, order: str) -> Leaf:
    """Memory for an array; the axes of a sub-array dtype come last, as in NumPy."""
    target, lengths = storable(dtype), shape_of(shape)
    if target.subdtype is not None:
        target, inner = target.subdtype
        lengths += inner
    computable(target, current())
    return blank(lengths[:: _step(order)], target)


def empty(shape: Any, dtype: Any = float, order: str = "C") -> GPUArray:
    """An array of undefined content.

    shape: int or tuple; dtype: default float64, which the device must have; order:
    "C" or "F". Does not wait. Raises TypeError for dtypes the device cannot hold,
    ValueError for negative lengths, MemoryError beyond the largest buffer.
    Source: numpy.empty.
    """
    return _ordered(wrap(_memory(shape, dtype, order)), order)


def zeros(shape: Any, dtype: Any = float, order: str = "C") -> GPUArray:
    """An array of zeros.

    Arguments and errors as `empty`. Does not wait.
    Source: numpy.zeros.
    """
    leaf = _memory(shape, dtype, order)
    leaf.buffer.owner.clear(leaf.buffer)
    return _ordered(wrap(leaf), order)


def ones(shape: Any, dtype: Any = float, order: str = "C") -> GPUArray:
    """An array of ones.

    Arguments and errors as `empty`. Does not wait.
    Source: numpy.ones.
    """
    result = empty(shape, dtype, order)
    result[...] = np.ones((), result.dtype)
    return result


def full(shape: Any, fill_value: Any, dtype: Any = None, order: str = "C") -> GPUArray:
    """An array filled with a value, or with the values of one that broadcasts.

    shape, order: as `empty`; dtype: default the value's. Does not wait. Raises as NumPy
    for a value that the dtype cannot hold or that does not broadcast.
    Source: numpy.full.
    """
    value: Any = fill_value
    if not isinstance(value, GPUArray):  # NumPy converts it, with its own errors
        kept = None if dtype is None else storable(dtype)
        value = np.full(np.shape(value), value, kept)
    result = empty(shape, value.dtype if dtype is None else dtype, order)
    result[...] = value
    return result


def _step(order: str) -> int:
    if order not in ("C", "F"):
        raise ValueError(f"only 'C' or 'F' order is permitted, not {order!r}")
    return -1 if order == "F" else 1


def _ordered(made: GPUArray, order: str) -> GPUArray:
    """An array made with reversed axes turned into Fortran order."""
    if order == "C" or made.ndim < 2:
        return made
    leaf = made._leaf()
    layout, dtype = lay.apply(leaf.layout, leaf.dtype, lambda d: d.T)
    return GPUArray(Cell(Leaf(dtype, layout.shape, leaf.buffer, layout)))


def _like(prototype: Any, dtype: Any, shape: Any, order: str) -> GPUArray:
    """Memory for an array like another, in the order that NumPy would give it."""
    source = prototype if isinstance(prototype, GPUArray) else np.asarray(prototype)
    kept = source.dtype if dtype is None else np.dtype(dtype)
    lengths = source.shape if shape is None else shape_of(shape)
    if order not in ("C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")
    if order != "K" or len(lengths) != source.ndim or kept.subdtype is not None:
        fortran = order == "F" or (order == "A" and source.flags.fnc)
        return empty(lengths, kept, "F" if fortran else "C")
    leaf = empty(lengths, kept)._leaf()
    strides, step = [0] * len(lengths), kept.itemsize
    for axis in reversed(lay.axes_by_stride(source.strides)):
        strides[axis] = step
        step *= lengths[axis]
    layout = leaf.layout if 0 in lengths else Layout(lengths, tuple(strides))
    return GPUArray(Cell(Leaf(leaf.dtype, lengths, leaf.buffer, layout)))


@implements(np.empty_like)
def empty_like(
    prototype: Any,
    dtype: Any = None,
    order: str = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> GPUArray:
    """An array of undefined content like another.

    dtype, order, shape: as NumPy, from the prototype where left out. Does not wait.
    Source: numpy.empty_like.
    """
    return _like(prototype, dtype, shape, order)


@implements(np.zeros_like)
def zeros_like(
    a: Any,
    dtype: Any = None,
    order: str = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> GPUArray:
    """An array of zeros like another.

    Arguments as `empty_like`. Does not wait.
    Source: numpy.zeros_like.
    """
    result = _like(a, dtype, shape, order)
    buffer = result._leaf().buffer
    buffer.owner.clear(buffer)
    return result


@implements(np.ones_like)
def ones_like(
    a: Any,
    dtype: Any = None,
    order: str = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> GPUArray:
    """An array of ones like another.

    Arguments as `empty_like`. Does not wait.
    Source: numpy.ones_like.
    """
    result = _like(a, dtype, shape, order)
    result[...] = np.ones((), result.dtype)
    return result


@implements(np.full_like)
def full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: str = "K",
    subok: bool = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> GPUArray:
    """An array like another, filled with a value.

    Arguments as `empty_like`; fill_value broadcasts to the shape. Does not wait.
    Source: numpy.full_like.
    """
    result = _like(a, dtype, shape, order)
    if not isinstance(fill_value, GPUArray):
        fill_value = np.full(np.shape(fill_value), fill_value, result.dtype)
    result[...] = fill_value
    return result


__all__ = [
    "array",
    "asanyarray",
    "asarray",
    "ascontiguousarray",
    "asnumpy",
    "empty",
    "empty_like",
    "from_buffer",
    "full",
    "full_like",
    "ones",
    "ones_like",
    "zeros",
    "zeros_like",
]
