"""Running an expression into memory: when, where to, and what must happen before.

The one place for the rules of aliasing. NumPy arrays are mutable, so a write first
computes every pending expression that reads the buffer; and WebGPU forbids a dispatch
to read a buffer that it writes, so such operands are computed into fresh memory first.
"""

from __future__ import annotations

import dataclasses
import math
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms.rendering import Rendering
from gpuarray.algorithms.replay import replayed
from gpuarray.algorithms.storing import launch_assign, launch_map, launch_stores, load
from gpuarray.runtime import layout as lay
from gpuarray.runtime.expr import Gather, Leaf, Node, broadcast, buffers, replaced
from gpuarray.runtime.layout import Layout
from gpuarray.runtime.windows import (
    SpreadError,
    chunks,
    device_of,
    fits,
    rows_of,
    target_windows,
)

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer

MAX_WEIGHT = 48  # nodes of a pending expression before its operands are computed

DType = np.dtype[Any]


class Cell:
    """An expression that is computed into memory when its items are needed.

    A non-leaf node is pending: it registers with the buffers it reads, and a write to
    one of them computes it first.
    """

    __slots__ = ("__weakref__", "_counted", "node", "uses")

    def __init__(self, node: Node) -> None:
        self.node = node
        self.uses = 0
        self._counted: tuple[int, int] | None = None
        if type(node) is not Leaf:
            me, key, external = weakref.ref(self), id(self), False
            for buffer in node.buffers:
                buffer.readers[key] = me
                external |= buffer.external
            if external:
                self.leaf()

    def __del__(self) -> None:
        node = self.node
        if type(node) is not Leaf:
            self._leave(node)

    def _leave(self, node: Node) -> None:
        for buffer in node.buffers:
            buffer.readers.pop(id(self), None)

    def leaf(self) -> Leaf:
        """The items in memory, computed now if they are not yet."""
        node = self.node
        if isinstance(node, Leaf):
            return node
        device = device_of(node)
        with device.lock:
            if isinstance(self.node, Leaf):  # another thread was faster
                return self.node
            self.node = result = compute(node, device)
            self._leave(node)
        return result

    def fused(self) -> Node:
        """The expression for a consumer that reads each item once.

        The second consumer finds it computed: repeating costs more than storing.
        """
        self.uses += 1
        return self.leaf() if self.uses > 1 else self.node

    def counted(self) -> int | None:
        """How many items are true, if that was found out and nothing changed since."""
        node = self.node
        if self._counted is None:
            return None
        count, writes = self._counted
        if isinstance(node, Leaf):
            buffer = node.buffer
            return None if buffer.external or buffer.writes != writes else count
        return count

    def count_is(self, count: int) -> None:
        """Keep what a selection found out, for a write through the same mask."""
        node = self.node
        self._counted = count, node.buffer.writes if isinstance(node, Leaf) else 0


def operands(*cells: Cell) -> list[Node]:
    """The expressions of cells for a combined one, computed first where it grew big."""
    nodes = [cell.node for cell in cells]
    weight = count = 0
    for node in nodes:
        weight += node.weight
        count += len(node.buffers)
    if weight <= MAX_WEIGHT and count <= 4:  # every device can bind those
        return nodes
    limit = max_leaves(device_of(*nodes))
    while True:
        pending = [c for c in cells if not isinstance(c.node, Leaf) and c.node.args]
        nodes = [cell.node for cell in cells]
        heavy = sum(node.weight for node in nodes) > MAX_WEIGHT
        if not pending or not (heavy or len(buffers(*nodes)) > limit):
            return nodes
        max(pending, key=lambda cell: cell.node.weight).leaf()


def max_leaves(device: Device) -> int:
    """Buffers an expression may read beside the three of a kernel's own."""
    return min(device.max_storage_buffers - 3, 12)


def before_write(buffer: Buffer) -> None:
    """Compute what is pending on a buffer that is about to change."""
    for reference in list(buffer.readers.values()):
        cell = reference()
        if cell is not None:
            cell.leaf()
    buffer.writes += 1


def after_use(*used: Buffer) -> None:
    """Submit now if other wgpu code may look at one of the buffers."""
    for buffer in used:
        if buffer.external:
            buffer.owner.flush()
            return


def localised(
    device: Device, shape: lay.Shape, *roots: Node | None, itemsize: int = 0
) -> list[Any]:
    """The roots with every leaf copied that no window could serve.

    itemsize: as `chunks` will be given, so that the same spans are tried here.
    """
    result = list(roots)
    if fits(device, *roots):
        return result
    while True:
        try:
            for _ in chunks(device, shape, itemsize, *result):
                pass
            return result
        except SpreadError as reason:
            copy = _copy_by_windows(device, shape, reason.leaf)
            result = [replaced(root, reason.leaf, copy) for root in result]


