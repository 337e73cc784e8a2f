"""Arrays of other libraries that speak DLPack, through the host's memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuarray.arrays.array_object import GPUArray
from gpuarray.arrays.array_standard import HOST, require_device
from gpuarray.functions.creation import asarray


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> GPUArray:
    """A device array of the items of any array that has `__dlpack__`.

    device: where to put them, default x's device if it is ours, else the current one.
    copy: True always copies; False raises BufferError where a copy is needed, which is
    everywhere but for a device array on its own device, which is then viewed. Items
    pass through host memory: waits for the other library. Raises TypeError for dtypes
    the device lacks, BufferError for what DLPack cannot express.
    Source: numpy.from_dlpack, the array API standard.
    """
    target = None if device is None else require_device(device)
    if isinstance(x, GPUArray) and target in (None, x.device):
        return x.copy() if copy else x._view(lambda d: d)
    if copy is False:
        raise BufferError(
            "items of another library or device cannot be used without a copy; leave "
            "copy unset"
        )
    if isinstance(x, GPUArray):
        return x.to_device(target)
    on_host = int(x.__dlpack_device__()[0]) == HOST[0]
    host = np.from_dlpack(x) if on_host else np.from_dlpack(x, device="cpu")
    return asarray(host, device=target)
