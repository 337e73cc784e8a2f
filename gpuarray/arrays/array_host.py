"""What copies an array's items to the host: each of these waits for the device."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from gpuarray.algorithms import hostcopy
from gpuarray.arrays.array_items import Items

Host = np.ndarray[Any, Any]


class HostAccess(Items):
    """Host arrays and Python scalars."""

    __slots__ = ()

    def get(self, out: Host | None = None) -> Host:
        """A NumPy array with the same items, bit for bit; waits for the device.

        out: a NumPy array of the same shape and dtype to fill and return.
        """
        if out is None:
            return hostcopy.download(self._leaf())
        if not isinstance(out, np.ndarray):
            raise TypeError(f"out must be a numpy.ndarray, not {type(out).__name__}")
        if out.shape != self._shape or out.dtype != self.dtype:
            raise ValueError(
                f"out must have shape {self._shape} and dtype {self.dtype}, not "
                f"{out.shape} and {out.dtype}"
            )
        out[...] = hostcopy.download(self._leaf())
        return out

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Host:
        if copy is False:
            raise ValueError(
                "a device array cannot be seen from the host without a copy; use .get()"
            )
        host = self.get()
        return host if dtype is None else host.astype(dtype)

    def _small(self) -> Host:
        """The items if there is one, else something that makes NumPy complain alike."""
        if self._scalar:  # complex ones lose their imaginary part, with a warning
            return self.get()[()]
        if self.size == 1:
            return self.get()
        return np.broadcast_to(np.zeros((), self.dtype), self._shape)

    def item(self, *index: Any) -> Any:
        """One item as a Python scalar; waits for the device."""
        if index:
            flat = index[0] if len(index) == 1 else index
            if isinstance(flat, tuple) and len(flat) == 1:
                (flat,) = flat
            if isinstance(flat, tuple):
                if len(flat) != self.ndim:
                    raise ValueError("incorrect number of indices for array")
                return self[flat].get().item()
            return self.reshape(-1)[operator.index(flat)].get().item()
        return self._small().item()

    def tolist(self) -> Any:
        """Nested lists of Python scalars; waits for the device."""
        return self.get().tolist()

    def tobytes(self, order: Any = "C") -> bytes:
        """The items' bytes; waits for the device."""
        return self.get().tobytes(order)

    def __bytes__(self) -> bytes:
        if self.ndim == 0 and self.dtype.kind in "iu":
            return bytes(self.__index__())  # so many zeros, as of NumPy's
        return self.tobytes()

    def __bool__(self) -> bool:
        return bool(self._small())

    def __int__(self) -> int:
        return int(self._small())

    def __float__(self) -> float:
        return float(self._small())

    def __complex__(self) -> complex:
        return complex(self._small())

    def __index__(self) -> int:
        if self.ndim or self.dtype.kind not in "iu":
            return operator.index(np.zeros((1,) * self.ndim, self.dtype))
        return operator.index(self.get())
