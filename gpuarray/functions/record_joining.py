"""Arrays of records put beside each other, below each other, and joined by keys.

NumPy itself, called on stand-ins of one or two records, says which dtype a result has,
what fills the gaps, and which calls are errors. What NumPy would mask is filled.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy
from numpy.lib import recfunctions as rfn

from gpuarray.arrays.array_object import GPUArray, as_array, blank, wrap
from gpuarray.functions.arguments import array_of
from gpuarray.functions.record_columns import columns_of, no_masks
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.dtypes import storable

np: Any = numpy  # its stubs do not know arrays that implement its protocols


def _records(length: int, filler: Any) -> GPUArray:
    """So many records like one on the host."""
    result = wrap(blank((length,), storable(filler.dtype)))
    result[...] = as_array(filler)
    return result


@implements(rfn.merge_arrays)
def merge_arrays(
    seqarrays: Any,
    fill_value: Any = -1,
    flatten: bool = False,
    usemask: bool = False,
    asrecarray: bool = False,
) -> GPUArray:
    """Records with the items of each array as fields, side by side.

    As long as the longest array; fill_value: in the fields of shorter ones. flatten:
    fields of records become fields of the result. usemask, asrecarray: must be false.
    Does not wait. TypeError. Source: numpy.lib.recfunctions.merge_arrays.
    """
    no_masks(usemask, asrecarray)
    given: Any = seqarrays
    if not isinstance(given, GPUArray | numpy.ndarray) and len(given) == 1:
        given = given[0]
    alone = isinstance(given, GPUArray | numpy.ndarray)
    parts = [array_of(part).ravel() for part in ([given] if alone else given)]
    length = max(part.size for part in parts)
    # Two records: the first is whole, the second where the shorter arrays have ended.
    tiny = [np.zeros(1 + (part.size == length), part.dtype) for part in parts]
    like = rfn.merge_arrays(tiny[0] if alone else tiny, fill_value, flatten)
    if alone and like.dtype == parts[0].dtype:
        return parts[0]
    result = _records(length, like[-1])
    pieces = itertools.chain.from_iterable(
        [part] if part.dtype.names is None else columns_of(part) for part in parts
    )
    for column, piece in zip(columns_of(result), pieces, strict=True):
        column[: piece.size] = piece
    return result


@implements(rfn.stack_arrays)
def stack_arrays(
    arrays: Any,
    defaults: Any = None,
    usemask: bool = True,
    asrecarray: bool = False,
    autoconvert: bool = False,
) -> GPUArray:
    """Arrays of records below each other, with the fields of all of them.

    defaults: {field: value} for the records that lack a field, else NumPy's fill values
    of masked arrays. usemask, asrecarray: must be false. autoconvert: fields of several
    dtypes take the larger one. Does not wait. TypeError. Source:
    numpy.lib.recfunctions.stack_arrays.
    """
    no_masks(usemask, asrecarray)
    if isinstance(arrays, GPUArray):
        return arrays
    if len(arrays) == 1:
        return as_array(arrays[0])
    parts = [array_of(part).ravel() for part in arrays]
    tiny = [np.zeros(1, part.dtype) for part in parts]
    like = rfn.stack_arrays(tiny, defaults, False, False, autoconvert)
    if like.dtype.names is None or len(like.dtype.names) == 1:
        whole: GPUArray = np.concatenate(parts)
        return whole
    total = sum(part.size for part in parts)
    result = wrap(blank((total,), storable(like.dtype)))
    seen: list[str] = []
    start = 0
    for part, filler in zip(parts, like, strict=True):
        rows = result[start : start + part.size]
        rows[...] = as_array(filler)
        start += part.size
        if part.dtype.names is None:
            rows[f"f{len(seen)}"] = part
        for name in part.dtype.names or ():
            rows[name] = part[name]
            if name not in seen:
                seen.append(name)
    return result


@implements(rfn.join_by)
def join_by(
    key: Any,
    r1: Any,
    r2: Any,
    jointype: str = "inner",
    r1postfix: str = "1",
    r2postfix: str = "2",
    defaults: Any = None,
    usemask: bool = True,
    asrecarray: bool = False,
) -> GPUArray:
    """Records of two arrays with equal keys in one, in the order of the keys.

    key: a field or several of both arrays. jointype: "inner" keeps common keys,
    "outer" all, "leftouter" those of r1. The postfixes tell apart fields of one name.
    defaults: {field: value} for records that lack a field. usemask, asrecarray: must be
    false. Keys that repeat within an array are not paired with each other, as NumPy.
    Waits for how many keys are common. ValueError, TypeError. Source:
    numpy.lib.recfunctions.join_by.
    """
    no_masks(usemask, asrecarray)
    keys = [key] if isinstance(key, str) else list(key)
    first: Any = array_of(r1).ravel()
    second: Any = array_of(r2).ravel()
    left, right = (np.zeros(1, part.dtype) for part in (first, second))
    options = (jointype, r1postfix, r2postfix, defaults, False)
    stand_in: Any = rfn.join_by
    like = stand_in(key, left, right, *options)  # or NumPy's error
    common = [name for name in first.dtype.names if name in keys]
    shared, only_first, only_second = _matched(first[common], second[common])
    if jointype == "inner":
        only_first = only_first[:0]
    if jointype != "outer":
        only_second = only_second[:0]
    (at_1, at_2), out_1, out_2 = shared, only_first.size, only_second.size
    both = max(at_1.size, at_2.size)
    result = _records(both + out_1 + out_2, _gaps(like, defaults))
    sides = (
        (first, second, at_1, only_first, r1postfix, both),
        (second, first, at_2, only_second, r2postfix, both + out_1),
    )
    for part, other, at, alone, postfix, start in sides:
        for name in part.dtype.names:
            twice = name in other.dtype.names and name not in keys
            column = result[name + postfix if twice else name]
            column[: at.size] = part[name][at]
            column[start : start + alone.size] = part[name][alone]
    return np.sort(result, order=keys)  # type: ignore[no-any-return]


def _gaps(like: Any, defaults: Any) -> Any:
    """A record of what fills fields that have no value."""
    masked = np.ma.masked_all(1, like.dtype)
    for name, value in (defaults or {}).items():
        if name in like.dtype.names:
            masked.fill_value[name] = value
    return masked.filled()[0]


def _matched(first: GPUArray, second: GPUArray) -> tuple[Any, Any, Any]:
    """Where keys occur in both arrays (a pair of positions), and in one alone."""
    n = first.size
    aux = np.concatenate((first, second))
    order = np.argsort(aux, order=list(aux.dtype.names))
    aux = aux[order]
    same = np.zeros_like(aux, shape=aux.size, dtype=bool)
    if aux.size:
        same[1:] = aux[1:] == aux[:-1]
        same[:-1] |= same[1:].copy()
    inside, outside = order[same], order[~same]
    pair = inside[inside < n], inside[inside >= n] - n
    return pair, outside[outside < n], outside[outside >= n] - n
