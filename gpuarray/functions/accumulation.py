"""ufunc.accumulate and ufunc.reduce: which dtypes, shapes and errors they give.

NumPy itself, called on tiny stand-ins of at most one item along each axis, says which
dtype results and which calls are errors; `scan` and `reduction` compute.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from gpuarray.algorithms import evaluation, reduction, tiles
from gpuarray.arrays.array_object import GPUArray, as_array, wrap_result
from gpuarray.functions.elementwise import truth, truths
from gpuarray.functions.folds import NAMES, accumulated, reduced
from gpuarray.functions.ufunc_rows import TABLE
from gpuarray.runtime import layout as lay
from gpuarray.runtime import windows
from gpuarray.runtime.dispatch import (
    Counted,
    implements_method,
    missing,
    ufunc_name,
)
from gpuarray.runtime.dtypes import storable
from gpuarray.runtime.expr import Leaf, Node, broadcast, cast, const
from gpuarray.runtime.expr import where as chosen
from gpuarray.runtime.transfers import implicit

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpuarray.runtime.layout import Shape

DType = np.dtype[Any]
BOOL = np.dtype(bool)
DEFAULT: Any = np._NoValue  # NumPy's own mark of an argument that was not given

LOGICAL = frozenset({np.logical_and, np.logical_or, np.logical_xor})


# ---- running


@implements_method("accumulate")
def accumulate(
    ufunc: np.ufunc,
    operand: Any,
    /,
    axis: Any = 0,
    dtype: Any = None,
    out: Any = None,
    *,
    array: Any = None,  # the operand once more, if it was given by name
) -> GPUArray:
    """ufunc.accumulate: the running result along an axis; does not wait."""
    return running(ufunc, ufunc.accumulate, operand, axis, dtype, out)


def running(
    ufunc: np.ufunc,
    like: Callable[..., Any],
    a: Any,
    axis: Any,
    dtype: Any,
    out: Any,
) -> GPUArray:
    """The running result, for the NumPy function `like`, which takes the same."""
    array, target = device_array(a), target_of(out)
    axis = host(axis)
    shape = array.shape
    sizes = tuple([min(n, 1) for n in shape])
    plain = dtype is None and (axis is None or type(axis) is int)
    trial = _tried if plain else _tried.__wrapped__
    kept, tiny = trial(like, sizes, array.dtype, axis, dtype)
    require(ufunc, "accumulate")
    if axis is None or not shape:
        outer, n, inner, shape = 1, array.size, 1, (array.size,)
    else:
        at = normalize_axis_index(axis, array.ndim)
        outer, n, inner = math.prod(shape[:at]), shape[at], math.prod(shape[at + 1 :])
    if target is not None:
        again = functools.partial(like, stand_in(array), axis=axis, dtype=dtype)
        check_out(target, shape, lambda o: again(out=o), tiny)
    loop = loop_of(ufunc, array, dtype, target, kept)
    node = in_loop(ufunc, array, loop)
    found = accumulated(ufunc, node, outer, n, inner)
    return finished(reshaped(found, shape), kept, target)


@functools.lru_cache(512)
def _tried(
    like: Callable[..., Any], sizes: Shape, kind: DType, axis: Any, dtype: Any
) -> tuple[DType, Shape]:
    """The dtype and shape of NumPy's result for a stand-in; raises what NumPy does."""
    result = like(np.zeros(sizes, kind), axis=axis, dtype=dtype)
    return result.dtype, result.shape


# ---- whole


@implements_method("reduce")
def reduce(
    ufunc: np.ufunc,
    operand: Any,
    /,
    axis: Any = 0,
    dtype: Any = None,
    out: Any = None,
    keepdims: bool = False,
    initial: Any = DEFAULT,
    where: Any = True,
    *,
    array: Any = None,  # the operand once more, if it was given by name
) -> GPUArray:
    """ufunc.reduce: the result over one axis, several or all; does not wait.

    A scalar result is a 0-d array. Floats are added in an order that depends on the
    shape only. Raises as NumPy.
    """
    a, target = device_array(operand), target_of(out)
    require(ufunc, "reduce")
    axis, initial = host(axis), host(initial)
    mask = None if where is True else device_array(truths(where))
    tiny = stand_in(a)
    kwargs = {"axis": axis, "dtype": dtype, "keepdims": keepdims, "initial": initial}
    if mask is not None:
        kwargs["where"] = np.ones((1,) * mask.ndim, mask.dtype)
    with np.errstate(all="ignore"):  # of the stand-in's items
        result = np.asarray(ufunc.reduce(tiny, **kwargs))
    if mask is not None and lay.common_shape(a.shape, mask.shape) != a.shape:
        raise ValueError(
            f"non-broadcastable operand with shape {a.shape} doesn't match the "
            f"broadcast shape {lay.common_shape(a.shape, mask.shape)}"
        )
    axes = _axes(axis, a.ndim)
    shape = tuple(
        1 if d in axes else n
        for d, n in enumerate(a.shape)
        if keepdims or d not in axes
    )
    if target is not None:
        check_out(
            target, shape, lambda o: ufunc.reduce(tiny, **kwargs, out=o), result.shape
        )
    loop = loop_of(ufunc, a, dtype, target, result.dtype)
    node = in_loop(ufunc, a, loop)
    keep = None
    if mask is not None:
        keep = broadcast(cast(mask._cell.fused(), BOOL), a.shape)
    if ufunc not in NAMES:
        begin = None
        if initial is not DEFAULT and initial is not None:
            begin = const(np.asarray(initial).astype(loop))
        problem = _problem(a.shape, axes)
        whole = reshaped(reduced(ufunc, node, *problem, begin, keep), shape)
        return finished(whole, result.dtype, target)
    name = NAMES[ufunc]
    what = tiles.kind(name, loop)
    if keep is not None:
        node = chosen(keep, node, const(tiles.identity(name, loop)))
    found = reshaped(_reduced(node, name, axes), shape)
    if initial is DEFAULT and ufunc is np.add and loop.kind in "fc":
        initial = 0.0  # as NumPy, whose sums are never -0.0
    if initial is DEFAULT and ufunc is np.multiply and loop.kind == "c":
        initial = 1.0  # as NumPy: 1 times inf + 0i is inf + nan i
    if initial is DEFAULT or initial is None:
        return finished(found, result.dtype, target)
    start = cast(const(np.asarray(initial).astype(loop)), what.acc)
    device = windows.device_of(found)
    both = cast(what(device, start, cast(found, what.acc)), loop)
    return finished(both, result.dtype, target)


