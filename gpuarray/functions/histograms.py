"""bincount and the histograms: which bin each item falls into, and a count.

Bins of equal width are found by NumPy's arithmetic, inside the counting kernel; others
by a binary search. Counts are exact. Sums of weights are folded in the order of the
items, so they have the same bits on every run.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from gpuarray.algorithms import evaluation, reduction
from gpuarray.algorithms.counting import bin_counts
from gpuarray.algorithms.groups import flat, group_ranges, grouped, taken
from gpuarray.algorithms.hostcopy import download
from gpuarray.arrays.array_object import GPUArray, as_array, wrap
from gpuarray.functions.accumulation import device_array, host
from gpuarray.functions.binning import Uniform, bin_edges, unsigned_difference
from gpuarray.functions.elementwise import apply_row
from gpuarray.functions.folds import step_of
from gpuarray.functions.group_folds import onto
from gpuarray.runtime import windows
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import (
    Bits,
    Gather,
    Leaf,
    Node,
    broadcast,
    cast,
    const,
    op,
    where,
)
from gpuarray.runtime.layout import Layout

xp: Any = np  # its stubs do not know arrays that implement its protocols
BOOL = np.dtype(bool)
INT32 = np.dtype(np.int32)
INT64 = np.dtype(np.int64)
UINT32 = np.dtype(np.uint32)
FLOAT64 = np.dtype(np.float64)
_SURE = 1 << 16  # bins: then float32 finds the bin or one beside it


@implements(np.bincount)
def bincount(x: Any, /, weights: Any = None, minlength: Any = 0) -> GPUArray:
    """How often each number from 0 on occurs, or the sum of its weights.

    x: integers on one axis that cast safely to int64, none negative. Result: int64, or
    float64 with weights (TypeError where the device has no float64), of length
    max(largest + 1, minlength). Waits for the largest number (8 bytes). Weights are
    sorted by their numbers and added in order, more than 64 of a number by a tree: the
    bits are the same on every run.
    TypeError, ValueError as NumPy. Source: numpy.bincount.
    """
    array = device_array(x)
    given = None if weights is None else device_array(weights)
    least = int(np.bincount(np.zeros(0, np.intp), minlength=host(minlength)).size)
    tiny = np.zeros((min(array.size, 1),) * array.ndim, array.dtype)
    tinies = None
    if given is not None:
        tinies = np.zeros((min(given.size, 1),) * given.ndim, given.dtype)
    np.bincount(tiny, tinies)  # NumPy's own errors
    if array.size == 0:
        return wrap(_zeros(least, INT64))
    if given is not None and given.size != array.size:
        raise ValueError("The weights and list don't have the same length.")
    numbers = array._leaf()
    bins = max(_largest(numbers) + 1, least)
    narrow = cast(numbers, UINT32)
    if given is None:
        return wrap(cast(bin_counts(narrow, bins), INT64))
    return wrap(_weighed(narrow, given, bins))


def _zeros(n: int, dtype: np.dtype[Any]) -> Leaf:
    return evaluation.compute(broadcast(const(np.zeros((), dtype)), (n,)))


def _largest(numbers: Leaf) -> int:
    """The largest number; ValueError if one is negative. Waits for both at once.

    As unsigned numbers the negative ones are the largest.
    """
    dtype = numbers.dtype
    unsigned = np.dtype(f"u{dtype.itemsize}")
    raw: Node = Bits(unsigned, numbers.shape, numbers, weight=2)
    if dtype.kind == "b":
        raw = cast(numbers, unsigned)
    top = int(download(reduction.reduce(raw, "max", 1, numbers.layout.size, 1))[0])
    if dtype.kind == "i" and top > np.iinfo(dtype).max:
        raise ValueError("'list' argument must have no negative elements")
    return top


def _weighed(numbers: Node, weights: GPUArray, bins: int) -> Node:
    """The sum of the weights of each bin, as float64."""
    groups = grouped(evaluation.compute(numbers))
    values = cast(taken(flat(weights._cell.leaf()), groups.order), FLOAT64)
    step = step_of(np.add, FLOAT64, FLOAT64, FLOAT64, FLOAT64)
    assert step is not None
    zeros = broadcast(const(np.float64(0)), (bins,))
    return onto(np.add, step, zeros, values, group_ranges(groups, bins))


# ---- histograms


@implements(np.histogram_bin_edges)
def histogram_bin_edges(
    a: Any, bins: Any = 10, range: Any = None, weights: Any = None
) -> GPUArray:
    """The edges of the bins that `histogram` would take.

    Waits for the smallest and largest item unless a range is given. TypeError,
    ValueError as NumPy. Source: numpy.histogram_bin_edges.
    """
    array, given = _checked(a, weights)
    return as_array(bin_edges(array, bins, range, given is not None)[0])


@implements(np.histogram)
def histogram(
    a: Any,
    bins: Any = 10,
    range: Any = None,
    density: Any = None,
    weights: Any = None,
) -> tuple[GPUArray, GPUArray]:
    """How many items fall into each of some adjacent bins, and the edges of the bins.

    bins: a number of bins of equal width, edges, or the name of a rule. Counts are
    int64, sums of weights have the dtype of the weights, densities are float64. Edges
    are float64 for integers: TypeError where the device has none. Waits for the
    smallest and largest item unless a range is given. NaN falls into no bin. TypeError,
    ValueError as NumPy. Source: numpy.histogram.
    """
    array, given = _checked(a, weights)
    edges, uniform = bin_edges(array, bins, range, given is not None)
    marks = as_array(edges)
    count = edges.size - 1
    if uniform:
        numbers = _uniform(array, uniform, marks)
    else:
        numbers = searched(array, marks)
        if given is not None:  # NumPy adds running sums to the result
            tiny = np.zeros(1, given.dtype)
            np.add(tiny, np.cumsum(tiny), out=tiny)
    found = tallied(numbers, given, max(count, 0))
    if density:
        widths = as_array(np.array(np.diff(edges), float))
        return found / widths / found.sum(), marks
    return found, marks


def _checked(a: Any, weights: Any) -> tuple[GPUArray, GPUArray | None]:
    """The data and its weights on one axis each."""
    array = device_array(a)
    if array.dtype == BOOL:
        warnings.warn(
            "Converting input from bool to <class 'numpy.uint8'> for compatibility.",
            RuntimeWarning,
            stacklevel=3,
        )
        array = array.astype(np.uint8)
    given = None if weights is None else device_array(weights)
    if given is not None:
        if given.shape != array.shape:
            raise ValueError("weights should have the same shape as a.")
        given = given.ravel()
    return array.ravel(), given


def _uniform(a: GPUArray, bins: Uniform, marks: GPUArray) -> Node:
    """The bin of each item, by NumPy's arithmetic; for none a larger number."""
    first, last, count = bins
    inside = xp.logical_and(a >= first, a <= last)
    x = a.astype(marks.dtype, copy=False)
    width = unsigned_difference(last, first)
    value = x._cell.node
    top = const(np.int32(count - 1))
    number = _guessed(value, first, width, count)
    if number is None:
        place = xp.real((x - first) / width * count)  # NumPy counts by real parts
        guess = cast(place._cell.node, INT32)
        number = apply_row(np.minimum, [guess, top], INT32)
    one = const(np.int32(1))
    below = apply_row(np.less, [value, _edge(marks, number)], BOOL)
    number = where(below, apply_row(np.subtract, [number, one], number.dtype), number)
    after = apply_row(np.add, [number, one], number.dtype)
    above = apply_row(np.greater_equal, [value, _edge(marks, after)], BOOL)
    inner = apply_row(np.not_equal, [number, top], BOOL)
    more = apply_row(np.logical_and, [above, inner], BOOL)
    number = where(more, after, number)
    outside = const(np.int32(count))
    return cast(where(inside._cell.node, number, outside), UINT32)


