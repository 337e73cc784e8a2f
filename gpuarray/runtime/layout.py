"""Where the items of an array lie in its buffer: shape, byte strides, byte offset.

NumPy is the rule book: a view operation is applied to a NumPy array of the same
dtype, shape and strides laid over one dummy item, which is never read, and the
resulting shape, strides and address difference are read back.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Shape = tuple[int, ...]


class Layout(NamedTuple):
    """Byte strides and offset of an array of the given shape."""

    shape: Shape
    strides: Shape
    offset: int = 0

    @property
    def size(self) -> int:
        """Number of items."""
        return math.prod(self.shape)


def contiguous(shape: Sequence[int], itemsize: int, offset: int = 0) -> Layout:
    """The C-order layout of `shape`; of no items, what NumPy gives."""
    return _contiguous(tuple(shape), itemsize, offset)


@functools.lru_cache(1024)
def _contiguous(shape: Shape, itemsize: int, offset: int) -> Layout:
    shape = tuple([int(length) for length in shape])
    if 0 in shape:
        return Layout(shape, np.empty(shape, f"V{itemsize}").strides, offset)
    strides, step = [], itemsize
    for length in reversed(shape):
        strides.append(step)
        step *= max(length, 1)
    return Layout(shape, tuple(reversed(strides)), offset)


def memory_order(order: Any, default: str = "K") -> str:
    """The argument `order` as NumPy reads it: "C", "F", "A" or "K", in either case."""
    if order is None:
        return default
    if not isinstance(order, str):
        raise TypeError(f"order must be str, not {type(order).__name__}")
    if order not in tuple("CFAKcfak"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")
    return order.upper()


def is_contiguous(layout: Layout, itemsize: int) -> bool:
    """Whether the items follow each other in C order without gaps."""
    step = itemsize
    for length, stride in zip(
        reversed(layout.shape), reversed(layout.strides), strict=True
    ):
        if length == 0:
            return True
        if length != 1:
            if stride != step:
                return False
            step *= length
    return True


def axes_in_memory(shape: Shape, strides: Sequence[int], itemsize: int) -> list[int]:
    """The axes from the outermost in memory: NumPy's order "K".

    Dense memory in C or Fortran order is taken as that, whatever the strides of axes of
    length 1; else longer strides go first.
    """
    axes = list(range(len(shape)))
    for order in (axes, axes[::-1]):
        lengths, steps = (tuple(part[k] for k in order) for part in (shape, strides))
        if is_contiguous(Layout(lengths, steps), itemsize):
            return order
    return sorted(axes, key=lambda axis: -abs(strides[axis]))


def axes_of_walk(shape: Shape, strides: Sequence[int]) -> list[int]:
    """The axes from the outermost as `ravel` in order "K" walks over them.

    Longer strides go first; axes that do not move keep their places.
    """
    inner: list[int] = []  # from the innermost
    steps = [abs(s) if n != 1 else 0 for n, s in zip(shape, strides, strict=True)]
    for axis in reversed(range(len(shape))):
        place = len(inner)
        for k in reversed(range(len(inner))):
            other = steps[inner[k]]
            if steps[axis] and other:
                if other <= steps[axis]:
                    break
                place = k
        inner.insert(place, axis)
    return inner[::-1]


def dummy(layout: Layout, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """A NumPy array of that layout over memory that must not be read."""
    # As plain bytes first: as_strided stumbles over records with padding and a field
    # named "f1", a name that it invents for the padding.
    item = np.empty((), f"V{dtype.itemsize}")
    laid = np.lib.stride_tricks.as_strided(item, layout.shape, layout.strides)
    return laid.view(dtype)


def apply(
    layout: Layout, dtype: np.dtype[Any], view: Callable[[Any], Any]
) -> tuple[Layout, np.dtype[Any]]:
    """The layout and dtype after a NumPy operation that returns a view."""
    before = dummy(layout, dtype)
    after = view(before)
    if not isinstance(after, np.ndarray):  # of a 0-d array, NumPy's scalar
        assert before.ndim == 0
        after = before
    moved = after.__array_interface__["data"][0] - before.__array_interface__["data"][0]
    if after.size == 0:
        moved = 0
    return Layout(after.shape, after.strides, layout.offset + moved), after.dtype


def broadcast(layout: Layout, shape: Shape) -> Layout:
    """The layout stretched to `shape`, which must be compatible."""
    if layout.shape == shape:
        return layout
    missing = len(shape) - len(layout.shape)
    strides = (0,) * missing + tuple(
        0 if length == 1 else stride
        for length, stride in zip(layout.shape, layout.strides, strict=True)
    )
    return Layout(shape, strides, layout.offset)


def common_shape(*shapes: Shape) -> Shape:
    """The shape that shapes broadcast to; ValueError if there is none, as in NumPy.

    numpy.broadcast_shapes is not asked: it stops at 32 axes, arrays have up to 64.
    """
    if max(map(len, shapes), default=0) <= 32:
        return np.broadcast_shapes(*shapes)
    ndim = max(map(len, shapes))
    result = [1] * ndim
    for shape in shapes:
        for axis, length in enumerate(shape, ndim - len(shape)):
            if result[axis] == 1:
                result[axis] = length
            elif length not in (1, result[axis]):
                raise ValueError(
                    "shape mismatch: objects cannot be broadcast to a single shape"
                )
    return tuple(result)


def collapse(shape: Shape, strides: Sequence[Shape]) -> tuple[Shape, list[Shape]]:
    """Fewer dimensions for the same walk: drop ones, merge where all strides allow."""
    if len(shape) == 1 != shape[0]:
        return shape, list(strides)
    keep = [d for d, length in enumerate(shape) if length != 1]
    lengths = [shape[d] for d in keep]
    columns = [[s[d] for s in strides] for d in keep]
    merged_lengths: list[int] = []
    merged: list[list[int]] = []
    for length, column in zip(lengths, columns, strict=True):
        if merged and all(
            outer == inner * length
            for outer, inner in zip(merged[-1], column, strict=True)
        ):
            merged_lengths[-1] *= length
            merged[-1] = column
        else:
            merged_lengths.append(length)
            merged.append(column)
    return tuple(merged_lengths), [
        tuple(column[k] for column in merged) for k in range(len(strides))
    ]


def extent(layout: Layout, itemsize: int) -> tuple[int, int]:
    """First byte and one past the last byte that the items occupy."""
    low = high = layout.offset
    for length, stride in zip(layout.shape, layout.strides, strict=True):
        if length == 0:
            return layout.offset, layout.offset
        reach = (length - 1) * stride
        low, high = low + min(reach, 0), high + max(reach, 0)
    return low, high + itemsize


def flat_extent(
    layout: Layout, itemsize: int, start: int, stop: int
) -> tuple[int, int]:
    """`extent` of the items start..stop-1 in C order (never too small)."""
    offset = layout.offset
    # Merged axes make rows that follow each other one axis, whose part is exact.
    shape, (strides,) = collapse(layout.shape, [layout.strides])
    last = stop - 1
    while shape:
        inner = math.prod(shape[1:])
        first_row, last_row = start // inner, last // inner
        if first_row != last_row:
            rows = Layout(
                (last_row - first_row + 1, *shape[1:]),
                strides,
                offset + first_row * strides[0],
            )
            return extent(rows, itemsize)
        offset += first_row * strides[0]
        start, last = start % inner, last % inner
        shape, strides = shape[1:], strides[1:]
    return offset, offset + itemsize
