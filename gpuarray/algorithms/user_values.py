"""How items of a dtype look in WGSL that users write: values, vectors, structs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gpuarray.runtime import user_text
from gpuarray.runtime.dtypes import ROWS, WGSL_TYPE, row
from gpuarray.runtime.user_code import entered

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device

DType = np.dtype[Any]
MOST_PARTS = 64  # numbers that one argument brings

_NATIVE = {"I64": "i64", "U64": "u64", "C64": "vec2<f32>", "C128": "vec2<f64>"}
# The dtype of a WGSL value where no argument says another.
PLAIN: dict[str, DType] = {
    type_: np.dtype(code)
    for type_, code in {
        "bool": "?",
        "i32": "i4",
        "u32": "u4",
        "f32": "f4",
        "i64": "i8",
        "u64": "u8",
        "f64": "f8",
    }.items()
}


class Part(NamedTuple):
    """A number inside an item: where it lies, its dtype and its WGSL type."""

    offset: int
    dtype: DType
    type: str


class Shape(NamedTuple):
    """An item in WGSL: its type, the numbers it is made of, and how.

    made: the text of the value, from the names of the numbers by `format`.
    types: declarations of the structs.
    """

    type: str
    parts: tuple[Part, ...]
    made: str
    types: tuple[str, ...] = ()


def number_type(device: Device, dtype: DType, what: str) -> str:
    """The WGSL type of a number; TypeError where it has none on the device."""
    if dtype not in ROWS:
        raise TypeError(f"{what} of dtype {dtype} has no value in WGSL")
    found = row(dtype, device.features, device.name)
    if found.value in ("i64", "u64") and found.native not in device.features:
        raise TypeError(
            f"{what} of dtype {dtype} has no value in WGSL on this device "
            f"({device.name}), which lacks {found.native}: pass "
            f"astype(np.{dtype.name.replace('64', '32')})"
        )
    type_ = WGSL_TYPE[found.value]
    return _NATIVE.get(type_, type_)


def value_of(
    device: Device, dtype: DType, what: str, fields: list[str] | None = None
) -> Shape:
    """How an item looks in WGSL; of a record, only some fields if they are named.

    TypeError for what has no form there, naming `what`.
    """
    found = _shaped(device, dtype, what, fields, [0])
    if len(found.parts) > MOST_PARTS:
        raise TypeError(
            f"{what} of dtype {dtype} is made of {len(found.parts)} numbers; user code "
            f"takes at most {MOST_PARTS}: name the fields that it needs"
        )
    return found


def _shaped(
    device: Device,
    dtype: DType,
    what: str,
    fields: list[str] | None,
    count: list[int],
    offset: int = 0,
) -> Shape:
    if dtype.subdtype is not None:
        base, lengths = dtype.subdtype
        return _sub_array(device, base, lengths, what, count, offset)
    if dtype.names is not None:
        return _record(device, dtype, what, fields, count, offset)
    type_ = number_type(device, dtype, what)
    made = f"{{{count[0]}}}"
    count[0] += 1
    return Shape(type_, (Part(offset, dtype, type_),), made)


def _sub_array(
    device: Device,
    base: DType,
    lengths: tuple[int, ...],
    what: str,
    count: list[int],
    offset: int,
) -> Shape:
    n, *rest = lengths
    inner = np.dtype((base, tuple(rest))) if rest else base
    if math.prod(lengths) > MOST_PARTS or n == 0:
        raise TypeError(
            f"{what} is a sub-array of shape {lengths}; user code takes 1 to "
            f"{MOST_PARTS} items of it"
        )
    items = [
        _shaped(device, inner, what, None, count, offset + k * inner.itemsize)
        for k in range(n)
    ]
    type_ = items[0].type
    type_ = (
        f"vec{n}<{type_}>"
        if 2 <= n <= 4 and type_ in ("f32", "i32", "u32", "bool", "f64")
        else f"array<{type_}, {n}>"
    )
    made = f"{type_}({', '.join(item.made for item in items)})"
    parts = tuple(part for item in items for part in item.parts)
    return Shape(type_, parts, made, items[0].types)


def _record(
    device: Device,
    dtype: DType,
    what: str,
    fields: list[str] | None,
    count: list[int],
    offset: int,
) -> Shape:
    names = dtype.names or ()
    for name in fields or ():
        if name not in names:
            raise TypeError(f"{what} has no field {name!r}; its dtype is {dtype}")
    wanted = [name for name in names if fields is None or name in fields]
    members: list[tuple[str, Shape]] = []
    for name in wanted:
        assert dtype.fields is not None
        field, at, *_ = dtype.fields[name]
        inside = f"{what}.{name}"
        shape = _shaped(device, field, inside, None, count, offset + at)
        members.append((user_text.member(name), shape))
    text = ", ".join(f"{name}: {shape.type}" for name, shape in members)
    type_ = entered("Item", f"struct {{name}} {{ {text} }}")
    types = [t for _, shape in members for t in shape.types]
    types.append(f"struct {type_} {{ {text} }}")
    made = f"{type_}({', '.join(shape.made for _, shape in members)})"
    parts = tuple(part for _, shape in members for part in shape.parts)
    return Shape(type_, parts, made, tuple(dict.fromkeys(types)))


def packed_words(item: Shape, dtype: DType, of: str) -> list[str]:
    """The words of an item of `dtype` from its WGSL value, named `of`.

    Numbers may lie anywhere in a packed record; what lies between them is zero.
    """
    terms: list[list[str]] = [[] for _ in range(-(-dtype.itemsize // 4))]
    for part, member in zip(item.parts, _members(dtype, of), strict=True):
        bits, size = f"pack_{ROWS[part.dtype].name}({member})", part.dtype.itemsize
        if size < 4:
            bits = f"({bits} & {(1 << 8 * size) - 1}u)"
        for k in range(max(size // 4, 1)):
            word, shift = (part.offset + 4 * k) // 4, part.offset % 4 * 8
            text = f"{bits}[{k}]" if size > 4 else bits
            terms[word].append(f"({text} << {shift}u)" if shift else text)
            if shift + 8 * min(size, 4) > 32:  # across the end of the word
                terms[word + 1].append(f"({text} >> {32 - shift}u)")
    return [" | ".join(found) or "0u" for found in terms]


def _members(dtype: DType, of: str) -> list[str]:
    """How WGSL names the numbers inside an item, in the order of `Shape.parts`."""
    if dtype.subdtype is not None:
        base, (n, *rest) = dtype.subdtype
        inner = np.dtype((base, tuple(rest))) if rest else base
        return [m for k in range(n) for m in _members(inner, f"{of}[{k}]")]
    if dtype.names is None:
        return [of]
    found = [
        _members(dtype[name], f"{of}.{user_text.member(name)}") for name in dtype.names
    ]
    return [member for members in found for member in members]
