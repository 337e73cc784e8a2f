"""Comparing items that are not numbers: byte strings and records."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np

from gpuarray.algorithms.evaluation import compute
from gpuarray.algorithms.reduction import reduce
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dtypes import ROWS
from gpuarray.runtime.expr import Leaf, Node, cast, const, op
from gpuarray.runtime.layout import Layout

WORD = np.dtype(np.uint32)
BOOL = np.dtype(bool)
_MANY = 16  # nodes of a comparison before it is computed into memory


def compare_bytes(function: str, a: Leaf, b: Leaf) -> Node:
    """`eq`, `ne`, `lt`.. of byte strings, whose trailing zero bytes do not count."""
    length = max(a.dtype.itemsize, b.dtype.itemsize, 1)
    pairs = [
        (_word_at(a, at), _word_at(b, at)) for at in range(0, -(-length // 4) * 4, 4)
    ]
    equal = op("eq_u32", BOOL, *pairs[0])
    for pair in pairs[1:]:
        equal = op("and_bool", BOOL, equal, op("eq_u32", BOOL, *pair))
    if function == "eq":
        return equal
    if function == "ne":
        return op("not_bool", BOOL, equal)
    # Compared as numbers whose first byte weighs most, last words first.
    strict = {"lt": "lt", "le": "lt", "gt": "gt", "ge": "gt"}[function]
    result: Node = const(np.bool_(function in ("le", "ge")))
    for pair in reversed(pairs):
        first, second = (op("swap_bytes", WORD, word) for word in pair)
        here = op(f"{strict}_u32", BOOL, first, second)
        same = op("eq_u32", BOOL, first, second)
        result = op("or_bool", BOOL, here, op("and_bool", BOOL, same, result))
    return result


def ordered_words(leaf: Leaf) -> list[Node]:
    """Numbers that byte strings or plain bytes are ordered by, the first one first."""
    words = range(0, leaf.dtype.itemsize, 4)
    return [op("swap_bytes", WORD, _word_at(leaf, at)) for at in words]


def _word_at(leaf: Leaf, at: int) -> Node:
    """Bytes at..at+3 of each item as a word, zeros past the item's end."""
    left = min(leaf.dtype.itemsize - at, 4)
    if left <= 0:
        return const(np.uint32(0))
    if left == 4:
        return _part(leaf, at, WORD)
    if left == 2:
        return cast(_part(leaf, at, np.dtype(np.uint16)), WORD)
    word = cast(_part(leaf, at, np.dtype(np.uint8)), WORD)
    if left == 3:
        rest = cast(_part(leaf, at + 1, np.dtype(np.uint16)), WORD)
        rest = op("shl_u32", WORD, rest, const(np.uint32(8)))
        word = op("or_u32", WORD, word, rest)
    return word


def _part(leaf: Leaf, at: int, dtype: np.dtype[Any]) -> Leaf:
    layout = leaf.layout
    moved = Layout(layout.shape, layout.strides, layout.offset + at)
    return Leaf(dtype, leaf.shape, leaf.buffer, moved)


def compare_records(a: Leaf, b: Leaf) -> Node:
    """Whether items are equal: all fields in turn, or all bytes of a plain void."""
    shape = lay.common_shape(a.shape, b.shape)
    return _equal(_stretched(a, shape), _stretched(b, shape))


def _stretched(leaf: Leaf, shape: lay.Shape) -> Leaf:
    layout = lay.broadcast(leaf.layout, shape)
    return dataclasses.replace(leaf, shape=shape, layout=layout)


def _equal(a: Leaf, b: Leaf) -> Node:
    """As compare_records, for two of one shape: field shapes then correspond."""
    if a.dtype.names is None:
        if a.dtype.kind in "SV":
            return compare_bytes("eq", a, b)
        common = np.result_type(a.dtype, b.dtype)
        return op(f"eq_{_suffix(common)}", BOOL, cast(a, common), cast(b, common))
    result: Node | None = None
    for first, second in zip(a.dtype.names, b.dtype.names or (), strict=True):
        here = _field_equal(field(a, first), field(b, second), len(a.shape))
        result = here if result is None else op("and_bool", BOOL, result, here)
        if result.weight > _MANY:
            result = compute(result)
    if result is None:  # no fields at all
        return const(np.bool_(True))
    return result


def field(leaf: Leaf, name: Any) -> Leaf:
    """The items of one field, without a copy."""
    layout, dtype = lay.apply(leaf.layout, leaf.dtype, lambda d: d[name])
    return dataclasses.replace(leaf, dtype=dtype, shape=layout.shape, layout=layout)


def _field_equal(a: Leaf, b: Leaf, ndim: int) -> Node:
    inner = a.shape[ndim:]
    if inner != b.shape[ndim:]:
        return const(np.bool_(False))
    return _over(_equal(a, b), len(inner), "and")


def _over(node: Node, axes: int, name: str) -> Node:
    """All ("and") or any ("or") of the items over the last axes: one per record."""
    if axes == 0:
        return node
    shape = node.shape[:-axes]
    count = math.prod(node.shape[-axes:])
    found = reduce(node, name, math.prod(shape), count, 1)
    return dataclasses.replace(found, shape=shape, layout=lay.contiguous(shape, 1))


def nonzero(leaf: Leaf) -> Node:
    """Whether items that are not numbers are true: any byte, or any field, makes so."""
    if leaf.dtype.names is None:
        if leaf.dtype.kind not in "SV":
            return cast(leaf, BOOL)
        words = [_word_at(leaf, at) for at in range(0, leaf.dtype.itemsize, 4)]
        parts = [cast(word, BOOL) for word in words]
    else:
        fields = [field(leaf, name) for name in leaf.dtype.names]
        ndim = len(leaf.shape)
        parts = [_over(nonzero(f), len(f.shape) - ndim, "or") for f in fields]
    result: Node = const(np.bool_(False))
    for part in parts:
        result = op("or_bool", BOOL, result, part)
    return result


def _suffix(dtype: np.dtype[Any]) -> str:
    return ROWS[dtype].value
