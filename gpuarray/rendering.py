"""Expressions as WGSL: functions of the item number i in C order.

Equal trees give equal text: shapes, strides, offsets and scalar values are parameters,
so that none of them ever compiles a new pipeline. Therefore text is kept, by the
structure of the trees; for a tree seen before only the parameters are gathered.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gpuarray import layout as lay
from gpuarray.dtypes import WGSL_TYPE, Row
from gpuarray.errors import DeviceMemoryError
from gpuarray.expr import (
    WORD_SIZES,
    Bits,
    Cast,
    Const,
    Gather,
    Iota,
    Leaf,
    Node,
    Op,
    Where,
    cast,
)
from gpuarray.kernels import Slice, Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpuarray.layout import Layout, Shape
    from gpuarray.memory import Buffer

DType = np.dtype[Any]
_MOST_ITEMS = (1 << 32) - (1 << 16)  # item numbers are u32; the last tile runs over

# (code, names of the parameters) by the structure of what was rendered.
_TEXTS: dict[Any, tuple[str, tuple[str, ...]]] = {}
_MOST_TEXTS = 1024


class _Address(NamedTuple):
    """An affine function of the index: a name, a layout, and what to subtract."""

    name: str
    layout: Layout
    itemsize: int
    base: int = 0


class Rendering:
    """Renders functions over the items of one shape into a `Source`.

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
        self._functions: list[tuple[str, str, Node | _Address]] = []
        # What the text depends on beside the walks of the addresses: grows in the
        # first pass. Each node is described once and numbered, as text shares it.
        self._structure: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._addresses: dict[Any, _Address] = {}
        self._buffers: dict[int, tuple[str, Buffer]] = {}
        self._constants: dict[int, tuple[str, Const]] = {}
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

    # ---- first pass: name buffers, addresses and constants

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
            what = (name, place.name, _aligned(node))
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
            what = (bound, place.name, self._gathers[id(node)][0], _aligned(node))
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

    def _place(self, layout: Layout, itemsize: int, base: int = 0) -> _Address:
        layout = lay.broadcast(layout, self.shape)
        key = (layout, itemsize, base)
        if key not in self._addresses:
            name = f"a{len(self._addresses)}"
            self._addresses[key] = _Address(name, layout, itemsize, base)
        return self._addresses[key]

    # ---- second pass: text

    def finish(self) -> Source:
        """The code, its parameters and its buffers."""
        places = list(self._addresses.values())
        lengths, strides = lay.collapse(self.shape, [p.layout.strides for p in places])
        self._rank = len(lengths)
        self._walk = {p.name: s for p, s in zip(places, strides, strict=True)}
        forms = [
            p.itemsize if s == (p.itemsize,) else tuple([step != 0 for step in s])
            for p, s in zip(places, strides, strict=True)
        ]
        key = (self.rows, self._rank, tuple(forms), tuple(self._structure))
        found = _TEXTS.get(key)
        if found is None:
            found = self._text(), tuple(self._fields(places))
            if len(_TEXTS) >= _MOST_TEXTS:
                _TEXTS.clear()
            _TEXTS[key] = found
        slices = [
            (name, Slice(buffer, *self.windows.get(id(buffer), (0, 0))))
            for name, buffer in self._buffers.values()
        ]
        values = self._values(lengths, places, strides)
        return Source(*found, tuple(values) or (0,), tuple(slices))

    def _values(
        self, lengths: Shape, places: list[_Address], strides: list[Shape]
    ) -> list[int]:
        """The parameters, in the order of `_fields`."""
        values = list(lengths[1:])
        for place, walk in zip(places, strides, strict=True):
            values.append(place.layout.offset - place.base)
            values += walk
        for _, constant in self._constants.values():
            values.append(constant.bits)
            if constant.dtype.itemsize == 8:
                values.append(constant.bits >> 32)
        for _, pairs in self._gathers.values():
            for _, _, stride, length in pairs:
                values += (stride, length)
        return values

    def _fields(self, places: list[_Address]) -> list[str]:
        """The names of the parameters; one for nothing, since no struct is empty."""
        fields = [f"d{k}" for k in range(1, self._rank)]
        for place in places:
            fields.append(f"{place.name}_at")
            fields += [f"{place.name}_s{k}" for k in range(self._rank)]
        for name, constant in self._constants.values():
            fields.append(name)
            if constant.dtype.itemsize == 8:
                fields.append(f"{name}_high")
        for _, pairs in self._gathers.values():
            for _, name, _, _ in pairs:
                fields += [f"{name}_step", f"{name}_len"]
        return fields or ["unused"]

    def _text(self) -> str:
        self._unaligned: set[str] = set()
        body = "\n".join(self._function(*entry) for entry in self._functions)
        helpers = "".join(_UNALIGNED.format(b=b) for b in sorted(self._unaligned))
        return helpers + body

    def _function(self, name: str, mode: str, node: Node | _Address) -> str:
        self._lines: list[str] = []
        self._done: dict[Any, str] = {}
        self._coordinates: list[str] | None = None
        if isinstance(node, _Address):
            result, type_ = self._address(node), "u32"
        elif mode == "gathered":
            assert isinstance(node, Gather)
            result, type_ = self._gathered(node, self._base(node.buffer)), "u32"
        elif mode == "value":
            result = self._value(node)
            type_ = WGSL_TYPE[self.rows(node.dtype).value]
        elif mode == "bits":
            result = self._bits(node)
            type_ = "vec2u" if node.dtype.itemsize == 8 else "u32"
        else:
            result, type_ = self._word(node), "u32"
        args = "i: u32, k: u32" if mode == "word" else "i: u32"
        lines = "\n".join(f"    {line}" for line in self._lines)
        return f"fn {name}({args}) -> {type_} {{\n{lines}\n    return {result};\n}}"

    def _let(self, key: Any, text: str) -> str:
        if key not in self._done:
            name = f"t{len(self._lines)}"
            self._lines.append(f"let {name} = {text};")
            self._done[key] = name
        return self._done[key]

    def _index(self) -> list[str]:
        """The coordinates of item i, one name a collapsed dimension."""
        if self._coordinates is None:
            names: list[str] = []
            rest = "i"
            for k in range(self._rank - 1, 0, -1):
                self._lines.append(f"let x{k} = {rest} % leaves.d{k};")
                self._lines.append(f"let q{k} = {rest} / leaves.d{k};")
                names.append(f"x{k}")
                rest = f"q{k}"
            self._coordinates = [rest, *reversed(names)]
        return self._coordinates

    def _address(self, place: _Address) -> str:
        walk = self._walk[place.name]
        terms = [f"leaves.{place.name}_at"]
        if walk == (place.itemsize,):
            terms.append(f"i * {place.itemsize}u")  # known to be contiguous
        elif any(walk):
            index = self._index()
            terms += [
                f"{x} * leaves.{place.name}_s{k}"
                for k, (x, s) in enumerate(zip(index, walk, strict=True))
                if s
            ]
        return self._let(("address", place.name), " + ".join(terms))

    def _leaf_address(self, node: Leaf | Gather) -> tuple[str, bool]:
        """The byte address of a leaf's item, and whether it is aligned to read."""
        base = self._base(node.buffer)
        if isinstance(node, Gather):
            address = self._gathered(node, base)
        else:
            size = node.dtype.itemsize
            address = self._address(self._place(node.layout, size, base))
        return address, _aligned(node)

    def _gathered(self, node: Gather, base: int) -> str:
        text = self._address(self._place(node.layout, node.dtype.itemsize, base))
        _, pairs = self._gathers[id(node)]
        for index, name, _, _ in pairs:
            at = self._value(index)
            text += f" + wrap_index({at}, leaves.{name}_len) * leaves.{name}_step"
        return self._let(("gathered", id(node)), text)

    def _value(self, node: Node) -> str:
        key = ("value", id(node))
        if key in self._done:
            return self._done[key]
        row = self.rows(node.dtype)
        if isinstance(node, Op):
            args = ", ".join(self._value(arg) for arg in node.operands)
            text = self._narrowed(f"{node.function}({args})", row)
        elif isinstance(node, Cast):
            text = self._converted(node, row)
        elif isinstance(node, Iota):
            place = self._address(self._place(node.layout, 1))
            text = place if row.value == "u32" else f"u32_to_{row.value}({place})"
        else:
            text = f"unpack_{row.name}({self._bits(node)})"
        return self._let(key, text)

    def _narrowed(self, text: str, row: Row) -> str:
        return f"{row.narrow}({text})" if row.narrow else text

    def _converted(self, node: Cast, row: Row) -> str:
        source = self.rows(node.operand.dtype)
        value = self._value(node.operand)
        if source.value[0] == "f" and row.narrow.startswith("wrap_u"):
            # NumPy takes small unsigned integers through int32: -1.0 becomes 255.
            value = f"i32_to_u32({source.value}_to_i32({value}))"
        elif source.value != row.value:
            value = f"{source.value}_to_{row.value}({value})"
        return self._narrowed(value, row)

    def _bits(self, node: Node) -> str:
        key = ("bits", id(node))
        if key in self._done:
            return self._done[key]
        if isinstance(node, Leaf | Gather):
            text = self._load(node)
        elif isinstance(node, Const):
            name, _ = self._constants[id(node)]
            text = f"leaves.{name}"
            if node.dtype.itemsize == 8:
                text = f"vec2u({text}, {text}_high)"
        elif isinstance(node, Where):
            condition, yes, no = node.operands
            text = (
                f"select({self._bits(no)}, {self._bits(yes)}, {self._value(condition)})"
            )
        elif isinstance(node, Bits):
            return self._bits(node.operand)
        elif isinstance(node, Cast) and node.dtype.kind in "SV":
            word = f"words{len(self._functions)}"  # rendered after this function
            self._functions.append((word, "word", node))
            text = f"{word}(i, 0u)"
            if node.dtype.itemsize == 8:
                text = f"vec2u({text}, {word}(i, 1u))"
        else:
            text = f"pack_{self.rows(node.dtype).name}({self._value(node)})"
        return self._let(key, text)

    def _load(self, node: Leaf | Gather) -> str:
        """The bits of an item of 1, 2, 4 or 8 bytes."""
        a, aligned = self._leaf_address(node)
        b = self._bind(node.buffer)
        size = node.dtype.itemsize
        if size == 1:
            return f"({b}[{a} >> 2u] >> (({a} & 3u) * 8u)) & 0xffu"
        if not aligned:
            self._unaligned.add(b)
            if size == 8:
                return f"vec2u({b}_word({a}), {b}_word({a} + 4u))"
            return f"{b}_word({a})" + (" & 0xffffu" if size == 2 else "")
        if size == 2:
            return f"({b}[{a} >> 2u] >> (({a} & 2u) * 8u)) & 0xffffu"
        if size == 4:
            return f"{b}[{a} >> 2u]"
        return f"vec2u({b}[{a} >> 2u], {b}[({a} >> 2u) + 1u])"

    def _word(self, node: Node) -> str:
        """Word k of an item of any size; bytes past its end are zero or garbage."""
        key = ("word", id(node))
        if key in self._done:
            return self._done[key]
        if isinstance(node, Leaf | Gather):
            a, aligned = self._leaf_address(node)
            b = self._bind(node.buffer)
            if aligned and node.dtype.itemsize not in (1, 2):
                text = f"{b}[({a} >> 2u) + k]"
            else:
                self._unaligned.add(b)
                text = f"{b}_word({a} + k * 4u)"
        elif isinstance(node, Where):
            condition, yes, no = node.operands
            text = (
                f"select({self._word(no)}, {self._word(yes)}, {self._value(condition)})"
            )
        elif isinstance(node, Bits):
            return self._word(node.operand)
        elif isinstance(node, Cast):  # S and V items: cut, or filled with zeros
            size = min(node.operand.dtype.itemsize, node.dtype.itemsize)
            text = f"first_bytes({self._word(node.operand)}, {size}u, k)"
        elif node.dtype.itemsize == 8:
            text = f"{self._bits(node)}[k]"
        else:
            text = self._bits(node)
        return self._let(key, text)


def _aligned(node: Leaf | Gather) -> bool:
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


# A word at any byte address: two aligned words shifted together.
_UNALIGNED = """fn {b}_word(a: u32) -> u32 {{
    let s = (a & 3u) * 8u;
    let low = {b}[a >> 2u] >> s;
    if s == 0u {{ return low; }}
    return low | ({b}[(a >> 2u) + 1u] << (32u - s));
}}
"""
