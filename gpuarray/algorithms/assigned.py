"""What a program assigns: host values as NumPy converts them for `x[key] = value`.

NumPy has three ways, which differ in what they refuse: one item, a part that basic
indices name, and what index arrays or masks pick. Each is asked of NumPy itself.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from gpuarray.algorithms.hostcopy import upload
from gpuarray.runtime.dtypes import storable
from gpuarray.runtime.expr import WORD_SIZES, Leaf, Node, const
from gpuarray.runtime.transfers import implicit

DType = np.dtype[Any]
Way = Literal["item", "part", "pick"]


def node_of(value: Any, target: Leaf, way: Way, ndim: int) -> Node:
    """A value to write as an expression; host values take the target's dtype.

    ndim: axes of what is written. Raises what NumPy's assignment raises.
    """
    if isinstance(value, Node):
        return value
    host = _converted(value, target.dtype, way, ndim)
    if host.ndim == 0 and host.itemsize in WORD_SIZES:
        return const(host)
    if host.ndim:
        implicit("host_to_device", host.nbytes, "item assignment")
    return upload(host, target.buffer.owner)


def _converted(value: Any, dtype: DType, way: Way, ndim: int) -> np.ndarray[Any, Any]:
    host: np.ndarray[Any, Any]
    if isinstance(value, np.ndarray):
        if value.dtype.names is not None:  # field by field, on the device
            return value.astype(storable(value.dtype), copy=False)
        if value.ndim or dtype.names is not None:
            host = np.empty(value.shape, dtype)
            host[...] = value
            return host
    nested = isinstance(value, list) or (type(value) is tuple and dtype.names is None)
    if way == "part" and ndim == 0 and nested:
        raise _too_deep(ndim)
    if way == "item":
        one = np.zeros(1, dtype)
        one[0] = value
        return one.reshape(())
    if way == "pick" or isinstance(value, list | tuple):
        host = np.asarray(value, dtype)
    else:
        host = np.zeros(np.shape(value), dtype)
        host[...] = value
    if way == "part" and host.ndim > ndim and isinstance(value, list | tuple | range):
        raise _too_deep(ndim)
    return host


def _too_deep(ndim: int) -> ValueError:
    return ValueError(
        "setting an array element with a sequence. The requested array would exceed "
        f"the maximum number of dimension of {ndim}."
    )
