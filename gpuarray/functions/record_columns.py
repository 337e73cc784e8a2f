"""What the functions over records share: their fields one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gpuarray.arrays.array_object import GPUArray


def columns_of(array: GPUArray) -> Iterator[GPUArray]:
    """Every field as a view, those of nested records and sub-arrays one by one."""
    for name in array.dtype.names or ():
        field = array[name]
        inner = field.shape[array.ndim :]
        for place in np.ndindex(inner):
            item = field[(..., *place)] if inner else field
            if item.dtype.names is None:
                yield item
            else:
                yield from columns_of(item)


def no_masks(usemask: bool, asrecarray: bool) -> None:
    """TypeError for the classes that the device lacks."""
    if usemask or asrecarray:
        raise TypeError(
            "the device has no masked arrays and no record arrays: pass usemask=False "
            "and asrecarray=False"
        )
