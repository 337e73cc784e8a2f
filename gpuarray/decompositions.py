"""Launching the kernels of linear algebra: one workgroup for each matrix of a stack.

A record of numbers holds a matrix and what a kernel needs or makes beside it. `Records`
is a buffer of one record for each matrix of a stack; its parts are views of it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray import evaluation as ev
from gpuarray import layout as lay
from gpuarray import windows
from gpuarray.errors import DeviceMemoryError
from gpuarray.expr import Leaf, Node, broadcast
from gpuarray.kernels import Slice, launch

if TYPE_CHECKING:
    from gpuarray.device import Device
    from gpuarray.layout import Shape

SWEEPS = 30  # of Jacobi's rotations: 6 to 12 are usual

DType = np.dtype[Any]


class Records:
    """Numbers of one dtype, `size` for each matrix of a stack."""

    def __init__(self, device: Device, stack: Shape, size: int, dtype: DType) -> None:
        self.device = device
        self.stack = stack
        self.size = size
        self.dtype = dtype
        self.count = math.prod(stack)
        if size * dtype.itemsize + 512 > device.max_binding:
            raise DeviceMemoryError(
                f"a matrix with its workspace of {size * dtype.itemsize} bytes is "
                f"larger than a storage binding of this device ({device.max_binding})"
            )
        self.buffer = device.allocate(self.count * size * dtype.itemsize)

    def part(self, at: int, *shape: int) -> Leaf:
        """The items of every record from `at` on, as (*stack, *shape)."""
        itemsize = self.dtype.itemsize
        outer = [n * self.size for n in lay.contiguous(self.stack, itemsize).strides]
        inner = lay.contiguous(shape, itemsize).strides
        layout = lay.Layout((*self.stack, *shape), (*outer, *inner), at * itemsize)
        return Leaf(self.dtype, layout.shape, self.buffer, layout)

    def fill(self, at: int, node: Node, *shape: int) -> None:
        """Write an expression of the records' dtype into a part of every record."""
        target = self.part(at, *shape)
        ev.store(target, broadcast(node, target.shape))

    def run(
        self, kernel: str, width: int, marks: int = 0, **params: int
    ) -> Leaf | None:
        """Record a kernel for all matrices; does not wait.

        width: about how many lanes have work. marks: how many words the kernel leaves
        for each matrix; they are returned as uint32 (count, marks).
        """
        device, itemsize = self.device, self.dtype.itemsize
        found = None
        if marks:
            found = Leaf(
                np.dtype(np.uint32),
                (self.count, marks),
                device.allocate(4 * self.count * marks),
                lay.contiguous((self.count, marks), 4),
            )
        nbytes = self.size * itemsize
        step = max((device.max_binding - 512) // nbytes, 1)
        lanes = 32 if width <= 64 else 256
        value = windows.rows_of(device)(self.dtype).value
        consts = {"WG": lanes}
        if kernel.startswith("jacobi"):
            consts["SWEEPS"] = SWEEPS
        with device.lock:
            for first in range(0, self.count, step):
                count = min(step, self.count - first)
                low = first * nbytes & ~255
                high = min((first + count) * nbytes + 3 & ~3, self.buffer.capacity)
                bound = {"work": Slice(self.buffer, low, high - low)}
                given = {"count": count, "base": (first * nbytes - low) // itemsize}
                if found is not None:
                    bound["marks"] = Slice(found.buffer)
                    given["marks_at"] = first * marks
                launch(
                    device,
                    kernel,
                    count,
                    {**given, **params},
                    bound,
                    consts=consts,
                    use=(f"numbers_{value}",),
                )
        return found
