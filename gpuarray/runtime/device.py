"""The device: adapter, limits, features, and one open stream of recorded commands.

Dispatches are recorded into one compute pass of one open command encoder and
submitted when something is read, uploaded into a buffer already in use, or when the
page of parameters is full: encoder, pass and submit cost about 30 us, a dispatch 3 us.
"""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import wgpu
import wgpu.utils

from gpuarray.runtime import native
from gpuarray.runtime.adapters import DEFAULT_LIMITS, PROFILES, open_gpu
from gpuarray.runtime.errors import DeviceMemoryError
from gpuarray.runtime.hostlink import HostLink
from gpuarray.runtime.memory import Buffer, Pool, UniformPage, lost_reported

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_GROUPS = 65535  # per dispatch dimension, on every adapter
_FLUSH_DISPATCHES = 512
_COUNTERS = (
    *("readbacks", "readback_bytes", "uploads", "upload_bytes"),
    *("dispatches", "submits", "pipelines", "bind_groups"),
)


class Device:
    """One wgpu device with its memory, pipelines and recorded commands."""

    def __init__(self, gpu: Any, profile: str) -> None:
        self.gpu = gpu
        self.queue = gpu.queue
        self.profile = profile
        self.adapter_info: dict[str, Any] = dict(gpu.adapter.info)
        self.name = str(self.adapter_info.get("device") or "unnamed device")
        left_out = PROFILES.get(profile, frozenset())
        self.features: frozenset[str] = frozenset(map(str, gpu.features)) - left_out
        self.limits: dict[str, int] = dict(gpu.limits)
        if profile == "baseline":  # what was asked for, whatever more is granted
            self.limits |= DEFAULT_LIMITS
        self.max_binding = self.limits["max-storage-buffer-binding-size"] & ~255
        self.max_buffer = self.limits["max-buffer-size"] & ~3
        self.max_storage_buffers = self.limits["max-storage-buffers-per-shader-stage"]
        software = self.adapter_info.get("adapter_type") == "CPU"
        pooled = (1 if software else 8) << 30
        self.pool = Pool(gpu, self.limits["max-buffer-size"], pooled)
        self.lock = threading.RLock()
        self.counters = SimpleNamespace(**dict.fromkeys(_COUNTERS, 0))
        self.pipelines: dict[Any, Any] = {}
        self.bind_groups: dict[Any, Any] = {}
        self.slices: dict[Any, int] = {}  # numbers for what bind groups bind
        self.recipes: dict[Any, Any] = {}  # what ufuncs become: elementwise.plain
        self.tape: Any = None  # the operation being recorded, and those known: replay
        self.tapes: dict[Any, Any] = {}
        self.profiler: Any = None  # see profiling.py
        self.seen: list[tuple[str, str]] | None = None  # texts of kernels: inspecting
        self.params = UniformPage(
            gpu, self.limits["min-uniform-buffer-offset-alignment"]
        )
        self.calls = native.calls_of(gpu)
        self.host = HostLink(self)
        self._encoder: Any = None
        self._pass: Any = None
        self._pipeline: Any = None  # the one set in the pass
        self._recorded = 0
        self._touched: list[Sequence[Any]] = []  # raw buffers in recorded commands

    def __repr__(self) -> str:
        return f"<gpuarray device {self.name!r}, profile {self.profile!r}>"

    # ---- memory

    def allocate(self, nbytes: int) -> Buffer:
        """A buffer of `nbytes` whose content is undefined."""
        with self.lock:
            try:
                raw, size = self.pool.take(nbytes or 4)
            except DeviceMemoryError:
                if nbytes > self.max_buffer or not self.pool.pooled_bytes:
                    raise
                self.trim()  # the pool may hold what is missing
                raw, size = self.pool.take(nbytes or 4)
            if self.pool.over_bounds():
                self._destroy(self.pool.surplus())
            buffer = Buffer(raw, nbytes, self, self.pool, size)
            if self.tape is not None:
                self.tape.allocated(buffer, nbytes)
            return buffer

    def swap(self, buffer: Buffer, other: Buffer) -> None:
        """Exchange the memory of two buffers."""
        self._spoil_tape()
        buffer.raw, other.raw = other.raw, buffer.raw
        buffer.capacity, other.capacity = other.capacity, buffer.capacity

    def _spoil_tape(self) -> None:
        """What comes now cannot be repeated with other buffers."""
        if self.tape is not None:
            self.tape.spoilt()

    def trim(self) -> None:
        """Free all pooled memory, and what copies are staged in."""
        with self.lock:
            self.host.forget()
            self._destroy(self.pool.empty())

    def forget_pipelines(self) -> None:
        """Drop the compiled kernels, and what is kept by them."""
        with self.lock:
            self._spoil_tape()
            self.pipelines.clear()
            self.tapes.clear()
            self.bind_groups.clear()
            self.slices.clear()

    def _destroy(self, raws: list[Any]) -> None:
        self.flush()
        gone = set(raws)
        for key in [k for k in self.bind_groups if not gone.isdisjoint(k[1:])]:
            del self.bind_groups[key]
        for raw in raws:
            raw.destroy()

    # ---- commands

    def dispatch(
        self,
        pipeline: Any,
        group: Any,
        offsets: Sequence[int],
        grid: tuple[int, ...],
        raws: Sequence[Any],
        indirect: Any = None,
    ) -> None:
        """Record one dispatch with a bind group and its dynamic offsets.

        indirect: a buffer whose first three words are taken for the grid.
        """
        if self.profiler is not None:
            self._end_pass()
            stamps = self.profiler.before()
            self._pass = self._open().begin_compute_pass(timestamp_writes=stamps)
            self._pipeline = None
        elif self._pass is None:
            self._pass = self._open().begin_compute_pass()
            self._pipeline = None
        if pipeline is not self._pipeline:
            self.calls.set_pipeline(self._pass, pipeline)
            self._pipeline = pipeline
        if indirect is None:
            self.calls.dispatch(self._pass, group, offsets, grid)
        else:
            self._pass.set_bind_group(0, group, offsets)
            self._pass.dispatch_workgroups_indirect(indirect, 0)
        self._touched.append(raws)
        self.counters.dispatches += 1
        self._recorded += 1
        if self._recorded >= _FLUSH_DISPATCHES:
            self.flush()

    def patch(self, raw: Any, words: list[tuple[int, int]]) -> None:
        """Copy words of a buffer into the page of parameters: (byte here, there)."""
        self._end_pass()
        for here, there in words:
            self._open().copy_buffer_to_buffer(raw, here, self.params.raw, there, 4)
        self._touched.append([raw])

    def clear(self, buffer: Buffer) -> None:
        """Fill a buffer with zero bytes."""
        with self.lock:
            self._end_pass()
            self._open().clear_buffer(buffer.raw)
            self._touched.append([buffer.raw])
            if self.tape is not None:
                self.tape.cleared(buffer)

    def _open(self) -> Any:
        if self._encoder is None:
            self._encoder = self.gpu.create_command_encoder()
        return self._encoder

    def encoder(self) -> Any:
        """The open command encoder, outside a pass."""
        self._end_pass()
        return self._open()

    def _end_pass(self) -> None:
        if self._pass is not None:
            self._pass.end()
            self._pass = None

    def flush(self) -> None:
        """Submit everything recorded so far; does not wait."""
        with self.lock, lost_reported():
            if self._encoder is None:
                return
            self._end_pass()
            page = self.params
            if page.used:
                self.calls.write(page.raw, page.data, page.used)
                page.used = 0
            encoder, self._encoder = self._encoder, None
            self._recorded = 0
            self._touched.clear()
            self.queue.submit([encoder.finish()])
            self.counters.submits += 1

    # ---- copies

    def upload(self, buffer: Buffer, data: np.ndarray[Any, Any]) -> None:
        """Copy contiguous host bytes to a buffer; waits if they are many."""
        with self.lock, lost_reported():
            self._spoil_tape()
            if any(buffer.raw in raws for raws in self._touched):
                self.flush()
            flat = data.reshape(-1).view(np.uint8)
            self.host.upload(buffer.raw, flat)
            self.counters.uploads += 1
            self.counters.upload_bytes += flat.size

    def read(self, buffer: Buffer, start: int, nbytes: int) -> np.ndarray[Any, Any]:
        """Copy `nbytes` from byte `start` to the host; waits for the device."""
        with self.lock, lost_reported():
            self._spoil_tape()
            out = self.host.read(buffer.raw, start, nbytes)
            self.counters.readbacks += 1
            self.counters.readback_bytes += nbytes
        return out

    def synchronize(self) -> None:
        """Wait until everything recorded so far has run."""
        with self.lock, lost_reported():
            self._open()  # something to submit: that raises where the device is lost
            if self.calls.can_wait:
                self.flush()
                self.calls.wait()
            else:
                self.host.read(self.params.raw, 0, 4)


