"""Folding ranges of items along an axis by a tree of block results.

A range is any part first..last-1 of a column; ranges may overlap, repeat and be empty.
Problems are (outer, n, inner), as in `tiles`; m ranges give (outer, m, inner) results.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms import evaluation as ev
from gpuarray.algorithms import tiles
from gpuarray.algorithms.reduction import leaf
from gpuarray.algorithms.rendering import Rendering
from gpuarray.algorithms.tiles import WG
from gpuarray.runtime import windows
from gpuarray.runtime.expr import Leaf, Node, broadcast, buffers, cast, const
from gpuarray.runtime.kernels import launch
from gpuarray.runtime.layout import Layout

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer

DType = np.dtype[Any]
_BITS = {4: "u32", 8: "vec2u", 16: "vec4u"}
_FAN = 16  # blocks of a level that make one of the next; fold_ranges.wgsl knows


def by_tree(
    node: Node, name: str, outer: int, n: int, inner: int, ranges: Leaf
) -> Leaf:
    """Fold m ranges of each column with an associative, commutative operation.

    node: items whose C order is (outer, n, inner), of the dtype to accumulate in.
    name: of the value library, as "add". ranges: uint32 (2, m), firsts and lasts; an
    empty one gives the identity. Whatever the lengths, a range costs about
    30 log16(n) operations at most. Floats are added in an order that depends on the
    range and n only. Does not wait.
    """
    m = ranges.shape[1]
    count = outer * m * inner
    if count == 0 or n == 0:
        value = const(tiles.identity(name, node.dtype))
        return ev.compute(broadcast(value, (count,)))
    device = windows.device_of(node, ranges)
    if too_wide(device, inner, node):
        columns = turned(node, outer, n, inner)
        found = by_tree(columns, name, outer * inner, n, 1, ranges)
        return turned_back(found, outer, m, inner)
    what = tiles.kind(name, node.dtype)
    with device.lock:
        read = buffers(node)
        if len(read) > device.max_storage_buffers - 3:
            node = ev.compute(node)
        source = cast(node, what.acc)
        if windows.fits(device, source):
            tree = _tree(device, source, what, outer, n, inner)
            found = _fold(device, source, what, tree, ranges, (outer, n, inner))
        else:
            found = _by_windows(device, source, what, ranges, (outer, n, inner))
        ev.after_use(*read)
    return found


def _tree(
    device: Device, source: Node, what: tiles.Kind, outer: int, n: int, inner: int
) -> Buffer:
    """The results of all blocks of 16 items, of 256 .. items, level after level."""
    levels: list[Leaf] = []
    while n >= _FAN:
        source = _blocks(device, source, what, outer, n, inner)
        n = -(-n // _FAN)
        levels.append(source)
    if len(levels) == 1:
        return levels[0].buffer
    size = what.acc.itemsize
    tree = device.allocate(max(sum(level.shape[0] for level in levels), 1) * size)
    at = 0
    for level in levels:
        ev.store(leaf(tree, what.acc, level.shape, at), level)
        at += level.shape[0] * size
    return tree


def _blocks(
    device: Device, source: Node, what: tiles.Kind, outer: int, n: int, inner: int
) -> Leaf:
    """The results of the blocks of each column."""
    p = tiles.Problem(outer, n, inner, 1, _FAN, n)
    size = what.acc.itemsize
    out = device.allocate(outer * p.tiles * inner * size)
    source, parts = tiles.pieces(device, p, source, 0, size)
    alias, wrapped = what.wrapped(device)
    wrapped += what.result_bits(device, what.acc)
    for blocks, outers, found in parts:
        r = Rendering(source.shape, windows.rows_of(device), found)
        r.value("load", source)
        expressions = r.finish()
        dst = tiles.window(device, out, tiles.sum_span(p, blocks, outers), size)
        count = len(blocks) * inner
        launch(
            device,
            "block_results",
            -(-len(outers) * count // WG),
            {
                "n": n,
                "inner": inner,
                "blocks": p.tiles,
                "first_block": blocks.start,
                "count": len(blocks),
                "first": outers.start * count,
                "last": outers.stop * count,
                "dst_base": dst.offset // 4,
            }
            | _identity(what),
            {"dst": dst},
            replace(expressions, code=wrapped + expressions.code),
            aliases={"acc": alias},
            consts={"WG": WG},
            use=(f"out_{size}",),
        )
    return leaf(out, what.acc, (outer * p.tiles * inner,))


def _identity(what: tiles.Kind) -> dict[str, int]:
    """The words of the identity, as parameters."""
    bits = const(what.identity).bits
    names = ("identity_low", "identity_high", "identity_2", "identity_3")
    return {name: bits >> 32 * k for k, name in enumerate(names)}


def _fold(
    device: Device,
    source: Node,
    what: tiles.Kind,
    tree: Buffer,
    ranges: Leaf,
    shape: tuple[int, int, int],
    found: windows.Windows | None = None,
    part: range | None = None,
) -> Leaf:
    """One dispatch over all ranges, cut to the items of `part` of each column."""
    outer, n, inner = shape
    m = ranges.shape[1]
    dtype = what.dtype if part is None else what.acc
    out = device.allocate(outer * m * inner * dtype.itemsize)
    if dtype.itemsize < 4:
        device.clear(out)
    alias, wrapped = what.wrapped(device)
    r = Rendering(source.shape, windows.rows_of(device), found)
    r.value("load", source)
    expressions = r.finish()
    launch(
        device,
        "fold_ranges",
        -(-outer * m * inner // WG),
        {
            "n": n,
            "inner": inner,
            "outer": outer,
            "ranges": m,
            "begin": 0 if part is None else part.start,
            "end": n if part is None else part.stop,
            "dst_base": 0,
        }
        | _identity(what),
        {"dst": out, "ranges": ranges.buffer, "tree": tree},
        replace(
            expressions, code=wrapped + _result_bits(device, dtype) + expressions.code
        ),
        aliases={"acc": alias},
        consts={"WG": WG},
        use=(f"out_{dtype.itemsize}", f"tree_{what.acc.itemsize}"),
    )
    return leaf(out, dtype, (outer * m * inner,))


def _by_windows(
    device: Device,
    source: Node,
    what: tiles.Kind,
    ranges: Leaf,
    shape: tuple[int, int, int],
) -> Leaf:
    """Parts of the columns that a binding holds, one after another."""
    outer, n, inner = shape
    m = ranges.shape[1]
    whole = ev.compute(source)
    size = what.acc.itemsize
    step = max(device.max_binding // 2 // (size * inner) // _FAN * _FAN, _FAN)
    result = device.allocate(outer * m * inner * size)
    for o in range(outer):
        column = leaf(whole.buffer, what.acc, (n * inner,), o * n * inner * size)
        tree = _tree(device, column, what, 1, n, inner)
        total: Node = const(what.identity)
        for begin in range(0, n, step):
            part = range(begin, min(begin + step, n))
            items = range(part.start * inner, part.stop * inner)
            found = windows.windows(device, column.shape, (column,), items)
            assert found is not None, "half a binding passes one"
            folded = _fold(
                device, column, what, tree, ranges, (1, n, inner), found, part
            )
            total = ev.compute(what(device, total, folded))
        at = leaf(result, what.acc, (m * inner,), o * m * inner * size)
        ev.store(at, broadcast(total, at.shape))
    return ev.compute(cast(leaf(result, what.acc, (outer * m * inner,)), what.dtype))


# ---- pieces


def _result_bits(device: Device, dtype: DType) -> str:
    row = windows.rows_of(device)(dtype)
    name = "u8" if dtype.kind == "b" else row.name  # bool is 0 or 1 already
    return (
        f"fn result_bits(a: acc) -> {_BITS[max(dtype.itemsize, 4)]} "
        f"{{ return pack_{name}(a); }}\n"
    )


def too_wide(device: Device, inner: int, node: Node) -> bool:
    """Whether one block of all inner columns passes half a binding."""
    return inner > 1 and _FAN * inner * 8 > device.max_binding // 2


def turned(node: Node, outer: int, n: int, inner: int) -> Leaf:
    """The columns one after another in memory."""
    whole = ev.compute(node)
    size = whole.dtype.itemsize
    layout = Layout((outer, inner, n), (n * inner * size, size, inner * size))
    return ev.compute(Leaf(whole.dtype, layout.shape, whole.buffer, layout))


def turned_back(found: Leaf, outer: int, n: int, inner: int) -> Leaf:
    size = found.dtype.itemsize
    layout = Layout((outer, n, inner), (n * inner * size, size, n * size))
    back = ev.compute(Leaf(found.dtype, layout.shape, found.buffer, layout))
    return leaf(back.buffer, back.dtype, (outer * n * inner,))


def table_of(firsts: Node, lasts: Node) -> Leaf:
    """The table (2, m) of two uint32 expressions of m items each."""
    (m,) = firsts.shape
    device = windows.device_of(firsts, lasts)
    table = leaf(device.allocate(8 * m), np.dtype(np.uint32), (2, m))
    for k, node in enumerate((firsts, lasts)):
        row = leaf(table.buffer, table.dtype, (m,), 4 * m * k)
        ev.store(row, node)
    return table
