"""Medians and quantiles along axes, from sorted rows.

NumPy itself, called on tiny stand-ins, says which dtypes result and which calls are
errors. `overwrite_input` leaves the input sorted. Quantiles q that are on the device
are read (a wait). A slice with NaN gives NaN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
from numpy.lib.array_utils import normalize_axis_tuple

from gpuarray.arrays.array_object import GPUArray, as_array
from gpuarray.functions.accumulation import (
    DEFAULT,
    device_array,
    host,
)
from gpuarray.functions.arguments import gives_scalars
from gpuarray.functions.axis_rows import AxisRows
from gpuarray.functions.quantile_rules import place
from gpuarray.runtime.dispatch import implements

if TYPE_CHECKING:
    from collections.abc import Callable

np: Any = numpy  # its stubs do not know arrays that implement its protocols


@implements(numpy.median)
@gives_scalars
def median(
    a: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: bool = False,
    keepdims: bool = False,
) -> GPUArray:
    """The middle item, or the mean of the two, over an axis, several or all.

    Sorts, and waits as sort does. float64 of integers and bools. Source: numpy.median.
    """
    call = AxisRows(a, axis, out, keepdims, numpy.median)
    rows = call.rows
    if call.empty:
        return call.done(np.mean(rows, axis=-1))
    ordered, n = call.ordered(overwrite_input), rows.shape[-1]
    found = np.mean(ordered[..., (n - 1) // 2 : n // 2 + 1], axis=-1)
    return call.done(_or_nan(found, ordered[..., -1]))


@implements(numpy.nanmedian)
@gives_scalars
def nanmedian(
    a: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: bool = False,
    keepdims: Any = DEFAULT,
) -> GPUArray:
    """The median of the items that are not NaN; NaN where there are none.

    Source: numpy.nanmedian.
    """
    if _never_nan(a):
        return median(a, axis, out, overwrite_input, _given(keepdims))
    call = AxisRows(a, axis, out, keepdims, numpy.nanmedian)
    if call.empty or call.array.size == 0:
        return call.done(np.mean(call.rows, axis=-1))
    ordered, n = call.ordered(overwrite_input), _counts(call.rows)
    middle = np.stack([np.maximum(n - 1, 0) // 2, n // 2], axis=-1)
    pair = np.take_along_axis(ordered, middle, axis=-1)
    found = np.where(n % 2 == 0, np.mean(pair, axis=-1), pair[..., 0])
    return call.done(_or_nan(found, pair[..., 0]))


@implements(numpy.quantile)
@gives_scalars
def quantile(
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
    *,
    weights: Any = None,
) -> GPUArray:
    """The values below which parts q of the items lie, over an axis, several or all.

    q: numbers in 0..1, whose shape comes first in the result. method: one of NumPy's
    thirteen. weights: of the items, with the method "inverted_cdf" only; they are
    checked (a wait). Sorts, and waits as sort does. Source: numpy.quantile.
    """
    options = {"method": method, "keepdims": keepdims}
    return _quantile(numpy.quantile, a, q, axis, out, weights, options, overwrite_input)


@implements(numpy.percentile)
@gives_scalars
def percentile(
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: bool = False,
    *,
    weights: Any = None,
) -> GPUArray:
    """The quantiles for parts q in hundredths; see quantile.

    Source: numpy.percentile.
    """
    options = {"method": method, "keepdims": keepdims}
    return _quantile(
        numpy.percentile, a, q, axis, out, weights, options, overwrite_input
    )


@implements(numpy.nanquantile)
@gives_scalars
def nanquantile(
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: Any = DEFAULT,
    *,
    weights: Any = None,
) -> GPUArray:
    """The quantiles of the items that are not NaN; NaN where there are none.

    Positions are computed on the device, in float64. Source: numpy.nanquantile.
    """
    options = {"method": method, "keepdims": keepdims}
    return _quantile(
        numpy.nanquantile, a, q, axis, out, weights, options, overwrite_input
    )


@implements(numpy.nanpercentile)
@gives_scalars
def nanpercentile(
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: bool = False,
    method: str = "linear",
    keepdims: Any = DEFAULT,
    *,
    weights: Any = None,
) -> GPUArray:
    """The quantiles for parts q in hundredths without NaN; see nanquantile.

    Source: numpy.nanpercentile.
    """
    options = {"method": method, "keepdims": keepdims}
    return _quantile(
        numpy.nanpercentile, a, q, axis, out, weights, options, overwrite_input
    )


# ---- NaN


def _given(keepdims: Any) -> bool:
    return keepdims is not DEFAULT and keepdims


def _never_nan(a: Any) -> bool:
    return device_array(a).dtype.kind not in "fc"


def _counts(rows: Any) -> Any:
    """How many items of each row are not NaN."""
    return rows.shape[-1] - np.sum(np.isnan(rows), axis=-1)


def _or_nan(found: Any, last: Any) -> Any:
    """The results, NaN where `last` is, an item that is NaN if any of its row is."""
    if last.dtype.kind not in "fc":
        return found
    nan = found.dtype.type(np.nan)
    return np.where(np.isnan(last), nan, found)


# ---- quantiles


def _quantile(
    like: Callable[..., Any],
    a: Any,
    q: Any,
    axis: Any,
    out: Any,
    weights: Any,
    options: dict[str, Any],
    overwrite: bool,
) -> GPUArray:
    parts = host(q)
    without_nan = like in (numpy.nanquantile, numpy.nanpercentile)
    method = options["method"]
    q_shape = numpy.shape(parts)
    weighing = None
    if weights is not None:
        weighing = as_array(weights)
        options = {
            **options,
            "weights": numpy.ones([min(n, 1) for n in weighing.shape]),
        }
    call = AxisRows(
        a, axis, out, before=(parts,), q_shape=q_shape, like=like, **options
    )
    weak = type(parts) in (int, float)
    if like in (numpy.percentile, numpy.nanpercentile):
        parts = numpy.true_divide(parts, 100)
    flat = numpy.asarray(parts).reshape(-1)
    if call.empty or 0 in call.shape:
        nothing = numpy.full(call.shape, numpy.nan if call.empty else 0, call.dtype)
        return call.done(as_array(nothing))
    if weighing is not None:
        found = _weighted(call, flat, weighing, axis, without_nan)
    else:
        ordered = call.ordered(overwrite)
        find = _each_row if without_nan and not _never_nan(a) else _all_rows
        found = find(ordered, method, flat, weak)
    return call.done(np.moveaxis(found, -1, 0))


def _all_rows(ordered: Any, method: str, q: Any, weak: bool) -> Any:
    """The quantiles at the same positions of every row, one column each."""
    at = place(method, ordered.shape[-1], q)
    lower = np.take(ordered, at.lower, axis=-1)
    found = lower
    if at.step is not None:
        upper = np.take(ordered, at.upper, axis=-1)
        found = _between(lower, upper, at.step, weak)
    return _or_nan(found, ordered[..., -1:])


def _each_row(ordered: Any, method: str, q: Any, weak: bool) -> Any:
    """The quantiles at positions that depend on how many items of a row are numbers."""
    n = _counts(ordered)[..., np.newaxis]
    at = place(method, n, as_array(q))
    lower = np.take_along_axis(ordered, at.lower, axis=-1)
    if at.step is None:
        return lower
    upper = np.take_along_axis(ordered, at.upper, axis=-1)
    return _between(lower, upper, at.step, weak)


def _between(lower: Any, upper: Any, step: Any, weak: bool) -> Any:
    """The point a part of the way from one item to the next, seen from the nearer."""
    dtype = numpy.result_type(lower.dtype, 1.0 if weak else step.dtype)
    step = as_array(step.astype(dtype, copy=False))
    gap = upper - lower
    return np.where(step >= 0.5, upper - gap * (1 - step), lower + gap * step)


def _weighted(
    call: AxisRows, q: Any, weights: GPUArray, axis: Any, without_nan: bool
) -> Any:
    """The first items at which the running part of the weights reaches q."""
    shape = call.array.shape
    if weights.shape != shape:
        axes = normalize_axis_tuple(axis, len(shape))
        if weights.shape != tuple(shape[d] for d in axes):
            raise ValueError(
                "Shape of weights must be consistent with shape of a along specified "
                "axis."
            )
        lengths = [n if d in axes else 1 for d, n in enumerate(shape)]
        turned = weights.transpose(numpy.argsort(axes))
        weights = np.broadcast_to(turned.reshape(tuple(lengths)), shape)
    if np.any(weights < 0).get():
        raise ValueError("Weights must be non-negative.")
    rows, heavy = call.rows, call.as_rows(weights, call.rows.shape[-1])
    order = np.argsort(rows, axis=-1)
    ordered = np.take_along_axis(rows, order, axis=-1)
    heavy = np.take_along_axis(heavy, order, axis=-1)
    missing = None
    if without_nan and rows.dtype.kind == "f":
        missing = np.isnan(ordered)
        heavy = np.where(missing, heavy.dtype.type(0), heavy)
    part = np.cumsum(heavy, axis=-1, dtype=np.float64)
    part = part / part[..., -1:]
    none = np.isnan(part[..., -1:])
    if missing is not None:  # rows of NaN alone are NaN
        none = none & ~missing[..., :1]
    if np.any(none).get():
        raise ValueError("Weights included NaN, inf or were all zero.")
    if q.dtype.kind == "f":
        part = part.astype(q.dtype, copy=False)
    part = np.where(part == 0, part.dtype.type(-1), part)
    columns = []
    last = rows.shape[-1] - 1
    for value in q:
        at = np.minimum(np.sum(part < value, axis=-1, keepdims=True), last)
        columns.append(np.take_along_axis(ordered, at, axis=-1))
    found = np.concatenate(columns, axis=-1)
    return found if without_nan else _or_nan(found, ordered[..., -1:])
