"""The dispatches of a radix sort: rows in a workgroup, passes over longer ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuarray.algorithms import evaluation as ev
from gpuarray.algorithms import scan
from gpuarray.algorithms.radix_jobs import (
    Job,
    Moves,
    Out,
    first_of_tile,
    launch_sort,
    most_items,
    parts,
    source_of,
    tile_lanes,
    tile_parts,
    window_start,
)
from gpuarray.algorithms.ranking import EACH
from gpuarray.algorithms.reduction import leaf
from gpuarray.runtime import windows
from gpuarray.runtime.expr import Iota, Leaf, cast
from gpuarray.runtime.kernels import Slice, launch
from gpuarray.runtime.layout import Layout

DType = np.dtype[Any]
UINT32 = np.dtype(np.uint32)

_WIDE = 256  # invocations of the largest tile, where the workgroup memory suffices
_SMALL = 64  # invocations of a tile of few rows or short ones
LOOK = 1 << 20  # items from which on it pays to ask which bits of the keys differ


# ---- rows in a workgroup


def sort_rows(job: Job, index: Leaf | None, out: Out) -> None:
    n, rows = job.n, job.items // job.n
    lanes = _SMALL if n <= EACH * _SMALL else tile_lanes(job.device)
    per = min(EACH * lanes // n, rows)
    most = max(most_items(job.device) // n, 1)
    for part, found in parts(job, rows, most, lambda row: row * n):
        span = range(part.start * n, part.stop * n)
        params = {
            "n": n,
            "first_row": part.start,
            "last_row": part.stop,
            "per": per,
            "bits": job.bits,
            "row_bits": (per - 1).bit_length(),
            "first_out": window_start(job, span),
        }
        carried = out.order is not None or per > 1
        launch_sort(
            job,
            "sort_rows",
            -(-len(part) // per),
            params,
            {},
            source_of(job, found),
            lanes,
            Moves(index, span, out, span, carried),
        )


# ---- passes


def sort_by_passes(
    job: Job, index: Leaf | None, wanted: DType | None, keys: bool
) -> tuple[Leaf | None, Leaf | None]:
    """`_sorted` by passes over all items: two buffers take turns."""
    shifts = _shifts(job)
    if not shifts:
        return _as_they_are(job, index, wanted, keys)
    for shift in shifts:
        last = shift == shifts[-1]
        carried = UINT32 if wanted and not last else wanted
        out = Out.of(job, carried, keys or not last)
        offsets = _offsets(job, shift)
        _scatter(job, shift, offsets, index, out)
        if not last:
            assert out.keys is not None
            # The words as they are: the order is of their bits, whatever they mean.
            job, index = job._replace(keys=out.keys), out.order
    return out.keys, out.order


def _as_they_are(
    job: Job, index: Leaf | None, wanted: DType | None, keys: bool
) -> tuple[Leaf | None, Leaf | None]:
    """The result where all keys are equal."""
    size = (job.items,)
    copy = order = None
    if keys:
        copy = ev.compute(job.keys)
    if wanted is not None:
        place = Layout((job.items // job.n, job.n), (0, 1))
        order = ev.compute(cast(index or Iota(UINT32, place.shape, place), wanted))
        order = leaf(order.buffer, wanted, size)
    return copy, order


def _shifts(job: Job) -> list[int]:
    """Where the digits begin that a pass must sort by, the least significant first."""
    if job.bits < 32 or job.items < LOOK or not job.looks:
        return list(range(0, job.bits, 8))
    differ = _differing_bits(job)
    found = []
    while differ:
        shift = (differ & -differ).bit_length() - 1
        found.append(shift)
        differ &= -1 << shift + 8
    return found


def _differing_bits(job: Job) -> int:
    """The bits in which keys differ; waits for the device (16 bytes)."""
    device = job.device
    met = device.allocate(16)
    device.clear(met)
    for span, found in windows.chunks(device, job.keys.shape, 0, job.keys):
        launch(
            device,
            "key_bits",
            -(-len(span) // (EACH * _WIDE)),
            {"first": span.start, "last": span.stop} | job.order(),
            {"met": met},
            source_of(job, found),
            consts={"WG": _WIDE},
            use=(f"key_{job.words}",),
        )
    low, high, not_low, not_high = map(int, device.read(met, 0, 16).view(np.uint32))
    return low & not_low | (high & not_high) << 32


def _offsets(job: Job, shift: int) -> Leaf:
    """Where the items of each row, digit and tile go: uint32, in this order."""
    device, lanes = job.device, tile_lanes(job.device)
    tiles = -(-job.n // (EACH * lanes))
    rows = job.items // job.n
    counts = device.allocate(4 * 256 * rows * tiles)
    for part, found in tile_parts(job, rows * tiles, tiles):
        launch(
            device,
            "radix_count",
            len(part),
            {
                "n": job.n,
                "tiles": tiles,
                "first_tile": part.start,
                "tile_count": len(part),
                "shift": shift,
                **job.order(),
            },
            {"counts": counts},
            source_of(job, found),
            consts={"WG": lanes},
            use=(f"key_{job.words}",),
        )
    return scan.exclusive_offsets(leaf(counts, UINT32, (256 * rows * tiles,)))


def _scatter(job: Job, shift: int, offsets: Leaf, index: Leaf | None, out: Out) -> None:
    lanes = tile_lanes(job.device)
    tiles = -(-job.n // (EACH * lanes))
    most = most_items(job.device)
    for part, found in tile_parts(job, job.items // job.n * tiles, tiles):
        span = range(
            first_of_tile(job, part.start, tiles), first_of_tile(job, part.stop, tiles)
        )
        for first in range(0, job.items, most):
            target = range(first, min(first + most, job.items))
            params = {
                "n": job.n,
                "tiles": tiles,
                "first_tile": part.start,
                "tile_count": len(part),
                "shift": shift,
                "first_out": first,
                "last_out": target.stop,
            }
            launch_sort(
                job,
                "radix_scatter",
                len(part),
                params,
                {"offsets": Slice(offsets.buffer)},
                source_of(job, found),
                lanes,
                Moves(index, span, out, target, out.order is not None),
            )
