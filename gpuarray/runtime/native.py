"""The few wgpu calls that every operation makes, by the shortest way.

wgpu-py checks and wraps each call, which costs more than wgpu-native's own work. Where
the C functions known here are found, they are called directly, else wgpu-py's methods.
Errors arise where they do with wgpu-py: wgpu-native checks recorded commands when their
encoder is finished, and that call is always wgpu-py's.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import wgpu

if TYPE_CHECKING:
    from collections.abc import Sequence

_READ, _WRITE = 1, 2  # WebGPU's GPUMapMode
_KNOWN = {
    "wgpuComputePassEncoderSetBindGroup": (
        "void(*)(struct WGPUComputePassEncoderImpl *, uint32_t, "
        "struct WGPUBindGroupImpl *, size_t, uint32_t *)"
    ),
    "wgpuComputePassEncoderDispatchWorkgroups": (
        "void(*)(struct WGPUComputePassEncoderImpl *, uint32_t, uint32_t, uint32_t)"
    ),
    "wgpuComputePassEncoderSetPipeline": (
        "void(*)(struct WGPUComputePassEncoderImpl *, struct WGPUComputePipelineImpl *)"
    ),
    "wgpuCommandEncoderCopyBufferToBuffer": (
        "void(*)(struct WGPUCommandEncoderImpl *, struct WGPUBufferImpl *, uint64_t, "
        "struct WGPUBufferImpl *, uint64_t, uint64_t)"
    ),
    "wgpuQueueWriteBuffer": (
        "void(*)(struct WGPUQueueImpl *, struct WGPUBufferImpl *, uint64_t, void *, "
        "size_t)"
    ),
    "wgpuBufferMapAsync": (
        "WGPUFuture(*)(struct WGPUBufferImpl *, uint64_t, size_t, size_t, "
        "WGPUBufferMapCallbackInfo)"
    ),
    "wgpuBufferGetMappedRange": "void *(*)(struct WGPUBufferImpl *, size_t, size_t)",
    "wgpuBufferUnmap": "void(*)(struct WGPUBufferImpl *)",
    "wgpuDevicePoll": "uint32_t(*)(struct WGPUDeviceImpl *, uint32_t, uint64_t *)",
    "wgpuQueueSubmitForIndex": (
        "uint64_t(*)(struct WGPUQueueImpl *, size_t, struct WGPUCommandBufferImpl * *)"
    ),
}


class Wrapped:
    """Through wgpu-py's methods."""

    def __init__(self, gpu: Any) -> None:
        self._gpu, self._queue = gpu, gpu.queue

    def set_pipeline(self, encoder: Any, pipeline: Any) -> None:
        """Record which kernel the next dispatches run."""
        encoder.set_pipeline(pipeline)

    def copy(
        self, encoder: Any, source: Any, at: int, target: Any, to: int, size: int
    ) -> None:
        """Record a copy of bytes from one buffer to another."""
        encoder.copy_buffer_to_buffer(source, at, target, to, size)

    def write(self, raw: Any, data: bytearray, size: int) -> None:
        """Put the first bytes of `data` into a buffer, ahead of the next submission."""
        self._queue.write_buffer(raw, 0, data, 0, size)

    def dispatch(
        self, encoder: Any, group: Any, offsets: Sequence[int], grid: tuple[int, ...]
    ) -> None:
        """Record a dispatch with bind group 0 and its dynamic offsets."""
        encoder.set_bind_group(0, group, offsets)
        encoder.dispatch_workgroups(*grid)

    can_wait = False

    def wait(self) -> None:
        """Wait until all that was submitted has run; needs `can_wait`."""
        raise NotImplementedError

    def begin_map(
        self, raw: Any, nbytes: int, *, write: bool = False, more: bool = False
    ) -> Any:
        """Ask for the first bytes of a buffer, once all submitted until now has run.

        more: other work will be submitted before the wait, which is not waited for.
        """
        mode = "WRITE" if write else "READ_NOSYNC"
        return raw, nbytes, raw.map_async(mode, 0, nbytes), write

    def mapped(self, request: Any) -> Any:
        """Wait for a `begin_map`; a buffer object of the bytes, until `unmap`."""
        raw, nbytes, promise, write = request
        promise.sync_wait()
        if write:
            return _Writes(raw)
        return raw.read_mapped(0, nbytes, copy=False)

    def unmap(self, raw: Any) -> None:
        """Give a mapped buffer back to the device."""
        raw.unmap()


