"""Stable sorting by digits of the keys: count, scan, scatter.

A key is the stored bits of an item as an unsigned integer in NumPy's order
(`wgsl/shared/key_1.wgsl`). Rows that fit one workgroup are sorted in it, in one
dispatch. Longer ones take one pass a digit of eight bits, the least significant first:
every tile counts its digits, a scan of the counts says where its items with a digit go,
and the items are written there in the order they have. docs/sorting.md draws it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms import evaluation as ev
from gpuarray.algorithms.radix_jobs import Job, Out, tile_lanes
from gpuarray.algorithms.radix_passes import sort_by_passes, sort_rows
from gpuarray.algorithms.ranking import EACH
from gpuarray.algorithms.reduction import leaf
from gpuarray.runtime import layout as lay
from gpuarray.runtime import windows
from gpuarray.runtime.expr import Bits, Gather, Iota, Leaf, Node, buffers, cast, op
from gpuarray.runtime.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Sequence

DType = np.dtype[Any]
INT64 = np.dtype(np.int64)
UINT32 = np.dtype(np.uint32)


def sort(node: Node, n: int, descending: bool = False) -> Leaf:
    """The items of each row of n in order, stably; does not wait but for a glance.

    node: numbers whose C order is (rows, n); the result has its shape. Equal items,
    such as -0.0 and 0.0, keep their order, and all items their bits. Longer rows wait
    for 16 bytes if there are at least `LOOK` items of 4 or 8 bytes: which bits differ.
    """
    device = windows.device_of(node)
    with device.lock:
        read = buffers(node)
        job = Job(device, node, n, node.dtype, descending)
        found, _ = _sorted(job, None, None, keys=True)
        ev.after_use(*read)
    assert found is not None
    if node.dtype.itemsize < 4:
        low = cast(found, np.dtype(f"u{node.dtype.itemsize}"))
        found = ev.compute(Bits(node.dtype, found.shape, low))
    return leaf(found.buffer, node.dtype, node.shape)


def argsort(
    keys: Sequence[Node],
    n: int,
    descending: bool = False,
    dtype: DType = INT64,
    looks: bool = True,
) -> Leaf:
    """For each row of n the positions in it that sort it, stably.

    keys: numbers of one shape, whose C order is (rows, n); items equal in the first are
    ordered by the second, and so on. dtype: int64 or uint32, of the result, which has
    the keys' shape. Waits as `sort`, for each key; without `looks` it never waits.
    """
    device = windows.device_of(*keys)
    shape = keys[0].shape
    found: Leaf | None = None
    with device.lock:
        for k, key in enumerate(reversed(keys)):
            node = key if found is None else taken(key, found, n)
            last = k == len(keys) - 1
            job = Job(device, node, n, node.dtype, descending, looks)
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


def _sorted(
    job: Job, index: Leaf | None, wanted: DType | None, *, keys: bool = False
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
        return sort_by_passes(job, index, wanted, keys)
    out = Out.of(job, wanted, keys)
    sort_rows(job, index, out)
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
