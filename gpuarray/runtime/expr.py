"""Expressions: what an elementwise result is made of, until something reads it.

A node knows its dtype and shape and nothing about devices or kernels; `rendering` turns
expressions into WGSL.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

import numpy as np

from gpuarray.runtime import layout as lay

if TYPE_CHECKING:
    from gpuarray.runtime.layout import Layout, Shape
    from gpuarray.runtime.memory import Buffer

T = TypeVar("T")
DType = np.dtype[Any]
WORD_SIZES = (1, 2, 4, 8, 16)  # items that move as one u32, vec2u or vec4u


@dataclass(frozen=True, eq=False)
class Count:
    """How many items, or rows of `row` items, count: a word that is on the device.

    word: its place in the buffer. What lies past the count is padding.
    """

    buffer: Buffer
    word: int = 0
    row: int = 1


@dataclass_transform(
    eq_default=False, frozen_default=True, field_specifiers=(dataclasses.field,)
)
def _node(kind: type[T]) -> type[T]:
    """A dataclass that never changes: the type checker sees to it.

    `frozen=True` would see to it at each construction, for a microsecond.
    """
    return dataclass(eq=False)(kind)


@_node
class Node:
    """Part of an expression; `weight` counts the nodes below it."""

    dtype: DType
    shape: Shape
    weight: int = field(default=1, kw_only=True)

    @property
    def args(self) -> tuple[Node, ...]:
        """The expressions that this one reads."""
        return ()

    @property
    def buffers(self) -> tuple[Buffer, ...]:
        """The distinct buffers read from here down, in reading order."""
        found: tuple[Buffer, ...] | None = self.__dict__.get("_buffers")
        if found is None:
            found = self.__dict__["_buffers"] = self._read()
        return found

    def _read(self) -> tuple[Buffer, ...]:
        return tuple(dict.fromkeys([b for arg in self.args for b in arg.buffers]))

    @property
    def count(self) -> Count | None:
        """How many of its first items count; None if all do."""
        for arg in self.args:
            if arg.count is not None:
                return arg.count
        return None


@_node
class Leaf(Node):
    """Items of a buffer."""

    buffer: Buffer
    layout: Layout
    limit: Count | None = field(default=None, kw_only=True)

    @property
    def count(self) -> Count | None:
        """What was said of it."""
        return self.limit

    def _read(self) -> tuple[Buffer, ...]:
        return (self.buffer,)


@_node
class Const(Node):
    """One value, as the bits that NumPy stores."""

    bits: int


@_node
class Iota(Node):
    """The sum of index times stride over the dimensions: a position, as a number."""

    layout: Layout


@_node
class Op(Node):
    """A function of the value library applied to arguments of one dtype each."""

    function: str
    operands: tuple[Node, ...]

    @property
    def args(self) -> tuple[Node, ...]:
        """The operands."""
        return self.operands


@_node
class Cast(Node):
    """Another dtype, converted as C does."""

    operand: Node

    @property
    def args(self) -> tuple[Node, ...]:
        """The operand."""
        return (self.operand,)


@_node
class Bits(Node):
    """The same stored bits under another dtype of the same size."""

    operand: Node

    @property
    def args(self) -> tuple[Node, ...]:
        """The operand."""
        return (self.operand,)


@_node
class Where(Node):
    """One of two values of one dtype, moved as bits so that nothing changes them."""

    operands: tuple[Node, Node, Node]

    @property
    def args(self) -> tuple[Node, ...]:
        """Condition, value if true, value if false."""
        return self.operands


@_node
class Gather(Node):
    """Items of a buffer at positions read from index arrays.

    layout: the part of the address that basic indices give, over the result's shape.
    indices: (integer expression, stride in bytes, length of the axis) per index array;
    negative values count from the end.
    """

    buffer: Buffer
    layout: Layout
    indices: tuple[tuple[Node, int, int], ...]

    @property
    def args(self) -> tuple[Node, ...]:
        """The index expressions."""
        return tuple(index for index, _, _ in self.indices)

    def _read(self) -> tuple[Buffer, ...]:
        return tuple(dict.fromkeys((self.buffer, *buffers(*self.args))))


def common_shape(*nodes: Node) -> Shape:
    """The shape that expressions are broadcast to; ValueError if there is none."""
    found: Shape = ()
    for node in nodes:
        shape = node.shape
        if shape and shape != found:
            if found:
                return lay.common_shape(*[node.shape for node in nodes])
            found = shape
    return found


def op(function: str, dtype: DType, *operands: Node) -> Op:
    """An `Op` over broadcast operands."""
    shape = common_shape(*operands)
    weight = 1
    for node in operands:
        weight += node.weight
    return Op(dtype, shape, function, operands, weight=weight)


def cast(node: Node, dtype: DType) -> Node:
    """`node` converted to `dtype`; itself where nothing changes."""
    if node.dtype == dtype:
        return node
    return Cast(dtype, node.shape, node, weight=node.weight + 1)


def snapshot(node: Node) -> Node:
    """The items as they are now: a copy, made when it is needed or before a write."""
    return Bits(node.dtype, node.shape, node, weight=node.weight + 1)


def where(condition: Node, yes: Node, no: Node) -> Node:
    """`Where` over broadcast operands; `yes` and `no` have one dtype."""
    operands = (condition, yes, no)
    shape = common_shape(*operands)
    weight = 1 + sum(node.weight for node in operands)
    return Where(yes.dtype, shape, operands, weight=weight)


def const(value: np.generic | np.ndarray[Any, Any]) -> Const:
    """A NumPy scalar of a dtype whose items are 1, 2, 4, 8 or 16 bytes."""
    array = np.asarray(value)
    bits = int.from_bytes(array.tobytes(), "little")
    return Const(array.dtype, (), bits)


def leaves(*roots: Node | None) -> list[Leaf | Gather]:
    """Each node below that reads a buffer, once, in reading order."""
    # A loop: a nested function that calls itself is a reference cycle, and would keep
    # the buffers it saw until Python's collector runs.
    found: list[Leaf | Gather] = []
    seen: set[int] = set()
    waiting = [root for root in reversed(roots) if root is not None]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Leaf | Gather):
            found.append(node)
        waiting.extend(reversed(node.args))
    return found


def buffers(*roots: Node | None) -> list[Buffer]:
    """The distinct buffers that expressions read."""
    found = {id(buffer): buffer for root in roots if root for buffer in root.buffers}
    return list(found.values())


def broadcast(node: Node, shape: Shape) -> Node:
    """The expression stretched to a larger shape."""
    if node.shape == shape:
        return node
    return (
        dataclasses.replace(node, shape=shape)
        if not isinstance(node, Leaf)
        else dataclasses.replace(
            node, shape=shape, layout=lay.broadcast(node.layout, shape)
        )
    )


def float_steps(root: Node) -> int:
    """How many operations of an expression give floats or complex numbers."""
    own = isinstance(root, Op) and root.dtype.kind in "fc"
    return own + sum(float_steps(arg) for arg in root.args)


def replaced(root: Node | None, old: Node, new: Node) -> Any:
    """`root` with one node exchanged for another."""
    if root is None or root is old:
        return new if root is old else None
    if isinstance(root, Op | Where):
        parts = tuple(replaced(arg, old, new) for arg in root.operands)
        return dataclasses.replace(root, operands=parts)
    if isinstance(root, Cast | Bits):
        return dataclasses.replace(root, operand=replaced(root.operand, old, new))
    if isinstance(root, Gather):
        indices = tuple(
            (replaced(index, old, new), stride, length)
            for index, stride, length in root.indices
        )
        return dataclasses.replace(root, indices=indices)
    return root
