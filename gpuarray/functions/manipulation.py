"""Shapes, axes and the order of items: reshape, transpose, broadcast_to, flip, roll.

Nearly all are views: NumPy itself, called on a stand-in of the same shape and strides,
says where their items lie and which calls are errors. None waits for the device.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from gpuarray.arrays.array_object import GPUArray, as_array, as_plain, blank, wrap
from gpuarray.functions.arguments import gives_scalars
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dispatch import implements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

# ---- shapes


@implements(np.reshape)
def reshape(
    a: Any, /, shape: Any, order: Any = "C", *, copy: bool | None = None
) -> GPUArray:
    """The same items in another shape: a view where NumPy gives one, else a copy.

    ValueError if the sizes differ, or if copy=False and a copy is needed. Source:
    numpy.reshape.
    """
    return as_array(a).reshape(shape, order=order, copy=copy)


@implements(np.ravel)
def ravel(a: Any, order: str = "C") -> GPUArray:
    """All items on one axis: a view where possible.

    Source: numpy.ravel.
    """
    return as_array(a).ravel(order)


@implements(np.expand_dims)
def expand_dims(a: Any, axis: Any) -> GPUArray:
    """A view with axes of length 1 put in.

    AxisError. Source: numpy.expand_dims.
    """
    return as_array(a)._view(lambda d: np.expand_dims(d, axis))


@implements(np.squeeze)
def squeeze(a: Any, axis: Any = None) -> GPUArray:
    """A view without axes of length 1.

    ValueError for an axis of another length. Source: numpy.squeeze.
    """
    return as_array(a)._view(lambda d: np.squeeze(d, axis))


@implements(np.broadcast_to)
def broadcast_to(array: Any, shape: Any, subok: bool = False) -> GPUArray:
    """A read-only view in which the array is repeated to fill a shape.

    subok: accepted and ignored. ValueError if it does not fit. Source:
    numpy.broadcast_to.
    """
    source = as_plain(as_array(array))
    return source._view(lambda d: np.broadcast_to(d, shape), writeable=False)


@implements(np.broadcast_arrays)
def broadcast_arrays(*args: Any, subok: bool = False) -> tuple[GPUArray, ...]:
    """Read-only views of the arrays repeated to their common shape.

    An array that has it already is returned itself. ValueError if there is none.
    Source: numpy.broadcast_arrays.
    """
    arrays = [as_plain(as_array(arg)) for arg in args]
    shape = lay.common_shape(*(array.shape for array in arrays))
    return tuple(
        array if array.shape == shape else broadcast_to(array, shape)
        for array in arrays
    )


class broadcast:  # noqa: N801 - NumPy's name
    """Arrays stretched to their common shape, to look at and to walk over.

    shape, size, ndim (also nd) and numiter are the result's; iterating gives a tuple of
    0-d arrays for each item, one small piece of work each. ValueError if the shapes do
    not match. Source: numpy.broadcast.
    """

    def __init__(self, *arrays: Any) -> None:
        self._arrays = broadcast_arrays(*arrays)
        self.shape = lay.common_shape(*(array.shape for array in self._arrays))
        self.size, self.ndim = math.prod(self.shape), len(self.shape)
        self.nd, self.numiter = self.ndim, len(arrays)
        self.reset()

    def reset(self) -> None:
        """Begin anew."""
        self.iters = tuple(array.flat for array in self._arrays)
        self.index = 0

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return self

    def __next__(self) -> tuple[Any, ...]:
        if self.index >= self.size:
            raise StopIteration
        found = tuple([next(items) for items in self.iters])
        self.index += 1
        return found


def _at_least(function: Callable[[Any], Any], arys: Sequence[Any]) -> Any:
    found = []
    for ary in arys:
        array = as_array(ary)
        view = array._view(function)
        found.append(array if view.ndim == array.ndim else view)
    return found[0] if len(found) == 1 else tuple(found)


@implements(np.atleast_1d)
def atleast_1d(*arys: Any) -> Any:
    """The arrays as views of at least one axis.

    Source: numpy.atleast_1d.
    """
    return _at_least(np.atleast_1d, arys)


@implements(np.atleast_2d)
def atleast_2d(*arys: Any) -> Any:
    """The arrays as views of at least two axes.

    Source: numpy.atleast_2d.
    """
    return _at_least(np.atleast_2d, arys)


@implements(np.atleast_3d)
def atleast_3d(*arys: Any) -> Any:
    """The arrays as views of at least three axes.

    Source: numpy.atleast_3d.
    """
    return _at_least(np.atleast_3d, arys)


@implements(np.copy)
def copy(a: Any, order: str | None = "K", subok: bool = False) -> GPUArray:
    """A copy in memory of its own.

    Source: numpy.copy.
    """
    array = as_array(a)
    return as_plain(array) if array._scalar else array.copy(lay.memory_order(order))


@implements(np.shape)
def shape(a: Any) -> tuple[int, ...]:
    """The length of each axis.

    Source: numpy.shape.
    """
    return a.shape if isinstance(a, GPUArray) else np.shape(a)


@implements(np.ndim)
def ndim(a: Any) -> int:
    """The number of axes.

    Source: numpy.ndim.
    """
    return a.ndim if isinstance(a, GPUArray) else np.ndim(a)


@implements(np.size)
def size(a: Any, axis: Any = None) -> int:
    """The number of items, or the length of some axes.

    Source: numpy.size.
    """
    if not isinstance(a, GPUArray):
        return int(np.size(a, axis))
    array = a
    if axis is None:
        return array.size
    axes = normalize_axis_tuple(axis, array.ndim)
    return int(np.prod([array.shape[d] for d in axes], dtype=np.int64))


# ---- axes


@implements(np.transpose)
def transpose(a: Any, axes: Any = None) -> GPUArray:
    """A view with the axes permuted, reversed by default.

    ValueError if `axes` is no permutation. Source: numpy.transpose.
    """
    return as_array(a)._view(lambda d: np.transpose(d, axes))


permute_dims = transpose  # NumPy's permute_dims is its transpose


@implements(np.matrix_transpose)
def matrix_transpose(x: Any, /) -> GPUArray:
    """A view with the last two axes exchanged.

    Source: numpy.matrix_transpose.
    """
    return as_array(x)._view(np.matrix_transpose)


@implements(np.moveaxis)
def moveaxis(a: Any, source: Any, destination: Any) -> GPUArray:
    """A view with axes moved to other places.

    Source: numpy.moveaxis.
    """
    return as_array(a)._view(lambda d: np.moveaxis(d, source, destination))


@implements(np.rollaxis)
def rollaxis(a: Any, axis: int, start: int = 0) -> GPUArray:
    """A view with an axis moved before another.

    Source: numpy.rollaxis.
    """
    return as_array(a)._view(lambda d: np.rollaxis(d, axis, start))


@implements(np.swapaxes)
def swapaxes(a: Any, axis1: int, axis2: int) -> GPUArray:
    """A view with two axes exchanged.

    Source: numpy.swapaxes.
    """
    return as_array(a)._view(lambda d: np.swapaxes(d, axis1, axis2))


# ---- order


@implements(np.flip)
@gives_scalars
def flip(m: Any, axis: Any = None) -> GPUArray:
    """A view with the items of some axes, by default all, in reverse order.

    AxisError. Source: numpy.flip.
    """
    return as_array(m)._view(lambda d: np.flip(d, axis))


@implements(np.fliplr)
def fliplr(m: Any) -> GPUArray:
    """A view with the second axis reversed.

    Source: numpy.fliplr.
    """
    return as_array(m)._view(np.fliplr)


@implements(np.flipud)
def flipud(m: Any) -> GPUArray:
    """A view with the first axis reversed.

    Source: numpy.flipud.
    """
    return as_array(m)._view(np.flipud)


@implements(np.rot90)
def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> GPUArray:
    """A view turned k times by 90 degrees.

    Source: numpy.rot90.
    """
    return as_array(m)._view(lambda d: np.rot90(d, k, axes))


@implements(np.roll)
def roll(a: Any, shift: Any, axis: Any = None) -> GPUArray:
    """A copy with the items moved along axes; those pushed out come in at the start.

    axis None: in C order over all items. ValueError if shift and axis do not match,
    AxisError. Source: numpy.roll.
    """
    array = as_array(a)
    if axis is None:
        return roll(array.ravel(), shift, 0).reshape(array.shape)
    axes = normalize_axis_tuple(axis, array.ndim, allow_duplicate=True)
    pairs = np.broadcast(shift, axes)
    if pairs.ndim > 1:
        raise ValueError("'shift' and 'axis' should be scalars or 1D sequences")
    shifts = [0] * array.ndim
    for step, d in pairs:
        shifts[d] += int(step)
    pieces: list[list[tuple[slice, slice]]] = []  # (source, destination) for each axis
    for step, length in zip(shifts, array.shape, strict=True):
        by = step % (length or 1)
        pieces.append([(slice(0, length - by), slice(by, length))])
        if by:
            pieces[-1].append((slice(length - by, length), slice(0, by)))
    result = wrap(blank(array.shape, array.dtype, array._device()))
    for piece in itertools.product(*pieces):
        source, destination = zip(*piece, strict=True) if piece else ((), ())
        result[(*destination, ...)] = array[(*source, ...)]
    return result
