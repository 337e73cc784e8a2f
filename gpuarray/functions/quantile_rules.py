"""Where a quantile lies among sorted items, by each of NumPy's methods.

The methods are those of R. J. Hyndman and Y. Fan, "Sample Quantiles in Statistical
Packages", The American Statistician 50 (1996), and NumPy's older ones. All take the
number of items as an int or as an array of integers, on the host or on the device.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy

np: Any = numpy  # its stubs do not know arrays that implement its protocols

# The two constants (alpha, beta) of the continuous methods.
_CONTINUOUS = {
    "interpolated_inverted_cdf": (0, 1),
    "hazen": (0.5, 0.5),
    "weibull": (0, 0),
    "median_unbiased": (1 / 3.0, 1 / 3.0),
    "normal_unbiased": (3 / 8.0, 3 / 8.0),
}


class Place(NamedTuple):
    """The neighbours of a quantile among n sorted items, and the step between them.

    step: the part of the way from `lower` to `upper`; None where `lower` is the answer.
    """

    lower: Any
    upper: Any
    step: Any


def place(method: str, n: Any, q: Any) -> Place:
    """Where the quantiles q of n items are; positions are at least 0 and below n.

    n, q: broadcast. Where n is 0 the positions are 0.
    """
    at = _position(method, n, q)
    last = np.maximum(n - 1, 0)
    if at.dtype.kind in "iu":
        inside = np.minimum(np.maximum(at, 0), last)
        return Place(inside, inside, None)
    above, below = (at >= n - 1) | (at != at), at < 0
    floor = np.floor(at)
    lower = np.where(above, last, np.where(below, 0, floor)).astype(np.int64)
    upper = np.where(above, last, np.where(below, 0, floor + 1)).astype(np.int64)
    # Past the last item NumPy counts the step from the position -1.
    step = at - np.where(above, -1, np.where(below, 0, floor)).astype(at.dtype)
    if method == "averaged_inverted_cdf":
        step = np.where(step == 0, 0.5, 1.0).astype(at.dtype)
    elif method == "midpoint":
        step = np.where(at % 1 == 0, 0.0, 0.5).astype(at.dtype)
    return Place(lower, np.minimum(upper, last), step)


def _position(method: str, n: Any, q: Any) -> Any:
    """The position of a quantile, counted from 0: an integer where it is an item."""
    between = (n - 1) * q
    if method in _CONTINUOUS:
        alpha, beta = _CONTINUOUS[method]
        return n * q + (alpha + q * (1 - alpha - beta)) - 1
    if method == "averaged_inverted_cdf":
        return n * q - 1.0
    if method == "midpoint":
        return 0.5 * (np.floor(between) + np.ceil(between))
    if method == "lower":
        return np.floor(between).astype(np.int64)
    if method == "higher":
        return np.ceil(between).astype(np.int64)
    if method == "nearest":
        return np.rint(between).astype(np.int64)
    if method == "inverted_cdf":
        at = n * q - 1
        return np.ceil(at).astype(np.int64)
    if method == "closest_observation":
        at = n * q - 1 - 0.5
        floor = np.floor(at)
        even = (at == floor) & (floor % 2 == 1)
        return np.where(even, floor, floor + 1).astype(np.int64)
    return np.asarray(between) if not hasattr(between, "dtype") else between
