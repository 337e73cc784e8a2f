"""Compacted: survivors of a compaction, whose number is known to the device only."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import math
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gpuarray.algorithms import counted, evaluation
from gpuarray.algorithms.evaluation import Cell
from gpuarray.arrays.array_object import GPUArray, wrap
from gpuarray.arrays.array_operators import Operators
from gpuarray.functions import indirect
from gpuarray.functions.folds import NAMES
from gpuarray.runtime import dispatch
from gpuarray.runtime import layout as lay
from gpuarray.runtime.expr import Leaf

if TYPE_CHECKING:
    from gpuarray.runtime.expr import Count, Node

Host = np.ndarray[Any, Any]
xp: Any = np  # its stubs do not know arrays that implement its protocols
# The functions, by the names of ours, that fold the counted axis or run along it.
_FOLDS = frozenset(
    ("sum", "prod", "max", "min", "any", "all", "count_nonzero", "mean", "ptp")
) | {"reduce"}
_RUNNING = frozenset(
    ("cumsum", "cumprod", "cumulative_sum", "cumulative_prod", "accumulate")
)
_NOT_GIVEN: Any = (None, np._NoValue, False)
_RUNNING_UFUNCS = NAMES.keys() - {np.hypot, np.gcd}


_SIGNS = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "floor_divide": "//",
    "remainder": "%",
    "power": "**",
    "left_shift": "<<",
    "right_shift": ">>",
    "bitwise_and": "&",
    "bitwise_or": "|",
    "bitwise_xor": "^",
    "matmul": "@",
}  # of assignments


def _refused(name: str) -> TypeError:
    return TypeError(
        f"{name} takes no Compacted, as its length is on the device: use its .values "
        "with .count, .array() or .get()"
    )


class Compacted(dispatch.Counted, Operators):
    """What `gpuarray.compact` returns: items, and on the device how many they are.

    Elementwise functions, operators and fields give a `Compacted` with the same count.
    They work on the counted items; slots past them are never read. `len(c)`, `c.get()`
    and `np.asarray(c)` wait for the device.
    """

    __slots__ = ("_array", "_count", "_indices", "_length")
    __array_priority__ = 1001
    __hash__ = None  # type: ignore[assignment]
    __iter__ = None  # it would wait; see `array`

    def __init__(self, node: Node, count: Count, indices: Leaf | None = None) -> None:
        self._array = GPUArray(Cell(node))
        self._count = count
        self._indices = indices
        self._length: int | None = None

    @property
    def values(self) -> GPUArray:
        """All slots: the counted items, then padding; does not wait."""
        return wrap(dataclasses.replace(self._array._leaf(), limit=None))

    @property
    def count(self) -> GPUArray:
        """How many items there are, a 0-d uint32 array to read; does not wait."""
        return GPUArray(Cell(counted.count_leaf(self._count)), writeable=False)

    @property
    def indices(self) -> GPUArray:
        """Where in x, in C order, each item was, as int64; then padding.

        AttributeError unless `compact` was asked for them.
        """
        if self._indices is None:
            raise AttributeError  # __getattr__ says why
        return wrap(dataclasses.replace(self._indices, limit=None))

    @property
    def capacity(self) -> int:
        """For how many items there is room."""
        return self._array.shape[0]

    @property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy dtype of the items."""
        return self._array.dtype

    @property
    def ndim(self) -> int:
        """Number of axes; the first one is counted."""
        return self._array.ndim

    def __len__(self) -> int:
        if self._length is None:
            self._length = counted.read(self._count)
        return self._length

    def get(self, out: Host | None = None) -> Host:
        """The items as a NumPy array, exactly x[mask]; waits for the device.

        out: a NumPy array of the same shape and dtype to fill and return.
        """
        return self._items().get(out)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Host:
        return self._items().__array__(dtype, copy)

    def array(self) -> GPUArray:
        """The items as an array, a view of `values`; waits for the count (4 bytes)."""
        return self._items()

    def __bool__(self) -> bool:
        return bool(self._items())  # by NumPy's rules: of one item at most

    def __repr__(self) -> str:
        shape = ", ".join(map(str, self._array.shape[1:]))
        return (
            f"Compacted({self.capacity} slots of {self.dtype}{shape and f' x {shape}'})"
        )

    def _leaf(self) -> Leaf:
        """What `gpuarray.evaluate` computes."""
        return self._array._leaf()

    def _items(self) -> GPUArray:
        return self.values[: len(self)]

    def __getattr__(self, name: str) -> Any:
        if name in ("shape", "size", "nbytes", "T"):
            raise AttributeError(
                f"a Compacted has no {name}, as its length is on the device: see "
                "capacity and ndim, .values for all slots, len() which waits"
            )
        if name == "indices":
            raise AttributeError("compact(..., indices=True) keeps the indices")
        raise AttributeError(f"'Compacted' object has no attribute {name!r}")

    # ---- chains

    def __getitem__(self, key: Any) -> Self:
        names = key if isinstance(key, list) else [key]
        if not names or not all(isinstance(name, str) for name in names):
            raise TypeError(
                "a Compacted has fields; for items take .values or .array(), for a "
                "mask gpuarray.compact"
            )
        leaf = self._array._leaf()
        layout, dtype = lay.apply(leaf.layout, leaf.dtype, lambda d: d[key])
        limit = dataclasses.replace(self._count, row=math.prod(layout.shape[1:]))
        field = Leaf(dtype, layout.shape, leaf.buffer, layout, limit=limit)
        return type(self)(field, self._count, self._indices)

    def astype(self, dtype: Any, **options: Any) -> Self:
        """The items converted, with the same count; see numpy.ndarray.astype."""
        return self._alike(self._array.astype(dtype, **options)._cell.node)

    def __eq__(self, other: Any) -> Self:  # type: ignore[override]
        return self._compared(other, equal=True)

    def __ne__(self, other: Any) -> Self:  # type: ignore[override]
        return self._compared(other, equal=False)

    def _compared(self, other: Any, *, equal: bool) -> Self:
        """Which items are equal to something, by the rules of arrays."""
        other = self._slots(other)
        found: Any = self._array == other if equal else self._array != other
        return self._alike(found._cell.node)

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any
    ) -> Any:
        if any(out is self for out in options.get("out") or ()):
            sign = _SIGNS.get(ufunc.__name__)
            better = f"c = c {sign} x" if sign else f"c = {ufunc.__name__}(c)"
            raise TypeError(
                f"a Compacted does not change in place: write {better} for another"
            )
        known = {"__call__": None, "reduce": NAMES, "accumulate": _RUNNING_UFUNCS}
        wanted = known.get(method, ())
        if ufunc.signature is not None or (wanted is not None and ufunc not in wanted):
            raise _refused(dispatch.ufunc_name(ufunc, method))
        function = functools.partial(dispatch.UFUNC_METHODS[method], ufunc)
        return self._call(function, inputs, options)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if func not in dispatch.TAKE_COUNTED:
            raise _refused(f"{func.__module__}.{func.__name__}")
        return dispatch.FUNCTIONS[func](*args, **kwargs)

    def _call(self, function: Any, args: Any, kwargs: Any) -> Any:
        """The result over the counted items: of a fold an array, else a Compacted."""
        for name in ("out", "where", "include_initial"):
            given = kwargs.get(name)
            if not any(given is value for value in _NOT_GIVEN):
                raise TypeError(f"{name}= is not taken with a Compacted")
        plain = tuple(map(self._slots, args))
        named = {name: self._slots(value) for name, value in kwargs.items()}
        name = getattr(function, "func", function).__name__
        if name in _FOLDS or name in _RUNNING:
            self._check_axis(function, name, plain, named)
        found = function(*plain, **named)
        if name in _FOLDS:
            return found
        if isinstance(found, tuple):
            return tuple(self._alike(part._cell.node) for part in found)
        return self._alike(found._cell.node)

    def _check_axis(self, function: Any, name: str, args: Any, kwargs: Any) -> None:
        """ValueError unless the fold goes along the counted axis, or over all."""
        given = inspect.signature(function).bind(*args, **kwargs)
        given.apply_defaults()
        axis = given.arguments["axis"]
        whole = axis is None and (name in _FOLDS or self.ndim == 1)
        if not whole and axis not in (0, -self.ndim, (0,)):
            raise ValueError(
                f"{name} of a Compacted goes along axis 0, the counted one, not {axis}"
            )

    def _slots(self, value: Any) -> Any:
        """A Compacted as the array of its slots, which knows the count."""
        if not isinstance(value, Compacted):
            return value
        if value._count.buffer is not self._count.buffer:
            raise ValueError("the operands are counted by different counts")
        return value._array

    def _alike(self, node: Node) -> Self:
        """A Compacted of an expression, with the count of this one."""
        if node.shape[:1] != self._array.shape[:1] or len(node.shape) != self.ndim:
            raise ValueError(
                f"operands of a Compacted must fit its slots: {node.shape} is not "
                f"{self._array.shape}"
            )
        if node.count is None:
            assert not node.buffers, "only constants have no count"
            limit = self._array._cell.node.count
            node = dataclasses.replace(evaluation.compute(node), limit=limit)
        return type(self)(node, self._count, self._indices)

    # ---- folds: see numpy.sum and its kin; none of them waits

    def sum(self, axis: int | None = None, dtype: Any = None) -> GPUArray:
        """The sum over the items."""
        return xp.sum(self, axis, dtype)  # type: ignore[no-any-return]

    def max(self, axis: int | None = None) -> GPUArray:
        """The largest item; of none, what every item is larger than."""
        return xp.max(self, axis)  # type: ignore[no-any-return]

    def min(self, axis: int | None = None) -> GPUArray:
        """The smallest item; of none, what every item is smaller than."""
        return xp.min(self, axis)  # type: ignore[no-any-return]

    def mean(self, axis: int | None = None, dtype: Any = None) -> GPUArray:
        """The arithmetic mean of the items; NaN of none."""
        return xp.mean(self, axis, dtype)  # type: ignore[no-any-return]

    def any(self, axis: int | None = None) -> GPUArray:
        """Whether an item is true."""
        return xp.any(self, axis)  # type: ignore[no-any-return]

    def all(self, axis: int | None = None) -> GPUArray:
        """Whether all items are true."""
        return xp.all(self, axis)  # type: ignore[no-any-return]

    def cumsum(self, axis: int | None = None, dtype: Any = None) -> Self:
        """The running sum of the items."""
        return xp.cumsum(self, axis, dtype)  # type: ignore[no-any-return]

    # ---- indirect calls

    def dispatch_args(self, workgroup_size: int) -> GPUArray:
        """The (x, y, 1) of an indirect dispatch; see gpuarray.dispatch_args."""
        return indirect.dispatch_args(self, workgroup_size)

    def draw_args(
        self, vertex_count: int | None, first_vertex: int = 0, first_instance: int = 0
    ) -> GPUArray:
        """The words of an indirect draw; see gpuarray.draw_args."""
        return indirect.draw_args(
            self, vertex_count, first_vertex=first_vertex, first_instance=first_instance
        )

    def draw_indexed_args(
        self,
        index_count: int | None,
        first_index: int = 0,
        base_vertex: int = 0,
        first_instance: int = 0,
    ) -> GPUArray:
        """The words of an indirect indexed draw; see gpuarray.draw_indexed_args."""
        return indirect.draw_indexed_args(
            self,
            index_count,
            first_index=first_index,
            base_vertex=base_vertex,
            first_instance=first_instance,
        )
