"""Which dtypes NumPy computes a ufunc in, and which calls it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.arrays.array_object import GPUArray
from gpuarray.functions import recipes
from gpuarray.functions.ufunc_rows import COMPARISONS
from gpuarray.runtime.expr import Node, broadcast, const

if TYPE_CHECKING:
    from collections.abc import Sequence

DType = np.dtype[Any]
BOOL = np.dtype(bool)


def dtype_for(value: Any) -> Any:
    """What resolve_dtypes takes: a dtype, or the class of a weak Python scalar."""
    if isinstance(value, GPUArray):
        return value.dtype
    return BOOL if isinstance(value, bool) else type(value)


def loop_of_call(
    ufunc: np.ufunc,
    values: Sequence[Any],
    types: Sequence[Any],
    wanted: Sequence[DType | None],
    casting: Any,
    signature: Any,
) -> tuple[DType, ...]:
    """The dtypes of operands and results; raises what NumPy raises for the call.

    values: arrays and weak Python numbers. types: of each what `dtype_for` gives.
    wanted: the dtypes of `out`.
    """
    fixed = {} if signature is None else {"signature": signature}
    if fixed or casting != "same_kind" or any([_beyond_int64(v) for v in values]):
        _try_on_empty(ufunc, values, wanted, casting, fixed)
    return ufunc.resolve_dtypes((*types, *wanted), casting=casting, **fixed)


def _beyond_int64(value: Any) -> bool:
    return type(value) is int and not -(2**63) <= value < 2**63


def _try_on_empty(
    ufunc: np.ufunc,
    values: Sequence[Any],
    wanted: Sequence[DType | None],
    casting: Any,
    fixed: dict[str, Any],
) -> None:
    """Raise what NumPy raises for the dtypes, casting, signature and Python numbers.

    resolve_dtypes looks at no number, and ends the process (NumPy 2.4) where a Python
    number may not be cast: `np.add.resolve_dtypes((i4, int, None), casting="equiv")`.
    """
    arrays = [
        np.empty(0, value.dtype) if isinstance(value, GPUArray) else value
        for value in values
    ]
    outs = tuple([None if dtype is None else np.empty(0, dtype) for dtype in wanted])
    with np.errstate(all="ignore"):
        ufunc(*arrays, out=outs, casting=casting, **fixed)


def out_of_range(ufunc: np.ufunc, values: Sequence[Any]) -> Node | None:
    """A comparison with a Python int that the other dtype cannot hold is constant."""
    if ufunc not in COMPARISONS or len(values) != 2:
        return None
    for k, value in enumerate(values):
        other = values[1 - k]
        if type(value) is not int or not isinstance(other, GPUArray):
            continue
        if other.dtype.kind in "iu":
            low, high = recipes.limits(other.dtype)
            if not low <= value <= high:
                pair = (
                    [other.dtype.type(0), value] if k else [value, other.dtype.type(0)]
                )
                answer = const(np.bool_(ufunc(*pair)))
                return broadcast(answer, other.shape)
    return None
