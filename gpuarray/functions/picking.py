"""Items by their positions: take, put, choose.

Positions are checked before anything is read or written. NumPy itself, called on tiny
stand-ins, says which dtypes may be used and which calls are errors.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.algorithms import compaction, gather
from gpuarray.algorithms.assigned import node_of
from gpuarray.algorithms.evaluation import Cell, compute, operands
from gpuarray.algorithms.gather import Index, Pick
from gpuarray.algorithms.positions import unravelled
from gpuarray.algorithms.records import converted
from gpuarray.arrays.array_object import GPUArray, as_array, wrap
from gpuarray.functions.arguments import (
    array_of,
    destination,
    gives_scalars,
    operand,
    sample,
)
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dispatch import Counted, implements
from gpuarray.runtime.expr import (
    Gather,
    Iota,
    Leaf,
    Node,
    broadcast,
    cast,
    const,
    op,
    where,
)
from gpuarray.runtime.layout import Layout
from gpuarray.runtime.transfers import implicit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gpuarray.runtime.layout import Shape

BOOL = np.dtype(bool)
INT64 = np.dtype(np.int64)
UINT32 = np.dtype(np.uint32)
DType = np.dtype[Any]
Positions = np.ndarray[Any, Any] | Node  # int64, on the host or on the device


@implements(np.take)
@gives_scalars
def take(
    a: Any, indices: Any, axis: int | None = None, out: Any = None, mode: str = "raise"
) -> Any:
    """The items, or the slices along an axis, at integer positions.

    axis None: positions of a in C order. mode: "raise" refuses positions past the axis,
    "wrap" counts on from its start, "clip" takes the nearest one. out: array of the
    result's shape to fill and return. With mode "raise" and positions on the device the
    call waits (8 bytes). IndexError, TypeError for positions that are no integers,
    ValueError, AxisError. Source: numpy.take.
    """
    array, at = as_array(a), positions_of(indices, mode)
    if axis is None:
        array, axis = array.ravel(), 0
    elif array.ndim == 0:
        array = array.reshape(1)
    axis = normalize_axis_index(axis, array.ndim)
    shape = array.shape[:axis] + at.shape + array.shape[axis + 1 :]
    if out is not None:
        destination(out, "out")
        if out.shape != shape:
            raise ValueError("output array does not match result of ndarray.take")
        np.take(np.zeros(1, array.dtype), [0], out=np.zeros(1, out.dtype))  # its errors
    n = array.shape[axis]
    if n == 0 and 0 not in shape:
        raise IndexError("cannot do a non-empty take from an empty axes.")
    leaf = array._leaf()
    steps = list(leaf.layout.strides)
    index = Index(on_axis(at, n, mode), n, steps[axis], axis, mode != "raise")
    steps[axis : axis + 1] = (0,) * len(at.shape)
    layout = Layout(shape, tuple(steps), leaf.layout.offset)
    pick = Pick(leaf.buffer, leaf.dtype, layout, axis, at.shape, (index,), False)
    result = wrap(picked(pick))
    if out is None:
        return result
    out._assign(result)
    return out


def picked(pick: Pick) -> Leaf:
    """`gather.take`; of an empty result only what NumPy does is checked."""
    if 0 not in pick.shape:
        return gather.take(pick)
    if 0 not in pick.shape[: pick.first]:
        gather.require_inside(pick)
    nothing = Layout(pick.shape, (0,) * len(pick.shape))
    return compute(Leaf(pick.dtype, pick.shape, pick.buffer, nothing))


@implements(np.put)
def put(a: GPUArray, ind: Any, v: Any, mode: str = "raise") -> None:
    """Write values to positions of an array in C order; the last one of several stays.

    v: taken in C order, begun anew when used up. mode: as for `take`. With mode "raise"
    and positions on the device the call waits (8 bytes). IndexError, TypeError for
    positions that are no integers, ValueError; then nothing is written. Source:
    numpy.put.
    """
    destination(a, "a")
    at = positions_of(ind, mode)
    if isinstance(at, np.ndarray):
        at = at.reshape(-1)
    elif len(at.shape) != 1:
        at = wrap(at).reshape(-1)._leaf()
    count = at.shape[0]
    if count and not a.size:
        raise IndexError("cannot replace elements of an empty array")
    values = wrap(given_to(a, v)).ravel()
    if count and values.size:
        put_flat(a, at, cycled(values, (count,)), mode)


def put_flat(a: GPUArray, at: Positions, value: Node, mode: str = "raise") -> None:
    """Write one value to each 1-D position of the items in C order."""
    leaf, size = a._leaf(), a.size
    lengths, (steps,) = lay.collapse(leaf.shape, [leaf.layout.strides])
    if not lengths:
        lengths, steps = (1,), (0,)
    spot = Layout(at.shape, (0,), leaf.layout.offset)
    values = on_axis(at, size, mode)
    indices = [Index(values, size, steps[0], 0, mode != "raise")]
    pick = Pick(leaf.buffer, leaf.dtype, spot, 0, at.shape, tuple(indices), False)
    if len(lengths) > 1:
        gather.require_inside(pick)
        flat = _from_start(values, size)
        indices = [
            Index(_unravelled(flat, lengths, d), length, steps[d], inside=True)
            for d, length in enumerate(lengths)
        ]
        pick = dataclasses.replace(pick, indices=tuple(indices))
    gather.put(pick, value)


def given_to(a: GPUArray, value: Any) -> Node:
    """A value to write to picked items; what is on the host takes the array's dtype."""
    node = value._cell.node if isinstance(value, GPUArray) else value
    return node_of(node, a._leaf(), "pick", a.ndim)


