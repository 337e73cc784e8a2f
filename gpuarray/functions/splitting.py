"""Parts of an array along an axis, as views: split, hsplit, vsplit, dsplit, unstack."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.arrays.array_object import GPUArray, as_array
from gpuarray.functions.manipulation import moveaxis
from gpuarray.runtime.dispatch import implements


@implements(np.array_split)
def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[GPUArray]:
    """Views of parts along an axis, of lengths that differ by at most one.

    indices_or_sections: how many parts, or where to cut. ValueError for less than one
    part. Source: numpy.array_split.
    """
    array = as_array(ary)
    axis = normalize_axis_index(axis, array.ndim)
    if isinstance(indices_or_sections, GPUArray):
        indices_or_sections = indices_or_sections.get()
    stand_in = np.empty((array.shape[axis], 0))
    lengths = [len(part) for part in np.array_split(stand_in, indices_or_sections)]
    if np.ndim(indices_or_sections) == 0:
        cuts = [0, *itertools.accumulate(lengths)]
    else:
        cuts = [0, *map(int, indices_or_sections), array.shape[axis]]
    before = (slice(None),) * axis
    return [array[(*before, slice(*cut))] for cut in itertools.pairwise(cuts)]


@implements(np.split)
def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[GPUArray]:
    """Views of equal parts along an axis, or of the parts between given positions.

    ValueError if the parts cannot be equal. Source: numpy.split.
    """
    array = as_array(ary)
    if isinstance(indices_or_sections, GPUArray):
        indices_or_sections = indices_or_sections.get()
    if np.ndim(indices_or_sections) == 0 and array.shape[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return array_split(array, indices_or_sections, axis)


@implements(np.unstack)
def unstack(x: Any, /, *, axis: int = 0) -> tuple[GPUArray, ...]:
    """Views of the slices along an axis.

    ValueError for 0-d. Source: numpy.unstack.
    """
    array = as_array(x)
    if array.ndim == 0:
        raise ValueError("Input array must be at least 1-d.")
    return tuple(moveaxis(array, axis, 0))


@implements(np.hsplit)
def hsplit(ary: Any, indices_or_sections: Any) -> list[GPUArray]:
    """Views of parts side by side: `split` along the second axis, of 1-D the first.

    ValueError for 0-d and for parts that cannot be equal. Source: numpy.hsplit.
    """
    array = _at_least(ary, 1, "hsplit")
    return split(array, indices_or_sections, min(array.ndim - 1, 1))


@implements(np.vsplit)
def vsplit(ary: Any, indices_or_sections: Any) -> list[GPUArray]:
    """Views of parts one below the other: `split` along the first axis.

    ValueError for less than two axes and for parts that cannot be equal. Source:
    numpy.vsplit.
    """
    return split(_at_least(ary, 2, "vsplit"), indices_or_sections, 0)


@implements(np.dsplit)
def dsplit(ary: Any, indices_or_sections: Any) -> list[GPUArray]:
    """Views of parts one behind the other: `split` along the third axis.

    ValueError for less than three axes and for parts that cannot be equal. Source:
    numpy.dsplit.
    """
    return split(_at_least(ary, 3, "dsplit"), indices_or_sections, 2)


def _at_least(ary: Any, ndim: int, name: str) -> GPUArray:
    array = as_array(ary)
    if array.ndim < ndim:
        raise ValueError(f"{name} only works on arrays of {ndim} or more dimensions")
    return array
