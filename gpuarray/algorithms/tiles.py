"""How the items of a scan or a reduction along an axis are divided into tiles.

Every such problem is (outer, n, inner) over the items of an expression in C order: item
(o, k, r) has the number (o * n + k) * inner + r. A column (o, r) is cut into tiles; a
workgroup takes one tile of one or more columns. The division, and with it the order in
which floats are added, depends on the shape only.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gpuarray.algorithms import evaluation as ev
from gpuarray.runtime import windows
from gpuarray.runtime.dtypes import BITS, WGSL_TYPE
from gpuarray.runtime.expr import Node, op
from gpuarray.runtime.kernels import Slice

if TYPE_CHECKING:
    from gpuarray.algorithms.rendering import Rendering
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer

WG = 256
SHORTEST = 4  # items of the shortest tile
FIRST_BYTES = 1 << 23  # items of one tile of all inner columns: less than a binding

DType = np.dtype[Any]


@dataclass(frozen=True)
class Problem:
    """Columns of n items each, in tiles of `seg` lanes by `each` items.

    valid: how many items of a column are read; the rest count as the identity.
    """

    outer: int
    n: int
    inner: int
    seg: int
    each: int
    valid: int

    @property
    def length(self) -> int:
        """Items of a tile."""
        return self.seg * self.each

    @property
    def long_rows(self) -> bool:
        """Whether a workgroup takes one tile of a row, line by line (rows.wgsl)."""
        return self.inner == 1 and self.seg == WG and self.each == 16

    @property
    def tiles(self) -> int:
        """Tiles of a column."""
        return max(-(-self.n // self.length), 1)

    @property
    def items(self) -> int:
        """Items of all columns."""
        return self.outer * self.n * self.inner

    @property
    def too_wide(self) -> bool:
        """Whether even the shortest tile of all inner columns passes one binding."""
        return self.length * self.inner > FIRST_BYTES

    def sums(self) -> Problem:
        """The same problem over the tile sums."""
        return problem(self.outer, self.tiles, self.inner)


@functools.lru_cache(1024)
def problem(outer: int, n: int, inner: int, valid: int | None = None) -> Problem:
    """The division into tiles: one of eleven classes, by n and inner.

    Along the last axis adjacent lanes go along a column, so only short columns share a
    workgroup. Elsewhere adjacent lanes go over adjacent columns, so that reads join.
    """
    outer, n, inner = int(outer), int(n), int(inner)  # the cache knows no difference
    if inner == 1:
        each = 4 if n <= 4 * WG else 16
        seg = next((s for s in (1, 4, 16, 64) if n <= 4 * s), WG)
    elif n <= 4:
        seg, each = 1, 4
    else:
        each = 16
        widest = 4 if inner >= 64 else 16 if inner >= 16 else 64
        seg = next((s for s in (1, 4, 16) if n <= 16 * s and s < widest), widest)
        while seg * each * inner > FIRST_BYTES and (seg, each) != (1, 4):
            seg, each = (seg // 4, each) if seg > 1 else (1, 4)
    return Problem(outer, n, inner, seg, each, n if valid is None else valid)


# ---- what is computed


class Kind(NamedTuple):
    """An operation over a dtype: its accumulator, library function and identity."""

    dtype: DType
    acc: DType
    function: str
    identity: np.generic  # of the accumulator's dtype

    def __call__(self, device: Device, a: Node, b: Node) -> Node:
        """The expression a op b of the accumulator's dtype."""
        return op(self._name(device), self.acc, a, b)

    def _name(self, device: Device) -> str:
        half = self.dtype == np.float16 and self.function in _EXTREMA
        value = windows.rows_of(device)(self.acc).value
        return f"{self.function}_{'f16' if half else value}"

    def wrapped(self, device: Device) -> tuple[str, str]:
        """The accumulator's WGSL type, and `op`, `identity`, `packed`, `unpacked`."""
        row = windows.rows_of(device)(self.acc)
        bits, none = BITS[self.acc.itemsize // 4], "params.identity_low"
        if self.acc.itemsize == 8:
            none = "vec2u(params.identity_low, params.identity_high)"
        elif self.acc.itemsize == 16:
            none = (
                "vec4u(params.identity_low, params.identity_high, "
                "params.identity_2, params.identity_3)"
            )
        name = self._name(device)
        return WGSL_TYPE[row.value], (
            f"fn op(a: acc, b: acc) -> acc {{ return {name}(a, b); }}\n"
            f"fn identity() -> acc {{ return unpack_{row.name}({none}); }}\n"
            f"fn packed(a: acc) -> {bits} {{ return pack_{row.name}(a); }}\n"
            f"fn unpacked(a: {bits}) -> acc {{ return unpack_{row.name}(a); }}\n"
        )

    def result_bits(self, device: Device, dtype: DType) -> str:
        """The function that packs an accumulator as an item of a dtype."""
        name = windows.rows_of(device)(dtype).name
        pack = "u8" if dtype.kind == "b" else name  # bool is 0 or 1 already
        bits = BITS[max(dtype.itemsize // 4, 1)]
        return f"fn result_bits(a: acc) -> {bits} {{ return pack_{pack}(a); }}\n"

    def load(self, r: Rendering, node: Node) -> str:
        """Adds `load`, or what the returned text makes it from."""
        r.value("load", node)
        return ""

    @property
    def spread(self) -> bool:
        """Whether a lane's items may lie apart: the operation is commutative."""
        return True

    @property
    def quick(self) -> bool:
        """Whether there is a faster form for all but tiny operands."""
        return self.function == "add" and self.acc == np.float32

    @property
    def files(self) -> tuple[str, ...]:
        """The shared files that complete the operation."""
        return ("quick_add_f32" if self.quick else "quick_none",)


# bool is computed as the words 0 and 1: its add is or, its multiply is and.
_BOOL = {
    "add": "or", "mul": "and", "max": "or", "min": "and", "fmax": "or", "fmin": "and"
}  # fmt: skip
_EXTREMA = frozenset({"max", "min", "fmax", "fmin"})


def accumulator(dtype: DType) -> DType:
    """The dtype that values of `dtype` are accumulated in on the device."""
    if dtype.itemsize >= 4:
        return dtype
    codes = {"b": np.uint32, "i": np.int32, "u": np.uint32, "f": np.float32}
    return np.dtype(codes[dtype.kind])


def identity(name: str, dtype: DType) -> np.generic:
    """The value e of `dtype` with e op x == x, down to the sign of zero."""
    if name == "mul":
        value: Any = complex(1, -0.0) if dtype.kind == "c" else 1
    elif name == "add":
        value = {"f": -0.0, "c": complex(-0.0, -0.0)}.get(dtype.kind, 0)
    elif name.startswith("logaddexp"):
        value = -np.inf
    elif name in ("or", "xor", "hypot", "gcd"):
        value = 0
    elif dtype.kind == "b":
        value = name in ("and", "min", "fmin")
    elif name == "and":
        value = np.invert(dtype.type(0))
    elif dtype.kind == "f":
        value = {"max": -np.inf, "min": np.inf}.get(name, np.nan)
    elif dtype.kind == "c":
        part = {"max": -np.inf, "min": np.inf}.get(name, np.nan)
        value = complex(part, part)
    else:
        info = np.iinfo(dtype)
        value = info.min if name.endswith("max") else info.max
    return dtype.type(value)  # type: ignore[no-any-return]


@functools.lru_cache(512)
def kind(name: str, dtype: DType) -> Kind:
    """How to compute the library's operation `name` over values of `dtype`."""
    acc = accumulator(dtype)
    function = _BOOL.get(name, name) if dtype.kind == "b" else name
    if name == "mul" and dtype.kind == "c":
        function = "product"
    return Kind(dtype, acc, function, identity(name, dtype).astype(acc))


# ---- pieces that fit the bindings


class Piece(NamedTuple):
    """Tiles and outer indices of one dispatch, and the windows of what it reads."""

    tiles: range
    outers: range
    windows: windows.Windows


def pieces(
    device: Device, p: Problem, node: Node, *itemsizes: int
) -> tuple[Node, list[Piece]]:
    """The node, computed first if no window serves it, and dispatches that cover p.

    itemsizes: of the array that has p's shape (0 if there is none), of the tile sums.
    """
    (node,) = ev.localised(device, node.shape, node)
    found = _fitting(device, p, node, *itemsizes)
    if found is None:
        node = ev.compute(node)
        found = _fitting(device, p, node, *itemsizes)
        assert found is not None, "a tile passes one binding"
    return node, found


def _fitting(
    device: Device, p: Problem, node: Node, itemsize: int, sum_size: int
) -> list[Piece] | None:
    found = []
    unit, step = 0, p.outer * p.tiles
    while unit < p.outer * p.tiles:
        o, t = divmod(unit, p.tiles)
        if t == 0 and step >= p.tiles:
            tiles, outers = range(p.tiles), range(o, min(o + step // p.tiles, p.outer))
        else:
            tiles, outers = range(t, min(t + step, p.tiles)), range(o, o + 1)
        fits = _fits(device, span_of(p, tiles, outers), itemsize) and _fits(
            device, sum_span(p, tiles, outers), sum_size
        )
        seen = _windows(device, node, read_span(p, tiles, outers)) if fits else None
        if seen is None:
            if step == 1:
                return None
            step //= 2
            continue
        found.append(Piece(tiles, outers, seen))
        unit += len(tiles) * len(outers)
    return found


def _windows(device: Device, node: Node, span: range) -> windows.Windows | None:
    try:
        return windows.windows(device, node.shape, (node,), span)
    except windows.SpreadError:
        return None


def span_of(p: Problem, tiles: range, outers: range) -> range:
    """The items of a piece: one range, because it is whole columns or one outer."""
    first = (outers.start * p.n + tiles.start * p.length) * p.inner
    last = (outers.stop - 1) * p.n + min(tiles.stop * p.length, p.n)
    return range(first, last * p.inner)


def read_span(p: Problem, tiles: range, outers: range) -> range:
    """The items that are read: without those past `valid`, but one at least."""
    span = span_of(p, tiles, outers)
    stop = p.outer * p.valid * p.inner
    return range(min(span.start, stop - 1), min(span.stop, stop))


def sum_span(p: Problem, tiles: range, outers: range) -> range:
    first = outers.start * p.tiles + tiles.start
    last = (outers.stop - 1) * p.tiles + tiles.stop
    return range(first * p.inner, last * p.inner)


def _fits(device: Device, span: range, itemsize: int) -> bool:
    return len(span) * itemsize + 256 <= device.max_binding


def window(device: Device, buffer: Buffer, span: range, size: int) -> Slice:
    """The part of a buffer that holds the items of `span`."""
    if buffer.capacity <= device.max_binding:
        return Slice(buffer)
    low = span.start * size & ~255
    stop = min(-(-span.stop * size // 16) * 16, buffer.capacity)  # whole vectors
    return Slice(buffer, low, stop - low)