def cycled(values: GPUArray, shape: Shape) -> Node:
    """Items 0, 1, .. of values, over and over, in the C order of `shape`."""
    leaf, size = values._leaf(), Layout(shape, shape).size
    (step,) = leaf.layout.strides
    if values.size >= size:
        return values[:size].reshape(shape)._leaf()
    at = Layout(shape, (0,) * len(shape), leaf.layout.offset)
    if values.size == 1:
        return Leaf(leaf.dtype, shape, leaf.buffer, at)
    iota = Iota(UINT32, shape, lay.contiguous(shape, 1))
    index = op("mod_u32", UINT32, iota, const(np.uint32(values.size)))
    indices = ((index, step, values.size),)
    return Gather(leaf.dtype, shape, leaf.buffer, at, indices)


# ---- by number


@implements(np.choose)
@gives_scalars
def choose(a: Any, choices: Sequence[Any], out: Any = None, mode: str = "raise") -> Any:
    """For each item k of an integer array the item of choice number k.

    a and the choices broadcast; choices: a sequence of arrays or an array, whose first
    axis counts them. mode: as for `take`. out: array of the result's shape to fill and
    return. With mode "raise" and numbers on the device the call waits (8 bytes).
    ValueError for a number without a choice, TypeError for numbers that are no
    integers. Source: numpy.choose.
    """
    number = array_of(a)
    stacked: Any = choices
    whole = None
    if isinstance(stacked, GPUArray | np.ndarray):
        whole = as_array(stacked)
    given: list[Any] = []
    if whole is None:
        given = [operand(choice) for choice in choices]
        shapes = [np.shape(choice) for choice in given]
        options = [sample(choice) for choice in given]
    else:
        shapes = [whole.shape[1:]]
        options = [np.zeros((), whole.dtype)] * min(len(whole), 1)
    count = len(given) if whole is None else len(whole)
    shape = np.broadcast_shapes(number.shape, *shapes)
    zero: Any = np.zeros((), number.dtype)
    like: Any = mode
    dtype = np.asarray(np.choose(zero, options, None, like)).dtype  # NumPy's errors
    if out is not None:
        destination(out, "out")
        np.choose(zero, options, np.zeros((), out.dtype))
        if out.shape != shape:
            raise TypeError("choose: invalid shape for output array.")
    (node,) = operands(number._cell)
    node = cast(node, INT64)
    if mode == "raise" and 0 not in shape and any_outside(node, 0, count):
        raise ValueError("invalid entry in choice array")
    node = compute(on_axis(node, count, mode))
    if whole is not None:
        result = wrap(_stacked(whole, node, shape))
    else:
        result = wrap(_one_of(given, node, shape, dtype))
    if out is None:
        return result
    out._assign(result)
    return out


