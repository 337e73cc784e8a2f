"""The methods of an array that the array API standard adds to NumPy's."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from gpuarray.algorithms import hostcopy
from gpuarray.algorithms.evaluation import Cell
from gpuarray.runtime import dtypes
from gpuarray.runtime.device import Device

if TYPE_CHECKING:
    from types import ModuleType
    from typing import Protocol, Self

    import numpy as np

    class Located(Protocol):
        """What the methods are written for."""

        def _device(self) -> Device: ...
        def get(self) -> np.ndarray[Any, Any]: ...


HOST = (1, 0)  # DLPack's name for memory of the host: (kDLCPU, 0)
VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12", "2025.12")


class StandardMethods:
    """Where an array lives, and how it is handed to other libraries."""

    __slots__ = ()

    @property
    def device(self: Located) -> Device:
        """The device that holds the items; `device=` of other functions takes it."""
        return self._device()

    def to_device(self, device: Any, /, *, stream: None = None) -> Self:
        """The array on another device, through the host; itself on its own.

        device: what `x.device` of another array is. stream: None, there are no streams.
        Waits for the device where a copy is made. Raises ValueError for other devices;
        the host is none of them, see `get`. Source: the array API standard.
        """
        here: Any = self
        _require_no_stream(stream)
        target = require_device(device)
        if target is here.device:
            return self
        if here.dtype in dtypes.ROWS:
            dtypes.row(here.dtype, target.features, target.name)
        moved: Self = type(here)(Cell(hostcopy.upload(here.get(), target)))
        return moved

    def __dlpack__(
        self: Located,
        *,
        stream: None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """The items for another library, in a copy on the host; waits for the device.

        A capsule cannot hold memory of WebGPU, so `copy=False` and devices other than
        the host raise BufferError, as the array API standard asks.
        """
        _require_no_stream(stream)
        if dl_device is not None and tuple(map(int, dl_device)) != HOST:
            raise BufferError(
                f"dl_device must be {HOST}, the host, not {dl_device}: arrays are "
                "handed to other libraries through host memory"
            )
        if copy is False:
            raise BufferError(
                "a device array cannot be handed to another library without a copy; "
                "leave copy unset, or share memory by x.buffer"
            )
        host = self.get()
        if max_version is None:
            return host.__dlpack__()
        return host.__dlpack__(max_version=max_version)

    def __dlpack_device__(self) -> tuple[int, int]:
        """Where `__dlpack__` puts the items: the host, as DLPack writes it."""
        return HOST

    def __array_namespace__(self, *, api_version: str | None = None) -> ModuleType:
        """The module of the array API standard's functions: gpuarray itself.

        api_version: None or a version up to "2025.12"; others raise ValueError.
        """
        if api_version is not None and api_version not in VERSIONS:
            raise ValueError(
                f"api_version must be one of {', '.join(VERSIONS)}, not {api_version!r}"
            )
        return sys.modules["gpuarray"]


def require_device(device: Any) -> Device:
    """The argument `device`, or ValueError where it is no device of this package."""
    if not isinstance(device, Device):
        raise ValueError(
            f"device must be None or a device such as x.device, not {device!r}; for "
            "the host use x.get()"
        )
    return device


def _require_no_stream(stream: Any) -> None:
    if stream is not None:
        raise ValueError(f"stream must be None: there are no streams, not {stream!r}")
