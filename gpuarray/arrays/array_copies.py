"""Copies of an array on the device: in another memory order, or of another dtype."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any, Self

import numpy as np

from gpuarray.algorithms import evaluation
from gpuarray.arrays.array_base import ArrayBase, blank, computable, moved
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dtypes import ROWS, storable
from gpuarray.runtime.expr import Leaf, cast
from gpuarray.runtime.transfers import quiet, warn_discarded


class Copies(ArrayBase):
    """Copying and converting."""

    __slots__ = ()

    def copy(self, order: str | None = "C") -> Self:
        """A copy in memory of its own; does not wait.

        order: memory order of the copy, "C", "F", "A" or "K", as in NumPy.
        """
        axes = self._axes_for(lay.memory_order(order, "C"))
        if axes is None:
            return self._alike(evaluation.compute(self._cell.node))
        turned = self._new(
            evaluation.compute(self._view(lambda d: d.transpose(axes))._leaf())
        )
        return turned._turned_back(axes)

    def _axes_for(self, order: str | None) -> list[int] | None:
        """The axes from the outermost in memory for an order; None if that is C's."""
        order = lay.memory_order(order)
        axes = list(range(self.ndim))
        if order == "F" or (order == "A" and self.flags.fnc):
            axes.reverse()
        elif order == "K" and isinstance(self._cell.node, Leaf):
            axes = lay.axes_in_memory(self._shape, self.strides, self.itemsize)
        return None if axes == list(range(self.ndim)) else axes

    def _is_in(self, order: str | None) -> bool:
        """Whether the items lie in memory as `order` asks."""
        order, flags = lay.memory_order(order), self.flags
        if order in ("A", "K"):
            return order == "K" or flags.forc
        return flags.f_contiguous if order == "F" else flags.c_contiguous

    def _turned_back(self, axes: list[int]) -> Self:
        """This fresh array with transposed axes in their places again."""
        leaf = self._leaf()
        back = np.argsort(axes)
        layout, dtype = lay.apply(leaf.layout, leaf.dtype, lambda d: d.transpose(back))
        return self._new(moved(leaf, layout, dtype))

    def astype(
        self,
        dtype: Any,
        order: str | None = "K",
        casting: Any = "unsafe",
        subok: bool = True,
        copy: bool = True,
    ) -> Self:
        """The items converted to `dtype`, as C and NumPy convert; does not wait.

        Raises TypeError where `casting` forbids it or the device lacks the dtype.
        """
        wanted = np.dtype(dtype)
        with quiet() if self.dtype.kind == "c" else nullcontext():
            like: Any = np.empty(0, self.dtype)
            like.astype(wanted, order, casting)
        target = storable(wanted)
        if target.subdtype is not None:
            raise TypeError(f"astype takes no sub-array dtype such as {wanted}")
        axes = self._axes_for(order)
        if target == self.dtype:
            return self.copy(order or "K") if copy or not self._is_in(order) else self
        computable(target, self._device())
        if axes is not None:
            return (
                self._view(lambda d: d.transpose(axes))
                .astype(target, "C")
                ._turned_back(axes)
            )
        if target in ROWS and self.dtype in ROWS:
            warn_discarded(self.dtype, target)
            return self._alike(cast(self._cell.node, target))
        result = self._new(blank(self._shape, target, self._device()))
        result._assign(self)
        return result

    def __copy__(self) -> Self:
        return self.copy(order="K")

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy(order="K")
