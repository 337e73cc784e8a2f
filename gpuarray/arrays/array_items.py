"""Items and fields of an array: `x[key]`, `x[key] = value`, `x.field`, iteration."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gpuarray.algorithms import indexing
from gpuarray.algorithms.evaluation import Cell
from gpuarray.arrays.array_base import ArrayBase
from gpuarray.arrays.array_views import Views
from gpuarray.runtime.dispatch import Counted
from gpuarray.runtime.expr import snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator


class Items(Views):
    """Indexing and fields."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Self:
        names = self.dtype.names if self._scalar else None
        if names is not None:
            key = field_at(names, key)
        kind, node = indexing.get(self._cell, inner_key(key))
        field = names is not None and isinstance(key, str | list)
        if field and kind == "view" and not node.shape:
            kind = "record" if node.dtype.names is not None else "scalar"
        if kind == "copy":
            return self._new(node)
        if kind == "scalar":  # what the item is now
            return type(self)(Cell(snapshot(node)), writeable=False, scalar=True)
        base = self if self._base is None else self._base
        return type(self)(
            Cell(node), base=base, writeable=self._writeable, scalar=kind == "record"
        )

    def __setitem__(self, key: Any, value: Any) -> None:
        if self._scalar:
            if self.dtype.names is None:
                raise TypeError(
                    f"one item of dtype {self.dtype} does not support item assignment; "
                    "assign to the array that it is from"
                )
            key = field_at(self.dtype.names, key)
            if not isinstance(key, str):
                raise IndexError("invalid index")
        self._require_writeable()
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
        fields: Any = self.dtype.fields or {}
        own = getattr(type(self), name, None)
        if name in fields and not hasattr(own, "__set__"):
            self[name] = value
            return
        try:
            object.__setattr__(self, name, value)
        except Exception:  # as np.recarray: what cannot be set may name a field
            if name not in fields:
                raise
            self[name] = value

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(self.dtype.names or ())]

    def __len__(self) -> int:
        if self._scalar and self.dtype.names is not None:
            return len(self.dtype.names)
        if not self._shape:
            raise TypeError("len() of unsized object")
        return self._shape[0]

    def __iter__(self) -> Iterator[Self]:
        if self._scalar and self.dtype.names is not None:
            return (self[name] for name in self.dtype.names)
        if not self._shape:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(self._shape[0]))

    def __contains__(self, value: Any) -> bool:
        if self._scalar:
            return any(bool(item == value) for item in self)
        return bool(np.any(self == value))

    def fill(self, value: Any) -> None:
        """Set every item to a scalar, converted as one item is."""
        self._require_writeable()
        given = value._cell.node if isinstance(value, ArrayBase) else value
        indexing.fill(self._leaf(), given)


def field_at(names: tuple[str, ...], key: Any) -> Any:
    """A key of one record, in which an integer is the number of a field."""
    if isinstance(key, bool | np.bool_) or not hasattr(key, "__index__"):
        return key
    try:
        number = operator.index(key)
    except TypeError:  # an array
        return key
    if not -len(names) <= number < len(names):
        raise IndexError("invalid index")
    return names[number]


def inner_key(key: Any) -> Any:
    """A key in which cells stand for device arrays."""
    if isinstance(key, Counted):
        raise TypeError("a Compacted is no key: use gpuarray.compact, or its .array()")
    if isinstance(key, ArrayBase):
        if key._scalar and key.dtype.kind in "iu":  # an integer gives a view
            return int(np.asarray(key))
        return key._cell
    if isinstance(key, tuple):
        return tuple(inner_key(part) for part in key)
    if isinstance(key, list) and any(isinstance(part, ArrayBase) for part in key):
        return np.asarray(
            [np.asarray(part) if isinstance(part, ArrayBase) else part for part in key]
        )
    return key
