"""pad: an array with a border, in each of NumPy's modes.

The border is written axis by axis, and corners with the last one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from gpuarray.arrays.array_object import GPUArray, as_array, wrap
from gpuarray.functions.filled import empty
from gpuarray.functions.picking import take
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import Iota
from gpuarray.runtime.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Callable

np: Any = numpy  # its stubs do not know arrays that implement its protocols

Pair = tuple[Any, Any]
KEYWORDS = {
    "empty": (),
    "edge": (),
    "wrap": (),
    "constant": ("constant_values",),
    "linear_ramp": ("end_values",),
    "maximum": ("stat_length",),
    "mean": ("stat_length",),
    "median": ("stat_length",),
    "minimum": ("stat_length",),
    "reflect": ("reflect_type",),
    "symmetric": ("reflect_type",),
}
STATISTICS = {"maximum": "amax", "minimum": "amin", "mean": "mean", "median": "median"}


@implements(numpy.pad)
def pad(array: Any, pad_width: Any, mode: Any = "constant", **kwargs: Any) -> GPUArray:
    """A copy with a border in front of and behind the items of each axis.

    pad_width: one number, (before, after), one pair for each axis, or {axis: number or
    pair}. mode: "constant" (constant_values), "edge", "linear_ramp" (end_values),
    "maximum", "mean", "median", "minimum" (stat_length), "reflect", "symmetric"
    (reflect_type "even" or "odd"), "wrap", "empty"; or a function(row, pair, axis,
    kwargs) that changes a row of the padded array, and runs in Python once a row, some
    tens of microseconds each. Means and ramps of integers are worked out in float64,
    which the device must have. Does not wait. ValueError, TypeError. Source: numpy.pad.
    """
    source = as_array(array)
    widths = _widths(pad_width, source.ndim)
    if not callable(mode):
        if mode not in KEYWORDS:
            raise ValueError(f"mode '{mode}' is not supported")
        extra = set(kwargs) - set(KEYWORDS[mode])
        if extra:
            raise ValueError(
                f"unsupported keyword arguments for mode '{mode}': {extra}"
            )
    lengths = [n + sum(pair) for n, pair in zip(source.shape, widths, strict=True)]
    order = "F" if source.flags.fnc else "C"
    padded = empty(tuple(lengths), source.dtype, order)
    inner = tuple(
        slice(before, before + n)
        for n, (before, _) in zip(source.shape, widths, strict=True)
    )
    if callable(mode):
        padded[...] = np.zeros((), padded.dtype)
    padded[inner] = source
    if callable(mode):
        _by_function(padded, widths, mode, kwargs)
        return padded
    if mode == "empty":
        return padded
    if source.size == 0 and mode != "constant":
        for axis, (n, pair) in enumerate(zip(source.shape, widths, strict=True)):
            if n == 0 and any(pair):
                raise ValueError(
                    f"can't extend empty axis {axis} using modes other than 'constant' "
                    "or 'empty'"
                )
        return padded
    border = _border(mode, kwargs, source.ndim)
    for axis, (before, after) in enumerate(widths):
        # Later axes only where the array is: their borders come later.
        part = padded[(slice(None),) * (axis + 1) + inner[axis + 1 :]]
        border(_Axis(part, axis, before, after))
    return padded


# ---- arguments


def _widths(pad_width: Any, ndim: int) -> list[tuple[int, int]]:
    if isinstance(pad_width, dict):
        found = [(0, 0)] * ndim
        for axis, width in pad_width.items():
            found[axis] = width if isinstance(width, tuple) else (width, width)
        pad_width = found
    given = np.asarray(
        pad_width.get() if isinstance(pad_width, GPUArray) else pad_width
    )
    if given.dtype.kind != "i":
        raise TypeError("`pad_width` must be of integral type.")
    return [(int(low), int(high)) for low, high in _pairs(given, ndim, index=True)]


def _pairs(given: Any, ndim: int, index: bool = False) -> list[Any]:
    """An argument as one (before, after) for each axis."""
    if given is None:
        return [(None, None)] * ndim
    pairs = np.array(given.get() if isinstance(given, GPUArray) else given)
    if index:
        pairs = np.round(pairs).astype(np.intp)
        if pairs.size and pairs.min() < 0:
            raise ValueError("index can't contain negative values")
    same = pairs.size == 1 or (pairs.size == 2 and pairs.shape != (2, 1))
    if pairs.ndim < 3 and same:
        flat = pairs.ravel()
        return [(flat[0], flat[-1])] * ndim
    return [tuple(pair) for pair in np.broadcast_to(pairs, (ndim, 2)).tolist()]


# ---- borders


class _Axis:
    """An axis of the padded array: n items between two borders."""

    def __init__(self, part: GPUArray, axis: int, before: int, after: int) -> None:
        self.part, self.axis = part, axis
        self.before, self.after = before, after
        self.n = part.shape[axis] - before - after

    def at(self, start: int, stop: int) -> GPUArray:
        """The slices start..stop-1, counted from the first item."""
        cut = slice(start + self.before, stop + self.before)
        return self.part[(slice(None),) * self.axis + (cut,)]

    def write(self, low: Any, high: Any) -> None:
        """Both borders."""
        if self.before:
            self.at(-self.before, 0)[...] = low
        if self.after:
            self.at(self.n, self.n + self.after)[...] = high


def _border(mode: str, kwargs: dict[str, Any], ndim: int) -> Callable[[_Axis], None]:
    """What writes the borders of an axis."""
    if mode == "constant":
        values = _pairs(kwargs.get("constant_values", 0), ndim)
        return lambda part: part.write(*values[part.axis])
    if mode == "linear_ramp":
        values = _pairs(kwargs.get("end_values", 0), ndim)
        return lambda part: _ramps(part, values[part.axis])
    if mode in STATISTICS:
        lengths = _pairs(kwargs.get("stat_length"), ndim, index=True)
        name = STATISTICS[mode]
        return lambda part: _statistics(part, lengths[part.axis], name)
    if mode in ("reflect", "symmetric") and kwargs.get("reflect_type") == "odd":
        return lambda part: _odd(part, mode)
    return lambda part: _repeat(part, mode)


def _repeat(part: _Axis, mode: str) -> None:
    """Items of the array over and over, mirrored or not, or the edge."""
    n = part.n
    if mode == "edge" or (n == 1 and mode == "reflect"):
        part.write(part.at(0, 1), part.at(n - 1, n))
        return
    core = part.at(0, n)

    def items(start: int, count: int) -> Any:
        if not count:
            return None
        walk = wrap(Iota(np.dtype(np.int64), (count,), Layout((count,), (1,)))) + start
        if mode == "wrap":
            place = walk % n
        elif mode == "symmetric":
            place = np.minimum(walk % (2 * n), 2 * n - 1 - walk % (2 * n))
        else:
            period = 2 * (n - 1)
            place = np.minimum(walk % period, period - walk % period)
        return take(core, place, part.axis, mode="clip")

    part.write(items(-part.before, part.before), items(n, part.after))


def _odd(part: _Axis, mode: str) -> None:
    """Mirrored about the edge's value, over and over what is there already."""
    if part.n == 1 and (part.before or part.after):
        part.write(part.at(0, 1), part.at(0, 1))
        return
    symmetric, period = (
        mode == "symmetric",
        part.n if mode == "symmetric" else part.n - 1,
    )
    shift = 0 if symmetric else 1
    low, high = 0, part.n  # what has been written
    flip = (slice(None),) * part.axis + (slice(None, None, -1),)
    while low > -part.before or high < part.n + part.after:
        whole = (high - low - shift) // period * period
        count = min(whole, part.before + low)
        if count > 0:
            mirrored = part.at(low + shift, low + shift + count)[flip]
            part.at(low - count, low)[...] = 2 * part.at(low, low + 1) - mirrored
            low -= count
        count = min(whole, part.n + part.after - high)
        if count > 0:
            mirrored = part.at(high - shift - count, high - shift)[flip]
            part.at(high, high + count)[...] = 2 * part.at(high - 1, high) - mirrored
            high += count


