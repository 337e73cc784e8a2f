"""The same items in another arrangement: views of memory where NumPy gives views."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from gpuarray.algorithms import evaluation
from gpuarray.algorithms.evaluation import Cell
from gpuarray.arrays.array_base import blank, computable, moved
from gpuarray.arrays.array_copies import Copies
from gpuarray.arrays.array_flat import FlatIter
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dtypes import native_storable
from gpuarray.runtime.expr import Leaf

_TYPE = type
_SAME: Any = object()  # None is a dtype, NumPy's default one


class Views(Copies):
    """Transposed, reshaped and reinterpreted arrays."""

    __slots__ = ()

    @property
    def T(self) -> Self:  # noqa: N802 - NumPy's name
        """A view with the axes reversed."""
        return self._view(lambda d: d.T)

    @property
    def mT(self) -> Self:  # noqa: N802 - NumPy's name
        """A view with the last two axes exchanged."""
        return self._view(lambda d: d.mT)

    @property
    def real(self) -> Self:
        """The real part, a view: of real items, the array itself; may be assigned."""
        return self._view(lambda d: d.real) if self.dtype.kind == "c" else self

    @real.setter
    def real(self, value: Any) -> None:
        part: Any = self.real
        part[...] = value

    @property
    def imag(self) -> Self:
        """The imaginary part, a view; of real items, read-only zeros."""
        if self.dtype.kind == "c":
            return self._view(lambda d: d.imag)
        if self.flags.fnc:
            return self.T.imag.T
        device = self._device()
        zeros = blank(self._shape, self.dtype, device)
        device.clear(zeros.buffer)
        return type(self)(Cell(zeros), writeable=False, scalar=self._scalar)

    @imag.setter
    def imag(self, value: Any) -> None:
        if self.dtype.kind != "c":
            raise TypeError("array does not have imaginary part to set")
        part: Any = self.imag
        part[...] = value

    @property
    def flat(self) -> FlatIter:
        """The items in C order: `x.flat[key]`, `x.flat[key] = values`, iteration."""
        return FlatIter(self)

    @flat.setter
    def flat(self, values: Any) -> None:
        FlatIter(self)[...] = values

    def reshape(
        self, *shape: Any, order: str | None = "C", copy: bool | None = None
    ) -> Self:
        """The same items in another shape: a view where NumPy gives one, else a copy.

        order: "C", "F" or "A". copy: True always copies, False raises ValueError where
        a copy is needed. Does not wait. Raises ValueError as numpy.reshape.
        """
        target = shape[0] if len(shape) == 1 else shape
        order = lay.memory_order(order, "C")
        if isinstance(copy, str):
            raise ValueError("strings are not allowed for 'copy' keyword.")
        if order == "K":
            raise ValueError("order 'K' is not permitted for reshaping")
        if order == "A":
            order = "F" if self.flags.fnc else "C"
        if order == "F":
            lengths = lay.dummy(lay.contiguous(self._shape, 1), np.dtype("u1"))
            final = lengths.reshape(target, order="C").shape
            turned = self.T.reshape(final[::-1], copy=copy)
            return turned._view(lambda d: d.T)
        plain = lay.dummy(lay.contiguous(self._shape, 1), np.dtype("u1"))
        final = plain.reshape(target).shape
        if copy:
            return self.copy()._view(lambda d: d.reshape(final))
        try:
            return self._view(lambda d: d.reshape(final, copy=False))
        except ValueError:
            if copy is False:
                raise
        whole = evaluation.compute(self._leaf())
        return self._new(moved(whole, lay.contiguous(final, self.itemsize), self.dtype))

    def ravel(self, order: str | None = "C") -> Self:
        """All items on one axis without gaps: a view where possible.

        order: "C", "F", "A", or "K" as they lie in memory. Does not wait.
        """
        order = lay.memory_order(order, "C")
        axes = self._axes_for(order)
        if order == "K" and isinstance(self._cell.node, Leaf):
            axes = lay.axes_of_walk(self._shape, self.strides)
        turned = self if axes is None else self._view(lambda d: d.transpose(axes))
        flat = turned.reshape(-1)
        return flat if flat.flags.c_contiguous else flat.copy()

    def flatten(self, order: str | None = "C") -> Self:
        """All items on one axis, always a copy."""
        flat = self.ravel(order)
        return (
            flat if flat._base is None and self._cell is not flat._cell else flat.copy()
        )

    def transpose(self, *axes: Any) -> Self:
        """A view with the axes permuted (reversed if none are given)."""
        return self._view(lambda d: d.transpose(*axes))

    def swapaxes(self, axis1: int, axis2: int) -> Self:
        """A view with two axes exchanged."""
        return self._view(lambda d: d.swapaxes(axis1, axis2))

    def squeeze(self, axis: Any = None) -> Self:
        """A view without the axes of length 1."""
        return self._view(lambda d: d.squeeze(axis))

    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Self:
        """A read-only view of the diagonals."""
        return self._view(lambda d: d.diagonal(offset, axis1, axis2), writeable=False)

    def view(self, dtype: Any = _SAME, type: Any = None) -> Self:
        """The same memory under another dtype; array types are accepted and ignored."""
        kept = isinstance(dtype, _TYPE) and issubclass(dtype, np.ndarray)
        if dtype is _SAME or kept:
            return self._view(lambda d: d)
        target = native_storable(dtype)
        result = self._view(lambda d: d.view(target))
        computable(target, result._leaf().buffer.owner)
        return result
