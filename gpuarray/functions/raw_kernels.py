"""Whole compute shaders in WGSL, launched on arrays."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms import evaluation
from gpuarray.arrays.array_object import GPUArray
from gpuarray.runtime import layout as lay
from gpuarray.runtime import user_shaders, windows
from gpuarray.runtime.device import MAX_GROUPS
from gpuarray.runtime.errors import DeviceMemoryError
from gpuarray.runtime.uniforms import packed

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.expr import Leaf
    from gpuarray.runtime.memory import Buffer
    from gpuarray.runtime.user_shaders import Binding

_MOST_UNIFORM = 1 << 15  # bytes: half of the page that launches share
_ITEM = re.compile(r"^array<(?:atomic<)?(f32|f16|i32|i64|u64|f64)>?(?:,.*)?>$")
_DTYPES = {
    type_: np.dtype(code)
    for type_, code in {
        "f32": "f4", "f16": "f2", "i32": "i4", "i64": "i8", "u64": "u8", "f64": "f8",
    }.items()
}  # fmt: skip


def fold_groups(invocations: int, workgroup_size: int = 1) -> tuple[int, int, int]:
    """The workgroups (x, y, 1) that cover a number of invocations.

    Where more than 65,535 are needed, which no dimension may have, they are folded: the
    number of a workgroup is `wg.x + wg.y * nwg.x` of the builtins workgroup_id and
    num_workgroups, and those at the end may lie past the work. ValueError for what is
    negative, or no grid can cover.
    """
    if invocations < 0 or workgroup_size < 1:
        raise ValueError(
            f"{invocations} invocations in workgroups of {workgroup_size} are no work"
        )
    groups = -(-invocations // workgroup_size)
    y = max(-(-groups // MAX_GROUPS), 1)
    if y > MAX_GROUPS:
        raise ValueError(f"{groups} workgroups are more than {MAX_GROUPS}**2")
    return -(-groups // y), y, 1


class RawKernel:
    """A compute shader to launch on arrays; `raw_kernel` makes it.

    bindings: the (name, "read", "read_write" or "uniform", WGSL type) of what a call
    takes, in order.
    """

    def __init__(
        self, wgsl: str, entry_point: str, workgroup_size: Any, name: str
    ) -> None:
        if not isinstance(wgsl, str):
            raise TypeError(f"wgsl must be a str, not {type(wgsl).__name__}")
        size = None if workgroup_size is None else _lengths(workgroup_size)
        self._shader = user_shaders.read(wgsl, entry_point, size)
        self.code, self.entry_point = wgsl, entry_point
        self.name = name or entry_point

    def __repr__(self) -> str:
        names = ", ".join(name for name, _, _ in self.bindings)
        return f"<gpuarray raw kernel {self.name}({names})>"

    @property
    def workgroup_size(self) -> tuple[int, int, int]:
        """Invocations of a workgroup in x, y and z."""
        return self._shader.size

    @property
    def bindings(self) -> tuple[tuple[str, str, str], ...]:
        """What a call takes, in order: (name, kind, WGSL type)."""
        return tuple((b.name, b.kind, b.type) for b in self._shader.bindings)

    def groups(self, invocations: int) -> tuple[int, int, int]:
        """The grid that covers a number of invocations; see `fold_groups`."""
        return fold_groups(invocations, math.prod(self.workgroup_size))

    def __call__(
        self, *args: Any, groups: Any = None, indirect: GPUArray | None = None
    ) -> None:
        """Launch the shader on arguments; does not wait. See `gpuarray.raw_kernel`."""
        shader = self._shader
        if len(args) != len(shader.bindings):
            names = ", ".join(binding.name for binding in shader.bindings)
            raise TypeError(
                f"{self.name}() takes {len(shader.bindings)} arguments ({names}) but "
                f"{len(args)} were given"
            )
        if (groups is None) == (indirect is None):
            raise TypeError(f"{self.name}() takes groups= or indirect=, one of them")
        grid = (1, 1, 1) if groups is None else self._grid(groups)
        leaves, blocks = [], []
        for binding, value in zip(shader.bindings, args, strict=True):
            if binding.uniform is not None:
                blocks.append(packed(binding.uniform, value, binding.name))
            else:
                leaves.append((binding, value, self._leaf(binding, value)))
        count = None if indirect is None else _three_words(indirect)
        device = windows.device_of(*[leaf for _, _, leaf in leaves], count)
        user_shaders.require_size(device, shader.size)
        self._within_limits(device, leaves, blocks)
        if 0 in grid:
            return
        with device.lock:
            self._run(device, leaves, blocks, grid, count)

    def _run(
        self,
        device: Device,
        leaves: list[tuple[Binding, GPUArray, Leaf]],
        blocks: list[bytes],
        grid: tuple[int, int, int],
        count: Leaf | None,
    ) -> None:
        user_shaders.pipeline_of(device, self._shader, self.name)
        written = {id(leaf.buffer) for b, _, leaf in leaves if b.kind == "read_write"}
        words: Buffer | None = None
        if count is not None:
            words = count.buffer
            begins = count.layout.offset == 0 and lay.is_contiguous(count.layout, 4)
            # A dispatch may not write what its grid is read from.
            if id(words) in written or not (begins and user_shaders.gives_grid(words)):
                words = evaluation.compute(count).buffer
        for binding, _, leaf in leaves:
            if binding.kind == "read_write":
                evaluation.before_write(leaf.buffer)
        parts, back = [], []
        for binding, _, leaf in leaves:
            writes = binding.kind == "read_write"
            copied = not writes and id(leaf.buffer) in written
            if copied or not _binds_in_place(device, leaf):
                place = evaluation.compute(leaf)
                if writes:
                    back.append((leaf, place))
            else:
                place = leaf
            nbytes = leaf.layout.size * leaf.dtype.itemsize
            parts.append((place.buffer, place.layout.offset, -(-nbytes // 4) * 4))
        user_shaders.launch(device, self.name, self._shader, blocks, parts, grid, words)
        for leaf, place in back:
            evaluation.store(leaf, place)
        evaluation.after_use(*[leaf.buffer for _, _, leaf in leaves])

    def _grid(self, groups: Any) -> tuple[int, int, int]:
        lengths = (*_lengths(groups), 1, 1)[:3]
        if max(lengths) > MAX_GROUPS or min(lengths) < 0:
            raise ValueError(
                f"groups={groups}: a dimension has 0 to {MAX_GROUPS} workgroups; fold "
                "more into two with gpuarray.fold_groups"
            )
        return lengths  # type: ignore[return-value]

    def _leaf(self, binding: Binding, value: Any) -> Leaf:
        """The memory of an argument; errors for what cannot be bound."""
        if not isinstance(value, GPUArray):
            raise TypeError(
                f"{binding.name} is var<storage>, which takes a GPUArray, not "
                f"{type(value).__name__}"
            )
        if binding.kind == "read_write" and not value._writeable:
            raise ValueError(f"{binding.name} is written, and the array is read-only")
        if value.size == 0 or value.dtype.itemsize == 0:
            raise ValueError(f"{binding.name}: an array of no items cannot be bound")
        item = _ITEM.match(re.sub(r"\s+", "", binding.type))
        numeric = value.dtype.kind in "biuf"
        if item and numeric and value.dtype != _DTYPES[item[1]]:
            raise TypeError(
                f"{binding.name} is {binding.type}, and the array's dtype {value.dtype}"
            )
        leaf = value._leaf()
        if not lay.is_contiguous(leaf.layout, leaf.dtype.itemsize):
            raise ValueError(
                f"{binding.name}: the items of this view do not follow each other in "
                "memory; pass gpuarray.ascontiguousarray(x), and assign it back where "
                "the shader writes"
            )
        return leaf

    def _within_limits(
        self,
        device: Device,
        leaves: list[tuple[Binding, GPUArray, Leaf]],
        blocks: list[bytes],
    ) -> None:
        most = device.max_storage_buffers
        if len(leaves) > most:
            raise ValueError(
                f"{self.name} binds {len(leaves)} storage buffers; this device binds "
                f"{most}"
            )
        most = device.limits["max-dynamic-uniform-buffers-per-pipeline-layout"]
        if len(blocks) > most:
            raise ValueError(
                f"{self.name} binds {len(blocks)} uniforms; this device has {most}: "
                "put them into a struct"
            )
        if sum(map(len, blocks)) > _MOST_UNIFORM:
            raise ValueError(
                f"{self.name} has uniforms of {sum(map(len, blocks))} bytes, and a "
                f"launch takes {_MOST_UNIFORM}: bind an array"
            )
        for k, (binding, _, leaf) in enumerate(leaves):
            nbytes = leaf.layout.size * leaf.dtype.itemsize
            if nbytes > device.max_binding:
                raise DeviceMemoryError(
                    f"{binding.name} has {nbytes} bytes, and a binding at most "
                    f"{device.max_binding} on this device: pass parts of it, as x[a:b]"
                )
            for other, _, before in leaves[:k]:
                _apart(binding, leaf, other, before)


def raw_kernel(
    wgsl: str,
    entry_point: str = "main",
    workgroup_size: int | tuple[int, ...] | None = None,
    *,
    name: str = "",
) -> RawKernel:
    """A whole WGSL compute shader to launch on arrays.

    wgsl: the text. entry_point: its @compute function. workgroup_size: one to three
    integers; the names that @workgroup_size(..) uses get these values, numbers there
    must agree. name: for messages and profiles.

    The result is called with one argument for each variable of @group(0), in the order
    of @binding: arrays for storage, which are written where it is read_write; numbers,
    tuples, dicts or records for uniforms. groups: workgroups, one to three integers.
    indirect: a uint32 array of three items that is read for the grid in their place.
    Returns None and does not wait.

    Pending results that the arrays take part in are computed first, so that the shader
    acts like an assignment. Views are bound where they lie, if their items follow each
    other; what does not begin or end on a boundary of the device is copied, and copied
    back. An array that is read and written through two bindings is read as it was. A
    uniform's value, a length or a grid compiles nothing new.
    CompileError at the first call, naming line and column; TypeError for wrong
    arguments; ValueError for views with gaps, grids, workgroups and counts of bindings
    that are out of range; DeviceMemoryError for arrays larger than a binding.
    Source: WGSL and WebGPU (W3C).
    """
    return RawKernel(wgsl, entry_point, workgroup_size, name)


def _lengths(value: Any) -> tuple[int, ...]:
    given = value if isinstance(value, tuple | list) else (value,)
    if not 1 <= len(given) <= 3:
        raise ValueError(f"one to three lengths are wanted, not {value!r}")
    try:
        return tuple(n.__index__() for n in given)
    except AttributeError:
        raise TypeError(f"lengths must be integers, not {value!r}") from None


def _three_words(array: Any) -> Leaf:
    if not isinstance(array, GPUArray) or array.dtype != np.uint32 or array.size != 3:
        raise TypeError(
            "indirect must be a uint32 array of 3 items on the device, not "
            + (
                f"{array.dtype} of shape {array.shape}"
                if isinstance(array, GPUArray)
                else type(array).__name__
            )
        )
    return array._leaf()


def _binds_in_place(device: Device, leaf: Leaf) -> bool:
    """Whether a binding can be exactly the items."""
    align = device.limits["min-storage-buffer-offset-alignment"]
    offset = leaf.layout.offset
    nbytes = leaf.layout.size * leaf.dtype.itemsize
    whole_words = nbytes % 4 == 0 or offset + nbytes == leaf.buffer.nbytes
    return offset % align == 0 and whole_words


def _apart(binding: Binding, leaf: Leaf, other: Binding, before: Leaf) -> None:
    """ValueError where two bindings write to the same bytes."""
    if leaf.buffer is not before.buffer:
        return
    if binding.kind == other.kind == "read_write":
        low, high = lay.extent(leaf.layout, leaf.dtype.itemsize)
        first, last = lay.extent(before.layout, before.dtype.itemsize)
        if low < last and first < high:
            raise ValueError(
                f"{other.name} and {binding.name} are both written and share memory"
            )
