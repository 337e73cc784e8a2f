"""Scans and reductions by an operation in WGSL that users write."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.algorithms import evaluation
from gpuarray.algorithms.records import converted
from gpuarray.algorithms.user_scan import Operation
from gpuarray.arrays.array_object import GPUArray, wrap, wrap_result
from gpuarray.functions.accumulation import device_array, reshaped, target_of
from gpuarray.functions.user_arguments import slots
from gpuarray.runtime import windows
from gpuarray.runtime.dispatch import Counted
from gpuarray.runtime.dtypes import ROWS, storable
from gpuarray.runtime.user_code import Code

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.expr import Count, Leaf, Node

DType = np.dtype[Any]


class ScanKernel:
    """A running operation in WGSL; `scan_kernel` makes it."""

    def __init__(self, op: str, identity: Any, preamble: str, name: str) -> None:
        self._code = Code.of(op, preamble)
        self.code, self.identity, self.name = op, identity, name or "scan"
        self._made: dict[Any, Operation] = {}

    def __repr__(self) -> str:
        return f"<gpuarray kernel {self.name}(x, axis)>"

    def __call__(
        self,
        x: Any,
        axis: int | None = None,
        dtype: Any = None,
        out: Any = None,
        *,
        exclusive: bool = False,
    ) -> GPUArray:
        """The running result along an axis, of the flattened array without one.

        dtype: that items are converted to first; theirs without it. exclusive: leave
        out the item itself, so that the first result is the identity. Does not wait.
        Of a `Compacted`, along the counted axis, it is another.
        """
        if isinstance(x, Counted):
            return self._counted(x, axis, dtype, out, exclusive=exclusive)
        array, target = self._array(x, dtype), target_of(out)
        outer, n, inner = _problem(array, axis)
        shape = (array.size,) if axis is None or array.ndim == 0 else array.shape
        if target is not None and target.shape != shape:
            raise ValueError(
                f"provided out has the shape {target.shape}, but the result has {shape}"
            )
        node, operation = self._prepared(array)
        found = operation.scanned(node, outer, n, inner, exclusive=bool(exclusive))
        return _finished(reshaped(found, shape), array.dtype, target)

    def reduce(
        self, x: Any, axis: int | None = None, dtype: Any = None, keepdims: bool = False
    ) -> GPUArray:
        """The result over an axis, over all items without one; does not wait.

        The operation on no items is the identity. dtype: as for a call.
        """
        if isinstance(x, Counted):
            plain = slots(x)
            if axis not in (None, 0, -plain.ndim):
                raise _not_counted(self.name, axis)
            x = plain
        array = self._array(x, dtype)
        outer, n, inner = _problem(array, axis)
        shape: tuple[int, ...] = (1,) * array.ndim if keepdims else ()
        if axis is not None and array.ndim:
            at = normalize_axis_index(axis, array.ndim)
            kept = (1,) if keepdims else ()
            shape = (*array.shape[:at], *kept, *array.shape[at + 1 :])
        node, operation = self._prepared(array)
        found = operation.reduced(node, outer, n, inner)
        return _finished(reshaped(found, shape), array.dtype, None)

    def _counted(
        self, x: Any, axis: Any, dtype: Any, out: Any, *, exclusive: bool
    ) -> GPUArray:
        """The running result over the counted items, with the same count."""
        if out is not None:
            raise TypeError(f"{self.name}() with out= takes no Compacted")
        plain = slots(x)
        if axis not in (0, -plain.ndim) and not (axis is None and plain.ndim == 1):
            raise _not_counted(self.name, axis)
        found = self(plain, axis, dtype, exclusive=exclusive)
        node = _counting(found._cell.node, plain._cell.node.count)
        counted: GPUArray = x._alike(node)
        return counted

    def _array(self, x: Any, dtype: Any) -> GPUArray:
        array = device_array(x)
        if dtype is not None:
            array = array.astype(dtype, copy=False)
        if array.dtype not in ROWS and array.dtype.names is None:
            raise TypeError(f"{self.name} takes numbers or records, not {array.dtype}")
        return array

    def _prepared(self, array: GPUArray) -> tuple[Node, Operation]:
        """The items as the passes take them, and the compiled operation."""
        node = array._cell.fused()
        device, dtype = windows.device_of(node), array.dtype
        if dtype.names is not None:
            dtype = _in_words(dtype)
            node = _counting(converted(node, dtype), node.count)
        key = (dtype, device.features)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = self._compiled(device, dtype)
        return node, found

    def _compiled(self, device: Device, dtype: DType) -> Operation:
        try:
            start = np.zeros((), dtype)
            start[...] = self.identity
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"the identity {self.identity!r} is no item of {dtype}: {error}"
            ) from None
        return Operation.of(device, self._code, dtype, start[()])


def scan_kernel(
    op: str, identity: Any, *, preamble: str = "", name: str = ""
) -> ScanKernel:
    """A scan, as cumsum, by an associative operation in WGSL.

    op: an expression or function body of `a` and `b`, what lies ahead and what follows,
    as "max(a, b)" or "a * b". Associative, it need not be commutative. identity: the
    value e with e op x == x == x op e. Items may be numbers of any dtype, or records of
    at most 16 bytes: then fields are `a.x`, the result is `Item(..)` with a value for
    each field in order, and the identity is a tuple. preamble: as for `elementwise`.

    Called with (x, axis=None, dtype=None, out=None, exclusive=False) it gives what
    ufunc.accumulate would, of the dtype of x; `reduce(x, axis=None)` folds instead.
    Small integers wrap at every step, float16 is rounded once at the end. The order in
    which items meet depends on the shape only, so that the bits repeat; for floats it
    is not NumPy's. Does not wait. CompileError for what the compiler refuses, TypeError
    for larger records and dtypes without a value in WGSL, AxisError.
    Source: the three passes of docs/scan.md.
    """
    return ScanKernel(op, identity, preamble, name)


def _counting(node: Node, count: Count | None) -> Node:
    """The items, whose count may have been lost where they were moved."""
    if count is None or node.count is not None:
        return node
    return dataclasses.replace(evaluation.compute(node), limit=count)


def _not_counted(name: str, axis: Any) -> ValueError:
    return ValueError(
        f"{name} of a Compacted goes along axis 0, the counted one, not {axis}"
    )


def _problem(array: GPUArray, axis: Any) -> tuple[int, int, int]:
    if axis is None or array.ndim == 0:
        if axis is not None:
            normalize_axis_index(axis, max(array.ndim, 1))
        return 1, array.size, 1
    at = normalize_axis_index(axis, array.ndim)
    shape = array.shape
    return math.prod(shape[:at]), shape[at], math.prod(shape[at + 1 :])


def _in_words(dtype: DType) -> DType:
    """The dtype itself where each number is inside words of it, else one like that.

    TypeError for records of more than 16 bytes.
    """
    found = dtype if dtype.itemsize in (4, 8, 16) and _fits(dtype) else _aligned(dtype)
    size = next((size for size in (4, 8, 16) if found.itemsize <= size), 0)
    if not size:
        raise TypeError(
            f"records of {found.itemsize} bytes (with their numbers aligned) are too "
            f"large for a scan, which takes up to 16: {dtype}"
        )
    if size == found.itemsize:
        return found
    names = found.names or ()
    assert found.fields is not None
    fields = found.fields
    return np.dtype(
        {
            "names": list(names),
            "formats": [fields[name][0] for name in names],
            "offsets": [fields[name][1] for name in names],
            "itemsize": size,
        }
    )


def _aligned(dtype: DType) -> DType:
    """The dtype as a C compiler lays it out, inner records too."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((_aligned(base), shape))
    if dtype.names is None:
        return dtype
    return np.dtype([(name, _aligned(dtype[name])) for name in dtype.names], align=True)


def _fits(dtype: DType, at: int = 0) -> bool:
    """Whether no number lies across words."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return all(_fits(base, at + k * base.itemsize) for k in range(math.prod(shape)))
    if dtype.fields is None:
        return at % min(dtype.itemsize, 4) == 0
    return all(_fits(field, at + offset) for field, offset, *_ in dtype.fields.values())


def _finished(found: Leaf, dtype: DType, target: GPUArray | None) -> GPUArray:
    node = converted(found, storable(dtype))
    if target is not None:
        target._assign(node)
        return target
    return wrap_result(node) if not node.shape else wrap(node)
