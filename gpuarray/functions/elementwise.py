"""NumPy's elementwise functions as rows of a table, and how a call becomes a node.

NumPy says which dtypes a call computes in (`loops`) and which calls are
errors; a row says which function of the value library computes it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms import bytestrings, evaluation, hostcopy, reduction
from gpuarray.arrays.array_object import (
    GPUArray,
    as_array,
    as_scalar,
    blank,
    wrap,
    wrap_result,
)
from gpuarray.arrays.array_standard import require_device
from gpuarray.functions import loops, recipes
from gpuarray.functions.ufunc_rows import COMPARISONS, CONSTANT, TABLE
from gpuarray.runtime import layout as lay
from gpuarray.runtime import windows
from gpuarray.runtime.dispatch import (
    Counted,
    implements,
    implements_method,
    missing,
    ufunc_name,
)
from gpuarray.runtime.expr import Leaf, Node, broadcast, cast, const, op, snapshot
from gpuarray.runtime.transfers import implicit

if TYPE_CHECKING:
    from collections.abc import Sequence

DType = np.dtype[Any]
BOOL = np.dtype(bool)


@implements_method("plain")
def plain(ufunc: np.ufunc, *inputs: Any) -> Any:
    """`call` without options, of arrays of this class and Python's own numbers."""
    node = recipes.known(ufunc, inputs)
    return call(ufunc, *inputs) if node is None else wrap_result(node)


@implements_method("__call__")
def call(
    ufunc: np.ufunc,
    *inputs: Any,
    out: Any = None,
    where: Any = True,
    casting: Any = "same_kind",
    dtype: Any = None,
    signature: Any = None,
    order: str = "K",
    subok: bool = True,
) -> Any:
    """Apply a ufunc to arrays and scalars, as NumPy does; does not wait.

    A ufunc with two results returns a tuple.
    """
    if ufunc not in TABLE:
        raise missing(ufunc_name(ufunc, "__call__"))
    if len(inputs) > ufunc.nargs:
        raise TypeError(
            f"{ufunc.__name__}() takes at most {ufunc.nargs} positional arguments "
            f"but {len(inputs)} were given"
        )
    if len(inputs) > ufunc.nin:
        out = inputs[ufunc.nin :] + (None,) * (ufunc.nargs - len(inputs))
        inputs = inputs[: ufunc.nin]
    if order != "K" or subok is not True:
        numpy_like: Any = np.positive  # NumPy's own errors
        numpy_like(np.zeros(()), order=order, subok=subok)
    where = truths(where)
    targets = result_targets(ufunc, out)
    try:
        values = [_operand(value) for value in inputs]
    except TypeError:
        _refused(ufunc, inputs)
        raise
    if dtype is not None:
        signature = (None,) * ufunc.nin + (np.dtype(dtype),) * ufunc.nout
    if order not in ("K", "C") and all([target is None for target in targets]):
        options = {"casting": casting, "signature": signature}
        turned = _in_column_order(ufunc, values, where, order, options)
        if turned is not None:
            return turned
    nodes = _applied(ufunc, values, targets, casting, signature)
    written = where is not True or any([target is not None for target in targets])
    if ufunc.nout == 1:
        return (
            written_result(nodes[0], targets[0], where)
            if written
            else wrap_result(nodes[0])
        )
    results = tuple(map(wrap_result, nodes))
    if written:  # an input may be a target, so nothing is written before all is read
        evaluate(*results)
        results = tuple(
            written_result(result._cell.node, target, where)
            for result, target in zip(results, targets, strict=True)
        )
    return results


def _refused(ufunc: np.ufunc, inputs: Sequence[Any]) -> None:
    """NumPy's own error, if it has none of the ufunc for operands of these dtypes."""
    if not any(isinstance(value, Counted) for value in inputs):
        arrays = [v if isinstance(v, GPUArray) else np.asarray(v) for v in inputs]
        ufunc(*(np.zeros(0, array.dtype) for array in arrays))


