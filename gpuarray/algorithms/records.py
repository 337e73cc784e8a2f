"""Writing values of another dtype: numbers, byte strings, and records field by field.

NumPy's rules for `x[...] = value`: fields match by position, a plain value goes to
every field, and bytes between the fields stay as they are.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gpuarray.algorithms.evaluation import apart, compute, store
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dtypes import ROWS
from gpuarray.runtime.expr import Bits, Const, Leaf, Node, cast
from gpuarray.runtime.layout import Layout, Shape
from gpuarray.runtime.transfers import warn_discarded
from gpuarray.runtime.windows import device_of

if TYPE_CHECKING:
    from collections.abc import Callable

DType = np.dtype[Any]


class _Move(NamedTuple):
    target: Leaf
    value: Node
    wanted: Node | None


def store_converted(target: Leaf, value: Node, wanted: Node | None = None) -> None:
    """Write an expression of any dtype into items, converted as NumPy's assignment.

    value, wanted: broadcast to the target's shape. Does not wait. TypeError or
    ValueError where there is no conversion; then nothing was written.
    """
    moves = _moves(target, value, wanted)
    if len(moves) > 1:  # the first write must not change what the second one reads
        value = apart(value, target.buffer)
        wanted = None if wanted is None else apart(wanted, target.buffer)
        moves = _moves(target, value, wanted)
    for move in moves:
        store(*move)


def moves_whole(dtype: DType, value: DType) -> bool:
    """Whether one expression of `dtype` can replace every byte of an item."""
    if dtype.names is None:
        fits = dtype.kind == "V" and value.itemsize <= dtype.itemsize
        return value.names is None or fits
    return dtype == value and _dense(dtype)


def converted(value: Node, dtype: DType) -> Node:
    """The expression under another dtype; in fresh memory where `moves_whole` is false.

    TypeError or ValueError where there is no conversion.
    """
    if value.dtype == dtype:
        return value
    source = value.dtype
    kinds = _kind(source) + _kind(dtype)
    if kinds in ("NN", "SS", "SV", "VV"):
        warn_discarded(source, dtype)
        return cast(value, dtype)
    if kinds == "NV" or (kinds == "RV" and moves_whole(dtype, source)):
        raw = np.dtype((np.void, source.itemsize))
        return cast(Bits(raw, value.shape, value, weight=value.weight + 1), dtype)
    if kinds == "VS":
        raise ValueError("setting an array element with a sequence")
    if "R" in kinds:
        return _rewritten(value, dtype)
    raise TypeError(
        f"dtype {source} is not converted to {dtype} on the device: that would read or "
        "write numbers as text; convert on the host"
    )


def reshaped(node: Node, shape: Shape) -> Node:
    """The expression with axes of length 1 put in or left out."""
    if node.shape == shape:
        return node
    if isinstance(node, Const):
        return dataclasses.replace(node, shape=shape)
    leaf = node if isinstance(node, Leaf) else compute(node)
    steps = iter(
        step
        for length, step in zip(leaf.shape, leaf.layout.strides, strict=True)
        if length != 1
    )
    strides = tuple(0 if length == 1 else next(steps) for length in shape)
    layout = Layout(shape, strides, leaf.layout.offset)
    return dataclasses.replace(leaf, shape=shape, layout=layout)


def view(leaf: Leaf, change: Callable[[Any], Any]) -> Leaf:
    """The leaf after a NumPy operation that returns a view."""
    layout, dtype = lay.apply(leaf.layout, leaf.dtype, change)
    return Leaf(dtype, layout.shape, leaf.buffer, layout)


def _rewritten(value: Node, dtype: DType) -> Leaf:
    device = device_of(value)
    layout = lay.contiguous(value.shape, dtype.itemsize)
    target = Leaf(
        dtype, value.shape, device.allocate(layout.size * dtype.itemsize), layout
    )
    device.clear(target.buffer)  # the bytes between the fields
    store_converted(target, value)
    return target


def _kind(dtype: DType) -> str:
    """N number, S byte string, V bytes, R record."""
    if dtype.names is not None:
        return "R"
    return "N" if dtype in ROWS else dtype.kind


def _no_cast(source: DType, dtype: DType) -> TypeError:
    return TypeError(
        f"Cannot cast array data from {source!r} to {dtype!r} according to the rule "
        "'unsafe'"
    )


def _dense(dtype: DType) -> bool:
    """Whether every byte of an item belongs to a field."""
    if dtype.subdtype is not None:
        return _dense(dtype.subdtype[0])
    if dtype.fields is None:
        return True
    end = 0
    for field, offset, *_ in sorted(dtype.fields.values(), key=lambda f: f[1]):
        if offset > end or not _dense(field):
            return False
        end = max(end, offset + field.itemsize)
    return end == dtype.itemsize


def _moves(target: Leaf, value: Node, wanted: Node | None) -> list[_Move]:
    """The writes of one expression each that together make the assignment."""
    dtype, source = target.dtype, value.dtype
    if moves_whole(dtype, source):
        return [_Move(target, converted(value, dtype), wanted)]
    names, old = dtype.names, source.names
    if old is None:
        if source.kind == "V":
            raise _no_cast(source, dtype)
        parts: list[Node] = [value] * len(names or ())
    else:
        leaf = value if isinstance(value, Leaf) else compute(value)
        if names is None:
            if len(old) != 1:
                raise _no_cast(source, dtype)
            only = _first(_field(leaf, old[0]), len(leaf.shape))
            return _moves(target, only, wanted)
        if len(names) != len(old):
            raise _no_cast(source, dtype)
        layout = lay.broadcast(leaf.layout, target.shape)
        leaf = dataclasses.replace(leaf, shape=target.shape, layout=layout)
        parts = [_field(leaf, name) for name in old]
    found = []
    ndim = len(target.shape)
    for name, part in zip(names or (), parts, strict=True):
        field = _field(target, name)
        extra = field.shape[ndim:]
        inside = () if old is None else part.shape[ndim:]
        fitted = _fitted(part, inside, extra, source, dtype)
        ones = (1,) * len(extra)
        behind = None if wanted is None else reshaped(wanted, (*wanted.shape, *ones))
        found += _moves(field, fitted, behind)
    return found


def _field(leaf: Leaf, name: str) -> Leaf:
    return view(leaf, lambda d: d[name])


def _first(leaf: Leaf, ndim: int) -> Leaf:
    """The first item of the sub-array behind `ndim` axes."""
    zeros = (0,) * (len(leaf.shape) - ndim)
    return view(leaf, lambda d: d[(..., *zeros)]) if zeros else leaf


def _fitted(
    part: Node, inside: Shape, extra: Shape, source: DType, dtype: DType
) -> Node:
    """A field's values, their sub-array `inside` made to broadcast to `extra`."""
    ndim = len(part.shape) - len(inside)
    if not extra and isinstance(part, Leaf):
        return _first(part, ndim)
    try:
        fits = lay.common_shape(inside, extra) == extra
    except ValueError:
        fits = False
    if not fits:
        raise TypeError(
            f"sub-arrays of shape {inside} and {extra} do not match: {source} is not "
            f"converted to {dtype} on the device"
        )
    ones = (1,) * (len(extra) - len(inside))
    return reshaped(part, (*part.shape[:ndim], *ones, *inside))
