"""GPUArray: a NumPy array whose items are on the device.

Its operators and methods call NumPy, whose protocols come back through the tables of
`dispatch`; indexing is worked out below in expressions and buffers. What an array can
do is divided by job: `array_base`, `array_copies`, `array_views`, `array_items`,
`array_host`, `array_methods`, `array_operators`, `array_standard` and `array_printing`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gpuarray.algorithms import evaluation, hostcopy
from gpuarray.algorithms.evaluation import Cell
from gpuarray.arrays.array_base import blank as blank
from gpuarray.arrays.array_base import computable
from gpuarray.arrays.array_host import HostAccess
from gpuarray.arrays.array_methods import NumPyMethods
from gpuarray.arrays.array_operators import Operators
from gpuarray.arrays.array_printing import Printing
from gpuarray.arrays.array_standard import StandardMethods
from gpuarray.runtime import dispatch
from gpuarray.runtime.device import current
from gpuarray.runtime.dtypes import ROWS, storable
from gpuarray.runtime.expr import Node, const, snapshot

if TYPE_CHECKING:
    from collections.abc import Callable

Host = np.ndarray[Any, Any]


def _in_place(name: str) -> Callable[[Any, Any], Any]:
    """`x += y` as the mixin has it; of a scalar, which does not change, `x = x + y`."""
    fresh = getattr(np.lib.mixins.NDArrayOperatorsMixin, f"__{name}__")
    changed = getattr(np.lib.mixins.NDArrayOperatorsMixin, f"__i{name}__")

    def method(self: GPUArray, other: Any) -> Any:
        return fresh(self, other) if self._scalar else changed(self, other)

    return method


def _plain(name: str, ufunc: np.ufunc) -> Callable[[Any, Any], Any]:
    """An operator; for this class and Python's numbers without NumPy's detour."""
    usual = getattr(np.lib.mixins.NDArrayOperatorsMixin, f"__{name}__")

    def method(self: GPUArray, other: Any) -> Any:
        if type(self) is GPUArray and type(other) in _OWN:
            return dispatch.UFUNC_METHODS["plain"](ufunc, self, other)
        return usual(self, other)

    method.__name__ = method.__qualname__ = f"__{name}__"
    return method


class GPUArray(
    HostAccess,
    NumPyMethods,
    StandardMethods,
    Printing,
    Operators,
):
    """A NumPy-like array on the device; made by `gpuarray.asarray` and its kin.

    Items keep NumPy's bytes, records (packed or aligned) included. Elementwise results
    are computed when they are needed; nothing is copied to the host unless asked.
    """

    __slots__ = ()
    __array_priority__ = 1000

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.get(),)

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any
    ) -> Any:
        for value in (*inputs, *_outputs(kwargs)) if kwargs else inputs:
            if type(value) not in _OWN and _is_foreign(type(value)):
                return NotImplemented  # the other array's turn
        if ufunc.signature is not None:
            method += "_of_core"  # over vectors or matrices
        if not kwargs and method == "__call__":
            method = "plain" if _OWN.issuperset(map(type, inputs)) else method
        implementation = dispatch.UFUNC_METHODS.get(method)
        if implementation is None:
            raise dispatch.missing(dispatch.ufunc_name(ufunc, method))
        return implementation(ufunc, *inputs, **kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        for kind in types:
            if kind is not GPUArray and _is_foreign(kind):
                return NotImplemented
        implementation = dispatch.FUNCTIONS.get(func)
        if implementation is None:
            raise dispatch.missing(f"{func.__module__}.{func.__name__}")
        return implementation(*args, **kwargs)

    def __pow__(self, other: Any, /) -> Any:
        if self.dtype == np.bool_ and type(other) is int and other == 2:
            return np.square(self)  # what NumPy's operator does, an int8
        return np.power(self, other)

    if not TYPE_CHECKING:  # Operators has the types
        __add__ = _plain("add", np.add)
        __sub__ = _plain("sub", np.subtract)
        __mul__ = _plain("mul", np.multiply)
        __truediv__ = _plain("truediv", np.divide)
        __floordiv__ = _plain("floordiv", np.floor_divide)
        __mod__ = _plain("mod", np.remainder)
        __and__ = _plain("and", np.bitwise_and)
        __or__ = _plain("or", np.bitwise_or)
        __xor__ = _plain("xor", np.bitwise_xor)
        __lt__ = _plain("lt", np.less)
        __le__ = _plain("le", np.less_equal)
        __gt__ = _plain("gt", np.greater)
        __ge__ = _plain("ge", np.greater_equal)

    __iadd__ = _in_place("add")
    __isub__ = _in_place("sub")
    __imul__ = _in_place("mul")
    __itruediv__ = _in_place("truediv")
    __ifloordiv__ = _in_place("floordiv")
    __imod__ = _in_place("mod")
    __ipow__ = _in_place("pow")
    __ilshift__ = _in_place("lshift")
    __irshift__ = _in_place("rshift")
    __iand__ = _in_place("and")
    __ixor__ = _in_place("xor")
    __ior__ = _in_place("or")

    def __eq__(self, other: Any) -> Self:  # type: ignore[override]
        same: Self = dispatch.UFUNC_METHODS["compare"](np.equal, self, other)
        return same

    def __ne__(self, other: Any) -> Self:  # type: ignore[override]
        differ: Self = dispatch.UFUNC_METHODS["compare"](np.not_equal, self, other)
        return differ


_OWN = frozenset({GPUArray, bool, int, float, complex})


def _is_foreign(kind: type) -> bool:
    """Whether a type is an array of neither this package nor NumPy."""
    if issubclass(kind, GPUArray | np.ndarray | np.generic):
        return False
    return hasattr(kind, "__array_function__") or hasattr(kind, "__array_ufunc__")


def _outputs(kwargs: dict[str, Any]) -> tuple[Any, ...]:
    out = kwargs.get("out") or ()
    return out if isinstance(out, tuple) else (out,)


def wrap(node: Node) -> GPUArray:
    """An array of an expression of its own."""
    return GPUArray(Cell(node))


def wrap_result(node: Node) -> GPUArray:
    """What a ufunc or a reduction returns: an array, or what stands for a scalar."""
    if node.shape:
        return wrap(node)
    return GPUArray(Cell(node), writeable=False, scalar=True)


def as_scalar(array: GPUArray) -> GPUArray:
    """A fresh 0-d array, or a view of one, as what stands for a scalar."""
    if array._shape or array._scalar:
        return array
    cell = array._cell if array._base is None else Cell(snapshot(array._cell.node))
    return GPUArray(cell, writeable=False, scalar=True)


def as_plain(array: GPUArray) -> GPUArray:
    """An array of its own for what stands for a scalar; others as they are."""
    return wrap(evaluation.compute(array._cell.node)) if array._scalar else array


def as_array(value: Any, dtype: Any = None) -> GPUArray:
    """A GPUArray from a GPUArray (itself), a NumPy array, a scalar or a list."""
    if isinstance(value, GPUArray):
        return value if dtype is None else value.astype(dtype, copy=False)
    if isinstance(value, dispatch.Counted):
        raise TypeError(
            "a Compacted is not taken here, as its length is on the device: use its "
            ".values with .count, or .get()"
        )
    host = np.asarray(value, dtype)
    native = storable(host.dtype)
    device = current()
    computable(native, device)
    if host.dtype != native:
        host = host.astype(native)
    if host.ndim == 0 and native in ROWS:
        return wrap(const(host))
    return wrap(hostcopy.upload(host, device))


def _restored(host: Host) -> GPUArray:
    """What unpickling calls."""
    return as_array(host)
