"""Launching the kernels of linear algebra: one workgroup for each matrix of a stack.

A record of numbers holds a matrix and what a kernel needs or makes beside it. `Records`
is a buffer of one record for each matrix of a stack; its parts are views of it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms import evaluation as ev
from gpuarray.runtime import layout as lay
from gpuarray.runtime import windows
from gpuarray.runtime.errors import DeviceMemoryError
from gpuarray.runtime.expr import Leaf, Node, broadcast
from gpuarray.runtime.kernels import Slice, launch

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.layout import Shape

SWEEPS = 30  # of Jacobi's rotations: 6 to 12 are usual
START, FINISH = 1, 2  # stages of a kernel of Jacobi's
# Rounds of loops in a dispatch: a driver may end one that runs long, and Mesa's
# software device leaves every loop once an invocation has done MOST_LOOPS in all.
LOOPS, MOST_LOOPS = 50_000, 65_000

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

    def marks(self, words: int) -> Leaf:
        """Memory for what a kernel has to say about each matrix, as uint32."""
        shape = (self.count, words)
        buffer = self.device.allocate(4 * self.count * words)
        return Leaf(np.dtype(np.uint32), shape, buffer, lay.contiguous(shape, 4))

    def run(
        self,
        kernel: str,
        lanes: int,
        steps: int,
        loops: int,
        marks: Leaf | None = None,
        **params: int,
    ) -> None:
        """Record a kernel that works in steps, as many a dispatch as it may loop.

        loops: about how often a lane loops in one step. Does not wait.
        """
        per = self._per_dispatch(loops)
        for first in range(0, steps, per):
            span = {"first": first, "last": min(first + per, steps)}
            self._record(kernel, lanes, marks, **params, **span)

    def turn(
        self, kernel: str, lanes: int, rounds: int, loops: int, ends: int, **params: int
    ) -> Leaf:
        """Record the sweeps of a kernel of Jacobi's, each of `rounds` rounds.

        loops: about how often a lane loops in one round; ends: at the start and end.
        Returns the marks, (count, 2): whether the rotations did not end.
        """
        marks = self.marks(2)
        self._per_dispatch(ends)
        per = self._per_dispatch(loops, ends)
        sweeps = min(max(per // rounds, 1), SWEEPS) if rounds else 1
        idle = {"sweeps": 0, "first": 0, "last": 0}
        self._record(kernel, lanes, marks, stage=START, **idle, **params)
        for _ in range(0, SWEEPS, sweeps):
            for first in range(0, max(rounds, 1), per):
                span = {"first": first, "last": min(first + per, rounds)}
                self._record(
                    kernel, lanes, marks, stage=0, sweeps=sweeps, **span, **params
                )
        self._record(kernel, lanes, marks, stage=FINISH, **idle, **params)
        return marks

    def _per_dispatch(self, loops: int, beside: int = 0) -> int:
        """How many steps one dispatch takes."""
        software = self.device.adapter_info.get("adapter_type") == "CPU"
        if software and loops + beside > MOST_LOOPS:
            raise DeviceMemoryError(
                f"a matrix of this size takes loops of {loops + beside} rounds, and "
                f"the software device breaks off after {MOST_LOOPS}"
            )
        return max((LOOPS - beside) // max(loops, 1), 1)

    def _record(
        self, kernel: str, lanes: int, marks: Leaf | None, **params: int
    ) -> None:
        """One dispatch for as many matrices as a binding holds."""
        device, itemsize = self.device, self.dtype.itemsize
        nbytes = self.size * itemsize
        step = max((device.max_binding - 512) // nbytes, 1)
        value = windows.rows_of(device)(self.dtype).value
        with device.lock:
            for first in range(0, self.count, step):
                count = min(step, self.count - first)
                low = first * nbytes & ~255
                high = min((first + count) * nbytes + 3 & ~3, self.buffer.capacity)
                bound = {"work": Slice(self.buffer, low, high - low)}
                given = {"count": count, "base": (first * nbytes - low) // itemsize}
                if marks is not None:
                    bound["marks"] = Slice(marks.buffer)
                    given["marks_at"] = first * marks.shape[1]
                launch(
                    device,
                    kernel,
                    count,
                    {**given, **params},
                    bound,
                    consts={"WG": lanes},
                    use=(f"numbers_{value}",),
                )


def lanes_for(width: int) -> int:
    """Invocations of a workgroup, where `width` of them have work."""
    return 32 if width <= 64 else 256
