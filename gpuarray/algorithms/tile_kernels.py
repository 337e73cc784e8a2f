"""Launching the kernels that scan or reduce all tiles of a problem."""

from __future__ import annotations

import weakref
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms import counted
from gpuarray.algorithms.rendering import Rendering
from gpuarray.algorithms.tiles import (
    WG,
    DType,
    Kind,
    Problem,
    pieces,
    read_span,
    span_of,
    sum_span,
    window,
)
from gpuarray.runtime import windows
from gpuarray.runtime.expr import Count, Node, const
from gpuarray.runtime.kernels import FromDevice, Slice, launch

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer


QUICK_TILES = 64  # from here on the quick form saves more than it costs to ask again
_AGAIN_GROUPS = 1024


def run(
    device: Device,
    p: Problem,
    node: Node,
    what: Kind,
    out: Buffer,
    out_dtype: DType,
    *,
    scan: str = "",
    prefix: Buffer | None = None,
    exclusive: bool = False,
    doubts: Buffer | None = None,
    limit: Count | None = None,
) -> None:
    """Record a scan or a reduction of each tile of a problem; does not wait.

    node: the items, of the accumulator's dtype. out: written with `out_dtype`.
    scan: the form of the scan inside a workgroup, "auto", "blelloch" or
    "hillis_steele"; without it tiles are reduced. prefix: the exclusive scan of the
    tile sums, in the accumulator's dtype. doubts: take the quick form; a reduction
    notes here where that may be wrong, and is then, as a scan is, done again with care.
    limit: how many of the n items of the one column there are, if the device knows.
    """
    size, acc_size = out_dtype.itemsize, what.acc.itemsize
    sum_size = 0 if scan and prefix is None else acc_size
    node, parts = pieces(device, p, node, size if scan else 0, sum_size)
    alias, wrapped = what.wrapped(device)
    wrapped += what.result_bits(device, out_dtype)
    start = const(what.identity).bits
    vectors = by_lines(device, p) and (p.outer == 1 or p.n % 4 == 0)
    vectors = vectors and out.capacity % 16 == 0
    kernel, consts, use = _form(device, p, what, scan, exclusive, vectors, size)
    if size < 4 and not (scan and vectors):
        device.clear(out)
    consts["QUICK"] = int(doubts is not None)
    if kernel == "reduce_rows":
        use += ("doubts_none" if doubts is None else "doubts_noted",)
    for tiles, outers, found in parts:
        span, sums = span_of(p, tiles, outers), sum_span(p, tiles, outers)
        dst = window(device, out, span if scan else sums, size)
        buffers, ahead = {"dst": dst}, f"prefix_{acc_size}"
        if prefix is None:
            ahead = "prefix_none"
        else:
            buffers["prefix"] = window(device, prefix, sums, acc_size)
        r = Rendering(node.shape, windows.rows_of(device), found)
        made = what.load(r, node)
        source = r.finish()
        columns = len(outers) * p.inner
        groups = -(-columns // (WG // p.seg))
        params = {
            "n": p.n,
            "valid": p.valid,
            "inner": p.inner,
            "tiles": p.tiles,
            "first_tile": tiles.start,
            "tile_count": len(tiles),
            "first_column": outers.start * p.inner,
            "last_column": outers.stop * p.inner,
            "groups": groups,
            "safe": read_span(p, tiles, outers).start,
            "dst_base": dst.offset // 4,
            "prefix_base": buffers.get("prefix", dst).offset // 4,
            "identity_low": start & 0xFFFFFFFF,
            "identity_high": start >> 32,
            "identity_2": start >> 64,
            "identity_3": start >> 96,
        }
        source = replace(source, code=wrapped + made + source.code)
        files = (*use, *what.files, *((ahead,) if scan else ()))
        options: dict[str, Any] = {"aliases": {"acc": alias}, "consts": consts}
        if limit is not None:
            options["counted"] = _counted(device, p, tiles, groups, limit)
        count = groups * len(tiles)
        noted: dict[str, Buffer | Slice] = {**buffers}
        if doubts is not None and not scan:
            noted["doubts"] = doubts
        launch(device, kernel, count, params, noted, source, use=files, **options)
        if doubts is None:
            continue
        again = tuple(f.replace("doubts_noted", "doubts_none") for f in files)
        launch(
            device,
            f"{kernel}_again",
            min(count, _AGAIN_GROUPS),
            params,
            {**buffers, "doubts": doubts},
            source,
            use=again,
            **options,
        )


def _counted(
    device: Device, p: Problem, tiles: range, groups: int, limit: Count
) -> FromDevice:
    """The grid over the counted ones of some tiles, the first in any case."""
    ends = counted.span(
        device,
        limit,
        min(tiles.stop * p.length, p.n),
        p.length,
        first=tiles.start * p.length,
        least=int(tiles.start == 0),
        times=groups,
    )
    return ends.gives(n=counted.ITEMS, valid=counted.ITEMS, tile_count=counted.GROUPS)


def doubts(device: Device, p: Problem, what: Kind) -> Buffer | None:
    """A word that notes whether the quick form is in doubt, where that form pays."""
    if not what.quick or not by_lines(device, p) or p.outer * p.tiles < QUICK_TILES:
        return None
    word = device.allocate(4)
    device.clear(word)
    return word


def _form(
    device: Device,
    p: Problem,
    what: Kind,
    scan: str,
    exclusive: bool,
    vectors: bool,
    size: int,
) -> tuple[str, dict[str, int], tuple[str, ...]]:
    """The kernel for a problem, its constants, and the shared files that it takes."""
    first = first_level(device)
    if scan not in ("", "auto"):
        first = 0
    consts = {"WG": WG, "FIRST": first, "EXCLUSIVE": int(exclusive)}
    if by_lines(device, p):
        chunks = "subgroup" if first >= 5 else "memory"
        lanes = "lanes_shuffled" if first else "lanes_apart"
        if not scan:
            return "reduce_rows", consts, (f"out_{size}", lanes, f"chunks_{chunks}")
        if scan == "hillis_steele":
            chunks = scan
        out = (f"fours_{size}",) if vectors else (f"out_{size}", "fours_each")
        return "scan_rows", consts, (*out, lanes, f"chunks_{chunks}")
    consts |= {
        "SEG": p.seg,
        "EACH": p.each,
        "COLUMNS": int(p.inner > 1),
        "SPREAD": int(not scan and p.inner == 1 and not p.long_rows and what.spread),
    }
    use = (f"out_{size}", f"run_{p.each}")
    if not scan:
        block = "subgroup" if first else "memory"
        return "reduce_tiles", consts, (*use, f"block_reduce_{block}")
    block = "subgroup" if first else "blelloch" if scan == "auto" else scan
    return "scan_tiles", consts, (*use, f"block_scan_{block}")


# ---- which form suits the device

LINES = "auto"  # "always", "never"


def by_lines(device: Device, p: Problem) -> bool:
    """Whether the lanes take a tile of a long row line by line, or 16 items each.

    The bits are the same. A processor has no lanes whose accesses join, and pays twice.
    """
    if LINES == "auto":
        return p.long_rows and device.adapter_info.get("adapter_type") != "CPU"
    return p.long_rows and LINES == "always"


def first_level(device: Device) -> int:
    """log2 of the smallest subgroup size, or 0 where shuffles cannot be used.

    The shuffles assume that lanes of a subgroup are adjacent invocations, which WGSL
    does not promise: each device is asked once, by a kernel of one workgroup.
    """
    found = _FIRST_LEVELS.get(device)
    if found is None:
        with device.lock:
            found = _FIRST_LEVELS[device] = _probed(device)
    return found


_FIRST_LEVELS: weakref.WeakKeyDictionary[Device, int] = weakref.WeakKeyDictionary()


def _probed(device: Device) -> int:
    if "subgroup" not in device.features:
        return 0
    info = device.adapter_info  # wgpu-py 0.32 misspells the name
    least = info.get("subgroup_min_size", info.get("stackgroup_min_size", 4))
    level = int(min(max(least, 4), 64)).bit_length() - 1
    counters = vars(device.counters).copy()
    out = device.allocate(4 * WG)
    consts = {"WG": WG, "FIRST": level}
    launch(device, "probe_lanes", 1, {}, {"dst": out}, consts=consts)
    good = device.read(out, 0, 4 * WG).view(np.uint32).all()
    vars(device.counters).update(counters)  # no transfer that a program asked for
    return level if good else 0
