"""Items at the positions that index arrays name: reading them and writing them.

A `Pick` is the layout of a result in which some axes are not strides but positions
read from index arrays. Positions are checked before anything is read or written.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms import compaction
from gpuarray.algorithms.evaluation import compute, localised, store_at
from gpuarray.algorithms.hostcopy import download, upload
from gpuarray.algorithms.records import (
    converted,
    moves_whole,
    reshaped,
    store_converted,
)
from gpuarray.algorithms.rendering import Rendering
from gpuarray.algorithms.storing import WG
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
from gpuarray.runtime.kernels import launch
from gpuarray.runtime.layout import Layout, Shape, contiguous
from gpuarray.runtime.windows import chunks, rows_of

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer

BOOL = np.dtype(bool)
INT64 = np.dtype(np.int64)
UINT32 = np.dtype(np.uint32)
_ARRAYS = 3  # index arrays a kernel reads; more are added up before
_FEW = 4096  # host positions whose repetitions are found on the host

Pairs = tuple[tuple[Node, int, int], ...]


@dataclass(frozen=True)
class Index:
    """Positions along one axis of `length` items, `step` bytes apart.

    values: integers on the host or the device, negative ones count from the end.
    axis: its number in messages. inside: known to be on the axis.
    """

    values: np.ndarray[Any, Any] | Node
    length: int
    step: int
    axis: int = 0
    inside: bool = False


@dataclass(frozen=True)
class Pick:
    """What a key with index arrays selects.

    layout: of the result; the axes from `first` on, as many as `fancy` has, stand
    for the broadcast index arrays and have stride 0.
    distinct: no position can occur twice.
    """

    buffer: Buffer
    dtype: np.dtype[Any]
    layout: Layout
    first: int
    fancy: Shape
    indices: tuple[Index, ...]
    distinct: bool

    @property
    def shape(self) -> Shape:
        """The shape of the result."""
        return self.layout.shape

    def lengths(self) -> Shape:
        """How long the axes are that the index arrays walk on."""
        return tuple(index.length for index in self.indices)


def take(pick: Pick) -> Leaf:
    """The selected items in fresh memory.

    Waits only to check positions that are on the device. IndexError as NumPy.
    """
    require_inside(pick)
    return compute(_source(pick, _uploaded(pick)))


def put(pick: Pick, value: Node) -> None:
    """Write an expression that broadcasts to the pick's shape; the last one wins.

    Waits only to check positions that are on the device. IndexError as NumPy.
    """
    plain = (
        converted(value, pick.dtype) if moves_whole(pick.dtype, value.dtype) else None
    )
    require_inside(pick)
    if 0 in pick.shape:
        return
    leaves = _uploaded(pick)
    source = _source(pick, leaves)
    if plain is None:  # change the fields of a copy, and move whole records back
        plain = compute(source)
        store_converted(plain, value)
    wanted = None
    if not pick.distinct and not _same_for_all(pick, value):
        wanted = _winners(pick, leaves)
    if isinstance(source, Leaf):
        source = Gather(pick.dtype, pick.shape, pick.buffer, pick.layout, ())
    store_at(source, broadcast(plain, pick.shape), wanted)


def _same_for_all(pick: Pick, value: Node) -> bool:
    """Whether the value does not vary along the index arrays."""
    behind = len(pick.shape) - pick.first
    own = value.shape[-behind:] if behind else ()
    own = own[: max(len(own) - (behind - len(pick.fancy)), 0)]
    return math.prod(own) == 1


# ---- positions


def pairs_of(pick: Pick) -> Pairs:
    """(positions, bytes, length) of the index arrays over the pick's shape."""
    return _pairs(pick, _uploaded(pick), [index.step for index in pick.indices])


def require_inside(pick: Pick) -> None:
    """IndexError if a position is past its axis; waits if the device must be asked."""
    if 0 in pick.fancy:
        return  # as NumPy: nothing is selected
    unknown: list[tuple[Index, Node]] = []
    for index in pick.indices:
        if index.inside:
            continue
        if isinstance(index.values, np.ndarray):
            _require_host(index, index.values)
        elif not _fits(index.values.dtype, index.length):
            unknown.append((index, index.values))
    if not unknown:
        return
    total: Node = const(np.int64(0))
    for index, values in unknown:
        number = cast(values, INT64)
        low = op("lt_i64", BOOL, number, const(np.int64(-index.length)))
        high = op("ge_i64", BOOL, number, const(np.int64(index.length)))
        outside = compaction.count(op("or_bool", BOOL, low, high))
        total = op("add_i64", INT64, total, outside)
    if download(compute(total)):
        for index, values in unknown:
            _require_host(index, download(compute(values)))


def _fits(dtype: np.dtype[Any], length: int) -> bool:
    """Whether every number of a dtype is on the axis."""
    info = np.iinfo(dtype)
    return -length <= info.min and info.max < length


def _require_host(index: Index, values: np.ndarray[Any, Any]) -> None:
    numbers = values.astype(np.int64)
    outside = (numbers < -index.length) | (numbers >= index.length)
    if outside.any():
        raise IndexError(
            f"index {numbers[outside].flat[0]} is out of bounds for axis {index.axis} "
            f"with size {index.length}"
        )


