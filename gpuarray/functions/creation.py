"""Making arrays of host data, and over the memory of a wgpu buffer."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms.evaluation import Cell, compute
from gpuarray.arrays.array_base import computable
from gpuarray.arrays.array_object import GPUArray, as_array, wrap
from gpuarray.arrays.array_standard import require_device
from gpuarray.runtime import layout as lay
from gpuarray.runtime.device import adopt, current, use_profile
from gpuarray.runtime.dispatch import Counted, implements
from gpuarray.runtime.dtypes import default_dtype, native_storable, storable
from gpuarray.runtime.expr import Leaf
from gpuarray.runtime.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

DType = np.dtype[Any]


@contextmanager
def on_device(device: Any) -> Iterator[None]:
    """Within the block arrays are made on the device that the argument names."""
    if device is None or require_device(device) is current():
        yield
    else:
        with use_profile(device):
            yield


def kept_on(device: Any, made: GPUArray) -> GPUArray:
    """The array, computed: an expression without a buffer is of no device yet."""
    if device is not None:
        made._leaf()
    return made


def from_host(value: Any, dtype: Any, order: Any, **options: Any) -> GPUArray:
    """Host data on the current device; Python's floats take its default dtype."""
    if isinstance(value, list | tuple) and _holds_arrays(value):
        return asarray(_stacked(value, dtype), order=order)
    host = np.array(value, dtype, order=order, copy=None, **options)
    if dtype is None and host.dtype.kind in "fc":
        kept = default_dtype(host.dtype, current())
        if kept != host.dtype and _is_python(value):
            host = host.astype(kept)
    return as_array(host)


def _is_python(value: Any) -> bool:
    """Whether a value is Python's numbers, alone or in lists, without a dtype."""
    if isinstance(value, list | tuple):
        return all(map(_is_python, value))
    return type(value) in (bool, int, float, complex)


def _holds_arrays(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(map(_holds_arrays, value))
    return isinstance(value, GPUArray)


def _stacked(value: Any, dtype: Any) -> GPUArray:
    """Nested lists in which device arrays stand for their rows."""
    parts = [from_host(p, None, "K") if _holds_arrays(p) else p for p in value]
    shapes = {np.shape(part) for part in parts}
    if len(shapes) > 1:
        raise ValueError(
            "setting an array element with a sequence. The requested array has an "
            "inhomogeneous shape: its parts have the shapes "
            + ", ".join(map(str, sorted(shapes)))
        )
    made: GPUArray = np.stack([as_array(part) for part in parts])  # type: ignore
    return made if dtype is None else made.astype(dtype, copy=False)


@implements(np.asarray)
def asarray(
    a: Any,
    dtype: Any = None,
    order: Any = None,
    *,
    device: Any = None,
    copy: bool | None = None,
) -> GPUArray:
    """A device array of NumPy data, lists or scalars; an array of ours stays itself.

    Items keep NumPy's bytes; other byte orders are converted once. Uploads without
    waiting. copy: True always copies, as does None an item that stands for a NumPy
    scalar and never changes; False raises ValueError where a copy is needed
    (always, for host data). device: default where the array is, or the current one.
    Of a Compacted it is `array()`, which waits for the count. Raises TypeError for
    dtypes the device cannot hold. Source: numpy.asarray.
    """
    if isinstance(a, Counted):
        a = a.array()
    if isinstance(a, GPUArray) and device not in (None, a.device):
        if copy is False:
            raise ValueError("another device needs a copy, but copy=False")
        a, copy = a.to_device(device), None
    if isinstance(a, GPUArray):
        target = a.dtype if dtype is None else np.dtype(dtype)
        if not copy and lay.memory_order(order) == "A":
            order = "K"  # any order will do
        if copy is False and storable(target) != a.dtype:
            raise ValueError("a copy is needed to convert the dtype, but copy=False")
        if copy is False and not a._is_in(order):
            raise ValueError("a copy is needed for this order, but copy=False")
        found = a.astype(target, order, copy=bool(copy))
        if found._scalar and copy is not False:  # which never changes, unlike an array
            found = wrap(compute(found._leaf()))
        return found
    if copy is False:
        raise ValueError(
            "host data cannot become a device array without a copy; leave copy unset"
        )
    with on_device(device):
        return kept_on(device, from_host(a, dtype, order))


@implements(np.array)
def array(
    object: Any,
    dtype: Any = None,
    *,
    copy: bool | None = True,
    order: Any = "K",
    subok: bool = False,
    ndmin: int = 0,
    ndmax: int = 0,
) -> GPUArray:
    """As `asarray`, but an array of ours is copied.

    ndmin, ndmax: least and most axes, the latter from nested lists. Other arguments
    and errors as `asarray`. Source: numpy.array.
    """
    if isinstance(object, GPUArray):
        result = asarray(object, dtype, order, copy=copy)
    elif ndmax:
        result = from_host(object, dtype, order, ndmax=ndmax)
    else:
        if copy and isinstance(object, np.ndarray):
            object = _laid_as_copy(object, order)
        result = asarray(object, dtype, order, copy=None if copy else copy)
    if result.ndim < ndmin:
        result = result.reshape((1,) * (ndmin - result.ndim) + result.shape)
    return result


def _laid_as_copy(host: Any, order: Any) -> Any:
    """A host array whose axes of length 1 have the strides that a copy would have."""
    if not (host.flags.c_contiguous and host.flags.f_contiguous):
        return host
    fortran = lay.memory_order(order) == "F"
    return host.reshape(-1).reshape(host.shape, order="F" if fortran else "C")


asanyarray = implements(np.asanyarray)(asarray)


@implements(np.ascontiguousarray)
def ascontiguousarray(a: Any, dtype: Any = None) -> GPUArray:
    """The array in C order, at least one axis; a copy only where needed.

    Does not wait. Source: numpy.ascontiguousarray.
    """
    result = asarray(a, dtype)
    if result.ndim == 0:
        return result.reshape(1)
    return result if result.flags.c_contiguous else result.copy()


def asarray_chkfinite(a: Any, dtype: Any = None, order: Any = None) -> GPUArray:
    """The array as `asarray` gives it, if it holds neither infinities nor NaN.

    Waits for the device, one byte; else ValueError. Source: numpy.asarray_chkfinite.
    """
    made = asarray(a, dtype, order)
    if made.dtype.kind in "fc" and not bool(np.all(np.isfinite(made))):
        raise ValueError("array must not contain infs or NaNs")
    return made


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
    kept = native_storable(dtype)
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


__all__ = [
    "array",
    "asanyarray",
    "asarray",
    "asarray_chkfinite",
    "ascontiguousarray",
    "asnumpy",
    "from_buffer",
]