class _Writes:
    """wgpu-py has no view of memory mapped for writing: a slice assignment of it."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw

    def __setitem__(self, part: slice, data: Any) -> None:
        self._raw.write_mapped(data, part.start)


class Direct(Wrapped):
    """Through wgpu-native's C functions; used under the device's lock."""

    can_wait = True

    def __init__(self, gpu: Any, ffi: Any, lib: Any) -> None:
        super().__init__(gpu)
        self._ffi = ffi
        self._bind = lib.wgpuComputePassEncoderSetBindGroup
        self._run = lib.wgpuComputePassEncoderDispatchWorkgroups
        self._lib = lib
        self._offsets = ffi.new("uint32_t[64]")
        self._success = lib.WGPUMapAsyncStatus_Success

        self._done = _callback(ffi)

    def set_pipeline(self, encoder: Any, pipeline: Any) -> None:
        self._lib.wgpuComputePassEncoderSetPipeline(
            encoder._internal, pipeline._internal
        )

    def copy(
        self, encoder: Any, source: Any, at: int, target: Any, to: int, size: int
    ) -> None:
        self._lib.wgpuCommandEncoderCopyBufferToBuffer(
            encoder._internal, source._internal, at, target._internal, to, size
        )

    def write(self, raw: Any, data: bytearray, size: int) -> None:
        held = self._ffi.from_buffer(data)
        self._lib.wgpuQueueWriteBuffer(
            self._queue._internal, raw._internal, 0, held, size
        )

    def dispatch(
        self, encoder: Any, group: Any, offsets: Sequence[int], grid: tuple[int, ...]
    ) -> None:
        given, count = self._offsets, 0
        for offset in offsets:
            given[count] = offset
            count += 1
        at = encoder._internal
        self._bind(at, 0, group._internal, count, given)
        self._run(at, grid[0], grid[1], grid[2] if len(grid) > 2 else 1)

    def wait(self) -> None:
        self._lib.wgpuDevicePoll(self._gpu._internal, 1, self._ffi.NULL)

    def begin_map(
        self, raw: Any, nbytes: int, *, write: bool = False, more: bool = False
    ) -> Any:
        request = _Request(raw, nbytes)
        ffi, lib = self._ffi, self._lib
        if more:
            submit = lib.wgpuQueueSubmitForIndex  # of nothing: 4 to 10 us
            request.index = ffi.new(
                "uint64_t *", submit(self._queue._internal, 0, ffi.NULL)
            )
        info = ffi.new("WGPUBufferMapCallbackInfo *")
        info.mode = lib.WGPUCallbackMode_AllowProcessEvents
        info.callback = self._done
        request.handle = info.userdata1 = ffi.new_handle(request)
        _ON_THEIR_WAY.add(request)
        mode = _WRITE if write else _READ
        lib.wgpuBufferMapAsync(raw._internal, mode, 0, nbytes, info[0])
        return request

    def mapped(self, request: Any) -> Any:
        ffi, lib = self._ffi, self._lib
        while request.status is None:
            # Not through wgpu-py's polling thread, whose wake-up takes longer than
            # short work does. Python's lock is free meanwhile.
            lib.wgpuDevicePoll(self._gpu._internal, 1, request.index or ffi.NULL)
        if request.status != self._success:
            raise RuntimeError(f"Could not map buffer ({request.status}).")
        raw, nbytes = request.raw, request.nbytes
        return ffi.buffer(
            lib.wgpuBufferGetMappedRange(raw._internal, 0, nbytes), nbytes
        )

    def unmap(self, raw: Any) -> None:
        self._lib.wgpuBufferUnmap(raw._internal)


class _Request:
    """A `begin_map` on its way; the callback may come in another thread."""

    __slots__ = ("__weakref__", "handle", "index", "nbytes", "raw", "status")

    def __init__(self, raw: Any, nbytes: int) -> None:
        self.raw, self.nbytes = raw, nbytes
        self.index: Any = None
        self.handle: Any = None
        self.status: int | None = None

    def end(self, status: int) -> None:
        self.status = status
        _ON_THEIR_WAY.discard(self)


# wgpu-native answers each, even if whoever asked is gone.
_ON_THEIR_WAY: set[_Request] = set()


@functools.cache
def _callback(ffi: Any) -> Any:
    """What wgpu-native calls at the end of each mapping; it must never go away."""

    def done(status: int, message: Any, request: Any, _: Any) -> None:
        ffi.from_handle(request).end(status)

    kind = "void(WGPUMapAsyncStatus, WGPUStringView, void *, void *)"
    return ffi.callback(kind, done)


def calls_of(gpu: Any) -> Wrapped:
    """The shortest way to a device's calls that is known to be right."""
    backend: Any = getattr(wgpu.backends, "wgpu_native", None)
    ffi: Any = getattr(backend, "ffi", None)
    lib: Any = getattr(backend, "lib", None)
    if ffi is None or lib is None or not isinstance(gpu, backend.GPUDevice):
        return Wrapped(gpu)
    for name, kind in _KNOWN.items():
        function = getattr(lib, name, None)
        if function is None or ffi.typeof(function).cname != kind:
            return Wrapped(gpu)
    return Direct(gpu, ffi, lib)
