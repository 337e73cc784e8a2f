"""Convolution and correlation of sequences: sums of products in sliding windows.

Every result is a sum of its own, so the work is the product of both lengths.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from gpuarray.functions.arguments import array_of
from gpuarray.runtime.dispatch import implements

if TYPE_CHECKING:
    from gpuarray.arrays.array_object import GPUArray

np: Any = numpy  # its stubs do not know arrays that implement its protocols
_MOST_PRODUCTS = 1 << 30  # of one pass: fewer than a kernel can number


@implements(np.convolve)
def convolve(a: Any, v: Any, mode: Any = "full") -> GPUArray:
    """The convolution of two sequences: sums of a[k - j] v[j]; does not wait.

    mode: "full" has every overlap, "same" as many items as the longer sequence, "valid"
    only whole overlaps. ValueError for empty and for more than 1-d. The sums are trees
    (float16 in float32). Source: numpy.convolve.
    """
    first, second = np.atleast_1d(array_of(a)), np.atleast_1d(array_of(v))
    for name, array in (("a", first), ("v", second)):
        if array.shape[0] == 0:
            raise ValueError(f"{name} cannot be empty")
    if second.shape[0] > first.shape[0]:
        first, second = second, first
    return _correlated(first, second[::-1], mode)


@implements(np.correlate)
def correlate(a: Any, v: Any, mode: Any = "valid") -> GPUArray:
    """The cross-correlation of two sequences: sums of a[n + k] conj(v[n]).

    As convolve in everything else. Source: numpy.correlate.
    """
    second: Any = array_of(v)
    if second.dtype.kind == "c":
        second = np.conj(second)
    return _correlated(array_of(a), second, mode)


def _correlated(a: Any, v: Any, mode: Any) -> GPUArray:
    shapes = [(min(1, array.size),) * array.ndim for array in (a, v)]
    tiny = map(np.zeros, shapes, (a.dtype, v.dtype))
    dtype = np.correlate(*tiny, mode).dtype  # or NumPy's error
    turned = a.shape[0] < v.shape[0]
    if turned:
        a, v = v, a
    m = v.shape[0]
    before = {"valid": 0, 0: 0, "same": m // 2, 1: m // 2}.get(mode, m - 1)
    behind = {"valid": 0, 0: 0, "same": m - m // 2 - 1, 1: m - m // 2 - 1}
    after = behind.get(mode, m - 1)
    wide = np.float32 if dtype == np.float16 else dtype
    a, v = a.astype(wide, copy=False), v.astype(wide, copy=False)
    if before or after:
        a = np.pad(a, (before, after))
    windows = np.lib.stride_tricks.sliding_window_view(a, m)
    if turned:
        windows = windows[::-1]
    step = max(1, _MOST_PRODUCTS // m)
    parts = [_sums(windows[k : k + step], v) for k in range(0, windows.shape[0], step)]
    found: GPUArray = parts[0] if len(parts) == 1 else np.concatenate(parts)
    return found.astype(dtype, copy=False)


def _sums(windows: Any, v: Any) -> Any:
    products = windows * v
    if v.dtype == bool:
        return np.any(products, axis=-1)
    return np.sum(products, axis=-1, dtype=v.dtype)
