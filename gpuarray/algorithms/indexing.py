"""x[key] and x[key] = value for every key that NumPy takes.

A key of integers, slices, None and `...` is a view. A mask alone is a compaction.
Everything else is a gather: masks become index arrays, and all index arrays are
broadcast together as NumPy does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuarray.algorithms import compaction, expansion, gather
from gpuarray.algorithms.assigned import node_of
from gpuarray.algorithms.evaluation import Cell, apart, compute
from gpuarray.algorithms.gather import Index, Pick
from gpuarray.algorithms.hostcopy import download, upload
from gpuarray.algorithms.keys import (
    Array,
    Frame,
    field_of,
    frame_of,
    is_item,
    is_mask,
    parse,
)
from gpuarray.algorithms.records import converted, moves_whole, reshaped, view
from gpuarray.algorithms.records import store_converted as store_converted
from gpuarray.runtime import layout as lay
from gpuarray.runtime.expr import Iota, Leaf, Node, broadcast, buffers, replaced
from gpuarray.runtime.layout import Layout, Shape

_MAX_NDIM = 64
_UINT32 = np.dtype(np.uint32)


def get(cell: Cell, key: Any) -> tuple[str, Node]:
    """x[key] as ("view", Leaf), ("scalar", Leaf), ("record", Leaf) or ("copy", Leaf).

    "scalar": where NumPy returns a scalar that is no view; "record": one that is.
    Waits for one word where a mask or a device array of positions is in the key. Raises
    IndexError as NumPy.
    """
    field = field_of(cell.node.dtype, key)
    if field is not None:
        return "view", view(cell.leaf(), lambda d: d[field])
    shape = cell.node.shape
    parsed = parse(key, len(shape))
    arrays = parsed.arrays()
    if not arrays:
        leaf = view(cell.leaf(), lambda d: d[parsed.parts])
        if is_item(parsed, len(shape)):
            return ("record" if leaf.dtype.names else "scalar"), leaf
        return ("copy", compute(leaf)) if parsed.copies else ("view", leaf)
    if is_mask(parsed, shape):
        return "copy", _selected(cell, _mask(arrays[0], cell.node))
    frame = frame_of(cell.leaf(), parsed)
    if frame.lone_mask() is not None and not frame.rest:
        return "copy", _selected(Cell(frame.leaf), _mask(arrays[0], frame.leaf))
    return "copy", gather.take(pick_of(frame))


def put(target: Leaf, key: Any, value: Any) -> None:
    """x[key] = value, cast and broadcast as NumPy does; a failed call writes nothing.

    value: an expression, or anything on the host that NumPy takes.
    Of several values for one position the last one stays. Waits for one word where
    their number must fit a mask or device positions must be checked.
    """
    field = field_of(target.dtype, key)
    if field is not None:
        _store_view(view(target, lambda d: d[field]), value)
        return
    ndim = len(target.shape)
    parsed = parse(key, ndim)
    arrays = parsed.arrays()
    if not arrays:
        part = view(target, lambda d: d[parsed.parts])
        if is_item(parsed, ndim):
            value = _item(node_of(value, part, "item", 0), part)
        _store_view(part, value)
        return
    if is_mask(parsed, target.shape):
        value = node_of(value, target, "pick", ndim)
        put_through_mask(target, _mask(arrays[0], target), value)
        return
    frame = frame_of(target, parsed)  # its errors come before the value's
    value = node_of(value, target, "pick", ndim)
    if frame.lone_mask() is not None and _put_alike(frame, value):
        return
    pick = pick_of(frame)
    fitting = _stripped(value, len(pick.shape))
    if not _fits(fitting.shape, pick.shape):
        raise ValueError(
            f"shape mismatch: value array of shape {_shown(value.shape)} could not be "
            f"broadcast to indexing result of shape {_shown(pick.shape)}"
        )
    gather.put(pick, fitting)


def fill(target: Leaf, value: Any) -> None:
    """Write one value to every item, converted as one item is; does not wait."""
    if not isinstance(value, Node):
        host = np.zeros((), target.dtype)
        host.fill(value)
        value = node_of(host, target, "item", 0)
    store_converted(target, broadcast(_item(value, target), target.shape))


# ---- masks and index arrays


def _mask(mask: Array, beside: Node) -> Cell:
    """A mask as a cell on the device of the array that it is for."""
    if isinstance(mask.items, Cell):
        return mask.items
    used = buffers(beside)
    cell = Cell(upload(mask.items, used[0].owner if used else None))
    cell.count_is(int(np.count_nonzero(mask.items)))
    return cell


def _keep(cell: Cell, target: Leaf) -> Node:
    """A mask to write with: computed now if it reads what will be written."""
    if any(buffer is target.buffer for buffer in buffers(cell.node)):
        return cell.leaf()
    return cell.fused()


def _selected(cell: Cell, mask: Cell) -> Leaf:
    node, keep = cell.fused(), mask.fused()
    if compaction.is_long(node):  # in `q[q > 5]` the mask reads it too
        keep, node = replaced(keep, node, cell.leaf()), cell.leaf()
    if not keep.shape:
        node, keep = broadcast(node, (1,)), broadcast(keep, (1,))
    (found,) = compaction.select([node], keep)
    mask.count_is(found.shape[0])
    return found


def pick_of(frame: Frame) -> Pick:
    """The frame with masks as index arrays, all of them broadcast together."""
    leaf = frame.leaf
    indices: list[Index] = []
    shapes: list[Shape] = []
    masked: list[Shape] = []
    for array, place, axis in frame.arrays:
        if array.is_mask:
            found, shape = _positions(array, leaf, place)
            indices += found
            masked.append(shape)
        else:
            shape = array.shape
            values = array.items
            indices.append(
                Index(
                    values.leaf() if isinstance(values, Cell) else values,
                    leaf.shape[place],
                    leaf.layout.strides[place],
                    axis,
                )
            )
        shapes += [shape] * max(len(array.shape), 1) if array.is_mask else [shape]
    try:
        fancy = lay.common_shape(*shapes)
    except ValueError:
        raise IndexError(
            "shape mismatch: indexing arrays could not be broadcast together with "
            f"shapes {' '.join(map(_shown, shapes))} "
        ) from None
    lengths = [leaf.shape[d] for d in frame.rest]
    steps = [leaf.layout.strides[d] for d in frame.rest]
    lengths[frame.first : frame.first] = fancy
    steps[frame.first : frame.first] = (0,) * len(fancy)
    if len(lengths) > _MAX_NDIM:
        raise IndexError(
            f"number of dimensions must be within [0, {_MAX_NDIM}], indexing result "
            f"would have {len(lengths)}"
        )
    return Pick(
        leaf.buffer,
        leaf.dtype,
        Layout(tuple(lengths), tuple(steps), leaf.layout.offset),
        frame.first,
        fancy,
        tuple(indices),
        fancy in masked,
    )


def _positions(mask: Array, leaf: Leaf, place: int) -> tuple[list[Index], Shape]:
    """A mask as index arrays, one for each group of axes that one step leads through.

    Waits for the number of true items if the mask is on the device.
    """
    ndim = len(mask.shape)
    if not ndim:  # an axis of length 1 or 0
        host = mask.items
        if isinstance(host, Cell):
            host = download(host.leaf())
        return [], (int(bool(host)),)
    groups: list[tuple[list[int], int, int]] = []  # weight of each axis, length, step
    for d in range(ndim):
        length, step = mask.shape[d], leaf.layout.strides[place + d]
        if groups and groups[-1][2] == step * length:
            weights, before, _ = groups.pop()
            weights = [weight * length for weight in weights]
            length *= before
        else:
            weights = [0] * ndim
        weights[d] = 1
        groups.append((weights, length, step))
    found: list[Any]
    if isinstance(mask.items, Cell):
        iotas = [
            Iota(_UINT32, mask.shape, Layout(mask.shape, tuple(weights)))
            for weights, _, _ in groups
        ]
        found = list(compaction.select(iotas, mask.items.fused()))
    else:
        where = np.nonzero(mask.items)
        found = [
            sum((i * w for i, w in zip(where, weights, strict=True)), np.intp(0))
            for weights, _, _ in groups
        ]
    indices = [
        Index(values, length, step, inside=True)
        for values, (_, length, step) in zip(found, groups, strict=True)
    ]
    return indices, found[0].shape


# ---- writing


def put_through_mask(target: Leaf, mask: Cell, value: Node) -> None:
    """x[mask] = value: one value for all, or one for each true item in order."""
    keep, known = _keep(mask, target), mask.counted()
    if len(value.shape) > 1:
        raise TypeError(
            "NumPy boolean array indexing assignment requires a 0 or 1-dimensional "
            f"input, input has {len(value.shape)} dimensions"
        )
    if value.shape in ((), (1,)):
        store_converted(target, reshaped(value, ()), keep)
        return

    def check(count: int) -> None:
        if count != value.shape[0]:
            raise ValueError(
                "NumPy boolean array indexing assignment cannot assign "
                f"{value.shape[0]} input values to the {count} output values where the "
                "mask is true"
            )

    if known is not None:
        check(known)
    if not target.shape:
        target, keep = _flat(target), reshaped(keep, (1,))
    if moves_whole(target.dtype, value.dtype):
        plain = converted(value, target.dtype)
        leaf = plain if isinstance(plain, Leaf) else compute(plain)
        expansion.assign_in_order(target, keep, leaf, check if known is None else None)
        return
    keep = apart(keep, target.buffer)
    (items,) = compaction.select([target], keep, known)
    check(items.shape[0])
    store_converted(items, value)
    expansion.assign_in_order(target, keep, items)


def _put_alike(frame: Frame, value: Node) -> bool:
    """Write what is the same for every true item of the only mask, without waiting.

    False where the value has an axis for them, or does not fit.
    """
    ((mask, place, _),) = frame.arrays
    leaf = frame.leaf
    value = _stripped(value, len(frame.rest) + 1)
    lengths = [1] * (len(frame.rest) + 1 - len(value.shape)) + list(value.shape)
    if lengths.pop(frame.first) != 1:
        return False
    shape = [1] * len(leaf.shape)
    for d, length in zip(frame.rest, lengths, strict=True):
        shape[d] = length
    if not _fits(tuple(shape), leaf.shape):
        return False
    keep = _keep(_mask(mask, leaf), leaf)
    ones = (1,) * (len(leaf.shape) - place - len(mask.shape))
    store_converted(
        leaf, reshaped(value, tuple(shape)), reshaped(keep, (*mask.shape, *ones))
    )
    return True


def _store_view(part: Leaf, given: Any) -> None:
    ndim = len(part.shape)
    value = _stripped(node_of(given, part, "part", ndim), ndim)
    if not _fits(value.shape, part.shape):
        np.zeros(1, part.dtype)[...] = np.zeros(1, value.dtype)  # TypeError comes first
        raise ValueError(
            f"could not broadcast input array from shape {_shown(value.shape)} into "
            f"shape {_shown(part.shape)}"
        )
    store_converted(part, value)


def _item(value: Node, part: Leaf) -> Node:
    """A value for one item: only a few dtypes take arrays of one item there."""
    if not value.shape:
        return value
    lenient = part.dtype.names is not None or part.dtype.kind in "bV"
    if not lenient or any(length != 1 for length in value.shape):
        if part.dtype.kind == "c":
            raise TypeError(
                "only 0-dimensional arrays can be converted to Python scalars"
            )
        raise ValueError("setting an array element with a sequence.")
    return reshaped(value, ())


def _flat(leaf: Leaf) -> Leaf:
    return view(leaf, lambda d: d.reshape(1))


def _stripped(value: Node, ndim: int) -> Node:
    """The value without leading axes of length 1 beyond `ndim` axes."""
    shape = value.shape
    while len(shape) > ndim and shape[0] == 1:
        shape = shape[1:]
    return reshaped(value, shape)


def _fits(shape: Shape, target: Shape) -> bool:
    try:
        return lay.common_shape(shape, target) == target
    except ValueError:
        return False


def _shown(shape: Shape) -> str:
    """A shape as NumPy's messages spell it."""
    return f"({','.join(map(str, shape))}{',' if len(shape) == 1 else ''})"
