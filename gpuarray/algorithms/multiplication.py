"""Products of matrices: which kernel computes them, and in which parts.

An item of a product is a sum over k. k is walked in order, and long sums are cut into
parts that are added by a fixed tree. How depends on the shapes and on the memory order
of the factors only, so the same factors give the same bits.
"""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gpuarray.algorithms import evaluation as ev
from gpuarray.algorithms import reduction, tiles
from gpuarray.algorithms.rendering import Rendering
from gpuarray.runtime import layout as lay
from gpuarray.runtime import windows
from gpuarray.runtime.dtypes import WGSL_TYPE
from gpuarray.runtime.expr import (
    Cast,
    Const,
    Leaf,
    Node,
    Op,
    broadcast,
    cast,
    const,
    op,
)
from gpuarray.runtime.kernels import Slice, launch

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device

WG = 256
_TILE = 64
_GROUPS = 1024  # workgroups that keep a large device busy
_SHORTEST = 256  # the least k that makes a part
_LONGEST = 1 << 16  # the most: Mesa's software device leaves loops after 65,535 rounds
_VECTORS = ("f32", "f64", "i32", "u32")  # values that WGSL makes vectors of
_BITS = {8: "vec2u", 16: "vec4u"}
_MOST_ITEMS = 1 << 31  # of an expression that a reduction reads

DType = np.dtype[Any]


def product(left: Node, right: Node) -> Node:
    """(.., m, k) times (.., k, n) as (.., m, n), the leading axes broadcast.

    Both have the dtype of the result. float16 is summed in float32, integers wrap
    around, bools are or-of-ands. Does not wait.
    """
    stack = np.broadcast_shapes(left.shape[:-2], right.shape[:-2])
    rows, depth = left.shape[-2:]
    columns = right.shape[-1]
    shape = (*stack, rows, columns)
    if depth == 0 or 0 in shape:
        return broadcast(const(np.zeros((), left.dtype)), shape)
    left = broadcast(left, (*stack, rows, depth))
    right = broadcast(right, (*stack, depth, columns))
    if 1 in (rows, columns) and math.prod(shape) * depth < _MOST_ITEMS:
        return _with_vector(left, right)
    device = windows.device_of(left, right)
    with device.lock:
        a, b = _readable(left), _readable(right)
        found = _product(device, a, b, left.dtype)
        ev.after_use(a.buffer, b.buffer)
    return found


# ---- vectors: an expression and its reduction


def sum_of_products(a: Node, b: Node) -> Node:
    """The sum of a * b over the last axis, of operands broadcast to each other."""
    shape = np.broadcast_shapes(a.shape, b.shape)
    return _summed(broadcast(a, shape), broadcast(b, shape), shape[:-1], 1)


def _with_vector(left: Node, right: Node) -> Node:
    """A product with one row or one column: neighbours in memory are read together."""
    shape = (*left.shape[:-1], right.shape[-1])
    if right.shape[-1] == 1:
        matrix: Node = left
        vector: Node = _turned(right)
        inner = 1
        if isinstance(left, Leaf) and _runs_down(left):
            matrix, vector, inner = _turned(left), right, left.shape[-2]
    else:
        matrix, vector, inner = right, _turned(left), right.shape[-1]
        if isinstance(right, Leaf) and _runs_down(right):
            matrix, vector, inner = _turned(right), left, 1
    return _summed(matrix, broadcast(vector, matrix.shape), shape, inner)


