"""One sort as the kernels see it: its job, its parts, and how they are launched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gpuarray.algorithms.ranking import EACH, ranking
from gpuarray.algorithms.reduction import leaf
from gpuarray.algorithms.rendering import Rendering
from gpuarray.runtime import windows
from gpuarray.runtime.kernels import Slice, Source, launch
from gpuarray.runtime.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gpuarray.runtime.device import Device
    from gpuarray.runtime.expr import Leaf, Node

DType = np.dtype[Any]


class Job(NamedTuple):
    """A sort of rows of n keys by some of their bits.

    keys: numbers, or then their bits in whole words.
    dtype: of the numbers. descending: by the inverted keys. looks: whether the host may
    ask which bits of many keys differ, which waits.
    """

    device: Device
    keys: Node
    n: int
    dtype: DType
    descending: bool
    looks: bool = True

    @property
    def items(self) -> int:
        """Items of all rows."""
        return Layout(self.keys.shape, self.keys.shape).size

    @property
    def words(self) -> int:
        """Words of a key."""
        return 2 if self.dtype.itemsize == 8 else 1

    def order(self) -> dict[str, int]:
        """The parameters of the keys' order."""
        return order(self.dtype, self.descending)

    @property
    def bits(self) -> int:
        """Bits of a key."""
        return 8 * self.dtype.itemsize


def tile_lanes(device: Device) -> int:
    """Invocations of a workgroup that sorts the largest tile."""
    return ranking(device).lanes


class Out(NamedTuple):
    """What a dispatch writes: words of keys, numbers of items."""

    keys: Leaf | None
    order: Leaf | None

    @staticmethod
    def of(job: Job, index: DType | None, keys: bool) -> Out:
        """Fresh memory for a whole result."""
        n, new = job.items, job.device.allocate
        dtype = np.dtype(f"u{4 * job.words}")
        return Out(
            leaf(new(n * dtype.itemsize), dtype, (n,)) if keys else None,
            leaf(new(n * index.itemsize), index, (n,)) if index else None,
        )


# ---- parts that fit the bindings


def most_items(device: Device) -> int:
    """Items of 8 bytes in a window that may begin a little early."""
    return (device.max_binding // 8 - 64) & ~63


def first_of_tile(job: Job, tile: int, tiles: int) -> int:
    """The first item of a tile."""
    row, k = divmod(tile, tiles)
    return row * job.n + k * EACH * tile_lanes(job.device)


def tile_parts(
    job: Job, count: int, tiles: int
) -> Iterator[tuple[range, windows.Windows]]:
    length = EACH * tile_lanes(job.device)
    return parts(
        job,
        count,
        max(most_items(job.device) // length, 1),
        lambda t: first_of_tile(job, t, tiles),
    )


def parts(
    job: Job, count: int, most: int, start: Callable[[int], int]
) -> Iterator[tuple[range, windows.Windows]]:
    """Ranges of rows or tiles, and the windows of what they read.

    start: the first item of a row or tile.
    """
    first, step = 0, count
    if job.items > most_items(job.device):
        step = most
    while first < count:
        part = range(first, min(first + step, count))
        span = range(start(part.start), start(part.stop))
        found = windows.windows(job.device, job.keys.shape, (job.keys,), span)
        if found is None:
            step = max(step // 2, 1)
            continue
        yield part, found
        first = part.stop


# ---- launching


def source_of(job: Job, found: windows.Windows) -> Source:
    """The function `load` of a kernel: the items' bits."""
    r = Rendering(job.keys.shape, windows.rows_of(job.device), found)
    r.bits("load", job.keys)
    return r.finish()


def order(dtype: DType, descending: bool = False) -> dict[str, int]:
    """The parameters of the order of a dtype's items, for `key_1` and `key_2`."""
    bits = 8 * dtype.itemsize
    infinity = 0
    if dtype.kind == "f":
        word = np.dtype(f"u{dtype.itemsize}")
        infinity = int(np.array(np.inf, dtype).view(word)) >> max(bits - 32, 0)
    return {
        "sign": 0 if dtype.kind in "bu" else 1 << min(bits, 32) - 1,
        "infinity": infinity,
        "flip": (1 << min(bits, 32)) - 1 if descending else 0,
    }


class Moves(NamedTuple):
    """Which items a dispatch reads, and where it writes.

    numbers: of the items of `span`, or None where they count in their row.
    target: the items of `out` that are written. carried: whether numbers are moved.
    """

    numbers: Leaf | None
    span: range
    out: Out
    target: range
    carried: bool


def launch_sort(
    job: Job,
    kernel: str,
    groups: int,
    params: dict[str, int],
    bound: dict[str, Slice],
    source: Source,
    lanes: int,
    moves: Moves,
) -> None:
    how = ranking(job.device)
    index, out = moves.numbers, moves.out
    if out.keys is not None:
        bound["sorted"] = window_of(job, out.keys, moves.target)
    if out.order is not None:
        bound["ordered"] = window_of(job, out.order, moves.target)
    if index is not None:
        params["first_index"] = window_start(job, moves.span)
        bound["index"] = window_of(job, index, moves.span)
    else:
        params["first_index"] = 0
    launch(
        job.device,
        kernel,
        groups,
        params | job.order(),
        bound,
        source,
        consts={
            "WG": lanes,
            "SEG": lanes,
            "COLUMNS": 0,
            "KEY": job.words,
            "INDEX": int(moves.carried),
            **how.consts,
        },
        use=(
            *how.use(kernel),
            f"key_{job.words}",
            f"keys_out_{job.words if out.keys else 'none'}",
            f"index_out_{out.order.dtype.itemsize if out.order else 'none'}",
            f"index_in_{'stored' if index else 'place'}",
        ),
    )


def window_start(job: Job, span: range) -> int:
    """The item at which windows begin: bindings begin at multiples of 256 bytes."""
    return 0 if job.items <= most_items(job.device) else span.start & ~63


def window_of(job: Job, items: Leaf, span: range) -> Slice:
    low = window_start(job, span) * items.dtype.itemsize
    size = min(items.buffer.capacity - low, job.device.max_binding)
    return Slice(items.buffer, low, size)
