"""Which items a key selects, as their numbers in C order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms.evaluation import compute
from gpuarray.algorithms.gather import pairs_of, require_inside
from gpuarray.algorithms.indexing import pick_of
from gpuarray.algorithms.keys import frame_of, parse
from gpuarray.runtime import layout as lay
from gpuarray.runtime.expr import Iota, Leaf, Node, cast, const, op, where

if TYPE_CHECKING:
    from gpuarray.runtime.layout import Shape
    from gpuarray.runtime.memory import Buffer

BOOL = np.dtype(bool)
INT64 = np.dtype(np.int64)
UINT32 = np.dtype(np.uint32)


def may_repeat(key: Any, ndim: int) -> bool:
    """Whether a key has index arrays, so that it may name an item twice."""
    return any(not array.is_mask for array in parse(key, ndim).arrays())


def item_numbers(buffer: Buffer, shape: Shape, key: Any) -> Leaf:
    """The number of each item of x[key] in an x of a shape.

    buffer: of x. key: with at least one index array. uint32, in the shape of x[key].
    Waits only to check positions that are on the device. IndexError as NumPy.
    """
    # Items of one byte: an address is a number.
    flat = Leaf(np.dtype(np.uint8), shape, buffer, lay.contiguous(shape, 1))
    pick = pick_of(frame_of(flat, parse(key, len(shape))))
    require_inside(pick)
    total: Node = Iota(UINT32, pick.shape, pick.layout)
    for values, step, length in pairs_of(pick):
        number = cast(values, INT64)
        below = op("lt_i64", BOOL, number, const(np.int64(0)))
        turned = op("add_i64", INT64, number, const(np.int64(length)))
        place = cast(where(below, turned, number), UINT32)
        place = op("mul_u32", UINT32, place, const(np.uint32(step)))
        total = op("add_u32", UINT32, total, place)
    return compute(total)
