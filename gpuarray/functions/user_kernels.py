"""Elementwise functions and selections from WGSL that users write."""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms import evaluation
from gpuarray.algorithms.records import view
from gpuarray.arrays.array_object import GPUArray, as_array, wrap_result
from gpuarray.functions.arguments import WEAK, operand
from gpuarray.functions.compacting import compact
from gpuarray.functions.elementwise import result_targets, written_result
from gpuarray.functions.user_arguments import dtypes_of, numbers_of, slots
from gpuarray.functions.user_forms import VECTOR, Form, Given, form_of
from gpuarray.runtime import user_text, windows
from gpuarray.runtime.dispatch import Counted
from gpuarray.runtime.dtypes import storable
from gpuarray.runtime.expr import Node, op
from gpuarray.runtime.user_code import Code

if TYPE_CHECKING:
    from gpuarray.functions.compacted import Compacted
    from gpuarray.runtime.device import Device

DType = np.dtype[Any]
Names = str | Iterable[str] | Mapping[str, Any] | None


class ElementwiseKernel:
    """A function of arrays, item by item, from WGSL; `elementwise` makes it.

    Call it with arrays and scalars, by position or by name, and `out=` if wanted.
    """

    def __init__(
        self,
        code: str,
        args: Names = None,
        dtype: Any = None,
        preamble: str = "",
        name: str = "",
    ) -> None:
        self._code = Code.of(code, preamble)
        self.code, self.name = code, name or "elementwise"
        self.dtype = None if dtype is None else storable(dtype)
        if (
            self.dtype is not None
            and self.dtype.kind in "SV"
            and not (self.dtype.names or self.dtype.subdtype)
        ):
            raise TypeError(f"the result has no form in WGSL: dtype {self.dtype}")
        self._converted = _named(args, self._code)
        self.args = tuple(self._converted)
        self._fields = [user_text.fields_of(self._code.text, n) for n in self.args]
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        self.__signature__ = inspect.Signature(
            [inspect.Parameter(name, kind) for name in self.args]
        )
        self._forms: dict[Any, Form] = {}

    def __repr__(self) -> str:
        return f"<gpuarray kernel {self.name}({', '.join(self.args)})>"

    def __call__(self, *args: Any, out: Any = None, **kwargs: Any) -> GPUArray:
        """The result, computed when it is needed; see `gpuarray.elementwise`."""
        (target,) = result_targets(np.positive, out)
        given = self._bound(args, kwargs)
        counted: list[Any] = [v for v in given if isinstance(v, Counted)]
        if counted:
            return self._counted(given, counted, out)
        node = self._node(given)
        if target is None:
            return wrap_result(node)
        return written_result(node, target, True)

    def _bound(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        if not kwargs and len(args) == len(self.args):
            return list(args)
        try:
            bound = self.__signature__.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{self.name}() {error}") from None
        return [bound.arguments[name] for name in self.args]

    def _counted(self, given: list[Any], counted: list[Any], out: Any) -> GPUArray:
        """The result for a `Compacted` among the arguments: another of its count."""
        if out is not None:
            raise TypeError(f"{self.name}() with out= takes no Compacted")
        first = counted[0]
        if any(other._count.buffer is not first._count.buffer for other in counted):
            raise ValueError("the arguments are counted by different counts")
        plain = [slots(v) if isinstance(v, Counted) else v for v in given]
        found: GPUArray = first._alike(self._node(plain))
        return found

    def _node(self, given: list[Any]) -> Node:
        values = self._values([operand(value) for value in given])
        arrays = [value for value in values if isinstance(value, GPUArray)]
        device = windows.device_of(*[array._cell.node for array in arrays])
        dtypes = dtypes_of(values, self._fields)
        form = self._form(device, values, dtypes)
        numbers = numbers_of(values, dtypes, form.shapes, device)
        node = op(form.function, form.result, *numbers)
        if not form.vector:
            return node
        return view(evaluation.compute(node, device), lambda d: d[VECTOR])

    def _values(self, values: list[Any]) -> list[Any]:
        """The arguments, converted to the dtypes that were asked for."""
        return [
            value
            if wanted is None
            else value.astype(wanted, copy=False)
            if isinstance(value, GPUArray)
            else wanted.type(value)
            for value, wanted in zip(values, self._converted.values(), strict=True)
        ]

    def _form(self, device: Device, values: list[Any], dtypes: list[DType]) -> Form:
        weak = [type(value) in WEAK for value in values]
        key = (*dtypes, device.features, *weak)
        found = self._forms.get(key)
        if found is None:
            parts = zip(self.args, dtypes, weak, self._fields, strict=True)
            given = [Given(*part) for part in parts]
            found = form_of(device, self._code, given, self.dtype)
            self._forms[key] = found
        return found


def elementwise(
    code: str,
    args: Names = None,
    dtype: Any = None,
    *,
    preamble: str = "",
    name: str = "",
) -> ElementwiseKernel:
    """A function of arrays, item by item, from a WGSL expression or function body.

    code: as "a * x + y", or statements with `return`. args: the names of the arguments
    in order, as "a x y" or a list, or {name: dtype or None}, where arguments are
    converted to the dtype; without it, the names that the code uses, in order.
    dtype: of the result; without it, that of the WGSL type; of a record, which the code
    makes by `Item(..)` with a value for each field. preamble: declarations (functions,
    constants, structs) that the code uses. name: for messages.

    The result takes arrays and scalars by position or name, broadcast as NumPy does,
    and `out=`; fields of records are read as `p.x`. What it gives is computed when it
    is needed, fused with what reads it; does not wait. A vector gives an axis more, and
    is computed at once. Values have the types that docs/kernels.md lists. A scalar's
    value compiles nothing new, a shape at most one of a few forms. CompileError
    at the first call with certain dtypes, naming line and column; TypeError for wrong
    arguments and for dtypes without a value in WGSL.
    Source: WGSL (W3C, WebGPU Shading Language).
    """
    return ElementwiseKernel(code, args, dtype, preamble, name)


class SelectKernel:
    """A selection by a condition in WGSL; `select_kernel` makes it.

    The first argument is the array that items are taken from.
    """

    def __init__(self, predicate: str, args: Names, preamble: str, name: str) -> None:
        self._mask = ElementwiseKernel(predicate, args, bool, preamble, name)
        self._mask.name = self.name = name or "select"
        self.args, self.code = self._mask.args, predicate
        self.__signature__ = self._mask.__signature__
        if not self.args:
            raise ValueError("the predicate names no argument to select from")

    def __repr__(self) -> str:
        return f"<gpuarray kernel {self.name}({', '.join(self.args)})>"

    def __call__(self, *args: Any, **kwargs: Any) -> GPUArray | Compacted:
        """The items that the condition picks, in C order; waits for their number.

        Of a `Compacted` they are another `Compacted`, and nothing is waited for.
        """
        given = self._mask._bound(args, kwargs)
        mask: Any = self._mask(*given)
        source = given[0]
        if isinstance(mask, Counted):
            if not isinstance(source, Counted):
                raise TypeError(
                    f"{self.name}() selects from its first argument, {self.args[0]!r}, "
                    f"which must be the Compacted, not {type(source).__name__}"
                )
            return compact(source, mask)
        array = as_array(source)
        if np.broadcast_shapes(array.shape, mask.shape) != array.shape:
            raise ValueError(
                f"{self.name}() selects from its first argument, {self.args[0]!r}, of "
                f"shape {array.shape}, and the condition has the shape {mask.shape}; "
                f'args= gives another order, as args="{" ".join(self.args[::-1])}"'
            )
        return array[np.broadcast_to(mask, array.shape)]

    def mask(self, *args: Any, **kwargs: Any) -> GPUArray:
        """The condition as an array of bool, computed when needed; does not wait."""
        return self._mask(*self._mask._bound(args, kwargs))


def select_kernel(
    predicate: str, args: Names = None, *, preamble: str = "", name: str = ""
) -> SelectKernel:
    """A selection of items by a condition in WGSL, as x[mask] without the mask.

    predicate: a WGSL expression or function body of type bool, as "p.vida > least".
    args, preamble, name: as for `elementwise`; the first argument is the array that
    items are taken from, the others broadcast to it.

    Called with the arguments it gives the picked items on one axis, in C order, and
    waits for their number (4 bytes); `mask(...)` gives the condition alone, which
    `gpuarray.nonzero`, `count_nonzero` and masks take without storing it. Errors as
    `elementwise`. Source: compaction by mark, scan and scatter (docs/scan.md).
    """
    return SelectKernel(predicate, args, preamble, name)


# ---- arguments


def _named(args: Names, code: Code) -> dict[str, DType | None]:
    """The names of the arguments in order, and the dtypes they are converted to."""
    if args is None:
        known = frozenset(user_text.declared(code.preamble))
        args = user_text.free_names(code.text, known)
    names: list[str]
    if isinstance(args, Mapping):
        given = {name: None if t is None else storable(t) for name, t in args.items()}
        names = list(args)
    else:
        names = args.replace(",", " ").split() if isinstance(args, str) else list(args)
        given = dict.fromkeys(names)
    if len(given) != len(names):
        raise ValueError(f"an argument is named twice in {names}")
    for name in names:
        if not (isinstance(name, str) and name.isidentifier()):
            raise ValueError(f"{name!r} is no name of an argument")
        if name == "out" or name in user_text.WORDS or keyword.iskeyword(name):
            raise ValueError(f"an argument cannot be named {name!r}")
    return given
