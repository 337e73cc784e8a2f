"""Sets of items: unique in all its forms, intersections, unions, membership.

A set is the first items of each kind after a sort. Results are in order, also those
that NumPy leaves unordered. How many there are is counted on the device, and the count
is read (a wait of 4 bytes).
"""

from __future__ import annotations

from typing import Any

import numpy

from gpuarray.algorithms import compaction
from gpuarray.arrays.array_object import as_array, as_plain, wrap
from gpuarray.functions.arguments import array_of
from gpuarray.functions.compacting import count_of_slots
from gpuarray.functions.distinct import distinct, sized
from gpuarray.functions.sorted_search import found_places
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import (
    Iota,
    Node,
    broadcast,
    cast,
    const,
)
from gpuarray.runtime.layout import Layout

np: Any = numpy  # its stubs do not know arrays that implement its protocols

BOOL, UINT32, INT64 = (numpy.dtype(t) for t in (bool, numpy.uint32, numpy.int64))
_FEW = 8  # items of a set that are compared one by one
_NOTHING = numpy.zeros(0)
_ALL = type(numpy.unique_all(_NOTHING))
_COUNTS = type(numpy.unique_counts(_NOTHING))
_INVERSE = type(numpy.unique_inverse(_NOTHING))


@implements(numpy.unique)
def unique(
    ar: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    *,
    equal_nan: bool = True,
    sorted: bool = True,
    size: int | None = None,
    fill_value: Any = None,
) -> Any:
    """The distinct items in order, or along an axis the distinct slices.

    Then, as asked for, int64 arrays: where each occurs first, which of them each item
    is (in the shape of ar; of an axis one number a slice), how often each occurs.
    equal_nan: NaNs are one item; in slices they never are. Sorts, and waits as sort
    does and once more for the number of results (4 bytes). With `size` there are that
    many results, the first ones, and nothing is waited for: missing ones are
    `fill_value`, or the least item without it, with the index of that item and a count
    of 0; the inverse may name results that were dropped. AxisError. Source:
    numpy.unique, and jax.numpy.unique for size and fill_value.
    """
    array = as_array(ar)
    ordered = return_index or return_inverse or axis is not None or size is not None
    d = distinct(array, axis, ordered, equal_nan, looks=size is None)
    if size is not None:
        found = sized(d, count_of_slots(size), fill_value)
        wanted = (True, return_index, return_inverse, return_counts)
        parts = [part for part, asked in zip(found, wanted, strict=True) if asked]
        return parts[0] if len(parts) == 1 else tuple(parts)
    flat, items, first, order = d.flat, d.items, d.first, d.order
    keep = first._leaf() if return_inverse else first._cell.fused()
    starts: Any = None
    chosen: list[Node] = [] if axis is not None else [items._leaf()]
    if order is not None:
        chosen.append(cast(order, INT64))
    if return_counts or axis is not None:
        chosen.append(Iota(INT64, first.shape, Layout(first.shape, (1,))))
    found = [wrap(leaf) for leaf in compaction.select(chosen, keep)]
    if return_counts or axis is not None:
        starts = found.pop()
    result = [found[0]]
    if axis is not None:
        rows = np.take(items, starts, axis=0, mode="clip")
        result = [d.slices(rows)]
    if return_index:
        result.append(found[-1])
    if return_inverse:
        result.append(d.inverse())
    if return_counts:
        end = as_array(numpy.full(min(len(flat), 1), len(flat)))
        result.append(np.concatenate([starts[1:], end]) - starts)
    return result[0] if len(result) == 1 else tuple(result)


@implements(numpy.unique_all)
def unique_all(x: Any, /, *, size: int | None = None, fill_value: Any = None) -> Any:
    """The distinct items, where each occurs first, the inverse, and the counts.

    NaNs are all distinct; see unique, also for size. Source: numpy.unique_all, array
    API standard.
    """
    return _ALL(*unique(x, True, True, True, **_options(size, fill_value)))


@implements(numpy.unique_counts)
def unique_counts(x: Any, /, *, size: int | None = None, fill_value: Any = None) -> Any:
    """The distinct items, and how often each occurs; see unique_all.

    Source: numpy.unique_counts, array API standard.
    """
    return _COUNTS(*unique(x, return_counts=True, **_options(size, fill_value)))


