"""Differences of neighbours, gradients, areas under curves, unwrapped angles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from gpuarray.arrays.array_object import GPUArray
from gpuarray.functions.accumulation import DEFAULT
from gpuarray.functions.arguments import array_of, operand
from gpuarray.runtime.dispatch import implements

if TYPE_CHECKING:
    from collections.abc import Sequence

np: Any = numpy  # its stubs do not know arrays that implement its protocols


@implements(np.diff)
def diff(
    a: Any, n: int = 1, axis: int = -1, prepend: Any = DEFAULT, append: Any = DEFAULT
) -> GPUArray:
    """Differences of neighbours along an axis, n times; of bools, where they differ.

    prepend, append: what to put before and behind, arrays or scalars. The axis gets n
    items shorter. Does not wait. ValueError for n < 0 and 0-d arrays, AxisError.
    Source: numpy.diff.
    """
    array: Any = array_of(a)
    if n == 0:
        return array  # type: ignore[no-any-return]
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n!r}")
    if array.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    axis = normalize_axis_index(axis, array.ndim)
    parts = [
        _beside(prepend, array, axis),
        array,
        _beside(append, array, axis),
    ]
    given = [part for part in parts if part is not None]
    if len(given) > 1:
        array = np.concatenate(given, axis)
    minus = np.not_equal if array.dtype == bool else np.subtract
    later, earlier = _along(axis, slice(1, None)), _along(axis, slice(None, -1))
    for _ in range(n):
        array = minus(array[later], array[earlier])
    return array  # type: ignore[no-any-return]


def _beside(value: Any, array: Any, axis: int) -> Any:
    """What diff puts beside an array, or None."""
    if value is DEFAULT:
        return None
    more = array_of(value)
    if more.ndim == 0:
        shape = tuple(1 if d == axis else n for d, n in enumerate(array.shape))
        more = np.broadcast_to(more, shape)
    return more


def _along(axis: int, part: Any) -> tuple[Any, ...]:
    """The key for a part of one axis."""
    return (slice(None),) * axis + (part,)


@implements(np.ediff1d)
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> GPUArray:
    """Differences of neighbours of all items in C order, between given ends.

    Does not wait. TypeError for ends of a dtype that does not cast to ary's. Source:
    numpy.ediff1d.
    """
    flat: Any = array_of(ary).ravel()
    found = flat[1:] - flat[:-1]
    parts = [found]
    for name, end in (("to_begin", to_begin), ("to_end", to_end)):
        if end is None:
            continue
        more: Any = array_of(end)
        if not numpy.can_cast(more.dtype, flat.dtype, casting="same_kind"):
            raise TypeError(
                f"dtype of `{name}` must be compatible with input `ary` under the "
                "`same_kind` rule."
            )
        more = more.ravel().astype(flat.dtype)
        parts = [more, *parts] if name == "to_begin" else [*parts, more]
    whole: GPUArray = np.concatenate(parts) if len(parts) > 1 else found
    return whole


@implements(np.gradient)
def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """The derivative along each axis, by central differences, one-sided at the ends.

    varargs: the spacing, one for all axes or one an axis, numbers or positions. axis:
    those to take, all by default. edge_order: 1 or 2. Integers are taken as float64
    (TypeError where the device lacks it). Returns an array, or a tuple of them. Waits
    only for positions on the device, to see whether they are even. ValueError,
    TypeError. Source: numpy.gradient.
    """
    values: Any = array_of(f)
    axes: Sequence[int] = range(values.ndim)
    if axis is not None:
        axes = normalize_axis_tuple(axis, values.ndim)
    steps = _spacings(varargs, values.shape, axes)
    if edge_order > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    if values.dtype.kind in "iu":
        values = values.astype(np.float64)
    found = [
        _derivative(values, d, step, edge_order)
        for d, step in zip(axes, steps, strict=True)
    ]
    return found[0] if len(found) == 1 else tuple(found)


def _spacings(given: Sequence[Any], shape: Any, axes: Sequence[int]) -> list[Any]:
    """For each axis a number, or the differences of its positions."""
    if not given:
        return [1.0] * len(axes)
    if len(given) == 1 and np.ndim(given[0]) == 0:
        return [operand(given[0])] * len(axes)
    if len(given) != len(axes):
        raise TypeError("invalid number of arguments")
    found = []
    for step, d in zip(given, axes, strict=True):
        where = step if isinstance(step, GPUArray) else np.asarray(step)
        if where.ndim == 0:
            found.append(operand(step))
            continue
        if where.ndim != 1:
            raise ValueError("distances must be either scalars or 1d")
        if len(where) != shape[d]:
            raise ValueError(
                "when 1d, distances must match the length of the corresponding "
                "dimension"
            )
        if where.dtype.kind in "iu":
            where = where.astype(np.float64)
        gaps = np.diff(where)
        even = bool((gaps == gaps[0]).all())
        found.append(operand(gaps[0] if even else gaps))
    return found


def _derivative(f: Any, axis: int, step: Any, edge_order: int) -> Any:
    if f.shape[axis] < edge_order + 1:
        raise ValueError(
            "Shape of array too small to calculate a numerical gradient, at least "
            "(edge_order + 1) elements are required."
        )
    dtype = f.dtype if f.dtype.kind in "fc" else np.float64

    def part(start: Any, stop: Any) -> Any:
        return f[_along(axis, slice(start, stop))]

    if np.ndim(step) == 0:
        inner = (part(2, None) - part(None, -2)) / (2.0 * step)
        ends = [(step, step), (step, step)]
    else:
        shape = tuple(-1 if d == axis else 1 for d in range(f.ndim))
        h = step.reshape(shape)
        h1, h2 = h[_along(axis, slice(None, -1))], h[_along(axis, slice(1, None))]
        inner = -h2 / (h1 * (h1 + h2)) * part(None, -2)
        inner = inner + (h2 - h1) / (h1 * h2) * part(1, -1)
        inner = inner + h1 / (h2 * (h1 + h2)) * part(2, None)
        most = len(step) - 1
        ends = [(step[0], step[min(1, most)]), (step[most], step[max(most - 1, 0)])]
    n = f.shape[axis]
    if edge_order == 1:
        first = (part(1, 2) - part(0, 1)) / ends[0][0]
        last = (part(n - 1, n) - part(n - 2, n - 1)) / ends[1][0]
    else:
        a, b, c = _one_sided(*ends[0])
        first = a * part(0, 1) + b * part(1, 2) + c * part(2, 3)
        a, b, c = _one_sided(*ends[1])
        last = -c * part(n - 3, n - 2) - b * part(n - 2, n - 1) - a * part(n - 1, n)
    parts = [piece.astype(dtype, copy=False) for piece in (first, inner, last)]
    return np.concatenate(parts, axis=axis)


def _one_sided(h1: Any, h2: Any) -> tuple[Any, Any, Any]:
    """The weights of three items for the derivative at the first; h1, h2 their gaps."""
    a = -(2.0 * h1 + h2) / (h1 * (h1 + h2))
    b = (h1 + h2) / (h1 * h2)
    return a, b, -h1 / (h2 * (h1 + h2))


@implements(np.trapezoid)
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1) -> GPUArray:
    """The area under samples along an axis, by the trapezoidal rule; does not wait.

    x: where the samples are, one axis or of y's shape; without it they are dx apart.
    Source: numpy.trapezoid.
    """
    samples: Any = array_of(y)
    axis = normalize_axis_index(axis, samples.ndim)
    step: Any = operand(dx)
    if x is not None:
        at: Any = array_of(x)
        if at.ndim == 1:
            shape = [1] * samples.ndim
            shape[axis] = -1
            step = diff(at).reshape(tuple(shape))
        else:
            step = diff(at, axis=axis)
    later, earlier = _along(axis, slice(1, None)), _along(axis, slice(None, -1))
    found: GPUArray = np.sum(
        step * (samples[later] + samples[earlier]) / 2.0, axis=axis
    )
    return found


@implements(np.unwrap)
def unwrap(
    p: Any, discont: Any = None, axis: int = -1, *, period: Any = 2 * np.pi
) -> GPUArray:
    """Angles whose jumps of more than half a period are taken out; does not wait.

    discont: the smallest jump that counts, half a period at least. Integers with an
    integer period stay integers. OverflowError where their dtype does not hold the
    period or minus its half. Source: numpy.unwrap.
    """
    array: Any = array_of(p)
    steps: Any = diff(array, axis=axis)
    axis = normalize_axis_index(axis, array.ndim)
    if discont is None:
        discont = period / 2
    dtype = np.result_type(steps, period)
    ambiguous = True
    if dtype.kind in "iu":
        high, rest = divmod(period, 2)
        ambiguous = rest == 0
    else:
        high = period / 2
    low = -high  # an OverflowError below for unsigned steps, as NumPy
    turned: Any = np.mod(steps - low, period) + low
    if ambiguous:
        turned = np.where((turned == low) & (steps > 0), high, turned)
    change = np.where(np.abs(steps) < discont, 0, turned - steps)
    later = _along(axis, slice(1, None))
    rest = array[later] + np.cumsum(change, axis=axis)
    first = array[_along(axis, slice(None, 1))]
    parts = [first.astype(dtype), rest.astype(dtype)]
    found: GPUArray = np.concatenate(parts, axis=axis)
    return found
