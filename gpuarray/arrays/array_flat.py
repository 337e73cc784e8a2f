"""x.flat: the items of an array in C order, whatever its shape and strides."""

from __future__ import annotations

import operator
import warnings
from typing import TYPE_CHECKING, Any

import numpy

from gpuarray.algorithms.evaluation import Cell
from gpuarray.arrays.array_base import ArrayBase
from gpuarray.runtime.expr import Iota, Node, const, op
from gpuarray.runtime.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Iterator

np: Any = numpy  # its stubs do not know arrays that implement its protocols

INT64 = numpy.dtype(numpy.int64)
_INVALID = (
    "only integers, slices (`:`), ellipsis (`...`) and integer or boolean arrays are "
    "valid indices"
)
_BOOLEAN = "lists of booleans are not supported as indices of flat: use a bool array"


class FlatIter:
    """The items of an array in C order, as numpy.flatiter.

    `flat[key]` copies, `flat[key] = values` writes into the array, values begun anew
    when used up. Keys: integers, slices, `...`, index arrays and masks. Iterating gives
    0-d arrays of the device, one small piece of work each.
    """

    __array_priority__ = 1000
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, array: Any) -> None:
        self.base = array
        self.index = 0

    @property
    def coords(self) -> tuple[int, ...]:
        """The index of the next item along each axis."""
        return tuple(map(int, numpy.unravel_index(self.index, self.base.shape)))

    def copy(self) -> Any:
        """All items in a fresh 1-D array."""
        return self.base.flatten()

    def __len__(self) -> int:
        return int(self.base.size)

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self.index >= len(self):
            raise StopIteration
        self.index += 1
        return self.base[numpy.unravel_index(self.index - 1, self.base.shape)]

    def __getitem__(self, key: Any) -> Any:
        key = self._key(key)
        found = self.base.reshape(-1)[key]
        return found if isinstance(key, int) else found.copy()

    def __setitem__(self, key: Any, values: Any) -> None:
        if isinstance(key, tuple) and not key:
            raise IndexError("Assigning to a flat iterator with a 0-D index")
        key = self._key(key)
        if isinstance(key, int):
            self._set_item(key, values)
        elif not np.size(values):
            return
        elif isinstance(key, slice):
            steps = range(len(self))[key]
            np.put(self.base, self._places(steps), values, mode="clip")
        else:
            np.put(self.base, key, values)

    def _set_item(self, key: int, value: Any) -> None:
        place = numpy.unravel_index(range(len(self))[key], self.base.shape)
        message = "Error setting single item of array."
        if np.ndim(value) and self.base.dtype.names is None:
            raise ValueError(message)
        try:
            self.base[tuple(map(int, place))] = value
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(message) from error

    def _key(self, key: Any) -> Any:
        """The key as an int, a slice or positions."""
        if isinstance(key, tuple):
            if len(key) > 1:
                raise IndexError(
                    "too many indices for flat iterator: flat iterator is "
                    f"1-dimensional, but {len(key)} were indexed"
                )
            key = key[0] if key else Ellipsis
            if isinstance(key, bool):
                raise IndexError(_BOOLEAN)
        if key is Ellipsis:
            return slice(None)
        if isinstance(key, slice):
            return key
        if key is None or isinstance(key, str):
            raise IndexError(_INVALID)
        if isinstance(key, bool):
            return self._key(0) if key else slice(0, 0)
        if not isinstance(key, ArrayBase | numpy.ndarray):
            key = _positions(key)
        if not isinstance(key, ArrayBase):
            try:
                place = operator.index(key)
            except TypeError:
                pass
            else:
                if not -len(self) <= place < len(self):
                    raise IndexError(
                        f"index {place} is out of bounds for size {len(self)}"
                    )
                return place
        if key.dtype == bool:
            if key.shape != (len(self),):
                raise IndexError(
                    "boolean index did not match indexed flat iterator along axis 0; "
                    f"size of axis is {len(self)} but size of corresponding boolean "
                    f"axis is {key.size}"
                )
            return np.flatnonzero(key)
        if key.dtype.kind not in "iu":
            raise IndexError("arrays used as indices must be of integer type")
        return key

    def _places(self, steps: range) -> Any:
        """Positions from a range, worked out on the device."""
        n = len(steps)
        node: Node = Iota(INT64, (n,), Layout((n,), (1,)))
        node = op("mul_i64", INT64, node, const(numpy.int64(steps.step)))
        node = op("add_i64", INT64, node, const(numpy.int64(steps.start)))
        return type(self.base)(Cell(node))

    # ---- as an operand: the flattened array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self.copy().__array__(dtype, copy)

    def __array_ufunc__(
        self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any
    ) -> Any:
        return getattr(ufunc, method)(*map(_flattened, inputs), **kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return func(*map(_flattened, args), **kwargs)

    def __eq__(self, other: Any) -> Any:
        return self.copy() == _flattened(other)

    def __ne__(self, other: Any) -> Any:
        return self.copy() != _flattened(other)

    def __lt__(self, other: Any) -> Any:
        return self.copy() < _flattened(other)

    def __le__(self, other: Any) -> Any:
        return self.copy() <= _flattened(other)

    def __gt__(self, other: Any) -> Any:
        return self.copy() > _flattened(other)

    def __ge__(self, other: Any) -> Any:
        return self.copy() >= _flattened(other)


def _positions(key: Any) -> Any:
    """A number or nested lists as positions, which NumPy cuts to integers."""
    found = numpy.asarray(key)
    if found.size == 0:
        return numpy.zeros(found.shape, int)
    if found.dtype.kind in "SU":
        raise IndexError(_INVALID)
    if found.dtype.kind == "b":
        raise IndexError(_BOOLEAN)
    if found.dtype.kind in "iu":
        return found
    with numpy.errstate(invalid="ignore"):
        found = found.astype(numpy.intp)
    warnings.warn(
        "an index of flat that is no integer is deprecated: convert it",
        DeprecationWarning,
        stacklevel=4,
    )
    return found


def _flattened(value: Any) -> Any:
    return value.copy() if isinstance(value, FlatIter) else value