def _summed(a: Node, b: Node, shape: lay.Shape, inner: int) -> Node:
    """The sums of a * b over an axis that `inner` items follow, in the given shape."""
    dtype = a.dtype
    count = math.prod(shape)
    if dtype.kind == "b":
        pairs = op("and_bool", dtype, a, b)
    else:
        acc = tiles.accumulator(dtype)
        suffix = windows.rows_of(windows.device_of(a, b))(acc).value
        times = "times" if suffix in ("f32", "f64") else "mul"
        pairs = op(f"{times}_{suffix}", acc, cast(a, acc), cast(b, acc))
    depth = math.prod(a.shape) // count if count else 0
    found: Node = reduction.reduce(pairs, "add", count // max(inner, 1), depth, inner)
    found = reshaped(found, shape)
    if dtype.kind in "fc":  # no sum is -0.0, as in NumPy
        found = op(f"add_{suffix}", acc, found, const(acc.type(0)))
    return cast(found, dtype)


def reshaped(node: Node, shape: lay.Shape) -> Node:
    """A product's items, which are contiguous or one value, in another shape."""
    if isinstance(node, Cast):
        return cast(reshaped(node.operand, shape), node.dtype)
    if isinstance(node, Op):
        return op(
            node.function, node.dtype, *[reshaped(n, shape) for n in node.operands]
        )
    if isinstance(node, Const):
        return broadcast(node, shape)
    assert isinstance(node, Leaf)
    layout = lay.contiguous(shape, node.dtype.itemsize)
    return dataclasses.replace(node, shape=shape, layout=layout)


def _turned(node: Node) -> Leaf:
    """The last two axes exchanged, as a view."""
    leaf = node if isinstance(node, Leaf) else ev.compute(node)
    layout, _ = lay.apply(leaf.layout, leaf.dtype, lambda d: d.mT)
    return dataclasses.replace(leaf, shape=layout.shape, layout=layout)


def _runs_down(leaf: Leaf) -> bool:
    """Whether neighbours in memory lie along the axis before the last."""
    down, along = (abs(step) for step in leaf.layout.strides[-2:])
    return leaf.shape[-2] > 1 and (along == 0 or along > down > 0)


# ---- matrices: blocks that fit the bindings


def _readable(node: Node) -> Leaf:
    """The items in memory, each aligned to its size."""
    if isinstance(node, Leaf):
        unit = min(node.dtype.itemsize, 4)
        if not any(step % unit for step in (*node.layout.strides, node.layout.offset)):
            return node
    return ev.compute(node)


def _product(device: Device, left: Leaf, right: Leaf, dtype: DType) -> Leaf:
    """The product as contiguous items of `dtype`: halves of what no binding holds."""
    axis = _too_long(device, left, right, dtype)
    if axis is None:
        return _block(device, _bindable(device, left), _bindable(device, right), dtype)
    shape = (*left.shape[:-1], right.shape[-1])
    if axis == len(shape):  # along k: the sum of two products
        acc = dtype if dtype.kind == "b" else tiles.accumulator(dtype)
        n = left.shape[-1]
        parts = [
            _product(device, _part(left, -1, span), _part(right, -2, span), acc)
            for span in (range(n // 2), range(n // 2, n))
        ]
        what = tiles.kind("add", acc)
        both = what(device, *(cast(part, what.acc) for part in parts))
        return ev.compute(cast(both, dtype))
    buffer = device.allocate(math.prod(shape) * dtype.itemsize)
    target = Leaf(dtype, shape, buffer, lay.contiguous(shape, dtype.itemsize))
    at, n = axis - len(shape), shape[axis]
    for span in (range(n // 2), range(n // 2, n)):
        a = left if at == -1 else _part(left, at, span)
        b = right if at == -2 else _part(right, at, span)
        ev.store(_part(target, at, span), _product(device, a, b, dtype))
    return target


def _too_long(device: Device, left: Leaf, right: Leaf, dtype: DType) -> int | None:
    """Which of the axes (*stack, m, n, k) to halve, because a binding is too small."""
    rank = left.layout.shape
    shape = (*left.shape[:-1], right.shape[-1])
    most = device.max_binding - 512
    m, n, k = len(rank) - 2, len(rank) - 1, len(rank)
    stack = list(range(m))
    lengths = (*shape, left.shape[-1])
    for places, strides, itemsize in (
        ([*stack, m, n], (1,) * len(rank), dtype.itemsize),
        ([*stack, m, k], left.layout.strides, left.dtype.itemsize),
        ([*stack, k, n], right.layout.strides, right.dtype.itemsize),
    ):
        real = [at for at, step in zip(places, strides, strict=True) if step]
        if math.prod(lengths[at] for at in real) * itemsize > most:
            return max(real, key=lambda at: lengths[at])
    return None


def _part(leaf: Leaf, axis: int, span: range) -> Leaf:
    """The items of `span` along an axis, as a view."""
    before = (slice(None),) * (axis % len(leaf.shape))
    key = (*before, slice(span.start, span.stop))
    layout, _ = lay.apply(leaf.layout, leaf.dtype, lambda d: d[key])
    return dataclasses.replace(leaf, shape=layout.shape, layout=layout)


def _bindable(device: Device, leaf: Leaf) -> Leaf:
    """The leaf, copied where its items lie all over a buffer larger than a binding."""
    low, high = lay.extent(leaf.layout, leaf.dtype.itemsize)
    small = leaf.buffer.capacity <= device.max_binding
    return leaf if small or high - low + 512 <= device.max_binding else _copy(leaf)


def _copy(leaf: Leaf) -> Leaf:
    """Contiguous items, but for axes that the leaf is stretched along."""
    key = tuple([slice(None) if step else slice(1) for step in leaf.layout.strides])
    layout, _ = lay.apply(leaf.layout, leaf.dtype, lambda d: d[key])
    small = ev.compute(dataclasses.replace(leaf, shape=layout.shape, layout=layout))
    return broadcast(small, leaf.shape)  # type: ignore[return-value]


# ---- one block


class _Division(NamedTuple):
    """Which kernel makes a stack of products, and in how many parts of each sum."""

    thin: bool
    groups: int
    part: int
    parts: int


def _division(matrices: int, rows: int, columns: int, depth: int) -> _Division:
    """By the shape only. Thin and small matrices take an invocation an item, others a
    workgroup for 64 by 64."""
    count = matrices * rows * columns
    thin = min(rows, columns) <= 8 or max(rows, columns) <= 16
    across, down = -(-columns // _TILE), -(-rows // _TILE)
    groups = -(-count // WG) if thin else matrices * across * down
    parts = max(min(_GROUPS // groups, depth // _SHORTEST), -(-depth // _LONGEST))
    part = -(-depth // (16 * parts)) * 16 if parts > 1 else depth
    parts = -(-depth // part)
    groups = -(-count * parts // WG) if thin else groups * parts
    return _Division(thin, groups, part, parts)


def _block(device: Device, left: Leaf, right: Leaf, dtype: DType) -> Leaf:
    """One dispatch for all parts of the sums, and their sum where there are several."""
    *stack, rows, depth = left.shape
    columns = right.shape[-1]
    how = _division(math.prod(stack), rows, columns, depth)
    out = tiles.accumulator(dtype) if how.parts > 1 and dtype.kind != "b" else dtype
    shape = (how.parts, *stack, rows, columns)
    target = device.allocate(math.prod(shape) * out.itemsize)
    if out.itemsize < 4:
        device.clear(target)
    whole = Leaf(out, shape, target, lay.contiguous(shape, out.itemsize))
    _launch(device, how, left, right, whole)
    if how.parts > 1:
        whole = reduction.reduce(whole, "add", 1, how.parts, math.prod(shape[1:]))
    node = cast(reshaped(whole, shape[1:]), dtype)
    return node if isinstance(node, Leaf) else ev.compute(node)


def _launch(
    device: Device, how: _Division, left: Leaf, right: Leaf, target: Leaf
) -> None:
    *stack, rows, depth = left.shape
    columns = right.shape[-1]
    size = left.dtype.itemsize
    row, out_row = (windows.rows_of(device)(leaf.dtype) for leaf in (left, target))
    bound = {"left": _window(device, left), "right": _window(device, right)}
    r = Rendering(tuple(stack), windows.rows_of(device))
    for name, leaf in (("left", left), ("right", right)):
        lengths, strides, offset = leaf.layout
        place = lay.Layout(lengths[:-2], strides[:-2], offset)
        r.address(f"{name}_at", place, size, bound[name].offset)
    source = r.finish()
    bits, out_bits = (_BITS.get(n, "u32") for n in (size, target.dtype.itemsize))
    rendered = (
        "fn fused(c: acc, a: acc, b: acc) -> acc "
        f"{{ return fused_{row.value}(c, a, b); }}\n"
        f"fn unpacked(a: {bits}) -> acc {{ return unpack_{row.name}(a); }}\n"
        f"fn zero() -> acc {{ return unpacked({bits}()); }}\n"
        f"fn result_bits(a: acc) -> {out_bits} {{ return pack_{out_row.name}(a); }}\n"
    )
    four = "four_numbers" if row.value in _VECTORS else "four_items"
    left_row, left_k = left.layout.strides[-2:]
    right_k, right_column = right.layout.strides[-2:]
    launch(
        device,
        "matmul_items" if how.thin else "matmul_tiles",
        how.groups,
        {
            "rows": rows,
            "columns": columns,
            "depth": depth,
            "matrices": math.prod(stack),
            "part": how.part,
            "parts": how.parts,
            "left_row": left_row,
            "left_k": left_k,
            "left_along": int(not _runs_down(left)),
            "right_column": right_column,
            "right_k": right_k,
            "right_along": int(_runs_down(right)),
            "dst_base": 0,
        },
        {**bound, "dst": target.buffer},
        dataclasses.replace(source, code=rendered + source.code),
        aliases={"acc": WGSL_TYPE[row.value]},
        consts={"WG": WG} if how.thin else {"DEPTH": 64 // max(size, 4)},
        use=(
            f"out_{target.dtype.itemsize}",
            f"factors_{size}",
            *(() if how.thin else (four,)),
        ),
    )


def _window(device: Device, leaf: Leaf) -> Slice:
    """The part of the leaf's buffer to bind."""
    if leaf.buffer.capacity <= device.max_binding:
        return Slice(leaf.buffer)
    low, high = lay.extent(leaf.layout, leaf.dtype.itemsize)
    low &= ~255
    return Slice(leaf.buffer, low, min(-(-high // 4) * 4, leaf.buffer.capacity) - low)
