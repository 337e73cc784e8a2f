"""Scans and reductions by an operation that a user wrote, on numbers or records.

The passes are those of `scan` and `reduction`; the operation need not be commutative,
so that lanes take items in their order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from gpuarray.algorithms import evaluation as ev
from gpuarray.algorithms import scan, tile_kernels, tiles
from gpuarray.algorithms.range_folds import turned, turned_back
from gpuarray.algorithms.reduction import leaf, limit_of, tile_sums, tiles_of
from gpuarray.algorithms.replay import replayed
from gpuarray.algorithms.user_values import number_type, packed_words, value_of
from gpuarray.runtime import windows
from gpuarray.runtime.dtypes import BITS, ROWS
from gpuarray.runtime.expr import Leaf, Node, broadcast, cast, const
from gpuarray.runtime.user_code import Code, entered, function

if TYPE_CHECKING:
    from gpuarray.algorithms.rendering import Rendering
    from gpuarray.algorithms.tiles import DType
    from gpuarray.algorithms.user_values import Part
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer


class Own(tiles.Kind):
    """A user's operation on numbers; `function` is the whole name."""

    __slots__ = ()

    def _name(self, device: Device) -> str:
        return self.function

    @property
    def spread(self) -> bool:
        """Items are combined in their order."""
        return False

    @property
    def quick(self) -> bool:
        """There is one form."""
        return False