_current: Device | None = None
_guard = threading.RLock()


def current() -> Device:
    """The device that arrays are made on; opened at the first call."""
    global _current
    if _current is None:
        with _guard:
            if _current is None:
                profile = os.environ.get("GPUARRAY_PROFILE") or "full"
                _current = open_profile(profile)
    return _current


def open_profile(profile: str) -> Device:
    """Open a device; "full" is wgpu's shared default device, with all it offers."""
    return Device(open_gpu(profile), profile)


def use_device(gpu: Any) -> Device:
    """Make arrays from now on on the given `wgpu.GPUDevice`, as it is.

    Fewer features and smaller limits choose other kernels, they are no error.
    """
    global _current
    with _guard:
        _current = Device(gpu, "given")
        return _current


@contextmanager
def use_profile(profile: str | Device) -> Iterator[Device]:
    """Within the block, make arrays on a device that lacks what `profile` lacks.

    profile: "full", "no-subgroups", "no-64", "baseline", or a Device already open.
    """
    global _current
    before = _current
    _current = profile if isinstance(profile, Device) else open_profile(profile)
    try:
        yield _current
    finally:
        _current = before


def memory_stats() -> dict[str, int]:
    """Bytes of device memory in use; does not wait for the device.

    live_bytes: held by arrays and by work not yet finished; peak_bytes: the most since
    the last reset; pooled_bytes: freed and kept for reuse; buffers: live ones.
    """
    pool = current().pool
    pool.collect()
    return {
        "live_bytes": pool.live_bytes,
        "peak_bytes": pool.peak_bytes,
        "pooled_bytes": pool.pooled_bytes,
        "buffers": pool.buffers,
    }


