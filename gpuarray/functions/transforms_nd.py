"""Discrete Fourier transforms along several axes: one axis after another."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy

from gpuarray.functions.accumulation import device_array
from gpuarray.functions.transforms import fft, ifft, irfft, rfft
from gpuarray.runtime.dispatch import implements

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpuarray.arrays.array_object import GPUArray

np: Any = numpy  # its stubs do not know arrays that implement its protocols


@implements(np.fft.fftn)
def fftn(
    a: Any, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None
) -> GPUArray:
    """The discrete Fourier transform along several axes, all by default.

    s: the length along each of the axes, -1 for the array's own. The rest as for fft;
    does not wait. ValueError where s and axes have different lengths, IndexError.
    Source: numpy.fft.fftn.
    """
    return _along_all(fft, a, s, axes, norm, out)


@implements(np.fft.ifftn)
def ifftn(
    a: Any, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None
) -> GPUArray:
    """The inverse of fftn; does not wait. Source: numpy.fft.ifftn."""
    return _along_all(ifft, a, s, axes, norm, out)


@implements(np.fft.fft2)
def fft2(
    a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any = None
) -> GPUArray:
    """fftn along the last two axes; does not wait. Source: numpy.fft.fft2."""
    return _along_all(fft, a, s, axes, norm, out)


@implements(np.fft.ifft2)
def ifft2(
    a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any = None
) -> GPUArray:
    """ifftn along the last two axes; does not wait. Source: numpy.fft.ifft2."""
    return _along_all(ifft, a, s, axes, norm, out)


@implements(np.fft.rfftn)
def rfftn(
    a: Any, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None
) -> GPUArray:
    """fftn of real items: rfft along the last of the axes, then fft; does not wait.

    TypeError for complex items. Source: numpy.fft.rfftn.
    """
    array = device_array(a)
    lengths, places = _lengths(array, s, axes)
    found = rfft(array, lengths[-1], places[-1], norm, out)
    for at in range(len(places) - 2, -1, -1):
        found = fft(found, lengths[at], places[at], norm, out)
    return found


@implements(np.fft.irfftn)
def irfftn(
    a: Any, s: Any = None, axes: Any = None, norm: Any = None, out: Any = None
) -> GPUArray:
    """The inverse of rfftn: real; does not wait.

    s: as of the result; its last number is 2 (m - 1) unless given, for m items.
    Source: numpy.fft.irfftn.
    """
    array = device_array(a)
    lengths, places = _lengths(array, s, axes, half=True)
    for at in range(len(places) - 1):
        array = ifft(array, lengths[at], places[at], norm)
    return irfft(array, lengths[-1], places[-1], norm, out)


@implements(np.fft.rfft2)
def rfft2(
    a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any = None
) -> GPUArray:
    """rfftn along the last two axes; does not wait. Source: numpy.fft.rfft2."""
    return rfftn(a, s, axes, norm, out)


@implements(np.fft.irfft2)
def irfft2(
    a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None, out: Any = None
) -> GPUArray:
    """irfftn along the last two axes; does not wait. Source: numpy.fft.irfft2."""
    return irfftn(a, s, axes, norm, out)


def _along_all(
    one: Callable[..., GPUArray], a: Any, s: Any, axes: Any, norm: Any, out: Any
) -> GPUArray:
    array = device_array(a)
    lengths, places = _lengths(array, s, axes)
    for at in reversed(range(len(places))):
        array = one(array, lengths[at], places[at], norm, out)
    return array


def _lengths(
    array: GPUArray, s: Any, axes: Any, half: bool = False
) -> tuple[list[Any], list[Any]]:
    """The length along each axis, and the axes.

    half: the last axis holds half of a spectrum.
    """
    lengths = list(array.shape) if s is None and axes is None else s
    if lengths is None:
        lengths = [int(n) for n in np.take(array.shape, axes)]
    lengths = list(lengths)
    if axes is None:
        if s is not None:
            _deprecated("`axes` should not be `None` if `s` is not `None`")
        axes = range(-len(lengths), 0)
    places = list(axes)
    if len(lengths) != len(places):
        raise ValueError("Shape and axes have different lengths.")
    if half and s is None:
        lengths[-1] = (array.shape[places[-1]] - 1) * 2
    if None in lengths:
        _deprecated("Passing an array containing `None` values to `s`")
    own = [array.shape[axis] for axis in places]
    return [m if n == -1 else n for n, m in zip(lengths, own, strict=True)], places


def _deprecated(what: str) -> None:
    warnings.warn(
        f"{what} is deprecated in NumPy 2.0", DeprecationWarning, stacklevel=4
    )