def _in_column_order(
    ufunc: np.ufunc, values: list[Any], where: Any, order: str, options: dict[str, Any]
) -> Any:
    """The call in memory of the order "F", from transposed operands; None for "C"."""
    arrays = [value for value in values if isinstance(value, GPUArray)]
    order = lay.memory_order(order)
    if order in ("C", "K") or not arrays:
        return None
    if order == "A" and not all(array.flags.f_contiguous for array in arrays):
        return None
    mask = where if isinstance(where, bool) else _operand(where)
    masks = [mask] if isinstance(mask, GPUArray) else []
    shape = lay.common_shape(*(array.shape for array in (*arrays, *masks)))
    if len(shape) < 2:
        return None

    def turned(value: Any) -> Any:
        if not isinstance(value, GPUArray) or not value.shape:
            return value
        return value._view(lambda d: np.broadcast_to(d, shape).T)

    found = call(ufunc, *map(turned, values), where=turned(mask), **options)
    axes = list(range(len(shape)))[::-1]
    if ufunc.nout == 1:
        return found._turned_back(axes)
    return tuple(result._turned_back(axes) for result in found)


def truths(where: Any) -> Any:
    """A mask as it is, or what NumPy makes of anything but an array: its truth."""
    if isinstance(where, bool) or (isinstance(where, GPUArray) and where._scalar):
        return where
    if not isinstance(where, GPUArray | np.ndarray):
        return np.asarray(where).astype(bool)
    if where.dtype != BOOL:
        np.copyto(np.zeros(1), 0, where=np.zeros(1, where.dtype))  # TypeError
    return where


def result_targets(ufunc: np.ufunc, out: Any) -> tuple[GPUArray | None, ...]:
    """`out` as one array or None for each result; errors are NumPy's."""
    if out is None:
        return (None,) * ufunc.nout
    if not isinstance(out, tuple):
        if ufunc.nout > 1:
            raise TypeError("'out' must be a tuple of arrays")
        out = (out,)
    if len(out) != ufunc.nout:
        raise ValueError("The 'out' tuple must have exactly one entry per ufunc output")
    for target in out:
        if target is not None and not isinstance(target, GPUArray):
            raise TypeError(
                f"out must be a GPUArray, not {type(target).__name__}: results are not "
                "copied to the host unasked"
            )
    return tuple(out)


def written_result(node: Node, target: GPUArray | None, where: Any) -> GPUArray:
    """The result in `out`, or in fresh memory, at the items that `where` picks."""
    wanted = None if where is True else truth(_operand(where)._cell.node)
    shape = node.shape
    if wanted is not None:
        shape = lay.common_shape(shape, wanted.shape)
    if target is None:
        fresh = wrap(blank(shape, node.dtype, windows.device_of(node, wanted)))
        fresh._assign(node, wanted)
        return as_scalar(fresh)
    if lay.common_shape(shape, target.shape) != target.shape:
        raise ValueError(
            f"non-broadcastable output operand with shape {target.shape} doesn't match "
            f"the broadcast shape {lay.common_shape(shape, target.shape)}"
        )
    if not target._writeable:
        raise ValueError("output array is read-only")
    target._assign(node, wanted)
    return target


def _operand(value: Any) -> Any:
    """An array of the device, or a scalar as it is (Python's stay weak)."""
    if isinstance(value, GPUArray):
        return value
    if isinstance(value, Counted):
        return as_array(value)  # raises
    weak = isinstance(value, bool | int | float | complex)
    if weak and not isinstance(value, np.generic):
        return value
    host = np.asarray(value)
    if host.ndim:
        implicit("host_to_device", host.nbytes, "an operand from the host")
    return as_array(host)


def _applied(
    ufunc: np.ufunc,
    values: Sequence[Any],
    targets: Sequence[GPUArray | None],
    casting: Any,
    signature: Any,
) -> list[Node]:
    types = [loops.dtype_for(value) for value in values]
    if any([isinstance(t, np.dtype) and t.kind in "SV" for t in types]):
        return [_bytes_result(ufunc, values)]
    wanted = [target.dtype if target is not None else None for target in targets]
    loop = loops.loop_of_call(ufunc, values, types, wanted, casting, signature)
    outside = loops.out_of_range(ufunc, values)
    if outside is not None:
        return [outside]
    if isinstance(values[-1], int | float) and ufunc is np.power:
        simple = _simple_power(values[0], values[-1], loop[0])
        if simple is not None:
            return [simple]
    cells = [value._cell for value in values if isinstance(value, GPUArray)]
    nodes = iter(evaluation.operands(*cells))
    args = [
        cast(next(nodes), t)
        if isinstance(value, GPUArray)
        else recipes.scalar(value, t)
        for value, t in zip(values, loop, strict=False)
    ]
    if ufunc is np.power and loop[0].kind == "i":
        forbid_negative(args[0], args[1])
    results = [apply_row(ufunc, args, loop[ufunc.nin])]
    if casting == "same_kind" and signature is None and wanted == [None]:
        recipes.keep(ufunc, values, args, results[0], loop)
    if ufunc.nout > 1:
        results.append(apply_row(ufunc, args, loop[-1], TABLE[ufunc].second))
    return results