def reset_peak_memory_stats() -> None:
    """Start `memory_stats()["peak_bytes"]` anew from what is live now."""
    pool = current().pool
    pool.collect()
    pool.peak_bytes = pool.live_bytes


def trim() -> None:
    """Give freed memory that is kept for reuse back to the system."""
    current().trim()


def synchronize() -> None:
    """Wait until the device has finished everything asked of it so far."""
    current().synchronize()


def adopt(raw: Any) -> Buffer:
    """A buffer of other wgpu code, shared without a copy."""
    device = current()
    if not isinstance(raw, wgpu.GPUBuffer):
        raise TypeError(f"buffer must be a wgpu.GPUBuffer, not {type(raw).__name__}")
    if raw._device is not device.gpu:
        raise ValueError(
            "buffer belongs to another wgpu device than gpuarray's current one; make "
            "that one current with gpuarray.use_device(device)"
        )
    needed = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC
    needed |= wgpu.BufferUsage.COPY_DST
    if raw.usage & needed != needed:
        raise ValueError(
            "buffer must have been created with usage STORAGE | COPY_SRC | COPY_DST"
        )
    if raw.size % 4:
        raise ValueError(
            f"buffer has {raw.size} bytes; its size must be a multiple of 4, the unit "
            "of WebGPU's copies"
        )
    return Buffer(raw, raw.size, device)
