"""Arguments of indirect dispatches and draws, made on the device from a count."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from gpuarray.algorithms import counted, evaluation
from gpuarray.arrays.array_object import GPUArray, wrap
from gpuarray.runtime.dispatch import Counted
from gpuarray.runtime.expr import Count, cast

xp: Any = np  # its stubs do not know arrays that implement its protocols
UINT32 = np.dtype(np.uint32)
_WORD = 1 << 32


def dispatch_args(count: Any, workgroup_size: int) -> GPUArray:
    """The arguments of an indirect dispatch of one invocation an item; does not wait.

    count: a `Compacted` or a 0-d integer array; numbers below 0 count as 0, above
    2^32 - 1 as that. Result: (x, y, 1) of uint32, whose `.buffer` is for
    `dispatch_workgroups_indirect` at offset 0. Above 65,535 workgroups they are folded:
    number wg.x + wg.y * num_workgroups.x, and some may lie past the count. There are
    never more than 65,535**2, the most that WebGPU runs so: what `fold_groups` refuses
    is cut short here. TypeError or ValueError for other counts and sizes.
    """
    group = operator.index(workgroup_size)
    if not 0 < group < _WORD:
        raise ValueError(f"workgroup_size must be positive, not {group}")
    held = count_given(count)
    found = counted.dispatch_words(held, group)
    evaluation.after_use(held.buffer)
    return wrap(found)


def draw_args(
    count: Any,
    vertex_count: int | None,
    *,
    first_vertex: int = 0,
    first_instance: int = 0,
) -> GPUArray:
    """The arguments of an indirect draw of one instance an item; does not wait.

    count: as for `dispatch_args`. vertex_count: vertices of an instance;
    None draws one instance of `count` vertices. Result: four words of uint32, whose
    `.buffer` is for `draw_indirect` at offset 0. A `first_instance` other than 0 needs
    wgpu's feature indirect-first-instance.
    """
    place, vertices = (0, 0) if vertex_count is None else (1, vertex_count)
    instances = 1 if vertex_count is None else 0
    return _draw(count, place, vertices, instances, first_vertex, first_instance)


def draw_indexed_args(
    count: Any,
    index_count: int | None,
    *,
    first_index: int = 0,
    base_vertex: int = 0,
    first_instance: int = 0,
) -> GPUArray:
    """The arguments of an indirect indexed draw of one instance an item; never waits.

    count: as for `dispatch_args`. index_count: indices of an instance;
    None draws one instance of `count` indices. base_vertex may be negative. Result:
    five words of uint32, whose `.buffer` is for `draw_indexed_indirect` at offset 0.
    """
    place, length = (0, 0) if index_count is None else (1, index_count)
    instances = 1 if index_count is None else 0
    if not -(_WORD >> 1) <= base_vertex < _WORD >> 1:
        raise ValueError(f"base_vertex must fit 32 bits, not {base_vertex}")
    words = (length, instances, first_index, base_vertex % _WORD, first_instance)
    return _draw(count, place, *words)


def _draw(count: Any, place: int, *words: int) -> GPUArray:
    given = tuple(map(operator.index, words))
    if not all(0 <= word < _WORD for word in given):
        raise ValueError(f"the numbers of a draw must be of 32 bits: {given}")
    held = count_given(count)
    found = counted.draw_words(held, place, given)
    evaluation.after_use(held.buffer)
    return wrap(found)


def count_given(value: Any) -> Count:
    """The count of a Compacted, or a 0-d integer array as one."""
    if isinstance(value, Counted):
        found: Count = value._count
        return found
    if not isinstance(value, GPUArray) or value.dtype.kind not in "iu":
        raise TypeError(
            "count must be a Compacted or a 0-d integer array on the device"
        )
    if value.shape:
        raise ValueError(f"count must be 0-d, not of shape {value.shape}")
    leaf = evaluation.compute(cast(_in_word(value)._cell.fused(), UINT32))
    return Count(leaf.buffer)


def _in_word(value: GPUArray) -> GPUArray:
    """The nearest number of 0 to 2^32 - 1."""
    if value.dtype.kind == "i":
        value = xp.maximum(value, 0)
    if value.dtype.itemsize == 8:
        value = xp.minimum(value, _WORD - 1)
    return value
