"""How the items of a tile find their places when they are sorted by a digit.

Where lanes of a subgroup can vote, equal digits of eight bits find each other by
ballots; elsewhere each invocation counts digits of four bits in workgroup memory. The
results are the same.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gpuarray.algorithms.tile_kernels import first_level
from gpuarray.runtime.kernels import launch

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device

EACH = 16  # items of an invocation
RANKS = "auto"  # "nibble", "match": see the wgsl/shared files of these names
_SIZES = (256, 128, 64)
_REST = 4096  # bytes of workgroup memory beside the items and the counts of digits


class Ranking(NamedTuple):
    """What the kernels that sort tiles take.

    lanes: invocations of the largest tile. match: by ballots.
    """

    lanes: int
    match: bool
    consts: dict[str, int]

    def use(self, kernel: str) -> tuple[str, ...]:
        """The shared files of a kernel."""
        name = "match" if self.match else "nibble"
        block = "subgroup" if self.consts["FIRST"] else "blelloch"
        files = (f"block_scan_{block}", f"{name}_ranks")
        return (*files, f"{name}_bases") if kernel == "radix_scatter" else files


def ranking(device: Device) -> Ranking:
    """The way of a device; asked for once."""
    found = _FOUND.setdefault(device, {})
    if RANKS not in found:
        with device.lock:
            found[RANKS] = _chosen(device)
    return found[RANKS]


_FOUND: weakref.WeakKeyDictionary[Device, dict[str, Ranking]] = (
    weakref.WeakKeyDictionary()
)


def _chosen(device: Device) -> Ranking:
    room = device.limits["max-compute-workgroup-storage-size"]
    first = first_level(device)
    size = 1 << min(first, 5)
    for lanes in _SIZES:
        counts = 1024 * lanes // size
        if RANKS != "nibble" and first and 4 * EACH * lanes + counts + _REST <= room:
            consts = {"FIRST": first, "LANES": size, "WIDE": int(_wide(device, size))}
            if _votes(device, consts):
                return Ranking(lanes, True, consts)
            break
    lanes = next(n for n in _SIZES if 4 * EACH * n + _REST <= room)
    return Ranking(lanes, False, {"FIRST": first})


def _wide(device: Device, size: int) -> bool:
    """Whether a subgroup may have more lanes than `size`."""
    info = device.adapter_info  # wgpu-py 0.32 misspells the name
    most = info.get("subgroup_max_size", info.get("stackgroup_max_size", 128))
    return int(most) > size


def _votes(device: Device, consts: dict[str, int]) -> bool:
    """Whether ballots say what the kernels assume; each device is asked once."""
    n = 256
    counters = vars(device.counters).copy()
    out = device.allocate(4 * n)
    own = {"WG": n, "LANES": consts["LANES"], "WIDE": consts["WIDE"]}
    launch(device, "probe_votes", 1, {}, {"dst": out}, consts=own)
    got = device.read(out, 0, 4 * n).view(np.uint32)
    vars(device.counters).update(counters)  # no transfer that a program asked for
    lane = np.arange(n)
    digits = ((37 * lane + lane // 5) % 4).reshape(-1, consts["LANES"])
    equal = digits[:, :, None] == digits[:, None, :]
    bits = np.uint32(1) << np.arange(consts["LANES"], dtype=np.uint32)
    return bool(((equal * bits).sum(axis=-1).reshape(-1) == got).all())