def _reduced(node: Node, name: str, axes: tuple[int, ...]) -> Leaf:
    """The reduction over some axes, as a flat leaf over the others."""
    shape = node.shape
    axes = tuple(d for d in axes if shape[d] != 1)
    kept = [d for d in range(len(shape)) if d not in axes]
    lengths = [shape[d] for d in axes]
    first, last = (axes[0], axes[-1]) if axes else (len(shape), len(shape) - 1)
    between = math.prod(shape[d] for d in kept if first < d < last)
    if between != 1:  # not one run of axes: bring them together at the end
        leaf = node if isinstance(node, Leaf) else evaluation.compute(node)
        order = [*kept, *axes]
        turned, _ = lay.apply(leaf.layout, leaf.dtype, lambda d: d.transpose(order))
        node = Leaf(leaf.dtype, turned.shape, leaf.buffer, turned)
        outer, inner = math.prod(shape[d] for d in kept), 1
    else:
        outer, _, inner = _problem(shape, axes)
    return reduction.reduce(node, name, outer, math.prod(lengths), inner)


def _problem(shape: Shape, axes: tuple[int, ...]) -> tuple[int, int, int]:
    """(outer, n, inner) of adjacent axes; without one, single items."""
    first, last = (axes[0], axes[-1]) if axes else (len(shape), len(shape) - 1)
    outer, inner = math.prod(shape[:first]), math.prod(shape[last + 1 :])
    return outer, math.prod(shape[first : last + 1]), inner


# ---- arguments


def device_array(value: Any) -> GPUArray:
    """An operand on the device; the copy of a host array is an implicit one."""
    if isinstance(value, Counted):
        return as_array(value)  # raises
    if not isinstance(value, GPUArray):
        host = np.asarray(value)
        if host.ndim:
            implicit("host_to_device", host.nbytes, "an operand from the host")
        return as_array(host)
    return value


def stand_in(array: GPUArray) -> np.ndarray[Any, Any]:
    """A host array of the same dtype and rank with at most one item along each axis."""
    return np.zeros([min(n, 1) for n in array.shape], array.dtype)


def target_of(out: Any) -> GPUArray | None:
    """The array to write into, or None."""
    if isinstance(out, tuple):
        (out,) = out
    if out is not None and not isinstance(out, GPUArray):
        raise TypeError(
            f"out must be a GPUArray, not {type(out).__name__}: results are not copied "
            "to the host unasked"
        )
    return out


def check_out(
    target: GPUArray, shape: Shape, like: Callable[[Any], Any], tiny: Shape
) -> None:
    """Raise where NumPy would not write a result of `shape` into `target`.

    like: calls NumPy with a stand-in of the shape `tiny` for the target.
    """
    with np.errstate(all="ignore"):
        like(np.zeros(tiny, target.dtype))
    if target.shape != shape:
        raise ValueError(
            f"provided out has the shape {target.shape}, but the result has {shape}"
        )
    if not target._writeable:
        raise ValueError("output array is read-only")


def host(value: Any) -> Any:
    """An argument that NumPy reads on the host."""
    return value.get() if isinstance(value, GPUArray) else value


def require(ufunc: np.ufunc, method: str) -> None:
    """TypeError for a ufunc without a device version."""
    if ufunc not in TABLE or (ufunc is np.ldexp and method != "at"):
        raise missing(ufunc_name(ufunc, method))


def _axes(axis: Any, ndim: int) -> tuple[int, ...]:
    if axis is None or ndim == 0:
        return tuple(range(ndim))
    return tuple(sorted(normalize_axis_tuple(axis, ndim)))


def loop_of(
    ufunc: np.ufunc, array: GPUArray, dtype: Any, target: GPUArray | None, result: DType
) -> DType:
    """The dtype to compute in; `result` is what NumPy gives without a target."""
    if ufunc in LOGICAL:
        return BOOL
    if dtype is None and target is not None:
        types = (target.dtype, array.dtype, None)
        result = ufunc.resolve_dtypes(types, casting="unsafe", reduction=True)[0]
    return storable(result)


def in_loop(ufunc: np.ufunc, array: GPUArray, loop: DType) -> Node:
    """The items in the dtype to compute in."""
    node = array._cell.fused()
    return truth(node) if ufunc in LOGICAL else cast(node, loop)


def reshaped(leaf: Leaf, shape: Shape) -> Leaf:
    """A contiguous leaf in another shape."""
    layout = lay.contiguous(shape, leaf.dtype.itemsize)
    return Leaf(leaf.dtype, shape, leaf.buffer, layout, limit=leaf.limit)


def finished(node: Node, dtype: DType, target: GPUArray | None) -> GPUArray:
    """The result as an array of `dtype`, or written into the target."""
    if target is None:
        return wrap_result(cast(node, storable(dtype)))
    target._assign(node)
    return target
