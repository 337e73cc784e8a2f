"""Folding items in order, one invocation a column: what is not associative.

Division, powers and remainders depend on the order of the items, so NumPy's order is
kept: no two items of a range are combined at the same time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms import evaluation as ev
from gpuarray.algorithms import tiles
from gpuarray.algorithms.range_folds import too_wide, turned, turned_back
from gpuarray.algorithms.reduction import leaf
from gpuarray.algorithms.rendering import Rendering, converted
from gpuarray.algorithms.tiles import WG
from gpuarray.runtime import windows
from gpuarray.runtime.dtypes import WGSL_TYPE
from gpuarray.runtime.expr import Leaf, Node, broadcast, buffers
from gpuarray.runtime.expr import where as chosen
from gpuarray.runtime.kernels import Slice, launch
from gpuarray.runtime.layout import Layout

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer

DType = np.dtype[Any]
_STEPS = 1 << 18  # items that one dispatch folds in order: short enough for any driver
_BITS = {4: "u32", 8: "vec2u", 16: "vec4u"}


@dataclass(frozen=True)
class Step:
    """One step of a fold in order: what is carried becomes function(carried, item).

    dtype: of what is carried. item: of the items. left: what the carried value is
    converted to for the function. result: of the function's result, which is converted
    to `dtype`. unary: the function takes no item.
    """

    function: str
    dtype: DType
    item: DType
    left: DType
    result: DType
    unary: bool = False

    def code(self, device: Device) -> dict[str, str]:
        """The functions `op`, `first`, `packed` .. of the kernel, and its aliases."""
        rows = windows.rows_of(device)
        row = rows(self.dtype)
        a = converted("a", row, rows(self.left))
        text = f"{self.function}({a})" if self.unary else f"{self.function}({a}, b)"
        result = rows(self.result)
        if result.narrow:
            text = f"{result.narrow}({text})"
        bits = _BITS[max(self.dtype.itemsize, 4)]
        op = converted(text, result, row)
        first = converted("b", rows(self.item), row)
        return {
            "acc": WGSL_TYPE[row.value],
            "item": WGSL_TYPE[rows(self.item).value],
            "code": (
                f"fn op(a: acc, b: item) -> acc {{ return {op}; }}\n"
                f"fn first(b: item) -> acc {{ return {first}; }}\n"
                f"fn packed(a: acc) -> {bits} {{ return pack_{row.name}(a); }}\n"
                f"fn unpacked(a: {bits}) -> acc {{ return unpack_{row.name}(a); }}\n"
                f"fn result_bits(a: acc) -> {bits} {{ return pack_{row.name}(a); }}\n"
            ),
        }


def in_order(
    step: Step,
    node: Node,
    outer: int,
    n: int,
    inner: int,
    *,
    ranges: Leaf | None = None,
    start: Node | None = None,
    keep: Node | None = None,
    running: bool = False,
    longest: int | None = None,
) -> Leaf:
    """Fold ranges of each column item after item, one invocation a range and column.

    node: items whose C order is (outer, n, inner), of dtype step.item.
    ranges: uint32 (2, m), firsts and lasts; None is all of a column.
    start: what a range begins with, of outer * m * inner items; None: its first item.
    keep: bool, which items count. running: return every step, in the node's shape.
    longest: no range is longer. Empty ranges without `start` give 0. Does not wait.
    """
    m = 1 if ranges is None else ranges.shape[1]
    count, items = outer * m * inner, outer * n * inner
    device = windows.device_of(node, ranges, start, keep)
    if too_wide(device, inner, node):
        found = in_order(
            step,
            turned(node, outer, n, inner),
            outer * inner,
            n,
            1,
            ranges=ranges,
            start=None if start is None else turned(start, outer, m, inner),
            keep=None if keep is None else turned(keep, outer, n, inner),
            running=running,
            longest=longest,
        )
        return turned_back(found, outer, n if running else m, inner)
    size = step.dtype.itemsize
    with device.lock:
        carries = device.allocate(count * max(size, 4))
        device.clear(carries)
        layout = Layout((count,), (max(size, 4),))
        carried = Leaf(step.dtype, (count,), carries, layout)
        if start is not None and count:
            ev.store(carried, broadcast(start, (count,)))
        out = device.allocate(items * size) if running else None
        if items and count:
            read = buffers(node, keep)
            shape = (outer, n, inner)
            _in_order(
                device, step, node, keep, ranges, shape, carries, out, start,
                longest or n,
            )  # fmt: skip
            ev.after_use(*read)
        if out is not None:
            return leaf(out, step.dtype, (items,))
        return carried if size >= 4 else ev.compute(carried)


def _in_order(
    device: Device,
    step: Step,
    node: Node,
    keep: Node | None,
    ranges: Leaf | None,
    shape: tuple[int, int, int],
    carries: Buffer,
    out: Buffer | None,
    start: Node | None,
    longest: int,
) -> None:
    outer, n, inner = shape
    m = 1 if ranges is None else ranges.shape[1]
    size = step.dtype.itemsize
    room = device.max_storage_buffers - 3
    if not windows.fits(device, node, keep) or len(buffers(node, keep)) > room:
        node = ev.compute(node)
        keep = None if keep is None else ev.compute(keep)
    if out is not None and size < 4:
        device.clear(out)
    length = n
    if longest > _STEPS or not windows.fits(device, node, keep):
        length = min(n, max(min(_STEPS, (1 << 22) // inner), 1))
    p = tiles.Problem(outer, n, inner, 1, length, n)
    probe = node if keep is None else chosen(keep, node, node)
    _, parts = tiles.pieces(device, p, probe, size if out else 0, 0)
    found = step.code(device)
    use = "out_none" if out is None else f"out_{size}"
    given: dict[str, Buffer | Slice] = {"carries": carries}
    if ranges is not None:
        given["ranges"] = ranges.buffer
    for tile, outers, seen in parts:
        r = Rendering(node.shape, windows.rows_of(device), seen)
        r.value("load", node)
        if keep is not None:
            r.value("wanted", broadcast(keep, node.shape))
        source = r.finish()
        source = replace(source, code=found["code"] + source.code)
        dst = Slice(carries)
        if out is not None:
            dst = _window(device, out, p, tile, outers, size)
            given = {**given, "dst": dst}
        for t in tile:
            launch(
                device,
                "fold_in_order",
                -(-len(outers) * m * inner // WG),
                {
                    "n": n,
                    "inner": inner,
                    "first": outers.start * m * inner,
                    "last": outers.stop * m * inner,
                    "ranges": m,
                    "begin": t * length,
                    "end": min((t + 1) * length, n),
                    "dst_base": dst.offset // 4,
                },
                given,
                source,
                aliases={"acc": found["acc"], "item": found["item"]},
                consts={"WG": WG, "STARTED": int(start is not None)},
                use=(
                    use,
                    f"carry_{max(size, 4)}",
                    "ranges_all" if ranges is None else "ranges_given",
                    *(() if keep is not None else ("wanted_all",)),
                ),
            )
            if p.tiles > 1:
                device.flush()


def _window(
    device: Device, out: Buffer, p: tiles.Problem, tile: range, outers: range, size: int
) -> Slice:
    """The part of a buffer in the problem's shape that a piece writes."""
    if out.capacity <= device.max_binding:
        return Slice(out)
    first = (outers.start * p.n + tile.start * p.length) * p.inner * size & ~255
    stop = ((outers.stop - 1) * p.n + min(tile.stop * p.length, p.n)) * p.inner * size
    return Slice(out, first, -(-stop // 4) * 4 - first)
