"""Discrete Fourier transforms along one axis.

NumPy itself, called on stand-ins of length 1, says which dtype results and which calls
are errors; `fourier` computes. Nothing here waits for the device.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy

from gpuarray.algorithms import fourier
from gpuarray.arrays.array_object import GPUArray, wrap
from gpuarray.functions.accumulation import check_out, device_array, target_of
from gpuarray.runtime.dispatch import implements

if TYPE_CHECKING:
    from collections.abc import Callable

np: Any = numpy  # its stubs do not know arrays that implement its protocols
SWAPPED = {"backward": "forward", None: "forward", "forward": "backward"}

BACKWARD = {"backward": "forward", None: "forward", "forward": "backward"}


@implements(np.fft.fft)
def fft(
    a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None
) -> GPUArray:
    """The discrete Fourier transform along an axis; does not wait.

    n: the length, to which items are cropped or filled up with zeros. norm: "backward"
    scales nothing, "ortho" by 1 / sqrt(n), "forward" by 1 / n. complex64 of float16,
    float32 and complex64, else complex128. ValueError for n < 1 and other norms.
    Source: numpy.fft.fft (Stockham's passes; Bluestein's for large prime factors).
    """
    array = device_array(a)
    n = array.shape[axis] if n is None else n
    return _run(np.fft.fft, array, n, axis, norm, out, norm)


@implements(np.fft.ifft)
def ifft(
    a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None
) -> GPUArray:
    """The inverse of fft along an axis; does not wait.

    norm: "backward" scales by 1 / n, "forward" nothing. The rest as for fft.
    Source: numpy.fft.ifft.
    """
    array = device_array(a)
    n = array.shape[axis] if n is None else n
    return _run(np.fft.ifft, array, n, axis, norm, out, _swapped(norm))


@implements(np.fft.rfft)
def rfft(
    a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None
) -> GPUArray:
    """The first n // 2 + 1 items of fft, which say all of real items; does not wait.

    TypeError for complex items. The rest as for fft. Source: numpy.fft.rfft.
    """
    array = device_array(a)
    n = array.shape[axis] if n is None else n
    return _run(np.fft.rfft, array, n, axis, norm, out, norm)


@implements(np.fft.irfft)
def irfft(
    a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None
) -> GPUArray:
    """The inverse of rfft: n real items; does not wait.

    n: 2 (m - 1) unless given, for m items. The imaginary part of the first, and for
    even n of the last item does not count. float32 of float32 and complex64, float16 of
    float16, else float64. The rest as for ifft. Source: numpy.fft.irfft.
    """
    array = device_array(a)
    n = (array.shape[axis] - 1) * 2 if n is None else n
    return _run(np.fft.irfft, array, n, axis, norm, out, _swapped(norm))


@implements(np.fft.hfft)
def hfft(
    a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None
) -> GPUArray:
    """fft of n items that are Hermitian, of which n // 2 + 1 are given; does not wait.

    n: 2 (m - 1) unless given, for m items. The result is real, as of irfft; `out` is
    left as it is, as by NumPy. Source: numpy.fft.hfft.
    """
    array = device_array(a)
    n = (array.shape[axis] - 1) * 2 if n is None else n
    return irfft(np.conjugate(array), n, axis, _swapped(norm))


@implements(np.fft.ihfft)
def ihfft(
    a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None
) -> GPUArray:
    """The inverse of hfft: n // 2 + 1 complex items; does not wait.

    TypeError for complex items. Source: numpy.fft.ihfft.
    """
    array = device_array(a)
    n = array.shape[axis] if n is None else n
    return _run(np.fft.ihfft, array, n, axis, norm, out, _swapped(norm))


def _swapped(norm: Any) -> Any:
    """The norm that scales a forward transform as this one scales a backward one."""
    if norm != "ortho" and norm not in BACKWARD:
        raise ValueError(
            f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".'
        )
    return BACKWARD.get(norm, norm)


def _run(
    like: Callable[..., Any],
    array: GPUArray,
    n: Any,
    axis: Any,
    norm: Any,
    out: Any,
    scaling: Any,
) -> GPUArray:
    """The transform that NumPy's function `like` makes, scaled as a forward one is."""
    target = target_of(out)
    tiny = np.zeros([min(length, 1) for length in array.shape], array.dtype)
    few = 1 if n >= 1 else n
    found = like(tiny, few, axis, norm)  # or NumPy's error
    n, axis = operator.index(n), axis % array.ndim
    shape = list(array.shape)
    shape[axis] = n if like in (np.fft.fft, np.fft.ifft, np.fft.irfft) else n // 2 + 1
    if target is not None:
        check_out(
            target, tuple(shape), lambda o: like(tiny, few, axis, norm, o), found.shape
        )
    work = np.result_type(array.dtype, 1j)
    scale = _scale(array.dtype, n, scaling)
    if like is np.fft.irfft:
        spectrum = _hermitian(array, n, axis).astype(work, copy=False)
        whole = _transformed(spectrum, axis, True, scale).real
        result = whole.astype(found.dtype)
    else:
        items = fitted(array, n, axis).astype(work, copy=False)
        result = _transformed(items, axis, like is np.fft.ifft, scale)
        if like in (np.fft.rfft, np.fft.ihfft):
            result = result[_along(axis, slice(shape[axis]))]
            result = np.conjugate(result) if like is np.fft.ihfft else result.copy()
    if target is None:
        return result
    target._assign(result)
    return target


def _transformed(
    items: GPUArray, axis: int, inverse: bool, scale: float | None
) -> GPUArray:
    return wrap(fourier.transform(items._cell.fused(), axis, inverse, scale))


def _scale(dtype: Any, n: int, norm: Any) -> float | None:
    """What a forward transform is multiplied with, in the precision of NumPy."""
    if norm in (None, "backward"):
        return None
    real = np.result_type(np.zeros((), dtype).real.dtype, 1.0)
    root = np.sqrt(n, dtype=real) if norm == "ortho" else n
    return float(np.reciprocal(root, dtype=real))


def _along(axis: int, key: slice) -> tuple[slice, ...]:
    return (*[slice(None)] * axis, key)


def fitted(array: GPUArray, n: int, axis: int) -> GPUArray:
    """The first n items along an axis, with zeros where there are fewer."""
    length = array.shape[axis]
    if length > n:
        return array[_along(axis, slice(n))]
    if length == n:
        return array
    widths = [(0, n - length if k == axis else 0) for k in range(array.ndim)]
    return np.pad(array, widths)  # type: ignore[no-any-return]


def _hermitian(array: GPUArray, n: int, axis: int) -> GPUArray:
    """The n items of which the first n // 2 + 1 are given; the rest are conjugates."""
    half = fitted(array, n // 2 + 1, axis)
    between = half[_along(axis, slice(1, (n + 1) // 2))]
    parts = [np.real(half[_along(axis, slice(1))]), between]
    if n % 2 == 0:
        parts.append(np.real(half[_along(axis, slice(n // 2, None))]))
    parts.append(np.conjugate(between[_along(axis, slice(None, None, -1))]))
    return np.concatenate(parts, axis=axis)  # type: ignore[no-any-return]