def _uploaded(pick: Pick) -> list[Leaf]:
    """The index arrays on the device."""
    found = []
    for index in pick.indices:
        values = index.values
        if isinstance(values, np.ndarray):
            found.append(upload(_wrapped(index, values), pick.buffer.owner))
        else:
            found.append(values if isinstance(values, Leaf) else compute(values))
    return found


def _wrapped(index: Index, values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    numbers = values.astype(np.int64)
    return np.where(numbers < 0, numbers + index.length, numbers).astype(np.uint32)


def _source(pick: Pick, leaves: list[Leaf]) -> Gather | Leaf:
    """Where the result's items are."""
    steps = [index.step for index in pick.indices]
    pairs = _pairs(pick, leaves, steps)
    if not pairs:
        return Leaf(pick.dtype, pick.shape, pick.buffer, pick.layout)
    return Gather(pick.dtype, pick.shape, pick.buffer, pick.layout, pairs)


def _pairs(pick: Pick, leaves: list[Leaf], steps: list[int]) -> Pairs:
    """(positions, bytes, length) as a `Gather` over the pick's shape wants them.

    Many index arrays are added up to one: a device binds only few buffers at once.
    """
    found = list(zip(leaves, steps, pick.lengths(), strict=True))
    if len(found) > _ARRAYS:
        unit = math.gcd(*steps) or 1
        total: Leaf | None = None
        for leaf, step, length in found:
            number = cast(leaf, INT64)
            below = op("lt_i64", BOOL, number, const(np.int64(0)))
            turned = op("add_i64", INT64, number, const(np.int64(length)))
            place: Node = where(below, turned, number)
            place = op("mul_i64", INT64, place, const(np.int64(step // unit)))
            if total is not None:
                place = op("add_i64", INT64, place, total)
            total = compute(place)
        assert total is not None
        found = [(total, unit, 0)]
    ones = (1,) * (len(pick.shape) - pick.first - len(pick.fancy))
    return tuple(
        (reshaped(leaf, (*leaf.shape, *ones)), step, length)
        for leaf, step, length in found
    )


# ---- repeated positions


def _winners(pick: Pick, leaves: list[Leaf]) -> Node | None:
    """Which items of the result are the last for their position; None if all are."""
    lengths = pick.lengths()
    scratch = math.prod(lengths) * UINT32.itemsize
    device = pick.buffer.owner
    few = math.prod(pick.fancy) <= _FEW and all(
        isinstance(index.values, np.ndarray) for index in pick.indices
    )
    if few or scratch > device.max_binding:
        return _host_winners(pick, leaves)
    race = device.allocate(scratch)
    device.clear(race)
    steps = list(contiguous(lengths, UINT32.itemsize).strides)
    zeros = Layout(pick.fancy, (0,) * len(pick.fancy))
    alone = dataclasses.replace(pick, layout=zeros, first=0)
    places = _pairs(alone, leaves, steps)
    _race(device, Gather(UINT32, pick.fancy, race, zeros, places))
    zeros = Layout(pick.shape, (0,) * len(pick.shape))
    winner = Gather(UINT32, pick.shape, race, zeros, _pairs(pick, leaves, steps))
    return op("eq_u32", BOOL, winner, _numbers(pick))


def _numbers(pick: Pick) -> Node:
    """For each item of the result its number among the index arrays' items."""
    behind = len(pick.shape) - pick.first - len(pick.fancy)
    strides = (
        *(0,) * pick.first,
        *contiguous(pick.fancy, 1).strides,
        *(0,) * behind,
    )
    return Iota(UINT32, pick.shape, Layout(pick.shape, strides))


def _race(device: Device, places: Gather) -> None:
    parts = localised(device, places.shape, *places.args)
    indices = tuple(
        (part, step, length)
        for part, (_, step, length) in zip(parts, places.indices, strict=True)
    )
    places = dataclasses.replace(places, indices=indices)
    for span, found in chunks(device, places.shape, 0, *parts):
        r = Rendering(places.shape, rows_of(device), found)
        r.gather_address("address", places)
        launch(
            device,
            "winner",
            -(-len(span) // (4 * WG)),
            {"first": span.start, "last": span.stop},
            {"winner": places.buffer},
            r.finish(),
            consts={"WG": WG},
        )


def _host_winners(pick: Pick, leaves: list[Leaf]) -> Node | None:
    """`_winners` of few positions, or of so many that a table of them would not fit."""
    flat = np.zeros(pick.fancy, np.int64)
    for index, leaf in zip(pick.indices, leaves, strict=True):
        values = (
            index.values if isinstance(index.values, np.ndarray) else download(leaf)
        )
        flat = flat * index.length + _wrapped(index, values)
    _, first = np.unique(flat.reshape(-1)[::-1], return_index=True)
    if first.size == flat.size:
        return None
    last = np.zeros(flat.size, bool)
    last[flat.size - 1 - first] = True
    node = upload(last.reshape(pick.fancy), pick.buffer.owner)
    ones = (1,) * (len(pick.shape) - pick.first - len(pick.fancy))
    return reshaped(node, (*node.shape, *ones))
