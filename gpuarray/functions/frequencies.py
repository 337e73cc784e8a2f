"""Frequencies of discrete Fourier transforms, and shifts of their zero."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from gpuarray.functions.accumulation import device_array
from gpuarray.functions.ranges import arange
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.dtypes import default_dtype

if TYPE_CHECKING:
    from gpuarray.arrays.array_object import GPUArray

np: Any = numpy  # its stubs do not know arrays that implement its protocols
DOUBLE = numpy.dtype(numpy.float64)


def fftfreq(n: Any, d: Any = 1.0, dtype: Any = None, device: Any = None) -> GPUArray:
    """The frequencies of the items of fft, for n items at distance d; does not wait.

    0, 1, .. to the middle and then the negative ones, over n d: float64, or float32
    where the device has no float64. dtype: another one, as in the array API standard.
    ValueError unless n is an integer. Source: numpy.fft.fftfreq.
    """
    step = _step(n, d)
    if n < 0:
        raise ValueError("negative dimensions are not allowed")
    i = arange(0, n, device=device)
    return _scaled(np.where(i < (n - 1) // 2 + 1, i, i - n), step, dtype)


def rfftfreq(n: Any, d: Any = 1.0, dtype: Any = None, device: Any = None) -> GPUArray:
    """The frequencies of the items of rfft: 0 .. n // 2, over n d; does not wait.

    The rest as for fftfreq. Source: numpy.fft.rfftfreq.
    """
    step = _step(n, d)
    return _scaled(arange(0, n // 2 + 1, device=device), step, dtype)


def _step(n: Any, d: Any) -> Any:
    """The distance of frequencies."""
    if not isinstance(n, int | numpy.integer):
        raise ValueError("n should be an integer")
    return 1.0 / (n * d)


def _scaled(numbers: GPUArray, step: Any, dtype: Any) -> GPUArray:
    if type(step) in (float, numpy.float64):
        numbers = numbers.astype(default_dtype(DOUBLE, numbers.device))
        step = float(step)
    found: GPUArray = numbers * step
    return found if dtype is None else found.astype(dtype, copy=False)


@implements(np.fft.fftshift)
def fftshift(x: Any, axes: Any = None) -> GPUArray:
    """A copy with the zero frequency in the middle of each axis; does not wait.

    axes: which ones, all by default. IndexError. Source: numpy.fft.fftshift.
    """
    return _shifted(device_array(x), axes, 1)


@implements(np.fft.ifftshift)
def ifftshift(x: Any, axes: Any = None) -> GPUArray:
    """The inverse of fftshift: they differ for odd lengths; does not wait.

    Source: numpy.fft.ifftshift.
    """
    return _shifted(device_array(x), axes, -1)


def _shifted(array: GPUArray, axes: Any, sign: int) -> GPUArray:
    if axes is None:
        axes = tuple(range(array.ndim))
    elif isinstance(axes, int | numpy.integer):
        axes = (axes,)
    by = [sign * (array.shape[axis] // 2) for axis in axes]
    return np.roll(array, by, axes)  # type: ignore[no-any-return]
