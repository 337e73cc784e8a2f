"""Scans that begin anew at marked items: the project's scan over (value, head) pairs.

    (v, h) op (w, g) = (w, 1)           if g: what lies ahead is left out
                       (v op w, h)      otherwise

is associative where op is, so that the same three passes scan it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gpuarray.algorithms import evaluation as ev
from gpuarray.algorithms import tiles
from gpuarray.algorithms.range_folds import turned, turned_back
from gpuarray.algorithms.reduction import leaf
from gpuarray.algorithms.scan import by_levels
from gpuarray.runtime import windows
from gpuarray.runtime.dtypes import BITS, WGSL_TYPE
from gpuarray.runtime.expr import Leaf, Node, Where, buffers, cast
from gpuarray.runtime.expr import where as chosen

if TYPE_CHECKING:
    from gpuarray.algorithms.rendering import Rendering
    from gpuarray.runtime.device import Device


class Segmented(tiles.Kind):
    """An operation on pairs; `acc` is what a pair is stored as: 8 or 16 bytes."""

    __slots__ = ()

    def _inner(self) -> tiles.Kind:
        """The operation on values."""
        acc = tiles.accumulator(self.dtype)
        return tiles.Kind(self.dtype, acc, self.function, self.identity)

    def wrapped(self, device: Device) -> tuple[str, str]:
        """The type Pair, and `joined_items`, `identity`, `packed`, `unpacked`."""
        inner = self._inner()
        row = windows.rows_of(device)(inner.acc)
        name, value = inner._name(device), WGSL_TYPE[row.value]
        bits, none, fill = "vec2u", "params.identity_low", ""
        raw, head = "words.x", "words.y"
        if inner.acc.itemsize == 8:
            bits, none = "vec4u", "vec2u(params.identity_low, params.identity_high)"
            raw, head, fill = "words.xy", "words.z", ", 0u"
        return "Pair", (
            f"alias item = {value};\n"
            f"fn joined_items(a: item, b: item) -> item {{ return {name}(a, b); }}\n"
            f"fn identity() -> acc {{ return Pair(unpack_{row.name}({none}), 0u); }}\n"
            f"fn packed(a: acc) -> {bits} {{\n"
            f"    return {bits}(pack_{row.name}(a.value), a.head{fill});\n"
            "}\n"
            f"fn unpacked(words: {bits}) -> acc {{\n"
            f"    return Pair(unpack_{row.name}({raw}), {head});\n"
            "}\n"
        )

    @property
    def files(self) -> tuple[str, ...]:
        """The operation on pairs."""
        return ("segment_pair", *super().files)

    def result_bits(self, device: Device, dtype: tiles.DType) -> str:
        """The value alone, or the pair."""
        if dtype == self.acc:
            bits = BITS[dtype.itemsize // 4]
            return f"fn result_bits(a: acc) -> {bits} {{ return packed(a); }}\n"
        return super().result_bits(device, dtype).replace("(a); }", "(a.value); }")

    def load(self, r: Rendering, node: Node) -> str:
        """Pairs of an item and its head, or pairs that were stored."""
        if isinstance(node, Where):
            heads, values, _ = node.operands
            r.value("value", values)
            r.value("head", heads)
            return "fn load(i: u32) -> acc { return Pair(value(i), u32(head(i))); }\n"
        r.words("word", node)
        words = ", ".join(f"word(i, {k}u)" for k in range(self.acc.itemsize // 4))
        bits = BITS[self.acc.itemsize // 4]
        return f"fn load(i: u32) -> acc {{ return unpacked({bits}({words})); }}\n"

    @property
    def spread(self) -> bool:
        """Pairs are combined in their order."""
        return False


def segmented_scan(
    node: Node, heads: Node, name: str, outer: int, n: int, inner: int
) -> Leaf:
    """The running operation along each column, begun anew at each head.

    node: items whose C order is (outer, n, inner), of a dtype of at most 8 bytes, to
    accumulate in. heads: bool, of the node's shape. Does not wait.
    """
    device = windows.device_of(node, heads)
    p = tiles.problem(outer, n, inner)
    shape = node.shape
    if p.too_wide:
        columns = [turned(x, outer, n, inner) for x in (node, heads)]
        found = segmented_scan(columns[0], columns[1], name, outer * inner, n, 1)
        back = turned_back(found, outer, n, inner)
        return leaf(back.buffer, back.dtype, shape)
    plain = tiles.kind(name, node.dtype)
    stored = np.dtype(f"V{16 if plain.acc.itemsize == 8 else 8}")
    what = Segmented(plain.dtype, stored, plain.function, plain.identity)
    with device.lock:
        read = buffers(node, heads)
        if not windows.fits(device, node, heads) or len(read) > ev.max_leaves(device):
            node, heads = ev.compute(node), ev.compute(heads)
        target = device.allocate(p.items * node.dtype.itemsize)
        if p.items:
            values = cast(node, plain.acc)
            pairs = chosen(heads, values, values)
            by_levels(device, pairs, what, p, target, exclusive=False)
        ev.after_use(*read)
    return leaf(target, node.dtype, shape)
