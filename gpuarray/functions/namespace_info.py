"""What this namespace and its devices offer, for programs that ask before they compute.

The array API standard's `__array_namespace_info__`, and NumPy's rules about dtypes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuarray.arrays.array_object import GPUArray
from gpuarray.arrays.array_standard import require_device
from gpuarray.runtime.device import Device, current
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.dtypes import default_dtype, support
from gpuarray.runtime.errors import NoAdapterError

DType = np.dtype[Any]
# The dtypes of the standard; float16 is ours beside them.
NAMES = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 "
    "complex64 complex128"
)
DEFAULTS = {
    "real floating": np.dtype(float),
    "complex floating": np.dtype(complex),
    "integral": np.dtype(int),
    "indexing": np.dtype(np.intp),
}


class NamespaceInfo:
    """The standard's questions about a namespace; none of them waits for the device."""

    def capabilities(self) -> dict[str, Any]:
        """Masks and results whose shape depends on data work; 32 axes."""
        return {
            "boolean indexing": True,
            "data-dependent shapes": True,
            "max dimensions": 32,
        }

    def default_device(self) -> Device:
        """The device that arrays are made on where nothing else is said."""
        return current()

    def devices(self) -> tuple[Device, ...]:
        """The devices on which arrays can be made: the current one."""
        return (current(),)

    def default_dtypes(self, *, device: Device | None = None) -> dict[str, DType]:
        """NumPy's default dtypes; float32 where the device has no float64.

        Keys are "real floating", "complex floating", "integral" and "indexing".
        """
        where = current() if device is None else require_device(device)
        have = support(where)
        found = {kind: default_dtype(t, where) for kind, t in DEFAULTS.items()}
        return {k: t for k, t in found.items() if t.name in have}

    def dtypes(
        self, *, device: Device | None = None, kind: str | tuple[str, ...] | None = None
    ) -> dict[str, DType]:
        """The standard's dtypes that a device can compute with, by name.

        kind: None for all, or what `isdtype` takes: "integral", ("bool", "numeric"),..
        Raises ValueError for a kind that does not exist.
        """
        where = current() if device is None else require_device(device)
        have = support(where)
        found = {
            name: np.dtype(name)
            for name in NAMES.split()
            if have.get(name, "unavailable") != "unavailable"
        }
        if kind is None:
            return found
        return {name: t for name, t in found.items() if np.isdtype(t, kind)}


def __array_namespace_info__() -> NamespaceInfo:  # noqa: N807 - the standard's name
    """What the namespace offers, as the array API standard asks.

    The result has `capabilities`, `default_device`, `default_dtypes`, `devices` and
    `dtypes`. Source: the array API standard.
    """
    return NamespaceInfo()


def dtype_by_name(name: str) -> Any:
    """The module's attribute for a dtype that not every device has.

    AttributeError where the current device lacks it, so that `hasattr` tells.
    """
    try:
        device = current()
    except NoAdapterError:  # nothing is known to be missing
        return getattr(np, name)
    if support(device).get(name, "unavailable") == "unavailable":
        raise AttributeError(
            f"this device ({device.name}) has no {name}, so gpuarray.{name} does not "
            f"exist here; numpy.{name} names the dtype on every device"
        )
    return getattr(np, name)


@implements(np.result_type)
def result_type(*arrays_and_dtypes: Any) -> DType:
    """The dtype that NumPy's promotion rules give for arrays, scalars and dtypes.

    Python scalars are weak, as in NumPy. Does not wait. Raises TypeError where there is
    no common dtype, ValueError without arguments. Source: numpy.result_type.
    """
    return np.result_type(*map(_without_items, arrays_and_dtypes))


@implements(np.can_cast)
def can_cast(from_: Any, to: Any, casting: Any = "safe") -> bool:
    """Whether a dtype, or an array's, may be cast to another by a casting rule.

    Does not wait. Raises TypeError for Python scalars, as NumPy.
    Source: numpy.can_cast.
    """
    return bool(np.can_cast(_without_items(from_), to, casting))


def _without_items(value: Any) -> Any:
    """An array's dtype, anything else as it is."""
    return value.dtype if isinstance(value, GPUArray) else value
