"""One row per dtype: how stored bits become a value, and what the device must offer.

A buffer is `array<u32>`. A row names the functions of `wgsl/lib` that unpack the bits
of one item into a value and pack them again; values of the narrow dtypes are computed
in 32 bits and brought back to their width by `narrow` after every operation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet


@dataclass(frozen=True)
class Row:
    """How one numeric dtype is computed with in WGSL."""

    name: str  # suffix of pack_ and unpack_
    value: str  # suffix of the functions that compute: add_i32
    narrow: str = ""  # brings a result back to the dtype's width
    native: str = ""  # the wgpu feature that makes it native
    required: bool = False  # without the feature there is no row
    part: str = ""  # the value of the real and of the imaginary part


ROWS: dict[np.dtype[Any], Row] = {
    np.dtype(code): row
    for code, row in {
        "?": Row("bool", "bool"),
        "i1": Row("i8", "i32", "wrap_i8"),
        "i2": Row("i16", "i32", "wrap_i16"),
        "i4": Row("i32", "i32"),
        "i8": Row("i64", "i64", native="shader-int64"),
        "u1": Row("u8", "u32", "wrap_u8"),
        "u2": Row("u16", "u32", "wrap_u16"),
        "u4": Row("u32", "u32"),
        "u8": Row("u64", "u64", native="shader-int64"),
        "f2": Row("f16", "f32", "round_f16"),
        "f4": Row("f32", "f32"),
        "f8": Row("f64", "f64", native="shader-f64", required=True),
        "c8": Row("c64", "c64", part="f32"),
        "c16": Row("c128", "c128", native="shader-f64", required=True, part="f64"),
    }.items()
}

# The WGSL type of a value; I64, U64, C64, C128 are aliases of the value library.
WGSL_TYPE = {
    "bool": "bool",
    "i32": "i32",
    "u32": "u32",
    "f32": "f32",
    "i64": "I64",
    "u64": "U64",
    "f64": "f64",
    "c64": "C64",
    "c128": "C128",
}
BITS = {1: "u32", 2: "vec2u", 4: "vec4u"}  # the type of stored bits, by words


def storable(dtype: Any) -> np.dtype[Any]:
    """The native-endian dtype that is stored for `dtype`, or TypeError."""
    dtype = np.dtype(dtype)
    if dtype in ROWS:
        return dtype  # type: ignore[no-any-return]
    _require_storable(dtype, dtype)
    return native_endian(dtype)


def _require_storable(dtype: np.dtype[Any], whole: np.dtype[Any]) -> None:
    if dtype.subdtype is not None:
        _require_storable(dtype.subdtype[0], whole)
    elif dtype.names is not None:
        for name in dtype.names:
            _require_storable(dtype[name], whole)
    elif dtype.kind not in "SV" and native_endian(dtype) not in ROWS:
        inside = "" if dtype is whole else f" (in {whole})"
        raise TypeError(
            f"dtype {dtype}{inside} cannot be kept on the device; convert it on the "
            "host to bool, an integer, a float or complex dtype of at most 64 bits a "
            "part, S, V or a record of these"
        )


def native_endian(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """`dtype` in this machine's byte order, all fields included."""
    native = dtype.newbyteorder("=")  # isnative is True for any sub-array
    return dtype if native == dtype else native


def native_storable(dtype: Any) -> np.dtype[Any]:
    """The dtype for memory that is read as it is; TypeError for other byte orders."""
    kept: np.dtype[Any] = np.dtype(dtype)
    if storable(kept) != kept:
        raise TypeError(
            f"dtype {kept} has another byte order than the device; use "
            f"{native_endian(kept)}, or convert on the host, as in "
            "gpuarray.asarray(x.get().view(dtype))"
        )
    return kept


def row(dtype: np.dtype[Any], features: AbstractSet[str], device: str = "") -> Row:
    """The row that computes with `dtype`; TypeError where there is none."""
    found = ROWS.get(dtype)
    if found is None:
        raise TypeError(
            f"dtype {dtype} has no arithmetic on the device; use one of its fields, "
            "or convert it with view() or astype()"
        )
    if found.required and found.native not in features:
        smaller = "complex64" if found.part else "float32"
        raise TypeError(
            f"dtype {dtype} needs the feature {found.native}, which this device "
            f"({device}) does not offer; use astype(np.{smaller}) before the upload, "
            "or another device"
        )
    return found


def support(device: Any) -> dict[str, str]:
    """For each numeric dtype: "native", "emulated" or "unavailable" on `device`.

    Emulated: computed in another type and brought back after every operation, as
    float16 in float32, or in two words.
    """
    found = {}
    for dtype, entry in ROWS.items():
        if entry.native and entry.native not in device.features:
            found[dtype.name] = "unavailable" if entry.required else "emulated"
        else:
            found[dtype.name] = "emulated" if entry.narrow else "native"
    return found


def default_dtype(dtype: np.dtype[Any], device: Any) -> np.dtype[Any]:
    """The dtype of floats without one on `device`: NumPy's, or the one half as wide.

    Only for what has no dtype of its own: Python's numbers, and arrays from nothing.
    """
    if support(device).get(dtype.name) != "unavailable":
        return dtype
    return np.dtype(f"{dtype.kind}{dtype.itemsize // 2}")
