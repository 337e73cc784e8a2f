"""Device memory: buffers counted in bytes, and a pool that keeps freed ones.

Reuse needs no waiting: one queue runs everything in the order it was recorded.
"""

from __future__ import annotations

import functools
from collections import OrderedDict, deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import wgpu

from gpuarray.runtime.errors import DeviceLostError, DeviceMemoryError

# Every array can also be drawn from or be an indirect argument of other wgpu code.
_USAGE = (
    wgpu.BufferUsage.STORAGE
    | wgpu.BufferUsage.COPY_SRC
    | wgpu.BufferUsage.COPY_DST
    | wgpu.BufferUsage.VERTEX
    | wgpu.BufferUsage.INDEX
    | wgpu.BufferUsage.INDIRECT
)
if TYPE_CHECKING:
    import weakref
    from collections.abc import Iterator, Sequence

_SMALL, _LARGE = 4096, 1 << 20
_POOL_COUNT = 256


@contextmanager
def lost_reported() -> Iterator[None]:
    """Turns wgpu's error on a lost device into DeviceLostError."""
    try:
        yield
    except (wgpu.GPUError, RuntimeError) as error:
        if "device is lost" not in str(error):
            raise
        raise DeviceLostError(
            "the GPU device was lost (a driver reset, or destroyed by other code) and "
            "its arrays are gone; start the program again"
        ) from error


