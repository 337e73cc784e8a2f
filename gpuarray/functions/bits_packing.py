"""Bits in bytes: packbits, unpackbits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.arrays.array_object import GPUArray, as_array, blank, wrap
from gpuarray.functions.elementwise import truth
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import Iota, Node, cast, const, op
from gpuarray.runtime.layout import Layout

UINT8 = np.dtype(np.uint8)
UINT32 = np.dtype(np.uint32)


@implements(np.packbits)
def packbits(a: Any, /, axis: int | None = None, bitorder: str = "big") -> GPUArray:
    """The truth of eight items after each other in one byte, as uint8.

    a: bool or integers. axis None: in C order. bitorder: "big" puts the first item in
    the highest bit, "little" in the lowest. The last byte is filled up with zeros. Does
    not wait. TypeError, ValueError, AxisError. Source: numpy.packbits.
    """
    array = as_array(a)
    np.packbits(np.zeros(0, array.dtype), None, bitorder)  # type: ignore[call-overload]
    array, axis = _rows(array, axis)
    n = array.shape[axis]
    shape = list(array.shape)
    shape[axis] = -(-n // 8)
    result = wrap(blank(tuple(shape), UINT8, array._device()))
    before = (slice(None),) * axis
    cuts = [(0, n // 8 * 8), (n // 8 * 8, n)]
    for low, high in cuts:
        parts = [array[(*before, slice(low + k, high, 8))] for k in range(8)]
        given = [part for part in parts if part.size]
        if not given:
            continue
        total: Node | None = None
        for k, part in enumerate(given):
            bit = cast(truth(part._leaf()), UINT8)
            place = const(np.uint8(7 - k if bitorder == "big" else k))
            bit = op("shl_u32", UINT8, bit, place)
            total = bit if total is None else op("or_u32", UINT8, total, bit)
        assert total is not None
        result[(*before, slice(low // 8, -(-high // 8)))]._assign(total)
    return result


@implements(np.unpackbits)
def unpackbits(
    a: Any, /, axis: int | None = None, count: int | None = None, bitorder: str = "big"
) -> GPUArray:
    """The eight bits of each byte after each other, as uint8 of 0 and 1.

    a: uint8. axis None: in C order. count: how many bits of each row are returned, more
    than there are as zeros; negative leaves so many out at the end. bitorder: as for
    `packbits`. Does not wait. TypeError, ValueError, AxisError. Source:
    numpy.unpackbits.
    """
    array = as_array(a)
    tiny = np.zeros(0, array.dtype)
    np.unpackbits(tiny, bitorder=bitorder)  # type: ignore[call-overload]
    array, axis = _rows(array, axis)
    n = 8 * array.shape[axis]
    wanted = n if count is None else count if count >= 0 else n + count
    if wanted < 0:
        raise ValueError(
            f"-count {-(count or 0)} is larger than number of elements {n}"
        )
    before = (slice(None),) * axis
    spread = array[(*before, slice(None), None)]._leaf()
    shape = (*array.shape[: axis + 1], 8, *array.shape[axis + 1 :])
    walk = Layout(shape, tuple(int(d == axis + 1) for d in range(len(shape))))
    place: Node = Iota(UINT32, shape, walk)
    if bitorder == "big":
        place = op("sub_u32", UINT32, const(np.uint32(7)), place)
    bits = op("shr_u32", UINT8, spread, cast(place, UINT8))
    bits = op("and_u32", UINT8, bits, const(np.uint8(1)))
    lengths = list(array.shape)
    lengths[axis] = n
    whole = wrap(bits).reshape(tuple(lengths))
    if wanted == n:
        return whole
    kept = whole[(*before, slice(min(wanted, n)))]
    lengths[axis] = wanted
    result = wrap(blank(tuple(lengths), UINT8, array._device()))
    result[(*before, slice(n, None))] = 0
    result[(*before, slice(min(wanted, n)))] = kept
    return result


def _rows(array: GPUArray, axis: int | None) -> tuple[GPUArray, int]:
    if axis is None:
        return array.ravel(), 0
    if array.ndim == 0:
        array = array.reshape(1)
    return array, normalize_axis_index(axis, array.ndim)
