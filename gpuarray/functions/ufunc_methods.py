"""ufunc.reduceat: folds of the ranges between given positions along an axis."""

from __future__ import annotations

import contextlib
import math
from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from gpuarray.algorithms import evaluation
from gpuarray.algorithms.compaction import count, read_count
from gpuarray.algorithms.hostcopy import download, upload
from gpuarray.algorithms.range_folds import table_of
from gpuarray.arrays.array_object import GPUArray
from gpuarray.functions.accumulation import (
    check_out,
    device_array,
    finished,
    host,
    in_loop,
    loop_of,
    require,
    reshaped,
    target_of,
)
from gpuarray.functions.folds import folded
from gpuarray.runtime.dispatch import implements_method
from gpuarray.runtime.expr import Leaf, Node, broadcast, cast, const, op
from gpuarray.runtime.expr import where as chosen
from gpuarray.runtime.layout import Layout
from gpuarray.runtime.transfers import implicit

BOOL = np.dtype(bool)
INT64 = np.dtype(np.int64)
UINT32 = np.dtype(np.uint32)


@implements_method("reduceat")
def reduceat(
    ufunc: np.ufunc,
    operand: Any,
    /,
    indices: Any,
    axis: Any = 0,
    dtype: Any = None,
    out: Any = None,
    *,
    array: Any = None,  # the operand once more, if it was given by name
) -> GPUArray:
    """ufunc.reduceat: the fold of the items from each index to before the next one.

    Where the next index is not larger, the item at the index alone; the last range goes
    to the end of the axis. Associative ufuncs fold by a tree whose order depends on the
    range only, others item after item. Waits only to check indices that are on the
    device. IndexError for an index past the axis; then nothing is written.
    """
    a, target = device_array(operand), target_of(out)
    axis = host(axis)
    tiny = np.zeros((1,) * a.ndim, a.dtype)
    positions, m = _positions(ufunc, indices, tiny, axis, dtype)
    result = ufunc.reduceat(tiny, np.zeros(1, np.intp), axis=axis, dtype=dtype)
    require(ufunc, "reduceat")
    at = normalize_axis_index(axis[0] if isinstance(axis, tuple) else axis, a.ndim)
    n = a.shape[at]
    firsts = _inside(ufunc, positions, n, a)
    shape = (*a.shape[:at], m, *a.shape[at + 1 :])
    if target is not None:
        check_out(
            target,
            shape,
            lambda o: ufunc.reduceat(tiny, [0], axis=axis, dtype=dtype, out=o),
            result.shape,
        )
    loop = loop_of(ufunc, a, dtype, target, result.dtype)
    node = in_loop(ufunc, a, loop)
    outer, inner = math.prod(a.shape[:at]), math.prod(a.shape[at + 1 :])
    if 0 in shape:
        found = evaluation.compute(broadcast(const(np.zeros((), loop)), shape))
    else:
        found = folded(ufunc, node, outer, n, inner, _ranges(firsts, n))
    return finished(reshaped(found, shape), result.dtype, target)


def _positions(
    ufunc: np.ufunc, indices: Any, tiny: Any, axis: Any, dtype: Any
) -> tuple[np.ndarray[Any, Any] | GPUArray, int]:
    """The indices on one axis, and how many; errors are NumPy's."""
    sample = indices
    if isinstance(indices, GPUArray):
        sample = np.zeros((1,) * indices.ndim, indices.dtype)
    with contextlib.suppress(IndexError):  # tiny has one item along the axis
        ufunc.reduceat(tiny, sample, axis=axis, dtype=dtype)
    if isinstance(indices, GPUArray):
        return indices, indices.size
    # As NumPy: an array casts safely, anything else as it can.
    safe = isinstance(indices, np.ndarray)
    numbers = np.asarray(indices) if safe else np.array(indices, np.intp)
    implicit("host_to_device", numbers.nbytes, "indices on the host")
    return numbers.astype(np.int64), numbers.size


def _inside(
    ufunc: np.ufunc, positions: np.ndarray[Any, Any] | GPUArray, n: int, a: GPUArray
) -> Leaf:
    """The indices as uint32 on the device, each of them on the axis."""
    if isinstance(positions, GPUArray):
        node = cast(positions._cell.fused(), INT64)
        if positions.dtype.kind == "b" and n > 1:
            return evaluation.compute(cast(node, UINT32))
        leaf = evaluation.compute(node)
        outside = op(
            "or_bool",
            BOOL,
            op("lt_i64", BOOL, leaf, const(np.int64(0))),
            op("ge_i64", BOOL, leaf, const(np.int64(n))),
        )
        if not read_count(count(outside)):
            return evaluation.compute(cast(leaf, UINT32))
        positions = download(leaf)
    wrong = positions[(positions < 0) | (positions >= n)]
    if wrong.size:
        raise IndexError(
            f"index {wrong[0]} out-of-bounds in {ufunc.__name__}.reduceat [0, {n})"
        )
    return upload(positions.astype(np.uint32), a._device())


def _ranges(firsts: Leaf, n: int) -> Leaf:
    """From each index to before the next one; the item alone if that is not larger."""
    (m,) = firsts.shape
    end = broadcast(const(np.uint32(n)), (1,))
    lasts = evaluation.compute(broadcast(end, (m,)))
    ahead = Leaf(UINT32, (m - 1,), lasts.buffer, Layout((m - 1,), (4,)))
    step = firsts.layout.strides[0]
    behind = Layout((m - 1,), (step,), firsts.layout.offset + step)
    evaluation.store(ahead, Leaf(UINT32, (m - 1,), firsts.buffer, behind))
    alone = op("add_u32", UINT32, firsts, const(np.uint32(1)))
    above: Node = op("gt_u32", BOOL, lasts, firsts)
    return table_of(firsts, chosen(above, lasts, alone))