def _copy_by_windows(device: Device, shape: lay.Shape, leaf: Leaf | Gather) -> Leaf:
    """A contiguous copy, in the given shape, of items all over a too large buffer."""
    itemsize = leaf.dtype.itemsize
    n = Layout(shape, shape).size
    target = device.allocate(n * itemsize)
    device.clear(target)
    layout = lay.contiguous(shape, itemsize)
    source = leaf.buffer
    indices: tuple[tuple[Node, int, int], ...] = ()
    if isinstance(leaf, Gather):
        read = (index for index, _, _ in leaf.indices)
        parts = localised(device, shape, *read, itemsize=itemsize)
        indices = tuple(
            (part, stride, length)
            for part, (_, stride, length) in zip(parts, leaf.indices, strict=True)
        )
    at = Gather(leaf.dtype, shape, source, lay.broadcast(leaf.layout, shape), indices)
    margin = -(-itemsize // 256) * 256 + 256
    step = device.max_binding - margin
    for low in range(0, source.capacity, step):
        window = (low, min(low + device.max_binding, source.capacity) - low)
        for span, found in chunks(
            device, shape, itemsize, *(index for index, _, _ in indices)
        ):
            found = {**found, id(source): window}
            r = Rendering(shape, rows_of(device), found)
            load(r, at)
            r.gather_address("source", at)
            launch_assign(
                device, r, target, layout, leaf.dtype, span, "wanted_window", step
            )
    return Leaf(leaf.dtype, shape, target, layout, limit=leaf.count)


# ---- running


def compute(node: Node, device: Device | None = None) -> Leaf:
    """A fresh contiguous array of the items of an expression; does not wait.

    device: for expressions that read no buffer. Items past the count of an expression
    that has one are neither read nor written.
    """
    device = device or device_of(node)
    dtype, shape = node.dtype, node.shape
    layout = lay.contiguous(shape, dtype.itemsize)
    with device.lock:
        target = replayed(
            device, ("compute",), (node,), lambda: _computed(device, node)
        )
        after_use(*node.buffers)
    return Leaf(dtype, shape, target, layout, limit=node.count)


def _computed(device: Device, node: Node) -> Buffer:
    itemsize = node.dtype.itemsize
    (node,) = localised(device, node.shape, node, itemsize=itemsize)
    target = device.allocate(math.prod(node.shape) * itemsize)
    for span, found in chunks(device, node.shape, itemsize, node):
        launch_map(device, node, target, span, found)
    return target


def store(leaf: Leaf, node: Node, wanted: Node | None = None) -> None:
    """Write an expression of the leaf's dtype into the items of a leaf.

    node: broadcast to the leaf's shape. wanted: bool, which items are written.
    Does not wait. Nothing else of the buffer changes.
    """
    device = device_of(leaf, node, wanted)
    with device.lock:
        before_write(leaf.buffer)
        shape = leaf.shape
        if 0 in shape or leaf.dtype.itemsize == 0:
            return
        if wanted is None and _covers_all(leaf):
            fresh = compute(broadcast(node, shape), device)
            device.swap(leaf.buffer, fresh.buffer)
            return
        node = apart(node, leaf.buffer)
        wanted = None if wanted is None else apart(wanted, leaf.buffer)
        node, wanted = localised(device, shape, node, wanted)
        read = (leaf, node) if wanted is None else (leaf, node, wanted)

        def made() -> Buffer:
            _stored(device, leaf, node, wanted)
            return leaf.buffer

        replayed(device, ("store", len(read)), read, made)
        after_use(leaf.buffer, *buffers(node, wanted))


def _stored(device: Device, leaf: Leaf, node: Node, wanted: Node | None) -> None:
    shape = leaf.shape
    for span, found in chunks(device, shape, 0, node, wanted):
        for window in target_windows(device, leaf, span):
            r = Rendering(shape, rows_of(device), found)
            load(r, broadcast(node, shape))
            use = _wanted(r, wanted, shape)
            launch_assign(
                device, r, leaf.buffer, leaf.layout, leaf.dtype, span, use, 0, window
            )


def store_at(target: Gather, node: Node, wanted: Node | None = None) -> None:
    """Write an expression to the positions that index arrays name.

    target: where a gather of the same key would read. Positions must be distinct, or
    `wanted` must pick one item of each. Does not wait.
    """
    device = device_of(target, node, wanted)
    with device.lock:
        before_write(target.buffer)
        shape = target.shape
        if 0 in shape:
            return
        node = apart(node, target.buffer)
        parts = [apart(index, target.buffer) for index, _, _ in target.indices]
        wanted = None if wanted is None else apart(wanted, target.buffer)
        node, wanted, *parts = localised(device, shape, node, wanted, *parts)
        indices = tuple(
            (part, stride, length)
            for part, (_, stride, length) in zip(parts, target.indices, strict=True)
        )
        at = dataclasses.replace(target, indices=indices)
        whole = target.buffer.capacity
        step = device.max_binding
        if whole > step:
            step -= -(-target.dtype.itemsize // 256) * 256 + 256
        for span, found in chunks(device, shape, 0, node, wanted, *parts):
            for low in range(0, whole, step):
                window = (low, min(low + device.max_binding, whole) - low, step)
                r = Rendering(shape, rows_of(device), found)
                load(r, broadcast(node, shape))
                use = _wanted(r, wanted, shape)
                moved = at.layout._replace(offset=at.layout.offset - low)
                r.gather_address("address", dataclasses.replace(at, layout=moved))
                steps = [at.layout.offset, *at.layout.strides]
                steps += [stride for _, stride, _ in indices]
                launch_stores(
                    device, r, target.buffer, target.dtype, steps, span, use, 0, window
                )
        after_use(target.buffer, *buffers(node, wanted))


def _wanted(r: Rendering, wanted: Node | None, shape: lay.Shape) -> str:
    """Adds `wanted`; returns the shared file that has it where every item is."""
    if wanted is None:
        return "wanted_all"
    r.value("wanted", broadcast(wanted, shape))
    return ""


def apart(node: Node, buffer: Buffer) -> Node:
    """The expression, computed into fresh memory if it reads `buffer`."""
    if any(b is buffer for b in buffers(node)):
        return compute(node)
    return node


def _covers_all(leaf: Leaf) -> bool:
    """Whether the leaf is its whole buffer, so that a fresh one may take its place."""
    nbytes = leaf.layout.size * leaf.dtype.itemsize
    return (
        leaf.layout.offset == 0
        and nbytes == leaf.buffer.nbytes
        and lay.is_contiguous(leaf.layout, leaf.dtype.itemsize)
        and not leaf.buffer.external
    )
