"""Window functions: weights that fall off towards both ends.

They are computed by NumPy and uploaded, so that they have its bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.arrays.array_object import GPUArray, as_array
from gpuarray.runtime.device import current
from gpuarray.runtime.dtypes import default_dtype

if TYPE_CHECKING:
    from collections.abc import Callable


def _uploaded(window: Callable[..., Any], *arguments: Any) -> GPUArray:
    """NumPy's window in the device's default dtype."""
    made = window(*(a.item() if isinstance(a, GPUArray) else a for a in arguments))
    return as_array(made.astype(default_dtype(made.dtype, current()), copy=False))


def bartlett(M: Any) -> GPUArray:  # noqa: N803 - NumPy's name
    """The Bartlett window, a triangle, of M points; empty if M < 1.

    float64, or float32 on a device without it. Source: numpy.bartlett.
    """
    return _uploaded(np.bartlett, M)


def blackman(M: Any) -> GPUArray:  # noqa: N803
    """The Blackman window, three cosine terms, of M points; empty if M < 1.

    float64, or float32 on a device without it. Source: numpy.blackman.
    """
    return _uploaded(np.blackman, M)


def hamming(M: Any) -> GPUArray:  # noqa: N803
    """The Hamming window, a raised cosine, of M points; empty if M < 1.

    float64, or float32 on a device without it. Source: numpy.hamming.
    """
    return _uploaded(np.hamming, M)


def hanning(M: Any) -> GPUArray:  # noqa: N803
    """The Hann window, a cosine down to zero, of M points; empty if M < 1.

    float64, or float32 on a device without it. Source: numpy.hanning.
    """
    return _uploaded(np.hanning, M)


def kaiser(M: Any, beta: Any) -> GPUArray:  # noqa: N803
    """The Kaiser window of M points, with the shape parameter beta; empty if M < 1.

    float64, or float32 on a device without it. Source: numpy.kaiser.
    """
    return _uploaded(np.kaiser, M, beta)
