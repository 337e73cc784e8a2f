"""Items and fields of an array: `x[key]`, `x[key] = value`, `x.field`, iteration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gpuarray import indexing
from gpuarray.array_base import ArrayBase
from gpuarray.array_views import Views
from gpuarray.evaluation import Cell
from gpuarray.expr import snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator


class Items(Views):
    """Indexing and fields."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Self:
        kind, node = indexing.get(self._cell, inner_key(key))
        if kind != "view":  # a scalar is what the item is now
            return self._new(snapshot(node) if kind == "scalar" else node)
        base = self if self._base is None else self._base
        return type(self)(Cell(node), base, writeable=self._writeable)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._require_writeable()
        if isinstance(key, str) or (
            isinstance(key, list) and key and isinstance(key[0], str)
        ):
            self[key][...] = value
            return
        given = value._cell.node if isinstance(value, ArrayBase) else value
        indexing.put(self._leaf(), inner_key(key), given)

    def __delitem__(self, key: Any) -> None:
        raise ValueError("cannot delete array elements")

    def __getattr__(self, name: str) -> Self:
        fields = object.__getattribute__(self, "_dtype").fields
        if fields is not None and name in fields:
            return self[name]
        raise AttributeError(f"'GPUArray' object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        if hasattr(type(self), name):
            object.__setattr__(self, name, value)
        elif self.dtype.fields is not None and name in self.dtype.fields:
            self[name] = value
        else:
            raise AttributeError(f"'GPUArray' object has no attribute {name!r}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(self.dtype.names or ())]

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("len() of unsized object")
        return self._shape[0]

    def __iter__(self) -> Iterator[Self]:
        if not self._shape:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(self._shape[0]))

    def __contains__(self, value: Any) -> bool:
        return bool(np.any(self == value))

    def fill(self, value: Any) -> None:
        """Set every item to a scalar, converted as one item is."""
        self._require_writeable()
        given = value._cell.node if isinstance(value, ArrayBase) else value
        indexing.fill(self._leaf(), given)


def inner_key(key: Any) -> Any:
    """A key in which cells stand for device arrays."""
    if isinstance(key, ArrayBase):
        return key._cell
    if isinstance(key, tuple):
        return tuple(inner_key(part) for part in key)
    if isinstance(key, list) and any(isinstance(part, ArrayBase) for part in key):
        return np.asarray(
            [np.asarray(part) if isinstance(part, ArrayBase) else part for part in key]
        )
    return key
