"""r_ and c_: arrays put together in square brackets."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuarray.arrays.array_object import GPUArray, as_array
from gpuarray.functions.arguments import array_of, sample
from gpuarray.functions.joining import concatenate
from gpuarray.runtime.dtypes import storable


class Concatenator:
    """Arrays, scalars and slices joined: `r_[x, 0, 1:5]` in a row, `c_[x, y]` beside.

    A slice start:stop:step counts as `arange`, with an imaginary step as `linspace`.
    A first entry "axis,ndmin,trans1d" says along which axis, how many axes at least,
    and where those of the entries go. Does not wait. ValueError for shapes that do not
    match; TypeError for the directives "r" and "c", which make matrices in NumPy.
    Source: numpy.r_ and c_.
    """

    def __init__(self, axis: int, ndmin: int, trans1d: int) -> None:
        self.settings = axis, ndmin, trans1d

    def __getitem__(self, key: Any) -> GPUArray:
        entries = list(key) if isinstance(key, tuple) else [key]
        axis, ndmin, trans1d = self.settings
        if entries and isinstance(entries[0], str):
            axis, ndmin, trans1d = self._directive(entries.pop(0))
        parts: list[Any] = []
        samples: list[Any] = []
        for entry in entries:
            if isinstance(entry, str):
                raise ValueError("special directives must be the first entry.")
            if isinstance(entry, slice):
                entry = _counted(entry)
            scalar = isinstance(entry, int | float | complex | np.generic)
            part = as_array(entry) if scalar else array_of(entry)
            samples.append(sample(entry) if scalar else part.dtype)
            parts.append(part if scalar else _at_least(part, ndmin, trans1d))
        if not parts:
            raise ValueError("need at least one array to concatenate")
        dtype = storable(np.result_type(*samples))
        alike = [part.astype(dtype, copy=False) for part in parts]
        return concatenate([_at_least(part, max(ndmin, 1), -1) for part in alike], axis)

    def _directive(self, text: str) -> tuple[int, int, int]:
        axis, ndmin, trans1d = self.settings
        if text in ("r", "c"):
            raise TypeError(f"the directive {text!r} makes a matrix: use an array")
        try:
            numbers = [int(number) for number in text.split(",")]
        except ValueError as error:
            raise ValueError(f"unknown special directive {text!r}") from error
        numbers += [axis, ndmin, trans1d][len(numbers) :]
        return numbers[0], numbers[1], numbers[2]


def _counted(entry: slice) -> Any:
    start = 0 if entry.start is None else entry.start
    step = 1 if entry.step is None else entry.step
    if isinstance(step, complex):
        return np.linspace(start, entry.stop, int(abs(step)))
    return np.arange(start, entry.stop, step)


def _at_least(part: GPUArray, ndmin: int, trans1d: int) -> GPUArray:
    """A view with ndmin axes; the array's own ones begin at trans1d."""
    extra = ndmin - part.ndim
    if extra <= 0:
        return part
    wide = part[(None,) * extra]
    if trans1d == -1:
        return wide
    first = trans1d + extra + 1 if trans1d < 0 else trans1d
    axes = list(range(ndmin))
    return wide.transpose(axes[:first] + axes[extra:] + axes[first:extra])


r_, c_ = Concatenator(0, 1, -1), Concatenator(-1, 2, 0)
