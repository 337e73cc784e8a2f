"""Views by shape and strides: windows that slide over an array, and any others."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms.evaluation import Cell
from gpuarray.arrays.array_base import moved
from gpuarray.arrays.array_object import GPUArray, as_array
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dispatch import implements

if TYPE_CHECKING:
    from collections.abc import Sequence


@implements(np.lib.stride_tricks.sliding_window_view)
def sliding_window_view(
    x: Any,
    window_shape: int | Sequence[int],
    axis: Any = None,
    *,
    subok: bool = False,
    writeable: bool = False,
) -> GPUArray:
    """Every window of a shape that fits into the array, as a view.

    Windows are the last axes; axis: the axes that window_shape is of, default all. Does
    not wait or copy. ValueError for windows that do not fit. Source:
    numpy.lib.stride_tricks.sliding_window_view.
    """
    slide: Any = np.lib.stride_tricks.sliding_window_view
    return as_array(x)._view(
        lambda d: slide(d, window_shape, axis), writeable=writeable
    )


def as_strided(
    x: Any,
    shape: Sequence[int] | None = None,
    strides: Sequence[int] | None = None,
    subok: bool = False,
    writeable: bool = True,
) -> GPUArray:
    """A view of the array's memory with another shape and other strides in bytes.

    Does not wait. Unlike NumPy's, raises ValueError where the view would leave the
    array's memory. Source: numpy.lib.stride_tricks.as_strided.
    """
    array = as_array(x)
    leaf = array._leaf()
    lengths = array.shape if shape is None else tuple(shape)
    steps = leaf.layout.strides if strides is None else tuple(strides)
    if len(lengths) != len(steps):
        raise ValueError("shape and strides must have the same length")
    layout = lay.Layout(lengths, steps, leaf.layout.offset)
    low, high = lay.extent(layout, leaf.dtype.itemsize)
    if low < 0 or (layout.size and high > leaf.buffer.nbytes):
        raise ValueError(
            f"shape {lengths} with strides {steps} needs bytes {low}..{high} of "
            f"memory of {leaf.buffer.nbytes} bytes"
        )
    base = array if array.base is None else array.base
    may_write = writeable and array.flags.writeable
    cell = Cell(moved(leaf, layout, leaf.dtype))
    return GPUArray(cell, base=base, writeable=may_write)


lib: Any = ModuleType("gpuarray.lib", "As numpy.lib: stride_tricks.")
lib.stride_tricks = ModuleType("gpuarray.lib.stride_tricks", __doc__)
lib.stride_tricks.as_strided = as_strided
lib.stride_tricks.sliding_window_view = sliding_window_view
