"""Where device and host time goes, by kernel."""

from __future__ import annotations

import time
import weakref
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms.evaluation import compute
from gpuarray.runtime import device as devices
from gpuarray.runtime.expr import Leaf, snapshot
from gpuarray.runtime.layout import contiguous

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gpuarray.runtime.device import Device

_STAMPS = 4096  # what one query set may hold on every device
_ROOF_BYTES = 1 << 26


@dataclass
class KernelTime:
    """What the calls of one kernel took together.

    gpu: seconds, nan where the device has no timestamp queries. nbytes: the size of
    the buffers that it was given. host: seconds spent on recording it.
    """

    name: str
    calls: int = 0
    gpu: float = 0.0
    nbytes: int = 0
    host: float = 0.0


class Profile:
    """Times of the kernels that ran in a `profile()` block; printing it makes a table.

    kernels: one `KernelTime` a kernel, the slowest first. host: seconds in the block.
    waits: how often the host waited for the device.
    """

    def __init__(self, device: Device) -> None:
        self.kernels: list[KernelTime] = []
        self.host = 0.0
        self.waits = 0
        self.roof = float("nan")
        self._device = device
        self._found: dict[str, KernelTime] = {}
        self._pending: list[str] = []
        self._began = 0.0
        self._stamps: Any = None
        if "timestamp-query" in device.features:
            self._stamps = device.gpu.create_query_set(type="timestamp", count=_STAMPS)
            self._resolved = device.gpu.create_buffer(
                size=8 * _STAMPS, usage="QUERY_RESOLVE|COPY_SRC"
            )

    # ---- called by the device around each dispatch

    def before(self) -> dict[str, Any] | None:
        """What the pass of the next dispatch writes its times to."""
        self._began = time.perf_counter()
        if self._stamps is None:
            return None
        if 2 * len(self._pending) + 2 > _STAMPS:
            self.collect()
        at = 2 * len(self._pending)
        return {
            "query_set": self._stamps,
            "beginning_of_pass_write_index": at,
            "end_of_pass_write_index": at + 1,
        }

    def after(self, name: str, nbytes: int) -> None:
        """The dispatch was recorded."""
        kernel = self._found.setdefault(name, KernelTime(name))
        kernel.calls += 1
        kernel.nbytes += nbytes
        kernel.host += time.perf_counter() - self._began
        if self._stamps is None:
            kernel.gpu = float("nan")
        self._pending.append(name)

    def collect(self) -> None:
        """Wait for the dispatches recorded so far, and add up their times."""
        count, device = 2 * len(self._pending), self._device
        if self._stamps is not None and count:
            device.flush()
            encoder = device.gpu.create_command_encoder()
            encoder.resolve_query_set(self._stamps, 0, count, self._resolved, 0)
            device.queue.submit([encoder.finish()])
            raw = device.queue.read_buffer(self._resolved, 0, 8 * count)
            spans = np.diff(np.frombuffer(raw, np.uint64).reshape(-1, 2).astype("i8"))
            for name, span in zip(self._pending, spans[:, 0], strict=True):
                self._found[name].gpu += max(int(span), 0) * 1e-9
        self._pending.clear()
        self.kernels = sorted(self._found.values(), key=lambda k: (-k.gpu, k.name))

    # ---- the report

    def __str__(self) -> str:
        head = f"{'kernel':24}{'calls':>7}{'GPU us':>11}{'us/call':>10}{'MB':>10}"
        head += f"{'GB/s':>8}{'of copy':>9}{'host us':>10}"
        lines = [head]
        for k in self.kernels:
            rate = k.nbytes / k.gpu / 1e9 if k.gpu > 0 else float("nan")
            lines.append(
                f"{k.name:24}{k.calls:7}{k.gpu * 1e6:11.1f}"
                f"{k.gpu / k.calls * 1e6:10.1f}{k.nbytes / 1e6:10.1f}{rate:8.1f}"
                f"{100 * rate / self.roof:8.0f}%{k.host * 1e6:10.1f}"
            )
        gpu = sum(k.gpu for k in self.kernels)
        lines.append(
            f"{gpu * 1e6:.1f} us on the device, {self.host * 1e6:.1f} us in the block, "
            f"{self.waits} waits; the copy kernel reaches {self.roof:.1f} GB/s"
        )
        return "\n".join(lines)


@contextmanager
def profile() -> Iterator[Profile]:
    """Time what the device runs in a block: `with profile() as p: ...; print(p)`.

    Gives, for each kernel: calls, GPU time from timestamp queries (where the device has
    them, else nan), the bytes of the buffers that it was given, GB/s and their share of
    what the copy kernel reaches, and the host's time for recording. Each dispatch gets
    a pass of its own, so that operations take a little longer than they do outside.
    Waits for the device at both ends of the block.
    """
    device = devices.current()
    roof = _copy_rate(device)
    found = Profile(device)
    found.roof = roof
    device.synchronize()
    reads, began = device.counters.readbacks, time.perf_counter()
    device.profiler = found
    try:
        yield found
        device.flush()
    finally:
        device.profiler = None
        found.host = time.perf_counter() - began
        found.waits = device.counters.readbacks - reads
        found.collect()


def _copy_rate(device: Device) -> float:
    """GB/s of a copy by a kernel, reads and writes counted; the best of some."""
    if "timestamp-query" not in device.features:
        return float("nan")
    rate = _ROOFS.get(device)
    if rate is None:
        n = _ROOF_BYTES // 4
        source = device.allocate(_ROOF_BYTES)
        layout = contiguous((n,), 4)
        node = snapshot(Leaf(np.dtype(np.uint32), (n,), source, layout))
        best = float("inf")
        for _ in range(6):
            device.profiler = trial = Profile(device)
            try:
                compute(node)
            finally:
                device.profiler = None
            trial.collect()
            best = min(best, trial.kernels[0].gpu)
        rate = _ROOFS[device] = 2 * _ROOF_BYTES / max(best, 1e-9) / 1e9
    return rate


_ROOFS: weakref.WeakKeyDictionary[Device, float] = weakref.WeakKeyDictionary()
