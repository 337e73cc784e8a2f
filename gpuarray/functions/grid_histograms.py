"""Histograms over several axes: the cells of a grid."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from gpuarray.arrays.array_object import GPUArray, as_array, wrap
from gpuarray.functions.accumulation import device_array, host
from gpuarray.functions.binning import outer_edges
from gpuarray.functions.histograms import searched, tallied
from gpuarray.runtime.dispatch import implements
from gpuarray.runtime.expr import cast

xp: Any = np  # its stubs do not know arrays that implement its protocols
UINT32 = np.dtype(np.uint32)
FLOAT64 = np.dtype(np.float64)
_range = range


@implements(np.histogram2d)
def histogram2d(
    x: Any,
    y: Any,
    bins: Any = 10,
    range: Any = None,
    density: Any = None,
    weights: Any = None,
) -> tuple[GPUArray, GPUArray, GPUArray]:
    """How many points fall into each cell of a grid, and the edges along both axes.

    As histogramdd of the pairs of x and y. Source: numpy.histogram2d.
    """
    first, second = device_array(x), device_array(y)
    if len(first) != len(second):
        raise ValueError("x and y must have the same length.")
    try:
        number = len(bins)
    except TypeError:
        number = 1
    if number not in (1, 2):
        bins = [bins, bins]
    found, edges = histogramdd([first, second], bins, range, density, weights)
    return found, edges[0], edges[1]


@implements(np.histogramdd)
def histogramdd(
    sample: Any,
    bins: Any = 10,
    range: Any = None,
    density: Any = None,
    weights: Any = None,
) -> tuple[GPUArray, list[GPUArray]]:
    """How many points fall into each cell of a grid, and the edges along each axis.

    sample: (points, axes), or a sequence of coordinates. Result: float64, so TypeError
    where the device has none. Waits for the smallest and largest coordinate of each
    axis without a range. TypeError, ValueError as NumPy. Source: numpy.histogramdd.
    """
    columns = _columns(sample)
    ndim = len(columns)
    given = None if weights is None else device_array(weights).ravel()
    if given is not None and given.size != columns[0].size:
        raise ValueError("The weights and list don't have the same length.")
    edges = _edges(columns, bins, range)
    shape = [edge.size - 1 for edge in edges]
    marks = [as_array(edge) for edge in edges]
    cells = 1
    for length in shape:
        cells *= length
    place, inside = 0, True
    for column, mark, length in zip(columns, marks, shape, strict=True):
        number = wrap(searched(column, mark))
        inside = xp.logical_and(inside, number < length)
        place = place * length + number
    # Points outside the grid get a number past its cells.
    numbers = xp.where(inside, place, np.uint32(cells)) if ndim else xp.zeros(0)
    counts = tallied(cast(numbers._cell.node, UINT32), given, cells)
    found = counts.astype(np.float64).reshape(shape)
    if density:
        total = found.sum()
        for d, edge in enumerate(edges):
            widths = as_array(np.diff(edge))
            found = found / widths.reshape([-1 if k == d else 1 for k in _range(ndim)])
        found /= total
    return found, marks


def _columns(sample: Any) -> list[GPUArray]:
    """The coordinates along each axis."""
    if isinstance(sample, GPUArray | np.ndarray) and sample.ndim == 2:
        array = device_array(sample)
        return [array[:, d] for d in _range(array.shape[1])]
    if isinstance(sample, GPUArray | np.ndarray):
        rows = xp.atleast_2d(device_array(sample))
    else:
        rows = [device_array(row) for row in sample]
        if len({row.shape for row in rows}) > 1 or any(row.ndim != 1 for row in rows):
            rows = xp.atleast_2d(xp.stack([xp.asarray(row) for row in rows]))
    return list(rows)


def _edges(columns: list[GPUArray], bins: Any, span: Any) -> list[Any]:
    """The edges along each axis, on the host; errors are NumPy's."""
    ndim = len(columns)
    try:
        if len(bins) != ndim:
            raise ValueError(
                "The dimension of bins must be equal to the dimension of the sample x."
            )
    except TypeError:
        bins = ndim * [bins]
    if span is None:
        span = (None,) * ndim
    elif len(span) != ndim:
        raise ValueError("range argument must have one entry per dimension")
    found = []
    for d, column in enumerate(columns):
        edges = host(bins[d])
        if np.ndim(edges) == 0:
            if edges < 1:
                raise ValueError(f"`bins[{d}]` must be positive, when an integer")
            first, last = outer_edges(column, span[d])
            try:
                count = operator.index(edges)
            except TypeError:
                raise TypeError(
                    f"`bins[{d}]` must be an integer, when a scalar"
                ) from None
            found.append(np.linspace(first, last, count + 1))
        elif np.ndim(edges) == 1:
            edges = np.asarray(edges)
            if np.any(edges[:-1] > edges[1:]):
                raise ValueError(
                    f"`bins[{d}]` must be monotonically increasing, when an array"
                )
            found.append(edges)
        else:
            raise ValueError(f"`bins[{d}]` must be a scalar or 1d array")
    return found