class OwnRecords(Own):
    """A user's operation on records of 4, 8 or 16 bytes."""

    __slots__ = ()

    def wrapped(self, device: Device) -> tuple[str, str]:
        """The struct, and `op`, `identity`, `packed`, `unpacked` of its words."""
        item = value_of(device, self.dtype, "the item")
        count = self.dtype.itemsize // 4
        bits = BITS[count]
        none = [f"params.identity_{k}" for k in ("low", "high", "2", "3")[:count]]
        words = ["w"] if count == 1 else [f"w[{k}]" for k in range(count)]
        made = item.made.format(*[_unpacked(part, words) for part in item.parts])
        return item.type, (
            f"fn op(a: acc, b: acc) -> acc {{ return {self.function}(a, b); }}\n"
            f"fn identity() -> acc {{ return unpacked({bits}({', '.join(none)})); }}\n"
            f"fn packed(a: acc) -> {bits} {{\n"
            f"    return {bits}({', '.join(packed_words(item, self.dtype, 'a'))});\n"
            "}\n"
            f"fn unpacked(w: {bits}) -> acc {{ return {made}; }}\n"
        )

    def result_bits(self, device: Device, dtype: DType) -> str:
        """The record itself."""
        bits = BITS[self.dtype.itemsize // 4]
        return f"fn result_bits(a: acc) -> {bits} {{ return packed(a); }}\n"

    def load(self, r: Rendering, node: Node) -> str:
        """Records from their words."""
        r.words("word", node)
        count = self.dtype.itemsize // 4
        words = ", ".join(f"word(i, {k}u)" for k in range(count))
        return (
            f"fn load(i: u32) -> acc {{ return unpacked({BITS[count]}({words})); }}\n"
        )


def _too_wide(device: Device, p: tiles.Problem, node: Node) -> bool:
    """Whether a tile of all inner columns passes one binding."""
    nbytes = p.length * p.inner * max(node.dtype.itemsize, 4)
    return p.too_wide or (p.inner > 1 and nbytes + 256 > device.max_binding)


def _require_no_count(node: Node) -> None:
    if node.count is not None:
        raise ValueError("rows this long are not scanned by a count: use .array()")


def _unpacked(part: Part, words: list[str]) -> str:
    """A number from the words of its record."""
    word, shift = part.offset // 4, part.offset % 4 * 8
    size = part.dtype.itemsize
    read = f"(({words[word]} >> {shift}u) & {_mask(size)}u)"
    if size >= 4:
        read = f"{BITS[size // 4]}({', '.join(words[word : word + size // 4])})"
    return f"unpack_{ROWS[part.dtype].name}({read})"


def _mask(size: int) -> int:
    return (1 << 8 * size) - 1


class Operation(NamedTuple):
    """A user's operation for a dtype, compiled: what the passes take."""

    kind: tiles.Kind

    @classmethod
    def of(cls, device: Device, code: Code, dtype: DType, identity: Any) -> Operation:
        """Compiled for items of `dtype`: CompileError, TypeError if there is none."""
        if dtype.names is not None:
            item = value_of(device, dtype, "the item")
            params = [("a", item.type), ("b", item.type)]
            types, names = "\n".join(item.types), {"Item": item.type}
            made = function(device, code, params, item.type, types, names)
            return cls(OwnRecords(dtype, dtype, made.name, identity))
        type_ = number_type(device, dtype, "the item")
        made = function(device, code, [("a", type_), ("b", type_)], type_)
        name, acc = made.name, tiles.accumulator(dtype)
        narrow = ROWS[dtype].narrow
        if dtype.kind == "b":
            call = f"u32({name}(a != 0u, b != 0u))"
            name = entered(
                name, f"fn {{name}}(a: u32, b: u32) -> u32 {{ return {call}; }}"
            )
        elif narrow.startswith("wrap"):  # as each of NumPy's steps does
            text = f"return {narrow}({name}(a, b));"
            name = entered(
                name, f"fn {{name}}(a: {type_}, b: {type_}) -> {type_} {{ {text} }}"
            )
        return cls(Own(dtype, acc, name, identity.astype(acc)))

    def scanned(
        self, node: Node, outer: int, n: int, inner: int, *, exclusive: bool
    ) -> Leaf:
        """The running operation along the n items of each column, in node's shape.

        node: of the dtype, its C order (outer, n, inner). Of one with a count, items
        past it are neither read nor written. Does not wait.
        """
        what, device = self.kind, windows.device_of(node)
        p, shape = tiles.problem(outer, n, inner), node.shape
        limit = None
        if node.count is not None and p.items:
            limit = limit_of(node.count, outer, inner)
        if _too_wide(device, p, node):
            _require_no_count(node)
            column = turned(node, outer, n, inner)
            found = self.scanned(column, outer * inner, n, 1, exclusive=exclusive)
            back = turned_back(found, outer, n, inner)
            return leaf(back.buffer, back.dtype, shape)

        def made() -> Buffer:
            target = device.allocate(p.items * node.dtype.itemsize)
            if p.items:
                source = cast(node, what.acc)
                scan.by_levels(device, source, what, p, target, exclusive, limit)
            return target

        key = (*self._key(outer, n, inner), exclusive, scan.BLOCK_SCAN)
        with device.lock:
            target = replayed(device, ("own scan", *key), (node,), made)
            ev.after_use(*node.buffers)
        return replace(leaf(target, node.dtype, shape), limit=node.count)

    def reduced(self, node: Node, outer: int, n: int, inner: int) -> Leaf:
        """The operation over the n items of each column, as outer * inner items.

        n == 0 gives the identity, and so does a count of 0. Does not wait.
        """
        what, device = self.kind, windows.device_of(node)
        limit = None
        if node.count is not None and n and outer * inner:
            outer, inner = (1, outer * inner) if n == 1 else (outer, inner)
            limit = limit_of(node.count, outer, inner)
        count = outer * inner
        if n == 0 or count == 0:
            start = const(what.identity)
            return ev.compute(cast(broadcast(start, (count,)), node.dtype), device)
        p = tiles.problem(outer, n, inner)
        if _too_wide(device, p, node):
            _require_no_count(node)
            return self.reduced(turned(node, outer, n, inner), count, n, 1)

        def made() -> Buffer:
            q, source, most = p, cast(node, what.acc), limit
            while True:
                sums = tile_sums(device, q, source, what, limit=most)
                source = leaf(sums, what.acc, (q.outer * q.tiles * q.inner,))
                if q.tiles == 1:
                    return ev.compute(cast(source, node.dtype)).buffer
                most = most and tiles_of(device, q, most)
                q = q.sums()

        with device.lock:
            key = ("own reduction", *self._key(outer, n, inner))
            found = replayed(device, key, (node,), made)
            ev.after_use(*node.buffers)
        return leaf(found, node.dtype, (count,))

    def _key(self, outer: int, n: int, inner: int) -> tuple[object, ...]:
        start = const(self.kind.identity).bits
        return self.kind.function, start, outer, n, inner, tile_kernels.LINES