@implements(numpy.unique_inverse)
def unique_inverse(
    x: Any, /, *, size: int | None = None, fill_value: Any = None
) -> Any:
    """The distinct items, and which of them each item is; see unique_all.

    Source: numpy.unique_inverse, array API standard.
    """
    return _INVERSE(*unique(x, return_inverse=True, **_options(size, fill_value)))


@implements(numpy.unique_values)
def unique_values(x: Any, /, *, size: int | None = None, fill_value: Any = None) -> Any:
    """The distinct items, in order; see unique_all.

    Source: numpy.unique_values, array API standard.
    """
    return unique(x, **_options(size, fill_value))


def _options(size: Any, fill_value: Any) -> dict[str, Any]:
    return {"equal_nan": False, "size": size, "fill_value": fill_value}


# ---- several sets


@implements(numpy.union1d)
def union1d(ar1: Any, ar2: Any) -> Any:
    """The distinct items of both arrays, in order.

    Source: numpy.union1d.
    """
    return unique(np.concatenate([array_of(ar1), array_of(ar2)], axis=None))


@implements(numpy.intersect1d)
def intersect1d(
    ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False
) -> Any:
    """The distinct items that are in both arrays, in order.

    assume_unique: neither array has an item twice. return_indices: also where the items
    occur first in each array. Source: numpy.intersect1d.
    """
    first, second = array_of(ar1).reshape(-1), array_of(ar2).reshape(-1)
    places: list[Any] = []
    if not assume_unique:
        sets = [unique(array, True) for array in (first, second)]
        (first, at), (second, there) = sets
        places = [at, there]
    both = np.concatenate([first, second])
    if both.size == 0:
        empty = as_array(numpy.zeros(0, INT64))
        return (both, empty, empty) if return_indices else both
    order = np.argsort(both)
    ordered = np.take(both, order, mode="clip")
    twice = ordered[1:] == ordered[:-1]
    common = ordered[:-1][twice]
    if not return_indices:
        return common
    found = [order[:-1][twice], order[1:][twice] - first.size]
    if places:
        found = [place[at] for place, at in zip(places, found, strict=True)]
    return (common, *found)


@implements(numpy.setxor1d)
def setxor1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    """The distinct items that are in one of two arrays only, in order.

    assume_unique: neither array has an item twice. Source: numpy.setxor1d.
    """
    first, second = array_of(ar1), array_of(ar2)
    if not assume_unique:
        first, second = unique(first), unique(second)
    both = np.sort(np.concatenate([first, second], axis=None))
    if both.size == 0:
        return both
    edge = as_array(numpy.ones(1, bool))
    differ = np.concatenate([edge, both[1:] != both[:-1], edge])
    return both[differ[1:] & differ[:-1]]


@implements(numpy.setdiff1d)
def setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Any:
    """The distinct items of the first array that are not in the second, in order.

    assume_unique: neither array has an item twice; then the items keep their order.
    Source: numpy.setdiff1d.
    """
    first = array_of(ar1).reshape(-1) if assume_unique else unique(array_of(ar1))
    return first[isin(first, ar2, assume_unique=True, invert=True)]


@implements(numpy.isin)
def isin(
    element: Any,
    test_elements: Any,
    assume_unique: bool = False,
    invert: bool = False,
    *,
    kind: Any = None,
) -> Any:
    """Whether each item is among the test elements, as bool; inverted if asked for.

    Sorts the test elements, which needs no more memory than they have, so `kind` and
    `assume_unique` only choose between errors. NaN is in no set. Waits as sort does.
    ValueError for an unknown kind. Source: numpy.isin.
    """
    items, tests = array_of(element), array_of(test_elements).reshape(-1)
    numpy.isin(
        numpy.zeros(0, items.dtype), numpy.zeros(0, tests.dtype), kind=kind
    )  # its errors
    if tests.size <= _FEW:
        found: Any = wrap(broadcast(const(numpy.bool_(False)), items.shape))
        for k in range(tests.size):
            found = found | (items == tests[k])
    else:
        dtype = np.promote_types(items.dtype, tests.dtype)
        wanted = items.astype(dtype, copy=False)
        ordered = np.sort(tests.astype(dtype, copy=False))
        at = found_places(ordered, wanted, right=False)
        nearest = np.take(ordered, np.minimum(at, tests.size - 1), mode="clip")
        found = nearest == wanted
    return as_plain(~found if invert else found)