@functools.lru_cache(1024)
def size_class(nbytes: int) -> int:
    """Bytes reserved for `nbytes`: whole words, few distinct sizes, little waste."""
    if nbytes <= _SMALL:
        step = 256
    elif nbytes <= _LARGE:
        step = 1 << (nbytes.bit_length() - 5)  # at most 1/16 wasted
    else:
        step = 1 << 14
    return max(step, -(-nbytes // step) * step)


class Buffer:
    """Device memory of one or more arrays, and the results not yet computed from it.

    raw: the wgpu.GPUBuffer (it may be swapped for another by a whole overwrite).
    capacity: bytes of the wgpu buffer, a multiple of 4.
    readers: the unevaluated expressions that must be computed before a write, as weak
    references by id; whoever enters one takes it out.
    writes: how often the items of existing arrays were changed.
    external: other wgpu code may touch it, so nothing about it may be put off.
    owner: the Device it lives on.
    """

    __slots__ = (
        "__weakref__",
        "_pool",
        "capacity",
        "external",
        "nbytes",
        "owner",
        "raw",
        "readers",
        "writes",
    )

    def __init__(
        self,
        raw: Any,
        nbytes: int,
        owner: Any,
        pool: Pool | None = None,
        capacity: int = 0,
    ) -> None:
        self.raw = raw
        self.capacity: int = capacity or raw.size
        self.nbytes = nbytes
        self.owner = owner
        self.external = pool is None
        self.readers: dict[int, weakref.ref[Any]] = {}
        self.writes = 0
        self._pool = pool

    def __del__(self) -> None:
        if self._pool is not None:
            self._pool.give(self.raw)


class Pool:
    """Hands out wgpu buffers by size class and takes freed ones back."""

    def __init__(self, gpu: Any, max_buffer: int, max_pooled: int) -> None:
        self.gpu = gpu
        self.max_buffer = max_buffer
        self._most = max_buffer & ~3
        self.max_pooled = max_pooled
        self.live_bytes = self.peak_bytes = self.pooled_bytes = self.buffers = 0
        self._free: OrderedDict[int, tuple[Any, int]] = OrderedDict()
        self._by_class: dict[int, list[int]] = {}
        # What is handed out stays reachable from here: the garbage collector would
        # otherwise run wgpu's finalizer on a buffer that a cycle gives back.
        self._out: dict[int, tuple[Any, int]] = {}
        # Finalizers run at any moment, also inside a call here: they only append.
        self._returned: deque[int] = deque()

    def take(self, nbytes: int) -> tuple[Any, int]:
        """A wgpu buffer of at least `nbytes`, its content undefined, and its size."""
        if nbytes > self._most:
            self.require_room(nbytes)
        size = min(size_class(nbytes), self._most)
        if self._returned:
            self.collect()
        keys = self._by_class.get(size)
        if keys:
            raw = self._free.pop(keys.pop())[0]
            self.pooled_bytes -= size
        else:
            raw = self._create(size)
        self._out[id(raw)] = found = raw, size
        self.live_bytes += size
        if self.live_bytes > self.peak_bytes:
            self.peak_bytes = self.live_bytes
        self.buffers += 1
        return found

    def require_room(self, nbytes: int) -> None:
        """DeviceMemoryError where no buffer of this device can hold `nbytes`."""
        if nbytes > self._most:
            raise DeviceMemoryError(
                f"an array of {nbytes} bytes is larger than this device's largest "
                f"buffer ({self.max_buffer} bytes); process it in parts"
            )

    def give(self, raw: Any) -> None:
        """Take a buffer back; safe to call from a finalizer."""
        self._returned.append(id(raw))

    def collect(self) -> None:
        """Put what finalizers returned into the pool."""
        while self._returned:
            key = self._returned.popleft()
            self._free[key] = found = self._out.pop(key)
            size = found[1]
            self.live_bytes -= size
            self.buffers -= 1
            known = self._by_class.get(size)
            if known is None:
                self._by_class[size] = [key]
            else:
                known.append(key)
            self.pooled_bytes += size

    def over_bounds(self) -> bool:
        """Whether the pool holds more than it may."""
        return self.pooled_bytes > self.max_pooled or len(self._free) > _POOL_COUNT

    def surplus(self) -> list[Any]:
        """Remove the oldest pooled buffers beyond the two bounds."""
        removed = []
        while self._free and self.over_bounds():
            removed.append(self._pop_oldest())
        return removed

    def empty(self) -> list[Any]:
        """Remove every pooled buffer."""
        self.collect()
        return [self._pop_oldest() for _ in range(len(self._free))]

    def _pop_oldest(self) -> Any:
        key, (raw, size) = self._free.popitem(last=False)
        self._by_class[size].remove(key)
        self.pooled_bytes -= size
        return raw

    def _create(self, size: int) -> Any:
        try:
            with lost_reported():
                return self.gpu.create_buffer(size=size, usage=_USAGE)
        except (wgpu.GPUOutOfMemoryError, wgpu.GPUValidationError) as error:
            raise DeviceMemoryError(
                f"the device has no room for {size} bytes "
                f"({self.live_bytes} bytes live, {self.pooled_bytes} pooled); free "
                "arrays or call gpuarray.trim()"
            ) from error


class UniformPage:
    """The parameters of all dispatches recorded since the last flush, 64 KiB."""

    SIZE = 1 << 16

    def __init__(self, gpu: Any, alignment: int) -> None:
        self.alignment = alignment
        self.raw = gpu.create_buffer(
            size=self.SIZE,
            usage=wgpu.BufferUsage.UNIFORM
            | wgpu.BufferUsage.COPY_DST
            | wgpu.BufferUsage.COPY_SRC,
        )
        self.data = bytearray(self.SIZE)
        self.used = 0

    def joined(self, blocks: Sequence[bytes]) -> tuple[bytes, tuple[int, ...]]:
        """Blocks as one, each at a place that a dynamic offset may name; the places."""
        made, places = bytearray(), []
        for block in blocks:
            made += bytes(-len(made) % self.alignment)
            places.append(len(made))
            made += block
        return bytes(made), tuple(places)

    def put(self, block: bytes) -> int:
        """Append a block; its dynamic offset, or -1 if there is no room."""
        offset = self.used
        end = offset + len(block)
        if end > self.SIZE:
            return -1
        self.data[offset:end] = block
        self.used = -(-end // self.alignment) * self.alignment
        return offset
