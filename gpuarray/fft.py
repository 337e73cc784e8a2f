"""Discrete Fourier transforms, as numpy.fft and the array API standard's extension.

`np.fft.fft(x)` of device arrays and `gpuarray.fft.fft(x)` are the same.
"""

from gpuarray.functions.frequencies import fftfreq, fftshift, ifftshift, rfftfreq
from gpuarray.functions.transforms import fft, hfft, ifft, ihfft, irfft, rfft
from gpuarray.functions.transforms_nd import (
    fft2,
    fftn,
    ifft2,
    ifftn,
    irfft2,
    irfftn,
    rfft2,
    rfftn,
)

__all__ = [
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfft2",
    "irfftn",
    "rfft",
    "rfft2",
    "rfftfreq",
    "rfftn",
]
