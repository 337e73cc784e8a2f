"""Working on buffers larger than one storage binding, part by part.

A binding may be as small as 128 MiB (WebGPU's default, and Mesa's software adapter),
a buffer 2 to 4 GiB: a dispatch sees the window of each buffer that its items need.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.runtime import layout as lay
from gpuarray.runtime.device import Device, current
from gpuarray.runtime.dtypes import Row, row
from gpuarray.runtime.expr import Gather, Leaf, Node, leaves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SMALLEST_CHUNK = 1 << 16

DType = np.dtype[Any]


def device_of(*nodes: Node | None) -> Device:
    """The device of the buffers that expressions read; else the current one."""
    found: Device | None = None
    for node in nodes:
        if node is not None:
            for buffer in node.buffers:
                if buffer.owner is not found:
                    if found is not None:
                        raise ValueError(
                            "the arrays live on different devices; copy one through "
                            "the host with gpuarray.asarray(x.get())"
                        )
                    found = buffer.owner
    return found or current()


def rows_of(device: Device) -> Callable[[DType], Row]:
    """The dtype table of a device; the same function for devices that compute alike."""
    return _rows(device.features, device.name)


@functools.lru_cache(64)
def _rows(features: frozenset[str], name: str) -> Callable[[DType], Row]:
    return lambda dtype: row(dtype, features, name)


class SpreadError(Exception):
    """A leaf whose items are spread over more than one binding."""

    def __init__(self, leaf: Leaf | Gather) -> None:
        self.leaf = leaf


Windows = dict[int, tuple[int, int]]


def windows(
    device: Device, shape: lay.Shape, roots: tuple[Node | None, ...], span: range
) -> Windows | None:
    """The part of each too large buffer that the items of `span` read.

    None where the span must be shorter; SpreadError where no short one would do.
    """
    found: dict[int, tuple[int, int, int]] = {}
    for leaf in leaves(*roots):
        if leaf.buffer.capacity <= device.max_binding:
            continue
        if isinstance(leaf, Gather):
            raise SpreadError(leaf)
        layout = lay.broadcast(leaf.layout, shape)
        low, high = lay.flat_extent(layout, leaf.dtype.itemsize, span.start, span.stop)
        old = found.get(id(leaf.buffer), (low, high, 0))
        low, high = min(low, old[0]) & ~255, max(high, old[1])
        if high - low > device.max_binding:
            if len(span) <= _smallest_chunk(leaf.dtype.itemsize):
                raise SpreadError(leaf)
            return None
        found[id(leaf.buffer)] = (low, high, leaf.buffer.capacity)
    return {
        key: (low, min(-(-high // 4) * 4, capacity) - low)
        for key, (low, high, capacity) in found.items()
    }


def fits(device: Device, *roots: Node | None) -> bool:
    """Whether every buffer that expressions read is small enough to bind whole."""
    for root in roots:
        for buffer in root.buffers if root else ():
            if buffer.capacity > device.max_binding:
                return False
    return True


def _smallest_chunk(itemsize: int) -> int:
    """Items below which a leaf is copied rather than read in ever smaller parts."""
    return _SMALLEST_CHUNK if itemsize <= 1024 else 256


def chunks(
    device: Device, shape: lay.Shape, itemsize: int, *roots: Node | None
) -> Iterator[tuple[range, Windows]]:
    """Spans of the items 0..n-1 that can be worked on with one dispatch each.

    itemsize: bytes an item of a contiguous result takes (0 if there is none).
    """
    n = math.prod(shape)
    length = n
    if itemsize and n * itemsize > device.max_binding:
        length = device.max_binding // itemsize // 256 * 256
    elif n and fits(device, *roots):
        yield range(n), {}
        return
    start = 0
    while start < n:
        span = range(start, min(start + length, n))
        found = windows(device, shape, roots, span)
        if found is None:
            length = max(length // 2 // 256 * 256, 256)
            continue
        yield span, found
        start = span.stop


def target_windows(
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