def _stacked(choices: GPUArray, number: Node, shape: Shape) -> Node:
    """The items of an array at a number on the first axis."""
    leaf = choices._leaf()
    step, *steps = leaf.layout.strides
    rest = Layout(leaf.shape[1:], tuple(steps), leaf.layout.offset)
    index = broadcast(number, shape), step, leaf.shape[0]
    at = lay.broadcast(rest, shape)
    return compute(Gather(leaf.dtype, shape, leaf.buffer, at, (index,)))


def _one_of(choices: list[Any], number: Node, shape: Shape, dtype: DType) -> Node:
    """One of several arrays or scalars, each tried in turn."""
    result: Node | None = None
    for k in reversed(range(len(choices))):
        choice = choices[k]
        if not isinstance(choice, GPUArray):  # a number, which may wrap around
            choice = np.asarray(choice).astype(dtype)
        choice = as_array(choice, dtype)
        if result is None:
            result = converted(broadcast(choice._cell.node, shape), dtype)
            continue
        keep = op("eq_i64", BOOL, number, const(np.int64(k)))
        node, result = operands(choice._cell, Cell(result))
        result = where(broadcast(keep, shape), converted(node, dtype), result)
    assert result is not None
    return result


# ---- positions


def positions_of(indices: Any, mode: str = "raise") -> Positions:
    """Positions as NumPy's `take` reads them; TypeError unless they are integers."""
    if isinstance(indices, Counted):
        indices = as_array(indices)  # raises
    if not isinstance(indices, GPUArray):
        if not isinstance(indices, np.ndarray) or not indices.ndim:
            indices = np.asarray(indices, np.int64)
        if indices.ndim:
            implicit("host_to_device", indices.nbytes, "positions on the host")
    no_item = np.zeros((1,) * indices.ndim, indices.dtype)
    np.take(np.zeros(1), no_item, 0, None, mode)  # type: ignore[call-overload]
    if isinstance(indices, np.ndarray):
        return indices.astype(np.int64)
    (node,) = operands(indices._cell)
    return cast(node, INT64)


def any_outside(at: Positions, low: int, high: int) -> bool:
    """Whether a number is not in low..high-1; waits if it is on the device."""
    if isinstance(at, np.ndarray):
        return bool(((at < low) | (at >= high)).any())
    below = op("lt_i64", BOOL, at, const(np.int64(low)))
    above = op("ge_i64", BOOL, at, const(np.int64(high)))
    return (
        compaction.read_count(compaction.count(op("or_bool", BOOL, below, above))) > 0
    )


def on_axis(at: Any, n: int, mode: str) -> Any:
    """Positions brought onto an axis of length n as the mode says."""
    if mode == "raise" or n == 0:
        return at
    if isinstance(at, np.ndarray):
        return np.asarray(at % n if mode == "wrap" else np.clip(at, 0, n - 1))
    if mode == "wrap":
        return op("mod_i64", INT64, at, const(np.int64(n)))
    at = op("max_i64", INT64, at, const(np.int64(0)))
    return op("min_i64", INT64, at, const(np.int64(n - 1)))


def _from_start(at: Positions, n: int) -> Positions:
    """Positions of -n..n-1 counted from the start; on the device as uint32."""
    if isinstance(at, np.ndarray):
        return np.where(at < 0, at + n, at)
    below = op("lt_i64", BOOL, at, const(np.int64(0)))
    moved = op("add_i64", INT64, at, const(np.int64(n)))
    return compute(cast(where(below, moved, at), UINT32))


def _unravelled(flat: Positions, lengths: Shape, axis: int) -> Positions:
    if isinstance(flat, np.ndarray):
        return np.unravel_index(flat, lengths)[axis]
    return unravelled(flat, lengths, axis)
