"""Running an expression into memory: when, where to, and what must happen before.

The one place for the rules of aliasing. NumPy arrays are mutable, so a write first
computes every pending expression that reads the buffer; and WebGPU forbids a dispatch
to read a buffer that it writes, so such operands are computed into fresh memory first.
A buffer larger than one storage binding is worked on in windows.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray import layout as lay
from gpuarray.device import Device, current
from gpuarray.dtypes import Row, row
from gpuarray.expr import (
    WORD_SIZES,
    Bits,
    Cast,
    Gather,
    Leaf,
    Node,
    Op,
    Rendering,
    Where,
    buffers,
    leaves,
)
from gpuarray.kernels import Slice, launch
from gpuarray.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gpuarray.memory import Buffer

WG = 256
MAX_WEIGHT = 48  # nodes of a pending expression before its operands are computed
_SMALLEST_CHUNK = 1 << 16
_PER_GROUP = 4 * WG  # units or items of one workgroup of map and assign

DType = np.dtype[Any]


class Cell:
    """An expression that is computed into memory when its items are needed.

    A non-leaf node is pending: it registers with the buffers it reads, and a write to
    one of them computes it first.
    """

    __slots__ = ("__weakref__", "node", "uses")

    def __init__(self, node: Node) -> None:
        self.node = node
        self.uses = 0
        if not isinstance(node, Leaf):
            read = buffers(node)
            for buffer in read:
                buffer.readers.add(self)
            if any(buffer.external for buffer in read):
                self.leaf()

    def leaf(self) -> Leaf:
        """The items in memory, computed now if they are not yet."""
        node = self.node
        if isinstance(node, Leaf):
            return node
        device = device_of(node)
        with device.lock:
            if isinstance(self.node, Leaf):  # another thread was faster
                return self.node
            read = buffers(node)
            self.node = result = compute(node)
            for buffer in read:
                buffer.readers.discard(self)
        return result

    def fused(self) -> Node:
        """The expression for a consumer that reads each item once.

        The second consumer finds it computed: repeating costs more than storing.
        """
        self.uses += 1
        return self.leaf() if self.uses > 1 else self.node


def device_of(*nodes: Node | None) -> Device:
    """The device of the buffers that expressions read; else the current one."""
    owners = {id(b.owner): b.owner for b in buffers(*nodes)}
    if len(owners) > 1:
        raise ValueError(
            "the arrays live on different devices; copy one through the host with "
            "gpuarray.asarray(x.get())"
        )
    return next(iter(owners.values())) if owners else current()


def rows_of(device: Device) -> Callable[[DType], Row]:
    """The dtype table of a device."""
    return lambda dtype: row(dtype, device.features, device.name)


def operands(*cells: Cell) -> list[Node]:
    """The expressions of cells for a combined one, computed first where it grew big."""
    nodes = [cell.node for cell in cells]
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
    for cell in list(buffer.readers):
        cell.leaf()


def after_use(*used: Buffer) -> None:
    """Submit now if other wgpu code may look at one of the buffers."""
    for buffer in used:
        if buffer.external:
            buffer.owner.flush()
            return


# ---- between host and device


def upload(array: np.ndarray[Any, Any], device: Device | None = None) -> Leaf:
    """A device copy of a host array of a storable native dtype; does not wait.

    Memory order is kept where the array is one dense block (C, Fortran or between).
    """
    device = device or current()
    flat, strides = _dense(array)
    buffer = device.allocate(array.nbytes)
    if array.nbytes:
        device.upload(buffer, flat)
    return Leaf(array.dtype, array.shape, buffer, Layout(array.shape, strides))


def _dense(array: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], lay.Shape]:
    """The items as one C-order block, and the strides of the array over it."""
    order = lay.axes_by_stride(array.strides)
    turned = array.transpose(order)
    if not turned.flags.c_contiguous:
        block = np.ascontiguousarray(array)
        return block.reshape(-1), lay.contiguous(array.shape, array.itemsize).strides
    steps = lay.contiguous(turned.shape, array.itemsize).strides
    strides = [0] * array.ndim
    for axis, step in zip(order, steps, strict=True):
        strides[axis] = step
    return turned.reshape(-1), tuple(strides)


def download(leaf: Leaf) -> np.ndarray[Any, Any]:
    """A host copy of the items, padding bytes included; waits for the device."""
    itemsize = leaf.dtype.itemsize
    if leaf.layout.size == 0 or itemsize == 0:
        return np.zeros(leaf.shape, leaf.dtype)
    order = lay.axes_by_stride(leaf.layout.strides)
    turned, _ = lay.apply(leaf.layout, leaf.dtype, lambda x: x.transpose(order))
    if not lay.is_contiguous(turned, itemsize):
        leaf = compute(leaf)
        turned, order = leaf.layout, list(range(len(leaf.shape)))
    raw = leaf.buffer.owner.read(leaf.buffer, turned.offset, turned.size * itemsize)
    block: np.ndarray[Any, Any] = raw.view(leaf.dtype).reshape(turned.shape)
    return block.transpose(np.argsort(order))


# ---- windows


class _NoFitError(Exception):
    """A leaf whose items are spread over more than one binding."""

    def __init__(self, leaf: Leaf | Gather) -> None:
        self.leaf = leaf


Windows = dict[int, tuple[int, int]]


def windows(
    device: Device, shape: lay.Shape, roots: tuple[Node | None, ...], span: range
) -> Windows | None:
    """The part of each too large buffer that the items of `span` read.

    None where the span must be shorter; _NoFitError where no short one would do.
    """
    found: dict[int, tuple[int, int, int]] = {}
    for leaf in leaves(*roots):
        if leaf.buffer.capacity <= device.max_binding:
            continue
        if isinstance(leaf, Gather):
            raise _NoFitError(leaf)
        layout = lay.broadcast(leaf.layout, shape)
        low, high = lay.flat_extent(layout, leaf.dtype.itemsize, span.start, span.stop)
        old = found.get(id(leaf.buffer), (low, high, 0))
        low, high = min(low, old[0]) & ~255, max(high, old[1])
        if high - low > device.max_binding:
            if len(span) <= _SMALLEST_CHUNK:
                raise _NoFitError(leaf)
            return None
        found[id(leaf.buffer)] = (low, high, leaf.buffer.capacity)
    return {
        key: (low, min(-(-high // 4) * 4 + 4, capacity) - low)
        for key, (low, high, capacity) in found.items()
    }


def chunks(
    device: Device, shape: lay.Shape, itemsize: int, *roots: Node | None
) -> Iterator[tuple[range, Windows]]:
    """Spans of the items 0..n-1 that can be worked on with one dispatch each.

    itemsize: bytes an item of a contiguous result takes (0 if there is none).
    """
    n = lay.Layout(shape, shape).size
    length = n
    if itemsize and n * itemsize > device.max_binding:
        length = device.max_binding // itemsize // 256 * 256
    start = 0
    while start < n:
        span = range(start, min(start + length, n))
        found = windows(device, shape, roots, span)
        if found is None:
            length = max(length // 2 // 256 * 256, _SMALLEST_CHUNK)
            continue
        yield span, found
        start = span.stop


def localised(device: Device, shape: lay.Shape, *roots: Node | None) -> list[Any]:
    """The roots with every leaf copied that no window could serve."""
    result = list(roots)
    while True:
        try:
            for _ in chunks(device, shape, 0, *result):
                pass
            return result
        except _NoFitError as reason:
            copy = _copy_by_windows(device, shape, reason.leaf)
            result = [replaced(root, reason.leaf, copy) for root in result]


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


def _copy_by_windows(device: Device, shape: lay.Shape, leaf: Leaf | Gather) -> Leaf:
    """A contiguous copy of items that lie all over a too large buffer."""
    itemsize = leaf.dtype.itemsize
    shape = leaf.shape
    n = Layout(shape, shape).size
    target = device.allocate(n * itemsize)
    device.clear(target)
    layout = lay.contiguous(shape, itemsize)
    source = leaf.buffer
    indices: tuple[tuple[Node, int, int], ...] = ()
    if isinstance(leaf, Gather):
        parts = localised(device, shape, *(index for index, _, _ in leaf.indices))
        indices = tuple(
            (part, stride, length)
            for part, (_, stride, length) in zip(parts, leaf.indices, strict=True)
        )
    at = Gather(leaf.dtype, shape, source, leaf.layout, indices)
    margin = -(-itemsize // 256) * 256 + 256
    step = device.max_binding - margin
    for low in range(0, source.capacity, step):
        window = (low, min(low + device.max_binding, source.capacity) - low)
        for span, found in chunks(
            device, shape, itemsize, *(index for index, _, _ in indices)
        ):
            found = {**found, id(source): window}
            r = Rendering(shape, rows_of(device), found)
            _load(r, at)
            r.gather_address("source", at)
            _launch_assign(
                device, r, target, layout, leaf.dtype, span, "wanted_window", step
            )
    return Leaf(leaf.dtype, shape, target, layout)


# ---- running


def compute(node: Node) -> Leaf:
    """A fresh contiguous array of the items of an expression; does not wait."""
    device = device_of(node)
    itemsize = node.dtype.itemsize
    n = Layout(node.shape, node.shape).size
    with device.lock:
        (node,) = localised(device, node.shape, node)
        target = device.allocate(n * itemsize)
        for span, found in chunks(device, node.shape, itemsize, node):
            _launch_map(device, node, target, span, found)
        after_use(*buffers(node))
    layout = lay.contiguous(node.shape, itemsize)
    return Leaf(node.dtype, node.shape, target, layout)


def _launch_map(
    device: Device, node: Node, target: Buffer, span: range, found: Windows
) -> None:
    itemsize = node.dtype.itemsize
    n = span.stop
    r = Rendering(node.shape, rows_of(device), found)
    _load(r, node)
    low = span.start * itemsize
    if itemsize in WORD_SIZES:
        per = max(4 // itemsize, 1)  # items of a unit
        first, last = span.start // per, -(-span.stop // per)
        put, consts = f"put_{itemsize}", {}
    else:
        first, last = low // 4, -(-span.stop * itemsize // 4)
        put, consts = "put_record", {"ITEM": itemsize}
        if span.stop < Layout(node.shape, node.shape).size:
            last = span.stop * itemsize // 4
        n = Layout(node.shape, node.shape).size
    if first == last:
        return
    whole = target.capacity <= device.max_binding
    base = 0 if whole else low
    size = 0 if whole else min(device.max_binding, target.capacity - base)
    launch(
        device,
        "map",
        -(-(last - first) // _PER_GROUP),
        {"n": n, "first": first, "last": last, "base": base // 4},
        {"dst": Slice(target, base, size)},
        r.finish(),
        consts={"WG": WG, **consts},
        use=(put,),
    )


def _load(r: Rendering, node: Node) -> None:
    """Adds `load` in the form that put_* and item_* expect for the dtype."""
    if node.dtype.itemsize in WORD_SIZES:
        r.bits("load", node)
    else:
        r.words("load", node)


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
            fresh = compute(broadcast(node, shape))
            device.swap(leaf.buffer, fresh.buffer)
            return
        node = apart(node, leaf.buffer)
        wanted = None if wanted is None else apart(wanted, leaf.buffer)
        node, wanted = localised(device, shape, node, wanted)
        for span, found in chunks(device, shape, 0, node, wanted):
            for window in _target_windows(device, leaf, span):
                r = Rendering(shape, rows_of(device), found)
                _load(r, broadcast(node, shape))
                use = "wanted_all"
                if wanted is not None:
                    r.value("wanted", broadcast(wanted, shape))
                    use = ""
                _launch_assign(
                    device,
                    r,
                    leaf.buffer,
                    leaf.layout,
                    leaf.dtype,
                    span,
                    use,
                    0,
                    window,
                )
        after_use(leaf.buffer, *buffers(node, wanted))


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
                _load(r, broadcast(node, shape))
                use = "wanted_all"
                if wanted is not None:
                    r.value("wanted", broadcast(wanted, shape))
                    use = ""
                moved = at.layout._replace(offset=at.layout.offset - low)
                r.gather_address("address", dataclasses.replace(at, layout=moved))
                steps = [at.layout.offset, *at.layout.strides]
                steps += [stride for _, stride, _ in indices]
                _launch_stores(
                    device, r, target.buffer, target.dtype, steps, span, use, 0, window
                )
        after_use(target.buffer, *buffers(node, wanted))


def apart(node: Node, buffer: Buffer) -> Node:
    """The expression, computed into fresh memory if it reads `buffer`."""
    if any(b is buffer for b in buffers(node)):
        return compute(node)
    return node


def broadcast(node: Node, shape: lay.Shape) -> Node:
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


def _covers_all(leaf: Leaf) -> bool:
    """Whether the leaf is its whole buffer, so that a fresh one may take its place."""
    nbytes = leaf.layout.size * leaf.dtype.itemsize
    return (
        leaf.layout.offset == 0
        and nbytes == leaf.buffer.nbytes
        and lay.is_contiguous(leaf.layout, leaf.dtype.itemsize)
        and not leaf.buffer.external
    )


def _target_windows(
    device: Device, leaf: Leaf, span: range
) -> Iterator[tuple[int, int, int]]:
    """(offset, size, limit) of the parts of the written buffer to bind in turn."""
    capacity = leaf.buffer.capacity
    if capacity <= device.max_binding:
        yield 0, 0, capacity
        return
    low, high = lay.flat_extent(leaf.layout, leaf.dtype.itemsize, span.start, span.stop)
    step = device.max_binding - (-(-leaf.dtype.itemsize // 256) * 256 + 256)
    for start in range(low & ~255, high, step):
        yield start, min(start + device.max_binding, capacity) - start, step


def _launch_assign(
    device: Device,
    r: Rendering,
    target: Buffer,
    layout: Layout,
    dtype: DType,
    span: range,
    use: str,
    source_window: int,
    window: tuple[int, int, int] | None = None,
) -> None:
    if window is None:
        low = span.start * dtype.itemsize & ~255
        whole = target.capacity <= device.max_binding
        low = 0 if whole else low
        size = min(device.max_binding, target.capacity - low)
        window = (low, size, size)
    r.address("address", layout, dtype.itemsize, window[0])
    steps = [layout.offset, *layout.strides]
    _launch_stores(device, r, target, dtype, steps, span, use, source_window, window)


def _launch_stores(
    device: Device,
    r: Rendering,
    target: Buffer,
    dtype: DType,
    steps: list[int],
    span: range,
    use: str,
    source_window: int,
    window: tuple[int, int, int],
) -> None:
    itemsize = dtype.itemsize
    offset, size, limit = window
    words = itemsize % 4 == 0 and not any(step % 4 for step in steps)
    small = itemsize in WORD_SIZES
    launch(
        device,
        "assign",
        -(-len(span) // _PER_GROUP),
        {
            "first": span.start,
            "last": span.stop,
            "limit": limit,
            "window": source_window,
        },
        {"dst": Slice(target, offset, size)},
        r.finish(),
        consts={"WG": WG} if small else {"WG": WG, "ITEM": itemsize},
        use=tuple(
            filter(
                None,
                (
                    f"item_{itemsize}" if small else "item_record",
                    "dst_words" if words else "dst_atomic",
                    use,
                ),
            )
        ),
    )
