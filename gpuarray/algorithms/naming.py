"""The names of what expressions read: buffers, addresses, scalar values, index arrays.

The first pass over trees that `rendering` then writes as text. What the text depends on
is kept as a structure, by which equal trees are known; everything else is a parameter.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gpuarray.runtime import layout as lay
from gpuarray.runtime.errors import DeviceMemoryError
from gpuarray.runtime.expr import (
    WORD_SIZES,
    Const,
    Gather,
    Iota,
    Leaf,
    Node,
    Op,
    cast,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpuarray.runtime.dtypes import Row
    from gpuarray.runtime.layout import Layout, Shape
    from gpuarray.runtime.memory import Buffer

DType = np.dtype[Any]
_MOST_ITEMS = (1 << 32) - (1 << 16)  # item numbers are u32; the last tile runs over


class Address(NamedTuple):
    """An affine function of the index: a name, a layout, and what to subtract."""

    name: str
    layout: Layout
    itemsize: int
    base: int = 0


class Naming:
    """Functions over the items of one shape, and the names of what they read.

    shape: the index space, walked in C order by i.
    rows: dtype -> Row, the device's table; raises TypeError where it has none.
    windows: for a buffer bound in part, (offset, size) of the part, by id.
    """

    def __init__(
        self,
        shape: Shape,
        rows: Callable[[DType], Row],
        windows: dict[int, tuple[int, int]] | None = None,
    ) -> None:
        if math.prod(shape) > _MOST_ITEMS:
            raise DeviceMemoryError(
                f"{math.prod(shape)} items are more than the {_MOST_ITEMS} that a "
                "kernel can number; work on parts of the array"
            )
        self.shape = shape
        self.rows = rows
        self.windows = windows or {}
        self._functions: list[tuple[str, str, Node | Address]] = []
        # What the text depends on beside the walks of the addresses: grows in the
        # first pass. Each node is described once and numbered, as text shares it.
        self._structure: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._addresses: dict[Any, Address] = {}
        self._buffers: dict[int, tuple[str, Buffer]] = {}
        self._constants: dict[int, tuple[str, Const]] = {}
        self._rank = 0  # dimensions of the walk, once they are merged
        self._gathers: dict[int, tuple[str, list[tuple[Node, str, int, int]]]] = {}

    def value(self, name: str, node: Node) -> None:
        """Adds `fn name(i: u32) -> value`."""
        self._add(name, "value", node)

    def bits(self, name: str, node: Node) -> None:
        """Adds `fn name(i: u32) -> u32 or vec2u`: the stored bits of one item."""
        self._add(name, "bits", node)

    def words(self, name: str, node: Node) -> None:
        """Adds `fn name(i: u32, k: u32) -> u32`: word k of an item of any size."""
        self._add(name, "word", node)

    def address(self, name: str, layout: Layout, itemsize: int, base: int = 0) -> None:
        """Adds `fn name(i: u32) -> u32`: the byte address of item i."""
        place = self._place(layout, itemsize, base)
        self._structure += (name, place.name)
        self._functions.append((name, "address", place))

    def gather_address(self, name: str, node: Gather) -> None:
        """Adds `fn name(i: u32) -> u32`: where a gather reads (or a scatter writes).

        Relative to the window of its buffer, if it has one; the buffer is not bound.
        """
        self._structure += (name, "gathered")
        self._collect(node, bind=False)
        self._functions.append((name, "gathered", node))

    def _add(self, name: str, mode: str, node: Node) -> None:
        self._structure += (name, mode)
        self._collect(node)
        self._functions.append((name, mode, node))

    # ---- names

    def _collect(self, node: Node, *, bind: bool = True) -> None:
        number = self._numbers.get(id(node))
        if number is not None:
            self._structure.append(number)
            return
        if bind:
            self._numbers[id(node)] = len(self._numbers)
        what: Any = None
        if isinstance(node, Op):
            what = node.function
        elif isinstance(node, Leaf):
            name = self._bind(node.buffer)
            place = self._place(
                node.layout, node.dtype.itemsize, self._base(node.buffer)
            )
            what = (name, place.name, aligned(node))
        elif isinstance(node, Iota):
            what = self._place(node.layout, 1).name
        elif isinstance(node, Const):
            # Not by value: text must not tell.
            self._constants[id(node)] = (f"c{len(self._constants)}", node)
        elif isinstance(node, Gather):
            bound = self._bind(node.buffer) if bind else ""
            place = self._place(
                node.layout, node.dtype.itemsize, self._base(node.buffer)
            )
            if id(node) not in self._gathers:
                name = f"g{len(self._gathers)}"
                # Kept, since nodes are known by their id.
                pairs = [
                    (cast(index, np.dtype(np.int64)), f"{name}_{k}", stride, length)
                    for k, (index, stride, length) in enumerate(node.indices)
                ]
                self._gathers[id(node)] = (name, pairs)
            what = (bound, place.name, self._gathers[id(node)][0], aligned(node))
        args = node.args
        self._structure += (type(node), node.dtype, what, len(args))
        for arg in args:
            self._collect(arg)

    def _bind(self, buffer: Buffer) -> str:
        if id(buffer) not in self._buffers:
            self._buffers[id(buffer)] = (f"b{len(self._buffers)}", buffer)
        return self._buffers[id(buffer)][0]

    def _base(self, buffer: Buffer) -> int:
        return self.windows.get(id(buffer), (0, 0))[0]

    def _place(self, layout: Layout, itemsize: int, base: int = 0) -> Address:
        layout = lay.broadcast(layout, self.shape)
        key = (layout, itemsize, base)
        if key not in self._addresses:
            name = f"a{len(self._addresses)}"
            self._addresses[key] = Address(name, layout, itemsize, base)
        return self._addresses[key]

    # ---- parameters

    def _values(
        self, lengths: Shape, places: list[Address], strides: list[Shape]
    ) -> list[int]:
        """The parameters, in the order of `_fields`."""
        values = list(lengths[1:])
        for place, walk in zip(places, strides, strict=True):
            values.append(place.layout.offset - place.base)
            values += walk
        for _, constant in self._constants.values():
            size = constant.dtype.itemsize
            values += [constant.bits >> shift for shift in range(0, 8 * size, 32)]
        for _, pairs in self._gathers.values():
            for _, _, stride, length in pairs:
                values += (stride, length)
        return values

    def _fields(self, places: list[Address]) -> list[str]:
        """The names of the parameters; one for nothing, since no struct is empty."""
        fields = [f"d{k}" for k in range(1, self._rank)]
        for place in places:
            fields.append(f"{place.name}_at")
            fields += [f"{place.name}_s{k}" for k in range(self._rank)]
        for name, constant in self._constants.values():
            fields += word_names(name, constant.dtype.itemsize)
        for _, pairs in self._gathers.values():
            for _, name, _, _ in pairs:
                fields += [f"{name}_step", f"{name}_len"]
        return fields or ["unused"]


def word_names(name: str, itemsize: int) -> list[str]:
    """The fields of a value of 1, 2, 4, 8 or 16 bytes, the low word first."""
    return [name, *(f"{name}_{k}" for k in range(1, -(-itemsize // 4)))]


def aligned(node: Leaf | Gather) -> bool:
    """Whether no item of a leaf lies across the words that it is read as."""
    size = node.dtype.itemsize
    unit = min(size, 4) if size in WORD_SIZES else 4
    _, steps, offset = node.layout
    for step in steps:
        offset |= step
    if isinstance(node, Gather):
        for _, step, _ in node.indices:
            offset |= step
    return offset % unit == 0  # unit is a power of two