def _ramps(part: _Axis, ends: Pair) -> None:
    """From the end values at the rim to the items at the edge, evenly spaced."""
    low = high = None
    if part.before:
        low = _ramp(ends[0], part.at(0, 1), part.before, part.axis)
    if part.after:
        high = _ramp(ends[1], part.at(part.n - 1, part.n), part.after, part.axis)
        high = high[(slice(None),) * part.axis + (slice(None, None, -1),)]
    part.write(low, high)


def _ramp(start: Any, stop: GPUArray, count: int, axis: int) -> Any:
    """numpy.linspace without the end point, along an axis of length 1 of `stop`."""
    dtype = np.linspace(start, np.zeros(1, stop.dtype), 1).dtype
    start = np.asarray(start)
    shape = tuple(count if d == axis else 1 for d in range(stop.ndim))
    walk = Iota(
        np.dtype(np.int64), shape, Layout(shape, tuple(int(n > 1) for n in shape))
    )
    number = wrap(walk).astype(dtype)
    delta = np.subtract(stop, as_array(start), dtype=dtype)
    step = delta / np.asarray(count, dtype)
    # As linspace: with a step of zero, underflown perhaps, it divides first.
    plain = number * step
    careful = number / np.asarray(count, dtype) * delta
    ramp = np.where(np.any(step == 0), careful, plain) + as_array(start).astype(dtype)
    return np.floor(ramp) if stop.dtype.kind in "iu" else ramp


def _statistics(part: _Axis, lengths: Pair, name: str) -> None:
    """A statistic of the items next to the border, or of all."""
    n = part.n
    low, high = (n if k is None else min(k, n) for k in lengths)
    if name in ("amax", "amin") and not (low and high):
        raise ValueError("stat_length of 0 yields no value for padding")

    def statistic(items: GPUArray) -> Any:
        found = getattr(np, name)(items, axis=part.axis, keepdims=True)
        return np.rint(found) if part.part.dtype.kind in "iu" else found

    first = statistic(part.at(0, low))
    last = first if low == high == n else statistic(part.at(n - high, n))
    part.write(first, last)


def _by_function(
    padded: GPUArray,
    widths: list[tuple[int, int]],
    function: Callable[..., Any],
    kwargs: dict[str, Any],
) -> None:
    for axis in range(padded.ndim):
        rows = np.moveaxis(padded, axis, -1)
        for place in np.ndindex(rows.shape[:-1]):
            function(rows[place], widths[axis], axis, kwargs)
