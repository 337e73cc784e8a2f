"""Arrays made by a rule: ranges, grids of numbers and the unit matrix."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuarray.array_base import computable
from gpuarray.array_object import GPUArray, as_array, wrap
from gpuarray.creation import shape_of, zeros
from gpuarray.device import current
from gpuarray.dtypes import ROWS, storable
from gpuarray.expr import Iota, Node, broadcast, cast, const, op, where
from gpuarray.layout import Layout

INT = np.dtype(np.int64)


def _positions(n: int) -> Node:
    """0, 1, .., n-1 as int64."""
    return Iota(INT, (n,), Layout((n,), (1,)))


def arange(*args: Any, dtype: Any = None, **kwargs: Any) -> GPUArray:
    """Evenly spaced values within an interval: arange([start,] stop[, step], dtype).

    Long integer ranges are made on the device; others by NumPy and uploaded, because
    NumPy computes them in float64, which not every device has. Source: numpy.arange.
    """
    given = [a.item() if isinstance(a, GPUArray) else a for a in args]
    if len(given) == 4 and dtype is None:
        dtype = given.pop()
    if kwargs or not _is_long_integer_range(given):
        if dtype is not None:
            kwargs["dtype"] = dtype
        return as_array(np.arange(*given, **kwargs))
    steps = range(*given)
    kept = storable(INT if dtype is None else dtype)
    computable(kept, current())
    current().pool.require_room(len(steps) * kept.itemsize)
    node = op("mul_i64", INT, _positions(len(steps)), const(np.int64(steps.step)))
    return wrap(cast(op("add_i64", INT, node, const(np.int64(steps.start))), kept))


def _is_long_integer_range(bounds: list[Any]) -> bool:
    """Whether the arguments are ints that make a range worth making on the device."""
    if not 1 <= len(bounds) <= 3 or not all(type(b) is int for b in bounds):
        return False
    if any(abs(b) >= 1 << 62 for b in bounds) or (len(bounds) == 3 and not bounds[2]):
        return False
    return len(range(*bounds)) >= 1024


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
    return (as_array(made[0]), as_array(made[1])) if retstep else as_array(made[0])


def eye(
    N: int,  # noqa: N803 - NumPy's name
    M: int | None = None,  # noqa: N803
    k: int = 0,
    dtype: Any = float,
    order: str = "C",
) -> GPUArray:
    """Ones on a diagonal and zeros elsewhere.

    N, M: rows and columns (M defaults to N); k: the diagonal, 0 the main one. Does not
    wait. Raises as `empty`.
    Source: numpy.eye.
    """
    rows, columns = shape_of((N, N if M is None else M))
    kept = storable(dtype)
    computable(kept, current())
    current().pool.require_room(rows * columns * kept.itemsize)
    shape = (rows, columns)
    if kept not in ROWS:
        text = zeros(shape, kept, order)
        if -rows < k < columns:
            text._view(lambda d: d.diagonal(k))[...] = 1
        return text
    row = Iota(INT, shape, Layout(shape, (1, 0)))
    column = Iota(INT, shape, Layout(shape, (0, 1)))
    shifted = op("add_i64", INT, row, const(np.int64(k)))
    one, zero = (broadcast(const(kept.type(v)), shape) for v in (1, 0))
    made = wrap(where(op("eq_i64", np.dtype(bool), shifted, column), one, zero))
    return made.copy("F") if order == "F" else made


def identity(n: int, dtype: Any = float) -> GPUArray:
    """The square `eye`.

    n: rows and columns. Does not wait. Raises as `empty`.
    Source: numpy.identity.
    """
    return eye(n, dtype=dtype)
