"""Stable sorting by digits of the keys: count, scan, scatter.

A key is the stored bits of an item as an unsigned integer in NumPy's order
(`wgsl/shared/key_1.wgsl`). Rows that fit one workgroup are sorted in it, in one
dispatch. Longer ones take one pass a digit of eight bits, the least significant first:
every tile counts its digits, a scan of the counts says where its items with a digit go,
and the items are written there in the order they have. docs/sorting.md draws it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gpuarray import evaluation as ev
from gpuarray import layout as lay
from gpuarray import scan, windows
from gpuarray.expr import Bits, Gather, Iota, Leaf, Node, buffers, cast, op
from gpuarray.kernels import Slice, Source, launch
from gpuarray.layout import Layout
from gpuarray.ranking import EACH, ranking
from gpuarray.reduction import leaf
from gpuarray.rendering import Rendering

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gpuarray.device import Device

DType = np.dtype[Any]
INT64 = np.dtype(np.int64)
UINT32 = np.dtype(np.uint32)

_WIDE = 256  # invocations of the largest tile, where the workgroup memory suffices
_SMALL = 64  # invocations of a tile of few rows or short ones
LOOK = 1 << 20  # items from which on it pays to ask which bits of the keys differ


class _Job(NamedTuple):
    """A sort of rows of n keys by some of their bits.

    keys: numbers, or then their bits in whole words.
    dtype: of the numbers. descending: by the inverted keys.
    """

    device: Device
    keys: Node
    n: int
    dtype: DType
    descending: bool

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


def sort(node: Node, n: int, descending: bool = False) -> Leaf:
    """The items of each row of n in order, stably; does not wait but for a glance.

    node: numbers whose C order is (rows, n); the result has its shape. Equal items,
    such as -0.0 and 0.0, keep their order, and all items their bits. Longer rows wait
    for 16 bytes if there are at least `LOOK` items of 4 or 8 bytes: which bits differ.
    """
    device = windows.device_of(node)
    with device.lock:
        read = buffers(node)
        job = _Job(device, node, n, node.dtype, descending)
        found, _ = _sorted(job, None, None, keys=True)
        ev.after_use(*read)
    assert found is not None
    if node.dtype.itemsize < 4:
        low = cast(found, np.dtype(f"u{node.dtype.itemsize}"))
        found = ev.compute(Bits(node.dtype, found.shape, low))
    return leaf(found.buffer, node.dtype, node.shape)


def argsort(
    keys: Sequence[Node], n: int, descending: bool = False, dtype: DType = INT64
) -> Leaf:
    """For each row of n the positions in it that sort it, stably.

    keys: numbers of one shape, whose C order is (rows, n); items equal in the first are
    ordered by the second, and so on. dtype: int64 or uint32, of the result, which has
    the keys' shape. Waits as `sort`, for each key.
    """
    device = windows.device_of(*keys)
    shape = keys[0].shape
    found: Leaf | None = None
    with device.lock:
        for k, key in enumerate(reversed(keys)):
            node = key if found is None else taken(key, found, n)
            last = k == len(keys) - 1
            job = _Job(device, node, n, node.dtype, descending)
            _, found = _sorted(job, found, dtype if last else UINT32)
            assert found is not None
        ev.after_use(*buffers(*keys))
    assert found is not None
    return leaf(found.buffer, dtype, shape)


def taken(values: Node, order: Leaf, n: int) -> Leaf:
    """The items of each row of n in the order of an `argsort`, on one axis."""
    flat, size = ev.compute(values), order.layout.size
    return ev.compute(_reordered(flat, order, n, size))


def scattered(values: Node, order: Leaf, n: int) -> Leaf:
    """`taken` undone: item k of a row goes to place order[k]; on one axis."""
    size = order.layout.size
    device = windows.device_of(values, order)
    target = device.allocate(size * values.dtype.itemsize)
    place = _reordered(leaf(target, values.dtype, (size,)), order, n, size)
    flat = ev.compute(values)
    ev.store_at(place, leaf(flat.buffer, flat.dtype, (size,)))
    return leaf(target, values.dtype, (size,))


def _reordered(flat: Leaf, order: Leaf, n: int, size: int) -> Gather:
    """The items of a buffer at the places that each row of `order` names."""
    at: Node = leaf(order.buffer, order.dtype, (size,), order.layout.offset)
    if size > n:
        step = Layout((size // n, n), (n, 0))
        row = ev.compute(Iota(UINT32, step.shape, step))
        row = leaf(row.buffer, UINT32, (size,))
        at = op("add_u32", UINT32, cast(at, UINT32), row)
    pairs = ((at, flat.dtype.itemsize, size),)
    layout = Layout((size,), (0,), flat.layout.offset)
    return Gather(flat.dtype, (size,), flat.buffer, layout, pairs)


# ---- one workgroup or passes


def _sorted(
    job: _Job, index: Leaf | None, wanted: DType | None, *, keys: bool = False
) -> tuple[Leaf | None, Leaf | None]:
    """The keys' words and the numbers of the items in order, as far as wanted.

    index: the uint32 numbers of the items; None where they count from 0 in their row.
    wanted: dtype of the numbers, or None.
    """
    device = job.device
    if job.items == 0:
        empty = device.allocate(0)
        return leaf(empty, UINT32, (0,)), leaf(empty, wanted or UINT32, (0,))
    job = job._replace(keys=words(job.keys))
    if job.n > EACH * tile_lanes(device):
        return _passes(job, index, wanted, keys)
    out = _Out.of(job, wanted, keys)
    _rows(job, index, out)
    return out.keys, out.order


def words(node: Node) -> Leaf:
    """Numbers' bits in whole words without gaps, on one axis, in fresh memory or not.

    Through them kernels of one text serve all layouts, and all dtypes of one width.
    """
    size = node.dtype.itemsize
    if size < 4:
        bits = Bits(np.dtype(f"u{size}"), node.shape, node)
        found = ev.compute(cast(bits, UINT32))
        size = 4
    else:
        found = node if isinstance(node, Leaf) else ev.compute(node)
        if not lay.is_contiguous(found.layout, size) or found.layout.offset % size:
            found = ev.compute(found)
    shape = (found.layout.size,)
    return leaf(found.buffer, np.dtype(f"u{size}"), shape, found.layout.offset)


def tile_lanes(device: Device) -> int:
    """Invocations of a workgroup that sorts the largest tile."""
    return ranking(device).lanes


class _Out(NamedTuple):
    """What a dispatch writes: words of keys, numbers of items."""

    keys: Leaf | None
    order: Leaf | None

    @staticmethod
    def of(job: _Job, index: DType | None, keys: bool) -> _Out:
        """Fresh memory for a whole result."""
        n, new = job.items, job.device.allocate
        dtype = np.dtype(f"u{4 * job.words}")
        return _Out(
            leaf(new(n * dtype.itemsize), dtype, (n,)) if keys else None,
            leaf(new(n * index.itemsize), index, (n,)) if index else None,
        )


# ---- rows in a workgroup


def _rows(job: _Job, index: Leaf | None, out: _Out) -> None:
    n, rows = job.n, job.items // job.n
    lanes = _SMALL if n <= EACH * _SMALL else tile_lanes(job.device)
    per = min(EACH * lanes // n, rows)
    most = max(_most(job.device) // n, 1)
    for part, found in _parts(job, rows, most, lambda row: row * n):
        span = range(part.start * n, part.stop * n)
        params = {
            "n": n,
            "first_row": part.start,
            "last_row": part.stop,
            "per": per,
            "bits": job.bits,
            "row_bits": (per - 1).bit_length(),
            "first_out": _first(job, span),
        }
        carried = out.order is not None or per > 1
        _launch(
            job,
            "sort_rows",
            -(-len(part) // per),
            params,
            {},
            _source(job, found),
            lanes,
            _Moves(index, span, out, span, carried),
        )


# ---- passes


def _passes(
    job: _Job, index: Leaf | None, wanted: DType | None, keys: bool
) -> tuple[Leaf | None, Leaf | None]:
    """`_sorted` by passes over all items: two buffers take turns."""
    shifts = _shifts(job)
    if not shifts:
        return _as_they_are(job, index, wanted, keys)
    for shift in shifts:
        last = shift == shifts[-1]
        carried = UINT32 if wanted and not last else wanted
        out = _Out.of(job, carried, keys or not last)
        offsets = _offsets(job, shift)
        _scatter(job, shift, offsets, index, out)
        if not last:
            assert out.keys is not None
            # The words as they are: the order is of their bits, whatever they mean.
            job, index = job._replace(keys=out.keys), out.order
    return out.keys, out.order


def _as_they_are(
    job: _Job, index: Leaf | None, wanted: DType | None, keys: bool
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


def _shifts(job: _Job) -> list[int]:
    """Where the digits begin that a pass must sort by, the least significant first."""
    if job.bits < 32 or job.items < LOOK:
        return list(range(0, job.bits, 8))
    differ = _differing_bits(job)
    found = []
    while differ:
        shift = (differ & -differ).bit_length() - 1
        found.append(shift)
        differ &= -1 << shift + 8
    return found


def _differing_bits(job: _Job) -> int:
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
            _source(job, found),
            consts={"WG": _WIDE},
            use=(f"key_{job.words}",),
        )
    low, high, not_low, not_high = map(int, device.read(met, 0, 16).view(np.uint32))
    return low & not_low | (high & not_high) << 32


def _offsets(job: _Job, shift: int) -> Leaf:
    """Where the items of each row, digit and tile go: uint32, in this order."""
    device, lanes = job.device, tile_lanes(job.device)
    tiles = -(-job.n // (EACH * lanes))
    rows = job.items // job.n
    counts = device.allocate(4 * 256 * rows * tiles)
    for part, found in _tile_parts(job, rows * tiles, tiles):
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
            _source(job, found),
            consts={"WG": lanes},
            use=(f"key_{job.words}",),
        )
    return scan.exclusive_offsets(leaf(counts, UINT32, (256 * rows * tiles,)))


def _scatter(
    job: _Job, shift: int, offsets: Leaf, index: Leaf | None, out: _Out
) -> None:
    lanes = tile_lanes(job.device)
    tiles = -(-job.n // (EACH * lanes))
    most = _most(job.device)
    for part, found in _tile_parts(job, job.items // job.n * tiles, tiles):
        span = range(_start(job, part.start, tiles), _start(job, part.stop, tiles))
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
            _launch(
                job,
                "radix_scatter",
                len(part),
                params,
                {"offsets": Slice(offsets.buffer)},
                _source(job, found),
                lanes,
                _Moves(index, span, out, target, out.order is not None),
            )


# ---- parts that fit the bindings


def _most(device: Device) -> int:
    """Items of 8 bytes in a window that may begin a little early."""
    return (device.max_binding // 8 - 64) & ~63


def _start(job: _Job, tile: int, tiles: int) -> int:
    """The first item of a tile."""
    row, k = divmod(tile, tiles)
    return row * job.n + k * EACH * tile_lanes(job.device)


def _tile_parts(
    job: _Job, count: int, tiles: int
) -> Iterator[tuple[range, windows.Windows]]:
    length = EACH * tile_lanes(job.device)
    return _parts(
        job, count, max(_most(job.device) // length, 1), lambda t: _start(job, t, tiles)
    )


def _parts(
    job: _Job, count: int, most: int, start: Callable[[int], int]
) -> Iterator[tuple[range, windows.Windows]]:
    """Ranges of rows or tiles, and the windows of what they read.

    start: the first item of a row or tile.
    """
    first, step = 0, count
    if job.items > _most(job.device):
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


def _source(job: _Job, found: windows.Windows) -> Source:
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


class _Moves(NamedTuple):
    """Which items a dispatch reads, and where it writes.

    numbers: of the items of `span`, or None where they count in their row.
    target: the items of `out` that are written. carried: whether numbers are moved.
    """

    numbers: Leaf | None
    span: range
    out: _Out
    target: range
    carried: bool


def _launch(
    job: _Job,
    kernel: str,
    groups: int,
    params: dict[str, int],
    bound: dict[str, Slice],
    source: Source,
    lanes: int,
    moves: _Moves,
) -> None:
    how = ranking(job.device)
    index, out = moves.numbers, moves.out
    if out.keys is not None:
        bound["sorted"] = _window(job, out.keys, moves.target)
    if out.order is not None:
        bound["ordered"] = _window(job, out.order, moves.target)
    if index is not None:
        params["first_index"] = _first(job, moves.span)
        bound["index"] = _window(job, index, moves.span)
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


def _first(job: _Job, span: range) -> int:
    """The item at which windows begin: bindings begin at multiples of 256 bytes."""
    return 0 if job.items <= _most(job.device) else span.start & ~63


def _window(job: _Job, items: Leaf, span: range) -> Slice:
    low = _first(job, span) * items.dtype.itemsize
    size = min(items.buffer.capacity - low, job.device.max_binding)
    return Slice(items.buffer, low, size)
