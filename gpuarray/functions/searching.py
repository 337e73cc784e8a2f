"""Finding and choosing items by conditions: nonzero, where, extract, compress.

An item is true by its bits: NaN and subnormal numbers are, -0.0 is not. NumPy itself,
called on tiny stand-ins, says which dtypes result and which calls are errors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.algorithms import evaluation, hostcopy, positions
from gpuarray.algorithms.records import converted
from gpuarray.arrays.array_object import GPUArray, as_array, wrap
from gpuarray.functions.arguments import array_of, destination, operand, sample
from gpuarray.functions.compacting import compact, count_of_slots
from gpuarray.functions.elementwise import truth
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import Leaf, Node, const
from gpuarray.runtime.expr import where as chosen

if TYPE_CHECKING:
    from collections.abc import Sequence

DType = np.dtype[Any]
_MISSING: Any = object()


# ---- where items are true


@implements(np.nonzero)
def nonzero(
    a: Any, *, size: int | None = None, fill_value: Any = None
) -> tuple[GPUArray, ...]:
    """The indices of the items that are not zero, one int64 array for each axis.

    In C order. Waits once, for their number (4 bytes). With `size` there are that many
    of them, the first ones, and nothing is waited for; missing ones are `fill_value`
    (one number, or a tuple of one an axis; 0 if not given). ValueError for 0-d arrays,
    a negative size, and a tuple of another length. Source: numpy.nonzero, and
    jax.numpy.nonzero for size and fill_value.
    """
    array = as_array(a)
    if array.ndim == 0:
        np.nonzero(np.zeros(()))  # raises, in NumPy's words
    if size is not None:
        return tuple(map(wrap, _sized(array, size, fill_value)))
    return tuple(map(wrap, positions.positions(_keep(array))))


@implements(np.flatnonzero)
def flatnonzero(a: Any, *, size: int | None = None, fill_value: Any = None) -> GPUArray:
    """The int64 positions, in C order, of the items that are not zero.

    Waits once, for their number (4 bytes). size, fill_value: as of nonzero, and then
    does not wait. Source: numpy.flatnonzero, jax.numpy.flatnonzero.
    """
    array = as_array(a)
    if size is not None:
        return wrap(_sized(array.reshape(-1), size, fill_value)[0])
    keep = _keep(array if array.ndim else array.reshape(1))
    return wrap(positions.flat_positions(keep))


@implements(np.argwhere)
def argwhere(a: Any, *, size: int | None = None, fill_value: Any = None) -> GPUArray:
    """The indices of the items that are not zero, one row of int64 an item.

    a of shape s: the result has shape (count, len(s)). Waits once, for the count (4
    bytes). size, fill_value: as of nonzero, and then does not wait. Source:
    numpy.argwhere, jax.numpy.argwhere.
    """
    array = as_array(a)
    if array.ndim == 0:
        return argwhere(array.reshape(1), size=size, fill_value=None)[:, :0]
    if size is not None:
        found = _sized(array, size, fill_value)
        return wrap(positions.table_of(found, array._cell.node, found[0].shape[0]))
    return wrap(positions.index_table(_keep(array)))


# ---- choosing


@overload
def where(condition: Any, /) -> tuple[GPUArray, ...]: ...
@overload
def where(condition: Any, x: Any, y: Any, /) -> GPUArray: ...


@implements(np.where, counted=True)
def where(condition: Any, x: Any = _MISSING, y: Any = _MISSING, /) -> Any:
    """Items of x where the condition is true, else of y; without x and y, nonzero.

    All three broadcast; the dtype is NumPy's for x and y, Python scalars give way.
    Values move bit for bit unless their dtype changes. Does not wait with three
    arguments. ValueError if only one of x and y is given. Source: numpy.where.
    """
    if x is _MISSING and y is _MISSING:
        return nonzero(condition)
    if x is _MISSING or y is _MISSING:
        raise ValueError("either both or neither of x and y should be given")
    x, y = operand(x), operand(y)
    dtype = np.where(np.False_, sample(x), sample(y)).dtype
    return _chosen(array_of(condition), x, y, dtype)


@implements(np.select)
def select(condlist: Sequence[Any], choicelist: Sequence[Any], default: Any = 0) -> Any:
    """For each item the choice of the first true condition, else the default.

    condlist: bool arrays; choicelist: as many arrays or scalars; all broadcast. Does
    not wait. ValueError if the lists do not match or are empty; TypeError for
    conditions that are not bool. Source: numpy.select.
    """
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if len(condlist) == 0:
        raise ValueError("select with an empty condition list is not possible")
    choices = [operand(choice) for choice in (*choicelist, default)]
    try:
        dtype = np.result_type(*map(sample, choices))
    except TypeError as error:
        raise TypeError(
            f"Choicelist and default value do not have a common dtype: {error}"
        ) from None
    conditions = [array_of(condition) for condition in condlist]
    for i, condition in enumerate(conditions):
        if condition.dtype != bool:
            raise TypeError(f"invalid entry {i} in condlist: should be boolean ndarray")
    result = choices.pop()
    for condition, choice in zip(conditions[::-1], choices[::-1], strict=True):
        result = _chosen(condition, choice, result, dtype)
    return result


def _chosen(condition: GPUArray, x: Any, y: Any, dtype: DType) -> GPUArray:
    arrays = [part for part in (condition, x, y) if isinstance(part, GPUArray)]
    lay.common_shape(*(array.shape for array in arrays))
    nodes = iter(evaluation.operands(*(array._cell for array in arrays)))
    keep = truth(next(nodes))
    yes, no = (
        converted(next(nodes), dtype)
        if isinstance(value, GPUArray)
        else const(np.asarray(value).astype(dtype))  # wraps around, as np.where
        for value in (x, y)
    )
    return wrap(chosen(keep, yes, no))


@implements(np.extract)
def extract(
    condition: Any, arr: Any, *, size: int | None = None, fill_value: Any = 0
) -> GPUArray:
    """The items of an array, on one axis, at whose position a condition is true.

    Both are taken in C order; the shapes need not agree. Waits for their number (4
    bytes). IndexError if a true position is past the array. size, fill_value: as of
    compress. Source: numpy.extract, jax.numpy.extract.
    """
    keep, array = array_of(condition).ravel(), as_array(arr).ravel()
    if size is not None:
        return _sized_kept(array, keep, 0, size, fill_value)
    return _kept(array, keep, 0)


@implements(np.compress)
def compress(
    condition: Any,
    a: Any,
    axis: int | None = None,
    out: Any = None,
    *,
    size: int | None = None,
    fill_value: Any = 0,
) -> Any:
    """The slices of an array along an axis at whose position a condition is true.

    condition: one axis, may be shorter than a's. axis None: a in C order. out: array of
    the result's shape to fill and return. Waits for their number (4 bytes). ValueError
    for conditions of other ranks and a wrong `out`, IndexError if a true position is
    past the axis, AxisError. With `size` there are that many slices, the first ones,
    then `fill_value`; true positions past the axis are left out, and nothing is waited
    for. Source: numpy.compress, and jax.numpy.compress for size and fill_value.
    """
    keep, array = array_of(condition), as_array(a)
    if keep.ndim != 1:
        raise ValueError("condition must be a 1-d array")
    if axis is None:
        array, axis = array.ravel(), 0
    elif array.ndim == 0:
        array = array.reshape(1)
    axis = normalize_axis_index(axis, array.ndim)

    def kept() -> GPUArray:
        if size is None:
            return _kept(array, keep, axis)
        return _sized_kept(array, keep, axis, size, fill_value)

    if out is None:
        return kept()
    destination(out, "out")
    empty = np.zeros(0, array.dtype)
    np.compress([], empty, out=np.zeros(0, out.dtype))  # NumPy's rule of casting
    result = kept()
    if out.shape != result.shape:
        raise ValueError("output array does not match result of ndarray.take")
    out._assign(result)
    return out


def _kept(array: GPUArray, keep: GPUArray, axis: int) -> GPUArray:
    """The slices along an axis where `keep`, 1-D and of any length, is true."""
    n, m = array.shape[axis], keep.size
    if keep.dtype != bool:
        keep = wrap(truth(keep._cell.node))
    if m > n and 0 in array.shape[:axis]:
        count = int(np.count_nonzero(keep))  # nothing is read: no position is wrong
        shape = (*array.shape[:axis], count, *array.shape[axis + 1 :])
        nothing: Any = np.empty_like(array, shape=shape, subok=False)
        return nothing  # type: ignore[no-any-return]
    if m > n:
        beyond = positions.flat_positions(keep[n:]._cell.fused())
        if beyond.shape[0]:
            first = int(hostcopy.download(beyond)[0]) + n
            if n == 0 and 0 not in array.shape[axis + 1 :]:
                raise IndexError("cannot do a non-empty take from an empty axes.")
            raise IndexError(
                f"index {first} is out of bounds for axis {axis} with size {n}"
            )
        keep = keep[:n]
    elif m < n:
        array = array[(slice(None),) * axis + (slice(m),)]
    return array[(slice(None),) * axis + (keep,)]


def _sized_kept(
    array: GPUArray, keep: GPUArray, axis: int, size: int, fill_value: Any
) -> GPUArray:
    """As many slices of `_kept` as `size` says, or filled; does not wait."""
    if keep.dtype != bool:
        keep = wrap(truth(keep._cell.node))
    turned = array if axis == 0 else array._view(lambda d: np.moveaxis(d, axis, 0))
    n = min(array.shape[axis], keep.size)
    found = compact(turned[:n], keep[:n], size=size, fill_value=fill_value).values
    return found._view(lambda d: np.moveaxis(d, 0, axis))


def _sized(array: GPUArray, size: Any, fill_value: Any) -> list[Leaf]:
    ndim = array.ndim
    given = fill_value if isinstance(fill_value, tuple) else (fill_value,) * ndim
    if len(given) != ndim:
        raise ValueError(
            f"fill_value has {len(given)} numbers for an array of {ndim} dimensions"
        )
    fills = [const(np.array(0 if v is None else v, np.int64)) for v in given]
    return positions.sized_positions(_keep(array), count_of_slots(size), fills)


def _keep(array: GPUArray) -> Node:
    return truth(array._cell.fused())
