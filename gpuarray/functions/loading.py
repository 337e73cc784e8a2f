"""Host data that NumPy reads or computes, on the device: files, text, iterators."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuarray.arrays.array_object import GPUArray, as_array
from gpuarray.runtime.dispatch import implements


@implements(np.frombuffer)
def frombuffer(*args: Any, **kwargs: Any) -> GPUArray:
    """The items of a bytes-like object, copied to the device.

    Arguments and errors as numpy.frombuffer. Does not wait. To share memory of the
    device, see `from_buffer`.
    """
    return as_array(np.frombuffer(*args, **kwargs))


@implements(np.fromfile)
def fromfile(*args: Any, **kwargs: Any) -> GPUArray:
    """The items of a binary or text file, read by NumPy and uploaded.

    Arguments and errors as numpy.fromfile. Does not wait.
    """
    return as_array(np.fromfile(*args, **kwargs))


@implements(np.fromstring)
def fromstring(*args: Any, **kwargs: Any) -> GPUArray:
    """The numbers in a text, read by NumPy and uploaded.

    Arguments and errors as numpy.fromstring. Does not wait.
    """
    return as_array(np.fromstring(*args, **kwargs))


@implements(np.fromiter)
def fromiter(*args: Any, **kwargs: Any) -> GPUArray:
    """The items that an iterator gives, collected by NumPy and uploaded.

    Arguments and errors as numpy.fromiter. Does not wait.
    """
    return as_array(np.fromiter(*args, **kwargs))


@implements(np.loadtxt)
def loadtxt(*args: Any, **kwargs: Any) -> GPUArray:
    """The numbers of a text file, read by NumPy and uploaded.

    Arguments and errors as numpy.loadtxt. Does not wait.
    """
    return as_array(np.loadtxt(*args, **kwargs))


@implements(np.genfromtxt)
def genfromtxt(*args: Any, **kwargs: Any) -> GPUArray:
    """The numbers of a text file with gaps, read by NumPy and uploaded.

    Arguments and errors as numpy.genfromtxt. Does not wait.
    """
    made: Any = np.genfromtxt(*args, **kwargs)
    return as_array(made)
