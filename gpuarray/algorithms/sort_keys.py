"""NumPy's order of items of any dtype, as one or more numbers to sort by.

Complex numbers are ordered by the real and then by the imaginary part, those with NaN
in the imaginary part after the others, and those with NaN in the real part last.
Records are ordered by their fields, byte strings and plain bytes by their bytes.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms.bytestrings import field, ordered_words
from gpuarray.algorithms.evaluation import compute
from gpuarray.algorithms.records import view
from gpuarray.runtime.expr import Leaf, Node, broadcast, const, op, where

if TYPE_CHECKING:
    from collections.abc import Sequence

BOOL = np.dtype(bool)


def is_plain(dtype: np.dtype[Any]) -> bool:
    """Whether items are sorted by one number, themselves."""
    return dtype.kind in "biuf"


def keys(node: Node, names: Sequence[str] | None = None) -> list[Node]:
    """The numbers that items are sorted by, the most significant first; at least one.

    names: the fields of records to sort by before the others.
    """
    if is_plain(node.dtype):
        return [node]
    leaf = node if isinstance(node, Leaf) else compute(node)
    found = _keys(leaf, len(leaf.shape), names)
    # Items without bytes are all equal.
    return found or [broadcast(const(np.uint8(0)), leaf.shape)]


def _keys(leaf: Leaf, ndim: int, names: Sequence[str] | None = None) -> list[Node]:
    """Of a leaf whose axes past the first `ndim` are items of a sub-array in turn."""
    found: list[Node] = []
    for at in itertools.product(*map(range, leaf.shape[ndim:])):
        one = view(leaf, lambda d, at=at: d[(..., *at)])  # type: ignore[misc]
        if leaf.dtype.names is not None:
            for name in dict.fromkeys((*(names or ()), *leaf.dtype.names)):
                found += _keys(field(one, name), ndim)
        elif leaf.dtype.kind == "c":
            found += _complex_keys(one)
        elif leaf.dtype.kind in "SV":
            found += ordered_words(one)
        else:
            found.append(one)
    return found


def _complex_keys(leaf: Leaf) -> list[Node]:
    real, imag = view(leaf, lambda d: d.real), view(leaf, lambda d: d.imag)
    isnan = f"isnan_f{8 * real.dtype.itemsize}"
    inner = where(op(isnan, BOOL, imag), const(np.uint8(1)), const(np.uint8(0)))
    place = where(op(isnan, BOOL, real), const(np.uint8(2)), inner)
    return [place, real, imag]