def _guessed(value: Node, first: Any, width: Any, count: int) -> Node | None:
    """The bin of each item or one beside it, by quick arithmetic; None if not sure.

    NumPy rounds here, and lets the edges decide between neighbours; so any guess does.
    """
    dtype = value.dtype
    if dtype.kind == "c":
        return None
    ends = [float(first), float(width), float(first) + float(width)]
    ordinary = all(e == 0 or 2.0**-100 < abs(e) < 2.0**100 for e in ends)
    if dtype.itemsize < 4 or count > _SURE or not ordinary:
        return None
    name = windows.rows_of(windows.device_of(value))(dtype).value
    numbers = [first, count / float(width), count - 1]
    args = [const(np.asarray(number, dtype)) for number in numbers]
    return op(f"bin_guess_{name}", INT32, value, *args)


def _edge(marks: GPUArray, number: Node) -> Gather:
    leaf = marks._leaf()
    at = Layout(number.shape, (0,), leaf.layout.offset)
    places = ((number, leaf.dtype.itemsize, leaf.shape[0]),)
    return Gather(leaf.dtype, number.shape, leaf.buffer, at, places)


def searched(a: GPUArray, marks: GPUArray) -> Node:
    """The bin of each item, by a binary search; for none a larger number."""
    number = xp.searchsorted(marks, a, side="right") - 1
    if marks.size:
        number = number - (a == marks[-1])
    return cast(number._cell.node, UINT32)


def tallied(numbers: Node, weights: GPUArray | None, bins: int) -> GPUArray:
    """The count of each bin, or the sum of its weights."""
    if weights is None:
        return wrap(cast(bin_counts(numbers, bins), INT64))
    if weights.dtype.kind == "c":
        found = xp.zeros_like(weights, shape=bins)
        for part in ("real", "imag"):
            sums = tallied(numbers, getattr(weights, part), bins)
            getattr(found, part)[...] = sums
        return found  # type: ignore[no-any-return]
    if 0 in numbers.shape or bins == 0:
        return wrap(_zeros(bins, weights.dtype))
    one = const(np.uint32(bins))
    kept = apply_row(np.minimum, [numbers, one], UINT32)
    sums = wrap(_weighed(kept, weights, bins + 1))
    return sums[:bins].astype(weights.dtype, copy=False)
