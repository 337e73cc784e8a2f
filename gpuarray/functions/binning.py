"""The edges of a histogram's bins, found on the host from a few numbers of the data."""

from __future__ import annotations

import operator
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gpuarray.functions.accumulation import host

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpuarray.arrays.array_object import GPUArray

xp: Any = np  # its stubs do not know arrays that implement its protocols
Edges = np.ndarray[Any, Any]


class Uniform(NamedTuple):
    """Bins of equal width."""

    first: Any
    last: Any
    bins: int


def outer_edges(a: GPUArray, span: Any) -> tuple[Any, Any]:
    """Where the first bin begins and the last one ends; waits without a range."""
    if span is not None:
        first, last = map(host, span)
        if first > last:
            raise ValueError("max must be larger than min in range parameter.")
        where = "supplied"
    elif a.size == 0:
        return 0, 1
    else:
        first, last = extremes(a)
        where = "autodetected"
    if not (np.isfinite(first) and np.isfinite(last)):
        raise ValueError(f"{where} range of [{first}, {last}] is not finite")
    if first == last:
        return first - 0.5, last + 0.5
    return first, last


def extremes(a: GPUArray) -> tuple[Any, Any]:
    """The smallest and the largest item, as NumPy scalars; waits for both at once."""
    both = xp.empty_like(a, shape=2)
    both[0], both[1] = xp.min(a), xp.max(a)
    low, high = both.get()
    return low, high


def bin_edges(
    a: GPUArray, bins: Any, span: Any, weighted: bool
) -> tuple[Edges, Uniform | None]:
    """The edges on the host, and what they are made from if the bins have equal width.

    Waits where the data or edges on the device decide. Errors are NumPy's.
    """
    if isinstance(bins, str):
        count = _counted(a, bins, span, weighted)
    else:
        bins = host(bins)
        if np.ndim(bins) != 0:
            return np.histogram_bin_edges(np.zeros(0, a.dtype), bins), None
        try:
            count = operator.index(bins)
        except TypeError:
            raise TypeError(
                "`bins` must be an integer, a string, or an array"
            ) from None
        if count < 1:
            raise ValueError("`bins` must be positive, when an integer")
    first, last = outer_edges(a, span)
    return _spaced(a.dtype, first, last, count), Uniform(first, last, count)


def _spaced(dtype: np.dtype[Any], first: Any, last: Any, count: int) -> Edges:
    """Edges between two numbers, in the dtype that NumPy takes for data of `dtype`."""
    wide = np.result_type(first, last, np.zeros(1, dtype))
    if wide.kind in "iu":
        wide = np.result_type(wide, float)
    edges = np.linspace(first, last, count + 1, dtype=wide)
    if np.any(edges[:-1] >= edges[1:]):
        raise ValueError(
            f"Too many bins for data range. Cannot create {count} finite-sized bins."
        )
    return edges


# ---- rules for the number of bins


def _counted(a: GPUArray, rule: str, span: Any, weighted: bool) -> int:
    """The number of bins that a rule finds."""
    if rule not in _RULES:
        raise ValueError(f"{rule!r} is not a valid estimator for `bins`")
    if weighted:
        raise TypeError(
            "Automated estimation of the number of bins is not supported for weighted "
            "data"
        )
    first, last = outer_edges(a, span)
    if span is not None:
        a = a[(a >= first) & (a <= last)]
    if a.size == 0:
        return 1
    width = _RULES[rule](a, (first, last))
    if not width:
        return 1
    if a.dtype.kind in "iu" and width < 1:
        width = 1
    return int(np.ceil(unsigned_difference(last, first) / width))


def unsigned_difference(a: Any, b: Any) -> Any:
    """a - b for a >= b, in the unsigned dtype of the same size for integers."""
    dtype = np.result_type(a, b)
    if dtype.kind != "i":
        return np.subtract(a, b, dtype=dtype)
    unsigned = np.dtype(f"u{dtype.itemsize}")
    pair = np.array(a, dtype), np.array(b, dtype)
    return np.subtract(*pair, dtype=unsigned, casting="unsafe")


def _spread(a: GPUArray) -> Any:
    low, high = extremes(a)
    return unsigned_difference(high, low)


def _sqrt(a: GPUArray, ends: Any) -> Any:
    return _spread(a) / np.sqrt(a.size)


def _sturges(a: GPUArray, ends: Any) -> Any:
    return _spread(a) / (np.log2(a.size) + 1.0)


def _rice(a: GPUArray, ends: Any) -> Any:
    return _spread(a) / (2.0 * a.size ** (1.0 / 3))


def _scott(a: GPUArray, ends: Any) -> Any:
    return (24.0 * np.pi**0.5 / a.size) ** (1.0 / 3.0) * host(xp.std(a))


def _doane(a: GPUArray, ends: Any) -> Any:
    if a.size <= 2:
        return 0.0
    sigma = host(xp.std(a))
    if not sigma > 0:
        return 0.0
    skew = host(xp.mean(xp.power((a - xp.mean(a)) / sigma, 3)))
    n = a.size
    error = np.sqrt(6.0 * (n - 2) / ((n + 1.0) * (n + 3)))
    return _spread(a) / (1.0 + np.log2(n) + np.log2(1.0 + np.abs(skew) / error))


def _fd(a: GPUArray, ends: Any) -> Any:
    low, high = _quartiles(a)
    return 2.0 * (high - low) * a.size ** (-1.0 / 3.0)


def _quartiles(a: GPUArray) -> Any:
    """The first and the third quartile, by NumPy's linear rule."""
    dtype = a.dtype if a.dtype.kind == "f" else np.dtype(np.float64)
    place = (a.size - 1) * np.array([0.25, 0.75], dtype)
    before = np.floor(place).astype(np.intp)
    after = np.minimum(before + 1, a.size - 1)
    step = place - before.astype(dtype)
    low, high = xp.sort(a)[np.array([before, after])].get().astype(dtype)
    return np.where(
        step < 0.5, low + (high - low) * step, high - (high - low) * (1 - step)
    )


def _auto(a: GPUArray, ends: Any) -> Any:
    root = _sqrt(a, ends)
    return min(max(_fd(a, ends), root / 2), _sturges(a, ends))


def _stone(a: GPUArray, ends: Any) -> Any:
    n, spread = a.size, _spread(a)
    if n <= 1 or spread == 0:
        return 0
    most = max(100, int(np.sqrt(n)))

    def risk(count: int) -> Any:
        shares = host(xp.histogram(a, bins=count, range=ends)[0]) / n
        return (2 - (n + 1) * shares.dot(shares)) / (spread / count)

    best = min(range(1, most + 1), key=risk)
    if best == most:
        warnings.warn(
            "The number of bins estimated may be suboptimal.",
            RuntimeWarning,
            stacklevel=2,
        )
    return spread / best


_RULES: dict[str, Callable[[Any, Any], Any]] = {
    "auto": _auto,
    "doane": _doane,
    "fd": _fd,
    "rice": _rice,
    "scott": _scott,
    "sqrt": _sqrt,
    "stone": _stone,
    "sturges": _sturges,
}
