"""Counts that stay on the device: ends of items, grids, arguments of indirect calls.

What works on the first `count` items takes its grid and its ends from words that a
kernel of one invocation makes of the count. Nothing is read back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gpuarray.runtime import layout as lay
from gpuarray.runtime.expr import Count, Leaf
from gpuarray.runtime.kernels import FromDevice, launch

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer

UINT32 = np.dtype(np.uint32)
ITEMS, UNITS, GROUPS = 3, 4, 5  # words of a span, behind the grid's three
_MOST = 0xFFFFFFFF


class Span(NamedTuple):
    """A grid on the device, with the last item, the last unit and the workgroups."""

    buffer: Buffer

    def gives(self, **words: int) -> FromDevice:
        """The grid, and parameters of a kernel by the word of the span they are."""
        return FromDevice(self.buffer, words)

    @property
    def groups(self) -> Count:
        """How many groups there are, as a count."""
        return Count(self.buffer, GROUPS)


def span(
    device: Device,
    count: Count,
    stop: int,
    group: int,
    *,
    first: int = 0,
    unit: tuple[int, int] = (1, 1),
    least: int = 0,
    times: int = 1,
) -> Span:
    """The grid of a dispatch over the counted ones of the items before `stop`.

    unit: (a, b): b items are written as a units, of which a workgroup takes `group`,
    from unit `first` on. least: the fewest groups. times: workgroups that each group
    stands for. Does not wait.
    """
    dst = device.allocate(4 * 6)
    params = {
        "word": count.word,
        "row": count.row,
        "stop": stop,
        "num": unit[0],
        "den": unit[1],
        "first": first,
        "group": group,
        "least": least,
        "times": times,
    }
    launch(device, "counted_span", 1, params, {"dst": dst, "count": count.buffer})
    return Span(dst)


def taken(device: Device, source: Buffer, word: int, most: int) -> Count:
    """A count of its own: a word of a buffer, but `most` if that is less."""
    dst = device.allocate(4)
    params = {"word": word, "most": most}
    launch(device, "count_below", 1, params, {"dst": dst, "source": source})
    return Count(dst)


def zero(device: Device) -> Count:
    """The count of nothing."""
    dst = device.allocate(4)
    device.clear(dst)
    return Count(dst)


def count_leaf(count: Count) -> Leaf:
    """A count as a 0-d uint32 array."""
    return Leaf(UINT32, (), count.buffer, lay.Layout((), (), 4 * count.word))


def read(count: Count) -> int:
    """The number; waits for the device (4 bytes)."""
    raw = count.buffer.owner.read(count.buffer, 4 * count.word, 4)
    return int(raw.view(np.uint32)[0])


# ---- arguments of indirect calls


def dispatch_words(count: Count, workgroup_size: int) -> Leaf:
    """(x, y, 1): the workgroups for one invocation an item; does not wait."""
    device = count.buffer.owner
    with device.lock:
        found = span(device, count, _MOST, workgroup_size)
    return Leaf(UINT32, (3,), found.buffer, lay.contiguous((3,), 4))


def draw_words(count: Count, place: int, words: tuple[int, ...]) -> Leaf:
    """Four or five words with the count at one place; does not wait."""
    device = count.buffer.owner
    length = len(words)
    with device.lock:
        dst = device.allocate(4 * length)
        given: dict[str, Any] = dict(zip("abcde", (*words, 0), strict=False))
        params = {"word": count.word, "place": place, "length": length, **given}
        launch(device, "draw_args", 1, params, {"dst": dst, "count": count.buffer})
    return Leaf(UINT32, (length,), dst, lay.contiguous((length,), 4))
