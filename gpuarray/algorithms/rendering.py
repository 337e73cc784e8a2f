"""Expressions as WGSL: functions of the item number i in C order.

Equal trees give equal text: shapes, strides, offsets and scalar values are parameters,
so that none of them ever compiles a new pipeline. Therefore text is kept, by the
structure of the trees; for a tree seen before only the parameters are gathered.
"""

from __future__ import annotations

from typing import Any

from gpuarray.algorithms.naming import Address, Naming, aligned, word_names
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dtypes import BITS, WGSL_TYPE, Row
from gpuarray.runtime.expr import (
    Bits,
    Cast,
    Const,
    Gather,
    Iota,
    Leaf,
    Node,
    Op,
    Where,
)
from gpuarray.runtime.kernels import Slice, Source

# (code, names of the parameters) by the structure of what was rendered.
_TEXTS: dict[Any, tuple[str, tuple[str, ...]]] = {}
_MOST_TEXTS = 1024


def converted(value: str, source: Row, row: Row) -> str:
    """WGSL that converts a value between two dtypes, as NumPy's `astype` does."""
    if source == row:
        return value
    have, target = source.value, row.value
    if source.part and not row.part and target != "bool":
        value, have = f"real_{have}({value})", source.part
    elif row.part and not source.part:
        target = row.part
    if have[0] == "f" and row.narrow.startswith("wrap_u"):
        # NumPy takes small unsigned integers through int32: -1.0 becomes 255.
        value = f"i32_to_u32({have}_to_i32({value}))"
    elif have != target:
        value = f"{have}_to_{target}({value})"
    if target != row.value:
        value = f"{target}_to_{row.value}({value})"
    return f"{row.narrow}({value})" if row.narrow else value


class Rendering(Naming):
    """Renders functions over the items of one shape into a `Source`."""

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

    def _text(self) -> str:
        self._unaligned: set[str] = set()
        body = "\n".join(self._function(*entry) for entry in self._functions)
        helpers = "".join(_UNALIGNED.format(b=b) for b in sorted(self._unaligned))
        return helpers + body

    def _function(self, name: str, mode: str, node: Node | Address) -> str:
        self._lines: list[str] = []
        self._done: dict[Any, str] = {}
        self._coordinates: list[str] | None = None
        if isinstance(node, Address):
            result, type_ = self._address(node), "u32"
        elif mode == "gathered":
            assert isinstance(node, Gather)
            result, type_ = self._gathered(node, self._base(node.buffer)), "u32"
        elif mode == "value":
            result = self._value(node)
            type_ = WGSL_TYPE[self.rows(node.dtype).value]
        elif mode == "bits":
            result = self._bits(node)
            type_ = BITS[max(node.dtype.itemsize // 4, 1)]
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

    def _address(self, place: Address) -> str:
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
        return address, aligned(node)

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
            source = self.rows(node.operand.dtype)
            text = converted(self._value(node.operand), source, row)
        elif isinstance(node, Iota):
            place = self._address(self._place(node.layout, 1))
            text = place if row.value == "u32" else f"u32_to_{row.value}({place})"
        else:
            text = f"unpack_{row.name}({self._bits(node)})"
        return self._let(key, text)

    def _narrowed(self, text: str, row: Row) -> str:
        return f"{row.narrow}({text})" if row.narrow else text

    def _bits(self, node: Node) -> str:
        key = ("bits", id(node))
        if key in self._done:
            return self._done[key]
        if isinstance(node, Leaf | Gather):
            text = self._load(node)
        elif isinstance(node, Const):
            name, _ = self._constants[id(node)]
            fields = word_names(name, node.dtype.itemsize)
            text = _joined([f"leaves.{field}" for field in fields])
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
            count = max(node.dtype.itemsize // 4, 1)
            text = _joined([f"{word}(i, {k}u)" for k in range(count)])
        elif isinstance(node, Op) and node.dtype.kind == "V":
            count = max(node.dtype.itemsize // 4, 1)
            text = _joined([self._word_of(node, f"{k}u") for k in range(count)])
        else:
            text = f"pack_{self.rows(node.dtype).name}({self._value(node)})"
        return self._let(key, text)

    def _word_of(self, node: Op, k: str) -> str:
        """Word k of a record that a function makes, which takes k last."""
        args = [self._value(arg) for arg in node.operands]
        return f"{node.function}({', '.join([*args, k])})"

    def _load(self, node: Leaf | Gather) -> str:
        """The bits of an item of 1, 2, 4, 8 or 16 bytes."""
        a, whole = self._leaf_address(node)
        b = self._bind(node.buffer)
        size = node.dtype.itemsize
        if size == 1:
            return f"({b}[{a} >> 2u] >> (({a} & 3u) * 8u)) & 0xffu"
        later = range(1, size // 4)
        if not whole:
            self._unaligned.add(b)
            words = [f"{b}_word({a})", *(f"{b}_word({a} + {4 * k}u)" for k in later)]
            return _joined(words) + (" & 0xffffu" if size == 2 else "")
        if size == 2:
            return f"({b}[{a} >> 2u] >> (({a} & 2u) * 8u)) & 0xffffu"
        return _joined(
            [f"{b}[{a} >> 2u]", *(f"{b}[({a} >> 2u) + {k}u]" for k in later)]
        )

    def _word(self, node: Node) -> str:
        """Word k of an item of any size; bytes past its end are zero or garbage."""
        key = ("word", id(node))
        if key in self._done:
            return self._done[key]
        if isinstance(node, Leaf | Gather):
            a, whole = self._leaf_address(node)
            b = self._bind(node.buffer)
            if whole and node.dtype.itemsize not in (1, 2):
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
        elif isinstance(node, Op) and node.dtype.kind == "V":
            text = self._word_of(node, "k")
        elif node.dtype.itemsize in (8, 16):
            text = f"{self._bits(node)}[k]"
        else:
            text = self._bits(node)
        return self._let(key, text)


def _joined(words: list[str]) -> str:
    """One word, or the vector of two or four."""
    return words[0] if len(words) == 1 else f"{BITS[len(words)]}({', '.join(words)})"


# A word at any byte address: two aligned words shifted together.
_UNALIGNED = """fn {b}_word(a: u32) -> u32 {{
    let s = (a & 3u) * 8u;
    let low = {b}[a >> 2u] >> s;
    if s == 0u {{ return low; }}
    return low | ({b}[(a >> 2u) + 1u] << (32u - s));
}}
"""
