"""Grids of positions: indices, ix_, meshgrid, mgrid, unravel_index, tril_indices.

Dense grids are expressions of the item's number; none is uploaded.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms.evaluation import operands
from gpuarray.arrays.array_object import GPUArray, as_array, blank, wrap
from gpuarray.functions.arguments import array_of, gives_scalars
from gpuarray.functions.diagonals import tri
from gpuarray.functions.filled import ones
from gpuarray.functions.picking import any_outside, on_axis
from gpuarray.functions.searching import flatnonzero, nonzero
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.dtypes import storable
from gpuarray.runtime.expr import Iota, Node, broadcast, cast, const, op
from gpuarray.runtime.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

INT64 = np.dtype(np.int64)
Arrays = tuple[GPUArray, ...]


def _walk(n: int, axis: int, ndim: int) -> GPUArray:
    """0, 1, .. n-1 as int64 along one of the axes."""
    shape = tuple(n if d == axis else 1 for d in range(ndim))
    layout = Layout(shape, tuple(int(d == axis) for d in range(ndim)))
    return wrap(Iota(INT64, shape, layout))


def indices(dimensions: Sequence[int], dtype: Any = int, sparse: bool = False) -> Any:
    """The index of each item of an array of a shape, one array for each axis.

    dimensions: the shape s. Returns an array of shape (len(s), *s), or with sparse=True
    a tuple of arrays that broadcast to s. Does not wait. Source: numpy.indices.
    """
    shape, kept = tuple(dimensions), storable(dtype)
    ndim = len(shape)
    for n in shape:
        np.arange(min(n, 3), dtype=kept)  # NumPy's own errors
    walks = [_walk(n, d, ndim).astype(kept) for d, n in enumerate(shape)]
    if sparse:
        return tuple(walks)
    result = wrap(blank((ndim, *shape), kept))
    for d, walk in enumerate(walks):
        result[d] = walk
    return result


@implements(np.ix_)
def ix_(*args: Any) -> Arrays:
    """1-D arrays as an open mesh: views that broadcast to every combination.

    Bool arrays become the positions of their true items; that waits for their number
    (4 bytes). ValueError for other ranks. Source: numpy.ix_.
    """
    found = []
    for d, arg in enumerate(args):
        kept = arg
        if not isinstance(arg, GPUArray):
            kept = np.asarray(arg)
            if kept.size == 0 and not isinstance(arg, np.ndarray):
                kept = kept.astype(np.intp)
        if kept.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        array = array_of(kept)
        if array.dtype == bool:
            array = flatnonzero(array)
        shape = tuple(-1 if e == d else 1 for e in range(len(args)))
        found.append(array.reshape(shape))
    return tuple(found)


@implements(np.meshgrid)
def meshgrid(
    *xi: Any, copy: bool = True, sparse: bool = False, indexing: str = "xy"
) -> Arrays:
    """Coordinate arrays of the grid that 1-D coordinates span.

    indexing: "xy" puts the second coordinate on the first axis, "ij" does not. sparse:
    axes of length 1 instead of repetitions. copy: False gives read-only views. Does not
    wait. ValueError for another `indexing`. Source: numpy.meshgrid.
    """
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    ndim = len(xi)
    places = list(range(ndim))
    if indexing == "xy" and ndim > 1:
        places[:2] = 1, 0
    grids = [
        array_of(x).reshape(tuple(-1 if d == place else 1 for d in range(ndim)))
        for x, place in zip(xi, places, strict=True)
    ]
    if not sparse and grids:
        shape = np.broadcast_shapes(*(grid.shape for grid in grids))
        grids = [
            grid._view(lambda d: np.broadcast_to(d, shape), writeable=False)
            for grid in grids
        ]
    return tuple(grid.copy() if copy else grid for grid in grids)


class Grid:
    """Arrays over slices of coordinates: `mgrid[0:5, 0:1:3j]` dense, `ogrid` open.

    A slice start:stop:step counts as `arange`; with an imaginary step as `linspace`
    with so many items, the stop included. Does not wait. Source: numpy.mgrid and ogrid.
    """

    def __init__(self, sparse: bool) -> None:
        self.sparse = sparse

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, tuple) or not key:
            made = (np.ogrid if self.sparse else np.mgrid)[key]
            return as_array(made) if isinstance(made, np.ndarray) else made
        if not self.sparse and any(
            np.ndim(bound) for part in key for bound in (part.start, part.stop)
        ):
            return _between_arrays(key)
        axes = [as_array(axis) for axis in np.ogrid[key]]
        if self.sparse:
            return tuple(axes)
        shape = tuple(axis.size for axis in axes)
        result = wrap(blank((len(axes), *shape), axes[0].dtype))
        for d, axis in enumerate(axes):
            result[d] = axis
        return result


def _between_arrays(key: tuple[slice, ...]) -> GPUArray:
    """A dense grid whose bounds are arrays, which broadcast with it."""
    walks: list[tuple[Any, Any]] = []
    sizes: list[int] = []
    given: list[Any] = [0]
    for part in key:
        start: Any = 0 if part.start is None else part.start
        step: Any = 1 if part.step is None else part.step
        if isinstance(step, complex):
            step = abs(step)
            given += [start, part.stop, step]
            sizes.append(int(step))
            if sizes[-1] != 1:
                step = (part.stop - start) / float(sizes[-1] - 1)
        else:
            given += [start, part.stop, step]
            sizes.append(math.ceil((part.stop - start) / step))
        walks.append((start, step))
    dtype = np.result_type(*given)
    result = wrap(blank((len(sizes), *sizes), storable(dtype)))
    for d, (start, step) in enumerate(walks):
        result[d] = _walk(sizes[d], d, len(sizes)).astype(dtype) * step + start
    return result


mgrid, ogrid = Grid(sparse=False), Grid(sparse=True)

# ---- positions in C order and indices


@implements(np.unravel_index)
@gives_scalars
def unravel_index(indices: Any, shape: Any, order: str = "C") -> Arrays:
    """The indices along each axis of positions in C order ("F": Fortran order).

    indices: integers of any shape. Returns an int64 array of that shape for each axis.
    Waits (8 bytes) if the positions are on the device. ValueError for a position past
    the shape, TypeError for positions that are no integers. Source:
    numpy.unravel_index.
    """
    at = _positions(indices)
    lengths = (shape,) if np.ndim(shape) == 0 else tuple(shape)
    size = math.prod(lengths)
    tiny = np.zeros((0,) if at.ndim or size <= 0 else (), at.dtype)
    np.unravel_index(tiny, lengths, order)  # type: ignore[call-overload]
    (node,) = operands(at._cell)
    node = cast(node, INT64)
    if 0 not in at.shape and any_outside(node, 0, size):
        raise ValueError(f"index is out of bounds for array with size {size}")
    found, step = [], 1
    for length in lengths if order == "F" else lengths[::-1]:
        part = node
        if step > 1:
            part = op("floordiv_i64", INT64, part, const(np.int64(step)))
        step *= length
        if step < size:
            part = op("mod_i64", INT64, part, const(np.int64(length)))
        found.append(wrap(part).copy())
    return tuple(found if order == "F" else found[::-1])


@implements(np.ravel_multi_index)
@gives_scalars
def ravel_multi_index(
    multi_index: Any, dims: Any, mode: Any = "raise", order: str = "C"
) -> GPUArray:
    """The positions in C order ("F": Fortran order) of indices along each axis.

    multi_index: an integer array for each axis; they broadcast. mode: "raise", "wrap"
    or "clip", or one of them for each axis. With "raise" and indices on the device the
    call waits (8 bytes). ValueError for an index past its axis, TypeError for indices
    that are no integers. Source: numpy.ravel_multi_index.
    """
    lengths = (dims,) if np.ndim(dims) == 0 else tuple(dims)
    arrays = [_positions(part) for part in multi_index]
    tiny = tuple(np.zeros(0, part.dtype) for part in arrays)
    np.ravel_multi_index(tiny, lengths, mode, order)  # type: ignore[call-overload]
    shape = np.broadcast_shapes(*(part.shape for part in arrays))
    modes = [mode] * len(lengths) if isinstance(mode, str) else list(mode)
    total: Node = broadcast(const(np.int64(0)), shape)
    step = 1
    parts = list(zip(arrays, lengths, modes, strict=True))
    for part, length, how in parts if order == "F" else parts[::-1]:
        (node,) = operands(part._cell)
        node = cast(node, INT64)
        if how == "raise" and 0 not in shape and any_outside(node, 0, length):
            raise ValueError("invalid entry in coordinates array")
        node = on_axis(node, length, how)
        scaled = op("mul_i64", INT64, node, const(np.int64(step)))
        total = op("add_i64", INT64, *operands(wrap(total)._cell, wrap(scaled)._cell))
        step *= length
    return wrap(broadcast(total, shape)).copy()


def _positions(value: Any) -> GPUArray:
    """Positions as they are; what is no array must be integers, as NumPy has it."""
    return array_of(value)


# ---- of diagonals and triangles


def diag_indices(n: int, ndim: int = 2) -> Arrays:
    """The indices of the main diagonal of an array of ndim axes of length n.

    The same int64 array ndim times. Does not wait. Source: numpy.diag_indices.
    """
    return (wrap(_walk(max(n, 0), 0, 1)._leaf()),) * ndim


@implements(np.diag_indices_from)
def diag_indices_from(arr: Any) -> Arrays:
    """The indices of the main diagonal of an array.

    Does not wait. ValueError for less than two axes or axes of different lengths.
    Source: numpy.diag_indices_from.
    """
    shape = as_array(arr).shape
    np.diag_indices_from(np.empty(shape, "V0"))  # NumPy's own errors
    return diag_indices(shape[0], len(shape))


def tril_indices(n: int, k: int = 0, m: int | None = None) -> Arrays:
    """The indices of the items of an n by m matrix at and below a diagonal.

    k: the diagonal, above the main one positive; m: default n. Waits for their number
    (4 bytes). Source: numpy.tril_indices.
    """
    return nonzero(tri(n, m, k, bool))


@implements(np.tril_indices_from)
def tril_indices_from(arr: Any, k: int = 0) -> Arrays:
    """The indices of the items of a matrix at and below a diagonal.

    k: as for `tril_indices`. Waits for their number (4 bytes). ValueError for other
    ranks. Source: numpy.tril_indices_from.
    """
    return tril_indices(_rows(arr), k, arr.shape[-1])


def triu_indices(n: int, k: int = 0, m: int | None = None) -> Arrays:
    """The indices of the items of an n by m matrix at and above a diagonal.

    k: the diagonal, above the main one positive; m: default n. Waits for their number
    (4 bytes). Source: numpy.triu_indices.
    """
    return nonzero(~tri(n, m, k - 1, bool))


@implements(np.triu_indices_from)
def triu_indices_from(arr: Any, k: int = 0) -> Arrays:
    """The indices of the items of a matrix at and above a diagonal.

    k: as for `triu_indices`. Waits for their number (4 bytes). ValueError for other
    ranks. Source: numpy.triu_indices_from.
    """
    return triu_indices(_rows(arr), k, arr.shape[-1])


def _rows(arr: Any) -> int:
    if arr.ndim != 2:  # AttributeError for what is no array, as NumPy
        raise ValueError("input array must be 2-d")
    return int(arr.shape[0])


def mask_indices(n: int, mask_func: Callable[..., Any], k: Any = 0) -> Arrays:
    """The indices at which a function like `triu` leaves an n by n matrix of ones.

    mask_func(ones, k): called once. Waits for their number (4 bytes). Source:
    numpy.mask_indices.
    """
    return nonzero(as_array(mask_func(ones((n, n), int), k)) != 0)
