"""Arrays of numbers in a row, and of ones on a diagonal."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from gpuarray.arrays.array_base import computable
from gpuarray.arrays.array_object import GPUArray, as_array, wrap
from gpuarray.functions.creation import kept_on, on_device
from gpuarray.functions.filled import FLOAT, shape_of, zeros
from gpuarray.runtime.device import current
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.dtypes import ROWS, default_dtype, storable
from gpuarray.runtime.expr import Iota, Node, broadcast, cast, const, op, where
from gpuarray.runtime.layout import Layout

xp: Any = np  # its stubs do not know arrays that implement its protocols
INT = np.dtype(np.int64)


def _positions(n: int) -> Node:
    """0, 1, .., n-1 as int64."""
    return Iota(INT, (n,), Layout((n,), (1,)))


@implements(np.arange)
def arange(
    start: Any = None,
    stop: Any = None,
    step: Any = None,
    dtype: Any = None,
    *,
    device: Any = None,
) -> GPUArray:
    """Evenly spaced values within an interval: arange([start,] stop[, step], dtype).

    Long integer ranges are made on the device; others by NumPy and uploaded, because
    NumPy computes them in float64, which not every device has. Arguments on the device
    are waited for. Raises as NumPy. Source: numpy.arange.
    """
    given = {"stop": stop, "step": step}
    if start is not None:
        given = {"start": start, **given}
    numbers = {
        name: value.item() if isinstance(value, GPUArray) else value
        for name, value in given.items()
        if value is not None
    }
    with on_device(device):
        steps = _long_range(numbers)
        if steps is None:
            return _by_numpy(numbers, dtype)
        kept = storable(INT if dtype is None else dtype)
        computable(kept, current())
        current().pool.require_room(len(steps) * kept.itemsize)
        node = op("mul_i64", INT, _positions(len(steps)), const(np.int64(steps.step)))
        node = op("add_i64", INT, node, const(np.int64(steps.start)))
        return kept_on(device, wrap(cast(node, kept)))


def _by_numpy(numbers: dict[str, Any], dtype: Any) -> GPUArray:
    """NumPy's range, or its error, on the device."""
    first = [numbers.pop("start")] if "start" in numbers else []
    made: Any = np.arange(*first, **numbers, dtype=dtype)
    if dtype is None and not any(hasattr(n, "dtype") for n in (*first, *numbers)):
        made = made.astype(default_dtype(made.dtype, current()), copy=False)
    return as_array(made)


def _long_range(numbers: dict[str, Any]) -> range | None:
    """The range if the arguments are ints and it is worth making on the device."""
    given = numbers.values()
    if not given or any(type(n) is not int or abs(n) >= 1 << 62 for n in given):
        return None
    if numbers.get("step") == 0:
        return None
    start, stop = numbers.get("start", 0), numbers.get("stop")
    if stop is None:
        start, stop = 0, start
    found = range(start, stop, numbers.get("step", 1))
    return found if len(found) >= 1024 else None


@implements(np.linspace)
def linspace(
    start: Any,
    stop: Any,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: Any = None,
    axis: int = 0,
    *,
    device: Any = None,
) -> Any:
    """Evenly spaced numbers over an interval, or over each of an array of intervals.

    Returns (samples, step) if retstep. Numbers are spaced by NumPy and uploaded; arrays
    of the device are worked with there. Does not wait. Raises as NumPy.
    Source: numpy.linspace.
    """
    with on_device(device):
        if isinstance(start, GPUArray) or isinstance(stop, GPUArray):
            return _between(start, stop, num, endpoint, retstep, dtype, axis)
        samples, step = xp.linspace(start, stop, num, endpoint, True, dtype, axis)
        if dtype is None and not hasattr(start, "dtype") and not hasattr(stop, "dtype"):
            kept = default_dtype(samples.dtype, current())
            samples, step = samples.astype(kept, copy=False), kept.type(step)
        return (as_array(samples), as_array(step)) if retstep else as_array(samples)


def _between(
    start: Any,
    stop: Any,
    num: int,
    endpoint: bool,
    retstep: bool,
    dtype: Any,
    axis: int,
) -> Any:
    """`linspace` of device arrays, by NumPy's formula."""
    samples = [np.zeros((), getattr(end, "dtype", None)) for end in (start, stop)]
    wide = xp.linspace(*samples, num=min(num, 0)).dtype  # or NumPy's error
    kept = wide if dtype is None else np.dtype(dtype)
    first, last = (as_array(end).astype(wide) for end in (start, stop))
    gap = last - first
    parts = operator.index(num) - bool(endpoint)
    number = arange(num).astype(wide).reshape((-1,) + (1,) * gap.ndim)
    step = gap / parts if parts > 0 else gap * np.nan
    if parts > 0:  # a step that underflows is divided last, as NumPy does
        tiny = xp.any(step == 0)
        made = xp.where(tiny, number / parts * gap, number * step) + first
    else:
        made = number * gap + first
    if endpoint and num > 1:
        made[-1, ...] = last
    if kept.kind in "iu":
        made = xp.floor(made)
    made = xp.moveaxis(made, 0, axis).astype(kept, copy=False)
    return (made, step) if retstep else made


@implements(np.eye)
def eye(
    N: int,  # noqa: N803 - NumPy's name
    M: int | None = None,  # noqa: N803
    k: int = 0,
    dtype: Any = None,
    order: str = "C",
    *,
    device: Any = None,
) -> GPUArray:
    """Ones on a diagonal and zeros elsewhere.

    N, M: rows and columns (M defaults to N); k: the diagonal, 0 the main one. Does not
    wait. Raises as `empty`. Source: numpy.eye.
    """
    with on_device(device):
        rows, columns = shape = shape_of((N, N if M is None else M))
        k = max(-rows, min(operator.index(k), columns))
        kept = default_dtype(FLOAT, current()) if dtype is None else storable(dtype)
        computable(kept, current())
        current().pool.require_room(rows * columns * kept.itemsize)
        if kept not in ROWS:
            text = zeros(shape, kept, order)
            if -rows < k < columns:
                text._view(lambda d: d.diagonal(k))[...] = 1
            return text
        k = max(-rows, min(columns, operator.index(k)))  # ones beyond are none
        row = Iota(INT, shape, Layout(shape, (1, 0)))
        column = Iota(INT, shape, Layout(shape, (0, 1)))
        shifted = op("add_i64", INT, row, const(np.int64(k)))
        one, zero = (broadcast(const(kept.type(v)), shape) for v in (1, 0))
        made = wrap(where(op("eq_i64", np.dtype(bool), shifted, column), one, zero))
        return kept_on(device, made.copy("F") if order == "F" else made)


@implements(np.identity)
def identity(n: int, dtype: Any = None) -> GPUArray:
    """The square `eye`.

    n: rows and columns. Does not wait. Raises as `empty`.
    Source: numpy.identity.
    """
    return eye(n, dtype=dtype)


__all__ = ["arange", "eye", "identity", "linspace"]
