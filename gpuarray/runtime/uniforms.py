"""The bytes of WGSL uniforms: numbers, vectors, matrices, arrays and structs of these.

Source: WGSL, sections "Alignment and Size" and "Address Space Layout Constraints".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

_SCALARS = {"f32": "f4", "i32": "i4", "u32": "u4"}
_SHORT = {"f": "f32", "i": "i32", "u": "u32"}
_VECTOR = re.compile(r"^vec([234])(?:<(f32|i32|u32)>|([fiu]))$")
_MATRIX = re.compile(r"^mat([234])x([234])(?:<f32>|f)$")
_ARRAY = re.compile(r"^array<(.+),(\d+)u?>$")
_STRUCT = re.compile(r"\bstruct\s+(\w+)\s*\{([^}]*)\}")
_MEMBER = re.compile(r"(\w+)\s*:\s*(.+)$", re.S)


class Number(NamedTuple):
    """One number of a NumPy dtype of four bytes."""

    dtype: np.dtype[Any]
    align: int = 4
    size: int = 4


class Sequence(NamedTuple):
    """Items that begin every `step` bytes: a vector, a matrix's columns, an array."""

    item: Any
    length: int
    step: int
    align: int
    size: int


class Struct(NamedTuple):
    """Members: (name, offset, type)."""

    members: tuple[tuple[str, int, Any], ...]
    align: int
    size: int


Type = Number | Sequence | Struct


def type_of(written: str, text: str) -> Type:
    """A type that WGSL knows or `text` declares.

    TypeError for types whose values cannot come from the host.
    """
    plain = re.sub(r"\s+", "", written)
    if plain in _SCALARS:
        return Number(np.dtype(_SCALARS[plain]))
    vector = _VECTOR.match(plain)
    if vector:
        return _vector(int(vector[1]), vector[2] or _SHORT[vector[3]])
    matrix = _MATRIX.match(plain)
    if matrix:
        column = _vector(int(matrix[2]), "f32")
        count = int(matrix[1])
        return Sequence(column, count, column.align, column.align, count * column.align)
    array = _ARRAY.match(plain)
    if array:
        item, count = type_of(array[1], text), int(array[2])
        step = _up(item.size, item.align)
        if step % 16:
            raise TypeError(
                f"{written} cannot be a uniform, where WGSL wants items of 16 bytes"
            )
        return Sequence(item, count, step, item.align, count * step)
    for name, members in _STRUCT.findall(text):
        if name == plain:
            return _struct(members, text)
    raise TypeError(f"a uniform of type {written} cannot get a value from the host")


def _vector(count: int, type_: str) -> Sequence:
    number = Number(np.dtype(_SCALARS[type_]))
    return Sequence(number, count, 4, 8 if count == 2 else 16, 4 * count)


def _up(size: int, align: int) -> int:
    return -(-size // align) * align


def _struct(written: str, text: str) -> Struct:
    members: list[tuple[str, int, Any]] = []
    end, align = 0, 4
    for member in _split(written):
        found = _MEMBER.match(member)
        if found is None:
            raise TypeError(f"the member {member!r} of a uniform is not understood")
        type_ = type_of(found[2], text)
        at = _up(end, type_.align)
        members.append((found[1], at, type_))
        end, align = at + type_.size, max(align, type_.align)
    return Struct(tuple(members), align, _up(end, align))


def _split(members: str) -> list[str]:
    """The members between commas that are outside of brackets."""
    found, depth, last = [], 0, 0
    for k, letter in enumerate(members):
        depth += (letter == "<") - (letter == ">")
        if letter == "," and depth == 0:
            found.append(members[last:k])
            last = k + 1
    found.append(members[last:])
    return [member.strip() for member in found if member.strip()]


def packed(type_: Type, value: Any, what: str) -> bytes:
    """A value in the bytes of a uniform, filled up to whole vectors of 16 bytes.

    value: a number, a sequence, a dict by members, or a NumPy record of these.
    TypeError for what does not fit the type, OverflowError for what passes its range.
    """
    data = bytearray(_up(type_.size, 16))
    _put(data, 0, type_, value, what)
    return bytes(data)


def _put(data: bytearray, at: int, type_: Type, value: Any, what: str) -> None:
    if isinstance(type_, Number):
        data[at : at + 4] = _number(type_.dtype, value, what).tobytes()
    elif isinstance(type_, Sequence):
        if (
            not isinstance(value, tuple | list | np.ndarray)
            or len(value) != type_.length
        ):
            raise TypeError(f"{what} takes {type_.length} values, not {value!r}")
        for k, item in enumerate(value):
            _put(data, at + k * type_.step, type_.item, item, f"{what}[{k}]")
    else:
        names = tuple(name for name, _, _ in type_.members)
        values = _members(names, value, what)
        for (name, offset, member), part in zip(type_.members, values, strict=True):
            _put(data, at + offset, member, part, f"{what}.{name}")


def _members(names: tuple[str, ...], value: Any, what: str) -> list[Any]:
    """The values of a struct's members in order."""
    if isinstance(value, np.ndarray | np.void) and value.dtype.names is not None:
        value = {name: value[name] for name in value.dtype.names}
    if isinstance(value, Mapping):
        if set(value) != set(names):
            raise TypeError(f"{what} has the members {names}, not {tuple(value)}")
        return [value[name] for name in names]
    if len(names) == 1 and not isinstance(value, tuple | list):
        return [value]
    if not isinstance(value, tuple | list) or len(value) != len(names):
        raise TypeError(f"{what} takes values for {names}, not {value!r}")
    return list(value)


def _number(dtype: np.dtype[Any], value: Any, what: str) -> Any:
    """A number of the dtype: a fraction is no integer, and nothing wraps around."""
    given = np.asarray(value)
    if given.ndim or given.dtype.kind not in "biuf":
        raise TypeError(f"{what} takes one number, not {value!r}")
    if dtype.kind in "iu":
        if given.dtype.kind == "f":
            raise TypeError(f"{what} takes an integer, not {value!r}")
        info = np.iinfo(dtype)
        if not info.min <= int(given) <= info.max:
            raise OverflowError(f"{what} is {dtype.name}, which cannot hold {value!r}")
    return given.astype(dtype)
