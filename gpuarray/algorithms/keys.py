"""What a key is made of: integers, slices, masks and index arrays, and their axes.

All of NumPy's rules about keys that need no items are here. The basic part of a key is
worked out by NumPy itself, on a dummy.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms.evaluation import Cell
from gpuarray.algorithms.hostcopy import download
from gpuarray.algorithms.records import view
from gpuarray.runtime.transfers import implicit

if TYPE_CHECKING:
    from gpuarray.runtime.expr import Leaf
    from gpuarray.runtime.layout import Shape

_INVALID = (
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer "
    "or boolean arrays are valid indices"
)
_NOT_INTEGER = "arrays used as indices must be of integer (or boolean) type"


@dataclass(frozen=True)
class Array:
    """An index array or a mask: host items, or the cell of a device array."""

    items: np.ndarray[Any, Any] | Cell
    shape: Shape
    is_mask: bool


@dataclass(frozen=True)
class Key:
    """The parts of a key: int, slice, None, Ellipsis (always one) and `Array`.

    bare: NumPy's fast cases, in which the key has no ellipsis of its own.
    copies: a 0-d array stands for an integer; NumPy returns no view then.
    """

    parts: tuple[Any, ...]
    bare: bool
    copies: bool

    def arrays(self) -> list[Array]:
        return [part for part in self.parts if isinstance(part, Array)]


@dataclass(frozen=True)
class Frame:
    """What a key's integers, slices and None leave of an array.

    arrays: the key's arrays, each with its first axis in `leaf` and in the array.
    rest: the axes of `leaf` that no array is for.
    first: how many of them come before the arrays' axes in the result.
    """

    leaf: Leaf
    arrays: tuple[tuple[Array, int, int], ...]
    rest: tuple[int, ...]
    first: int

    def lone_mask(self) -> Array | None:
        """The mask that is the only array, if it has the lengths of its axes."""
        array, place, _ = self.arrays[0]
        shape = self.leaf.shape[place : place + len(array.shape)]
        alone = len(self.arrays) == 1 and array.is_mask and array.shape == shape
        return array if alone else None


def field_of(dtype: np.dtype[Any], key: Any) -> str | list[str] | None:
    """The field name or names that a key is made of; None for any other key."""
    if isinstance(key, str):
        if dtype.names is None:
            raise IndexError(_INVALID)
        return key
    if isinstance(key, list) and key and dtype.names is not None:
        return key if all(isinstance(name, str) for name in key) else None
    return None


def parse(key: Any, ndim: int) -> Key:
    """The parts of a key, every one of a known kind; IndexError for other ones."""
    parts: list[Any] = []
    copies = False
    for entry in key if isinstance(key, tuple) else (key,):
        if entry is None or entry is Ellipsis or isinstance(entry, slice):
            parts.append(entry)
            continue
        part = _part(entry)
        copies |= not isinstance(part, Array) and _is_array(entry)
        parts.append(part)
    dots = sum(part is Ellipsis for part in parts)
    if dots > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    used = sum(_width(part) for part in parts)
    if used > ndim:
        raise IndexError(
            f"too many indices for array: array is {ndim}-dimensional, but {used} were "
            "indexed"
        )
    if not dots:
        parts.append(Ellipsis)
    return Key(tuple(parts), not dots, copies)


def _is_array(entry: Any) -> bool:
    return isinstance(entry, np.ndarray | Cell)


def _part(entry: Any) -> int | Array:
    """An integer, an index array or a mask."""
    if isinstance(entry, Cell):
        node = entry.node
        if node.dtype.kind not in "biu":
            raise IndexError(_NOT_INTEGER)
        if node.shape or node.dtype.kind == "b":
            return Array(entry, node.shape, node.dtype.kind == "b")
        return int(download(entry.leaf()))  # one number, as a count is
    array = entry
    if not isinstance(entry, np.ndarray):
        if not isinstance(entry, bool | np.bool_):
            try:
                return _index(entry)
            except TypeError:
                pass
        array = np.asarray(entry)
        if array.size == 0:  # an empty list is float64 by default
            array = array.astype(np.intp)
    if array.dtype.kind not in "biu":
        raise IndexError(_NOT_INTEGER if array is entry else _INVALID)
    if array.dtype.kind == "b" or array.shape:
        if array.shape:
            implicit("host_to_device", array.nbytes, "positions or a mask on the host")
        return Array(array, array.shape, array.dtype.kind == "b")
    return int(array)


def _index(entry: Any) -> int:
    number = operator.index(entry)
    if not -(2**63) <= number < 2**63:
        raise IndexError(_INVALID)
    return number


def _width(part: Any) -> int:
    """How many axes of the array a part of a key is for."""
    if isinstance(part, Array):
        return len(part.shape) if part.is_mask else 1
    return 0 if part is None or part is Ellipsis else 1


def is_item(key: Key, ndim: int) -> bool:
    """Whether the key names one item by integers alone."""
    return (
        key.bare
        and sum(isinstance(part, int) for part in key.parts) == ndim
        and (len(key.parts) == ndim + 1)
    )


def is_mask(key: Key, shape: Shape) -> bool:
    """Whether the key is one mask of the array's own shape and nothing else."""
    part = key.parts[0]
    return (
        key.bare
        and len(key.parts) == 2
        and isinstance(part, Array)
        and part.is_mask
        and part.shape == shape
    )


def _check_mask(mask: Shape, shape: Shape, axis: int) -> None:
    for d, length in enumerate(mask, axis):
        if length not in (0, shape[d]):  # NumPy lets a length of 0 pass
            raise IndexError(
                f"boolean index did not match indexed array along axis {d}; size of "
                f"axis is {shape[d]} but size of corresponding boolean axis is {length}"
            )


def frame_of(leaf: Leaf, key: Key) -> Frame:
    """Apply the basic parts of a key and find the axes of its arrays."""
    spare = len(leaf.shape) - sum(_width(part) for part in key.parts)
    basic: list[Any] = []
    arrays: list[tuple[Array, int, int]] = []
    rest: list[int] = []
    chosen: list[tuple[int, int]] = []  # of integers and arrays: part, rest before it
    place = axis = 0  # in the frame, in the array
    for number, part in enumerate(key.parts):
        width = spare if part is Ellipsis else _width(part)
        if isinstance(part, Array | int):
            chosen.append((number, len(rest)))
        if isinstance(part, Array):
            if part.is_mask:
                _check_mask(part.shape, leaf.shape, axis)
            arrays.append((part, place, axis))
        axes = 0 if isinstance(part, int) else 1 if part is None else width
        if not isinstance(part, Array):
            rest += range(place, place + axes)
        whole = isinstance(part, Array) or part is Ellipsis
        basic += [slice(None)] * width if whole else [part]
        place += axes
        axis += width
    # Arrays and integers that stand together keep their place, else they go first.
    together = chosen[-1][0] - chosen[0][0] == len(chosen) - 1
    return Frame(
        view(leaf, lambda d: d[(*basic, ...)]),
        tuple(arrays),
        tuple(rest),
        chosen[0][1] if together else 0,
    )
