"""Making arrays: from host data, from a wgpu buffer, and from nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray import layout as lay
from gpuarray.array_object import GPUArray, _computable, as_array, blank, wrap
from gpuarray.device import adopt, current
from gpuarray.dispatch import implements
from gpuarray.dtypes import storable
from gpuarray.evaluation import Cell, broadcast
from gpuarray.expr import Iota, Leaf, Node, cast, const, op, where
from gpuarray.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Sequence

DType = np.dtype[Any]
FLOAT, INT = np.dtype(np.float64), np.dtype(np.int64)


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
    """As `asarray`, but an array of ours is copied. Source: numpy.array."""
    if isinstance(obj, GPUArray):
        result = asarray(obj, dtype, copy=copy)
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
    _computable(kept, held.owner)
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


def _shape(shape: Any) -> tuple[int, ...]:
    """The shape as NumPy reads it, with NumPy's errors."""
    lengths: tuple[int, ...] = np.empty(shape, "V0").shape
    return lengths


def _filled(shape: Any, value: Any, dtype: DType) -> GPUArray:
    target = storable(dtype)
    _computable(target, current())
    lengths = _shape(shape)
    result = wrap(blank(lengths, target))
    result[...] = value
    return result


def empty(shape: Any, dtype: Any = float, order: str = "C") -> GPUArray:
    """An array of undefined content. Source: numpy.empty."""
    target = storable(dtype)
    _computable(target, current())
    return _ordered(wrap(blank(_shape(shape)[:: _step(order)], target)), order)


def zeros(shape: Any, dtype: Any = float, order: str = "C") -> GPUArray:
    """An array of zeros. Source: numpy.zeros."""
    target = storable(dtype)
    _computable(target, current())
    leaf = blank(_shape(shape)[:: _step(order)], target)
    leaf.buffer.owner.clear(leaf.buffer)
    return _ordered(wrap(leaf), order)


def ones(shape: Any, dtype: Any = float, order: str = "C") -> GPUArray:
    """An array of ones. Source: numpy.ones."""
    return _ordered(_filled(_shape(shape)[:: _step(order)], 1, np.dtype(dtype)), order)


def full(shape: Any, fill_value: Any, dtype: Any = None, order: str = "C") -> GPUArray:
    """An array filled with a value, or with the values of one that broadcasts."""
    if dtype is None:
        value = (
            fill_value if isinstance(fill_value, GPUArray) else np.asarray(fill_value)
        )
        dtype = value.dtype
    value = fill_value
    lengths = _shape(shape)
    if _step(order) == 1:
        return _filled(lengths, value, np.dtype(dtype))
    result = empty(lengths, dtype, order)
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


def _like(prototype: Any, dtype: Any, shape: Any, order: str) -> tuple[Any, Any, str]:
    source = prototype if isinstance(prototype, GPUArray) else np.asarray(prototype)
    fortran = order == "F" or (order in "AK" and source.flags.fnc)
    return (
        source.shape if shape is None else shape,
        source.dtype if dtype is None else dtype,
        "F" if fortran else "C",
    )


@implements(np.empty_like)
def empty_like(
    prototype: Any,
    dtype: Any = None,
    order: str = "K",
    subok: bool = True,
    shape: Any = None,
) -> GPUArray:
    """An array of undefined content like another. Source: numpy.empty_like."""
    return empty(*_like(prototype, dtype, shape, order))


@implements(np.zeros_like)
def zeros_like(
    a: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None
) -> GPUArray:
    """An array of zeros like another. Source: numpy.zeros_like."""
    return zeros(*_like(a, dtype, shape, order))


@implements(np.ones_like)
def ones_like(
    a: Any, dtype: Any = None, order: str = "K", subok: bool = True, shape: Any = None
) -> GPUArray:
    """An array of ones like another. Source: numpy.ones_like."""
    return ones(*_like(a, dtype, shape, order))


@implements(np.full_like)
def full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: str = "K",
    subok: bool = True,
    shape: Any = None,
) -> GPUArray:
    """An array like another, filled with a value. Source: numpy.full_like."""
    lengths, kept, wanted = _like(a, dtype, shape, order)
    return full(lengths, fill_value, kept, wanted)


def _positions(n: int) -> Node:
    """0, 1, .., n-1 as int64."""
    return Iota(INT, (n,), Layout((n,), (1,)))


def arange(*args: Any, dtype: Any = None) -> GPUArray:
    """Evenly spaced values within an interval, as numpy.arange does.

    Integer ranges are made on the device; others are made by NumPy and uploaded,
    because the device has no float64 everywhere.
    """
    bounds = [a.item() if isinstance(a, GPUArray) else a for a in args]
    sample = np.arange(*bounds[:1], *bounds[1:], dtype=dtype) if _tiny(bounds) else None
    if sample is not None:
        return as_array(sample)
    start, step = 0, 1
    if len(bounds) == 1:
        stop = bounds[0]
    else:
        start, stop = bounds[:2]
        step = bounds[2] if len(bounds) > 2 else 1
    n = len(range(start, stop, step))
    kept = storable(INT if dtype is None else dtype)
    _computable(kept, current())
    node = op("mul_i64", INT, _positions(n), const(np.int64(step)))
    node = op("add_i64", INT, node, const(np.int64(start)))
    return wrap(cast(node, kept))


def _tiny(bounds: list[Any]) -> bool:
    """Whether NumPy should make the range: not all ints, or short."""
    if not bounds or len(bounds) > 3 or not all(type(b) is int for b in bounds):
        return True
    if any(abs(b) >= 1 << 62 for b in bounds) or (len(bounds) == 3 and not bounds[2]):
        return True
    return len(range(*bounds)) < 1024


def linspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Any = None,
    axis: int = 0,
) -> Any:
    """Evenly spaced numbers over an interval, made by NumPy and uploaded.

    Source: numpy.linspace. Returns (samples, step) if retstep.
    """
    start = start.get() if isinstance(start, GPUArray) else start
    stop = stop.get() if isinstance(stop, GPUArray) else stop
    made: Any = np.linspace(start, stop, num, endpoint, True, dtype, axis)  # type: ignore[call-overload]
    return (as_array(made[0]), made[1]) if retstep else as_array(made[0])


def eye(
    N: int,  # noqa: N803 - NumPy's name
    M: int | None = None,  # noqa: N803
    k: int = 0,
    dtype: Any = float,
    order: str = "C",
) -> GPUArray:
    """Ones on a diagonal and zeros elsewhere. Source: numpy.eye."""
    rows, columns = _shape((N, N if M is None else M))
    kept = storable(dtype)
    _computable(kept, current())
    shape = (rows, columns)
    row = Iota(INT, shape, Layout(shape, (1, 0)))
    column = Iota(INT, shape, Layout(shape, (0, 1)))
    shifted = op("add_i64", INT, row, const(np.int64(k)))
    one, zero = (broadcast(const(kept.type(v)), shape) for v in (1, 0))
    return wrap(where(op("eq_i64", np.dtype(bool), shifted, column), one, zero))


def identity(n: int, dtype: Any = float) -> GPUArray:
    """The square `eye`. Source: numpy.identity."""
    return eye(n, dtype=dtype)


__all__ = [
    "arange",
    "array",
    "asanyarray",
    "asarray",
    "ascontiguousarray",
    "asnumpy",
    "empty",
    "empty_like",
    "eye",
    "from_buffer",
    "full",
    "full_like",
    "identity",
    "linspace",
    "ones",
    "ones_like",
    "zeros",
    "zeros_like",
]
