"""The methods of an array that are NumPy functions of the same name.

They call NumPy, whose `__array_function__` protocol finds the device version.
"""

from __future__ import annotations

import math
import operator
from typing import Any, Self

import numpy

np: Any = numpy  # its stubs do not know arrays that implement its protocols


class NumPyMethods:
    """One line a method: NumPy's function with this array as its first argument."""

    __slots__ = ()

    def cumsum(self, axis: Any = None, dtype: Any = None, out: Any = None) -> Self:
        """See numpy.cumsum."""
        return np.cumsum(self, axis, dtype, out)

    def cumprod(self, axis: Any = None, dtype: Any = None, out: Any = None) -> Self:
        """See numpy.cumprod."""
        return np.cumprod(self, axis, dtype, out)

    def sum(self, *args: Any, **kwargs: Any) -> Self:
        """See numpy.sum."""
        return np.sum(self, *args, **kwargs)

    def prod(self, *args: Any, **kwargs: Any) -> Self:
        """See numpy.prod."""
        return np.prod(self, *args, **kwargs)

    def min(self, *args: Any, **kwargs: Any) -> Self:
        """See numpy.min."""
        return np.min(self, *args, **kwargs)

    def max(self, *args: Any, **kwargs: Any) -> Self:
        """See numpy.max."""
        return np.max(self, *args, **kwargs)

    def mean(self, *args: Any, **kwargs: Any) -> Self:
        """See numpy.mean."""
        return np.mean(self, *args, **kwargs)

    def argmin(self, *args: Any, **kwargs: Any) -> Self:
        """See numpy.argmin."""
        return np.argmin(self, *args, **kwargs)

    def argmax(self, *args: Any, **kwargs: Any) -> Self:
        """See numpy.argmax."""
        return np.argmax(self, *args, **kwargs)

    def clip(
        self, min: Any = None, max: Any = None, out: Any = None, **kwargs: Any
    ) -> Self:
        """See numpy.clip."""
        return np.clip(self, min, max, out=out, **kwargs)

    def round(self, decimals: Any = 0, out: Any = None) -> Self:
        """See numpy.round."""
        return np.round(self, decimals, out)

    def __round__(self: Any, ndigits: Any = None) -> Any:
        """What stands for a real scalar rounded; without digits an int, which waits."""
        if not (self._scalar and self.dtype.kind in "iuf"):
            name = (
                "GPUArray" if not self._scalar else f"numpy.{self.dtype.type.__name__}"
            )
            raise TypeError(f"type {name} doesn't define __round__ method")
        return round(self.item()) if ndigits is None else np.round(self, ndigits)

    def var(self, *args: Any, **kwargs: Any) -> Self:
        """See numpy.var."""
        return np.var(self, *args, **kwargs)

    def std(self, *args: Any, **kwargs: Any) -> Self:
        """See numpy.std."""
        return np.std(self, *args, **kwargs)

    def any(self, *args: Any, **kwargs: Any) -> Self:
        """See numpy.any."""
        return np.any(self, *args, **kwargs)

    def all(self, *args: Any, **kwargs: Any) -> Self:
        """See numpy.all."""
        return np.all(self, *args, **kwargs)

    def dot(self, b: Any, out: Any = None) -> Self:
        """See numpy.dot."""
        return np.dot(self, b, out)

    def __imatmul__(self, other: Any) -> Any:
        ndim, others = np.ndim(self), np.ndim(other)
        if ndim < 1 or others < 2:
            raise ValueError(
                "inplace matrix multiplication requires the first operand to have at "
                "least one and the second at least two dimensions."
            )
        own = (-1,) if ndim == 1 else (-2, -1)
        return np.matmul(self, other, out=self, axes=[own, (-2, -1), own])

    def conj(self) -> Self:
        """The complex conjugate; of real items, the array itself."""
        return np.conjugate(self) if np.iscomplexobj(self) else self

    def conjugate(self) -> Self:
        """The complex conjugate; of real items, the array itself."""
        return self.conj()

    def nonzero(self) -> tuple[Self, ...]:
        """See numpy.nonzero."""
        found: tuple[Self, ...] = np.nonzero(self)
        return found

    def compress(self, condition: Any, axis: Any = None, out: Any = None) -> Self:
        """See numpy.compress."""
        return np.compress(condition, self, axis, out)

    def repeat(self, repeats: Any, axis: Any = None) -> Self:
        """See numpy.repeat."""
        return np.repeat(self, repeats, axis)

    def take(
        self, indices: Any, axis: Any = None, out: Any = None, mode: Any = "raise"
    ) -> Self:
        """See numpy.take."""
        return np.take(self, indices, axis, out, mode)

    def resize(self, *new_shape: Any, refcheck: bool = True) -> None:
        """Another shape in place: items are cut off at the end, or zeros appended.

        refcheck: accepted and ignored. Views of the former memory keep it. ValueError
        for views, and for arrays with gaps.
        """
        array: Any = self
        shape = new_shape[0] if len(new_shape) == 1 else new_shape
        if shape is None or new_shape == ():
            return
        if array.base is not None:
            raise ValueError("cannot resize this array: it does not own its data")
        lengths: Any = (shape,) if np.ndim(shape) == 0 else tuple(map(int, shape))
        if min(lengths, default=0) < 0:
            raise ValueError("negative dimensions not allowed")
        order = "F" if array.flags.fnc else "C"
        memory = array.ravel(order)
        fresh = np.zeros_like(array, shape=(math.prod(lengths),), subok=False)
        kept = min(memory.size, fresh.size)
        fresh[:kept] = memory[:kept]
        made = fresh.reshape(lengths, order=order)
        object.__setattr__(self, "_cell", made._cell)
        object.__setattr__(self, "_shape", made._shape)

    def put(self, indices: Any, values: Any, mode: Any = "raise") -> None:
        """See numpy.put."""
        np.put(self, indices, values, mode)

    def choose(self, choices: Any, out: Any = None, mode: Any = "raise") -> Self:
        """See numpy.choose."""
        return np.choose(self, choices, out, mode)

    def trace(self, *args: Any, **kwargs: Any) -> Self:
        """See numpy.trace."""
        return np.trace(self, *args, **kwargs)

    def sort(
        self: Any,
        axis: Any = -1,
        kind: Any = None,
        order: Any = None,
        *,
        stable: Any = None,
    ) -> None:
        """Sort the items along an axis in place; see numpy.sort."""
        self._require_writeable()
        self[...] = np.sort(self, operator.index(axis), kind, order, stable=stable)

    def argsort(
        self,
        axis: Any = -1,
        kind: Any = None,
        order: Any = None,
        *,
        stable: Any = None,
    ) -> Self:
        """See numpy.argsort."""
        return np.argsort(self, axis, kind, order, stable=stable)

    def partition(
        self: Any,
        kth: Any,
        axis: Any = -1,
        kind: Any = "introselect",
        order: Any = None,
    ) -> None:
        """Partition the items along an axis in place; see numpy.partition."""
        self._require_writeable()
        self[...] = np.partition(self, kth, operator.index(axis), kind, order)

    def argpartition(
        self,
        kth: Any,
        axis: Any = -1,
        kind: Any = "introselect",
        order: Any = None,
    ) -> Self:
        """See numpy.argpartition."""
        return np.argpartition(self, kth, axis, kind, order)

    def searchsorted(self, v: Any, side: Any = "left", sorter: Any = None) -> Self:
        """See numpy.searchsorted."""
        return np.searchsorted(self, v, side, sorter)
