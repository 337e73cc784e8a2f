"""Functions given by samples or in pieces: interp, piecewise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy

from gpuarray.arrays.array_object import GPUArray
from gpuarray.functions.arguments import array_of, gives_scalars
from gpuarray.functions.elementwise import evaluate
from gpuarray.runtime.dispatch import Counted, implements

np: Any = numpy  # its stubs do not know arrays that implement its protocols


@implements(np.interp)
@gives_scalars
def interp(
    x: Any,
    xp: Any,
    fp: Any,
    left: Any = None,
    right: Any = None,
    period: Any = None,
) -> GPUArray:
    """Linear interpolation at x between the points (xp, fp), xp in ascending order.

    left, right: results outside, by default the outermost fp. period: of x; xp may then
    be in any order. In float64 (complex128), as NumPy: TypeError where the device lacks
    it. Does not wait. TypeError for complex x or xp, ValueError for no points, other
    lengths, more than one axis. Source: numpy.interp.
    """
    x, xp = (_places(places, period is None) for places in (x, xp))
    values = fp if isinstance(fp, GPUArray) else np.asarray(fp)
    if values.dtype.kind == "c":
        found = np.zeros_like(array_of(x), dtype=np.complex128)
        for part in ("real", "imag"):
            low, high = (e if e is None else getattr(e, part) for e in (left, right))
            pieces = interp(x, xp, getattr(values, part), low, high, period)
            getattr(found, part)[...] = pieces
        return found  # type: ignore[no-any-return]
    if period is not None and period == 0:
        raise ValueError("period must be a non-zero value")
    at, points, heights = (array_of(v).astype(np.float64) for v in (x, xp, values))
    if points.ndim != 1 or heights.ndim != 1:
        raise ValueError("Data points must be 1-D sequences")
    if points.shape != heights.shape:
        raise ValueError("fp and xp are not of the same length.")
    if points.size == 0:
        raise ValueError("array of sample points is empty")
    if period is not None:
        at, points, heights = _repeated(at, points, heights, abs(period))
        left = right = None
    low = heights[0] if left is None else array_of(np.float64(left))
    high = heights[-1] if right is None else array_of(np.float64(right))
    # Stored, so that one pipeline serves all dtypes and lengths.
    evaluate(at, points, heights, low, high)
    return _between(at, points, heights, low, high)


def _places(values: Any, safe: bool) -> GPUArray:
    """x or xp; TypeError unless float64 holds them: arrays only if `safe`."""
    if not isinstance(values, GPUArray | Counted | numpy.ndarray):
        values = np.asarray(values, np.float64)
    found = array_of(values)
    if safe and not np.can_cast(found.dtype, np.float64):
        raise TypeError(
            f"Cannot cast array data from {found.dtype!r} to dtype('float64') "
            "according to the rule 'safe'"
        )
    return found


def _repeated(x: Any, points: Any, heights: Any, period: Any) -> tuple[Any, Any, Any]:
    """The points of one period in order, and one more on either side."""
    x, points = x % period, points % period
    order = np.argsort(points)
    points = np.take(points, order, mode="clip")
    heights = np.take(heights, order, mode="clip")
    points = np.concatenate((points[-1:] - period, points, points[:1] + period))
    return x, points, np.concatenate((heights[-1:], heights, heights[:1]))


def _between(x: Any, points: Any, heights: Any, low: Any, high: Any) -> GPUArray:
    n = points.size
    if n == 1:
        inside = np.where(x > points[0], high, heights[0])
        return np.where(x < points[0], low, inside)  # type: ignore[no-any-return]
    below = _count_not_above(points, x) - 1
    k = np.clip(below, 0, n - 2)
    x0, y0 = (np.take(a, k, mode="clip") for a in (points, heights))
    x1, y1 = (np.take(a, k + 1, mode="clip") for a in (points, heights))
    slope = (y1 - y0) / (x1 - x0)
    found = slope * (x - x0) + y0
    # An infinite height makes NaN of one end's formula, but not of the other's.
    other = slope * (x - x1) + y1
    found = np.where(np.isnan(found), other, found)
    found = np.where(np.isnan(found) & (y0 == y1), y0, found)
    found = np.where(x == x0, y0, found)
    found = np.where(below >= n - 1, heights[-1], found)
    found = np.where(x > points[-1], high, np.where(x < points[0], low, found))
    result: GPUArray = np.where(np.isnan(x), x, found)
    return result


def _count_not_above(points: Any, x: Any) -> Any:
    """How many of the ascending points are not above x: halving, for all x at once."""
    n = points.size
    found = np.zeros_like(x, dtype=np.int32 if n < 2**31 else np.int64)
    step = 1 << (n.bit_length() - 1)
    while step:
        probe = found + step
        there = np.take(points, probe - 1, mode="clip") <= x
        found = np.where((probe <= n) & there, probe, found)
        evaluate(found)
        step >>= 1
    return found


@implements(np.piecewise)
def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> GPUArray:
    """Items given by the function, or the number, of the last true condition.

    funclist: one more than the conditions gives the rest. Each function is called with
    the items of its condition, on the device; that waits for their number (4 bytes).
    ValueError for other numbers of functions. Source: numpy.piecewise.
    """
    array: Any = array_of(x)
    conditions = _conditions(array, condlist)
    wanted = len(funclist)
    if len(conditions) == wanted - 1:
        rest = ~np.any(np.stack(np.broadcast_arrays(*conditions)), axis=0)
        conditions.append(rest)
    elif len(conditions) != wanted:
        n = len(conditions)
        raise ValueError(
            f"with {n} condition(s), either {n} or {n + 1} functions are expected"
        )
    found = np.zeros_like(array)
    for condition, function in zip(conditions, funclist, strict=True):
        if isinstance(function, Callable):  # type: ignore[arg-type]
            picked = array[condition]
            if picked.size:
                found[condition] = function(picked, *args, **kw)
        else:
            found[condition] = function
    return found  # type: ignore[no-any-return]


def _conditions(array: Any, condlist: Any) -> list[Any]:
    """The conditions, one bool array each."""
    single = np.isscalar(condlist)
    if not single:
        nested = isinstance(condlist[0], list | numpy.ndarray | GPUArray)
        if isinstance(condlist, GPUArray | numpy.ndarray):
            nested = condlist.ndim > 1
        single = not nested and array.ndim != 0
    if single:
        condlist = [condlist]
    return [
        array_of(np.asarray(c) if isinstance(c, list) else c).astype(bool)
        for c in condlist
    ]