def apply_row(
    ufunc: np.ufunc, args: Sequence[Node], result: DType, function: str = ""
) -> Node:
    """The node of a ufunc whose arguments have their loop's dtypes.

    function: the prefix of the function, where it is not the row's first.
    """
    entry = TABLE[ufunc]
    function = function or entry.function
    rows = windows.rows_of(windows.device_of(*args))
    if not function or (entry.whole and args[0].dtype.kind not in entry.whole):
        return snapshot(args[0])
    if entry.truth:
        return op(f"{entry.function}_bool", BOOL, *map(truth, args))
    if entry.function in CONSTANT and args[0].dtype.kind not in "fc":
        answer = const(np.bool_(CONSTANT[entry.function]))
        return broadcast(answer, args[0].shape)
    name = recipes.function_name(
        function, entry.half, rows, *[arg.dtype for arg in args]
    )
    return op(name, result, *args)


def truth(node: Node) -> Node:
    """Whether items are nonzero, by their bits: NaN and subnormals are, -0.0 is not."""
    if node.dtype.kind in "SV":
        leaf = node if isinstance(node, Leaf) else evaluation.compute(node)
        return broadcast(bytestrings.nonzero(leaf), node.shape)
    return cast(node, BOOL)


def _simple_power(base: Any, exponent: float, dtype: DType) -> Node | None:
    """The powers that NumPy computes without pow."""
    if not isinstance(base, GPUArray):
        return None
    node = cast(base._cell.node, dtype)
    if exponent == 2:
        return apply_row(np.multiply, [node, node], dtype)
    if dtype.kind not in "fc":
        return None
    if exponent == 1:
        return snapshot(node)
    if exponent == 0.5:
        return apply_row(np.sqrt, [node], dtype)
    if exponent == -1:
        return apply_row(np.reciprocal, [node], dtype)
    if exponent == 0:
        return broadcast(const(dtype.type(1)), node.shape)
    return None


def forbid_negative(base: Node, exponent: Node) -> None:
    """NumPy refuses negative integer exponents; looking for them waits."""
    if 0 in lay.common_shape(base.shape, exponent.shape):
        return
    size = math.prod(exponent.shape)
    lowest = hostcopy.download(reduction.reduce(exponent, "min", 1, size, 1))
    if lowest.reshape(-1)[0] < 0:
        raise ValueError("Integers to negative integer powers are not allowed.")


def _bytes_result(ufunc: np.ufunc, values: Sequence[Any]) -> Node:
    """Comparisons of byte strings; TypeError for everything else."""
    if ufunc not in COMPARISONS:
        _refused(ufunc, values)
        raise TypeError(
            f"{ufunc_name(ufunc, '__call__')} is not supported on byte strings"
        )
    arrays = [as_array(value) for value in values]
    samples = [np.empty(0, array.dtype) for array in arrays]
    ufunc(*samples)
    return bytestrings.compare_bytes(
        TABLE[ufunc].function, *(a._cell.leaf() for a in arrays)
    )


@implements(np.astype)
def astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> GPUArray:
    """The items converted to another dtype, on another device if one is named.

    Does not wait, but for another device. Raises as `GPUArray.astype`.
    Source: numpy.astype.
    """
    array = as_array(x)
    if device is not None and require_device(device) is not array.device:
        return array.astype(dtype, copy=False).to_device(device)
    return array.astype(dtype, copy=copy)


def evaluate(*arrays: GPUArray) -> None:
    """Compute pending elementwise results now; does not wait for the device."""
    for array in arrays:
        array._leaf()
