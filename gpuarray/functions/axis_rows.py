"""Rows of the items over one or more axes, and results in the place of these axes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy
from numpy.lib.array_utils import normalize_axis_tuple

from gpuarray.functions.accumulation import (
    DEFAULT,
    check_out,
    device_array,
    host,
    stand_in,
    target_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpuarray.arrays.array_object import GPUArray

np: Any = numpy  # its stubs do not know arrays that implement its protocols


class AxisRows:
    """What is asked for: rows of items to work on, and where the result goes.

    like: the NumPy function; before: its arguments behind the array; q_shape: the axes
    that come first in the result.
    """

    def __init__(
        self,
        a: Any,
        axis: Any,
        out: Any,
        keepdims: Any,
        like: Callable[..., Any],
        before: tuple[Any, ...] = (),
        q_shape: tuple[int, ...] = (),
        **options: Any,
    ) -> None:
        self.array, self.target = device_array(a), target_of(out)
        axis, ndim, shape = host(axis), self.array.ndim, self.array.shape
        tiny = stand_in(self.array)
        options |= {"axis": axis, "keepdims": keepdims}
        result = numpy.asarray(like(tiny, *before, **options))
        self.dtype = result.dtype
        axes = set(range(ndim) if axis is None else normalize_axis_tuple(axis, ndim))
        self.kept = [d for d in range(ndim) if d not in axes]
        keep = keepdims is not DEFAULT and keepdims
        self.shape = q_shape + tuple(
            1 if d in axes else n for d, n in enumerate(shape) if keep or d not in axes
        )
        if self.target is not None:
            check_out(
                self.target,
                self.shape,
                lambda o: like(tiny, *before, **options, out=o),
                result.shape,
            )
        n = math.prod(shape[d] for d in axes)
        self.order = (*self.kept, *sorted(axes))
        self.rows = self.as_rows(self.array, n)
        self.empty = n == 0

    def as_rows(self, array: GPUArray, n: int) -> GPUArray:
        """The array with the reduced axes as one at the end, n items long."""
        turned = array.transpose(self.order) if array.ndim > 1 else array
        return turned.reshape((*(array.shape[d] for d in self.kept), n))

    def ordered(self, overwrite: bool) -> Any:
        """The rows, sorted; the input too, if it may be overwritten."""
        found = np.sort(self.rows, axis=-1)
        if overwrite:
            turned = self.array.transpose(self.order)
            turned[...] = found.reshape(turned.shape)
        return found

    def done(self, found: Any) -> GPUArray:
        """The result, in `out` where it was given."""
        result: GPUArray = found.reshape(self.shape)
        if not result.flags.c_contiguous:
            result = result.copy()
        if self.target is None:
            return result.astype(self.dtype, copy=False)
        self.target._assign(result)
        return self.target
