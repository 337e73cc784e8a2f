"""Where values belong among sorted items: searchsorted, digitize."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuarray.algorithms import binary_search, radix, sort_keys
from gpuarray.arrays.array_object import GPUArray, as_array, wrap
from gpuarray.functions.accumulation import stand_in
from gpuarray.functions.arguments import array_of, gives_scalars
from gpuarray.runtime.dispatch import implements

UINT32 = np.dtype(np.uint32)


@implements(np.searchsorted)
@gives_scalars
def searchsorted(a: Any, v: Any, side: Any = "left", sorter: Any = None) -> GPUArray:
    """The int64 places at which values put in keep an array sorted.

    a: one axis, sorted as np.sort does, or by the positions `sorter`. v: values of any
    shape, which the result has. side "left": before equal items, "right": behind them.
    Both take their common dtype. Does not wait, but for the check of a sorter (8
    bytes). ValueError, TypeError as numpy.searchsorted. Source: numpy.searchsorted.
    """
    items = as_array(a)
    values, dtype = _common(items, v)
    tiny = np.zeros(1 if values.ndim else (), values.dtype)
    order = None if sorter is None else array_of(sorter)
    if order is None:
        np.searchsorted(stand_in(items), tiny, side)
    else:
        kept = np.zeros((2,) * order.ndim, order.dtype)
        if order.shape == items.shape:
            kept = stand_in(order)
        np.searchsorted(stand_in(items), tiny, side, kept)
        try:
            items = items[order]
        except IndexError:
            raise ValueError("Sorter index out of range.") from None
    return found_places(
        items.astype(dtype, copy=False),
        values.astype(dtype, copy=False),
        right=side in ("right", b"right"),
    )


def _common(items: GPUArray, v: Any) -> tuple[GPUArray, np.dtype[Any]]:
    """The values as an array, and the dtype in which they are compared."""
    if type(v) is float and items.dtype.kind == "f":
        exact = items.dtype.type(v)
        if exact == v or v != v:  # the narrower float says the same
            return as_array(exact), items.dtype
    values = array_of(v)
    return values, np.promote_types(items.dtype, values.dtype)


def found_places(items: GPUArray, values: GPUArray, *, right: bool) -> GPUArray:
    """`searchsorted` of two arrays of one dtype, without checks; does not wait."""
    if sort_keys.is_plain(items.dtype):
        places = binary_search.places(
            items._cell.fused(), values._cell.fused(), right=right
        )
        return wrap(places)
    # Of all together in order, those items were counted that lie before a value.
    n, m = items.size, values.size
    flat = values.reshape(-1)
    both: Any = np.concatenate([items, flat] if right else [flat, items])
    order = radix.argsort(sort_keys.keys(both._leaf()), max(n + m, 1), dtype=UINT32)
    number = wrap(order)
    counts: Any = np.cumsum(number < n if right else number >= m)
    found = wrap(radix.scattered(counts._leaf(), order, max(n + m, 1)))
    return found[n:].reshape(values.shape) if right else found[:m].reshape(values.shape)


@implements(np.digitize)
@gives_scalars
def digitize(x: Any, bins: Any, right: bool = False) -> GPUArray:
    """The int64 number of the bin that each value falls into.

    bins: one axis of edges, increasing or decreasing. The result i has the shape of x:
    bins[i-1] <= x < bins[i], with right bins[i-1] < x <= bins[i]; of decreasing edges
    the other way round. Waits for the order of edges that are on the device (8 bytes).
    ValueError for edges in no order, TypeError for complex values. Source:
    numpy.digitize.
    """
    values = as_array(x)
    if isinstance(bins, GPUArray):
        np.digitize(stand_in(values), stand_in(bins))
        edges, falling = bins, _falling(bins)
    else:
        host = np.asarray(bins)
        np.digitize(stand_in(values), host)
        edges = array_of(host)
        falling = np.digitize(np.nan, host) == 0 and host.size > 0
    if falling:
        behind = searchsorted(edges[::-1], values, _side(not right))
        found: GPUArray = edges.size - behind
        return found
    return searchsorted(edges, values, _side(not right))


def _side(right: bool) -> str:
    return "right" if right else "left"


def _falling(bins: GPUArray) -> bool:
    """Whether edges decrease; ValueError if neither; waits (8 bytes)."""
    if bins.size < 2:
        return False
    before, behind = bins[:-1], bins[1:]
    rises, falls, differs = (
        np.any(test(before, behind)).astype(np.int64)
        for test in (np.less, np.greater, np.not_equal)
    )
    found = int(rises + 2 * falls + 4 * differs)
    if found & 3 == 3:
        raise ValueError("bins must be monotonically increasing or decreasing")
    return found in (4, 6)  # without any order there is a NaN: decreasing, as in NumPy
