"""NumPy's ufuncs over vectors and matrices: matmul, vecdot, matvec, vecmat.

Their signature, as "(m,n),(n)->(m)", says which axes of each operand are its core; the
other axes are loops and broadcast. The rules are NumPy's, with its words for errors.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_tuple

from gpuarray.algorithms.multiplication import product, reshaped, sum_of_products
from gpuarray.arrays.array_object import GPUArray, wrap
from gpuarray.functions.accumulation import device_array, target_of
from gpuarray.functions.arguments import gives_scalars
from gpuarray.runtime import layout as lay
from gpuarray.runtime.dispatch import implements_method, missing, ufunc_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gpuarray.runtime.expr import Node

DType = np.dtype[Any]
Names = tuple[str, ...]

FOUR = frozenset({np.matmul, np.vecdot, np.matvec, np.vecmat})


@implements_method("__call___of_core")
@gives_scalars
def call(
    ufunc: np.ufunc,
    *inputs: Any,
    out: Any = None,
    axes: Any = None,
    axis: Any = None,
    keepdims: bool = False,
    casting: Any = "same_kind",
    dtype: Any = None,
    signature: Any = None,
    order: str = "K",
    subok: bool = True,
) -> GPUArray:
    """Apply one of the four to arrays, as NumPy does; does not wait."""
    if ufunc not in FOUR:
        raise missing(ufunc_name(ufunc, "__call__"))
    if not 2 <= len(inputs) <= 3:
        raise TypeError(
            f"{ufunc.__name__}() takes from 2 to 3 positional arguments but "
            f"{len(inputs)} were given"
        )
    if len(inputs) == 3:
        if out is not None:
            raise TypeError(
                "cannot specify 'out' as both a positional and keyword argument"
            )
        out = inputs[2]
    target = target_of(out)
    arrays = given = [device_array(value) for value in inputs[:2]]
    order = lay.memory_order(order)
    cores = _cores(ufunc, [array.ndim for array in arrays])
    places = _places(ufunc, cores, axes, axis, keepdims)
    arrays = [_core_last(array, at) for array, at in zip(arrays, places, strict=False)]
    sizes = _sizes(ufunc, arrays, cores)
    types = (
        *[array.dtype for array in arrays],
        None if target is None else target.dtype,
    )
    if dtype is not None:
        signature = (None, None, np.dtype(dtype))
    fixed = {} if signature is None else {"signature": signature}
    loop = ufunc.resolve_dtypes(types, casting=casting, **fixed)
    a, b = (array.astype(t, copy=False) for array, t in zip(arrays, loop, strict=False))
    loops = [
        array.shape[: array.ndim - len(core)]
        for array, core in zip(arrays, cores, strict=False)
    ]
    shape = np.broadcast_shapes(*loops)
    names = cores[2]
    found = reshaped(
        _computed(ufunc, cores, a, b), (*shape, *[sizes[n] for n in names])
    )
    result = _out_of_core(wrap(found), places[2], keepdims)
    if target is None:
        columns = order == "F" or (
            order == "A" and all(array.flags.f_contiguous for array in given)
        )
        return result.copy("F") if columns else result
    _check_out(ufunc, result, target, len(names) + keepdims)
    target._assign(result)
    return target


def _computed(ufunc: np.ufunc, cores: list[Names], a: GPUArray, b: GPUArray) -> Node:
    """The items of the result, where a core axis may lack or be too many."""
    if ufunc is np.vecdot:
        return sum_of_products(_conjugate(a)._cell.fused(), b._cell.fused())
    if ufunc is np.vecmat:
        a = _conjugate(a)
    if len(cores[0]) == 1:
        a = a._view(lambda d: d[..., None, :])
    if len(cores[1]) == 1:
        b = b._view(lambda d: d[..., None])
    return product(a._leaf(), b._leaf())


def _conjugate(array: GPUArray) -> GPUArray:
    return np.conjugate(array) if array.dtype.kind == "c" else array  # type: ignore


# ---- signatures, axes, sizes


def _cores(ufunc: np.ufunc, ndims: Sequence[int]) -> list[Names]:
    """The names of each operand's core axes, without those that an operand lacks."""
    assert ufunc.signature is not None
    found = [
        text.split(",") if text else []
        for text in re.findall(r"\(([^)]*)\)", ufunc.signature)
    ]
    missing: set[str] = set()
    for k, (names, ndim) in enumerate(zip(found, ndims, strict=False)):
        optional = {name for name in names if name.endswith("?")}
        if ndim < len(names) - len(optional):
            raise ValueError(
                f"{ufunc.__name__}: Input operand {k} does not have enough dimensions "
                f"(has {ndim}, gufunc core with signature {ufunc.signature} requires "
                f"{len(names) - len(optional)})"
            )
        if ndim < len(names):
            missing |= optional
    return [
        tuple([name.rstrip("?") for name in names if name not in missing])
        for names in found
    ]


def _places(
    ufunc: np.ufunc, cores: list[Names], axes: Any, axis: Any, keepdims: bool
) -> list[tuple[int, ...] | None]:
    """Where the core axes of each operand are; None for the last ones."""
    name, signature = ufunc.__name__, ufunc.signature
    inner = ufunc is np.vecdot
    if keepdims and not inner:
        raise TypeError(
            f"{name} does not support keepdims: its signature {signature} requires "
            f"output 0 to have {len(cores[2])} core dimensions, but keepdims can only "
            "be used when all inputs have the same number of core dimensions and all "
            "outputs have no core dimensions."
        )
    counts = [len(names) for names in cores]
    counts[2] += keepdims
    if axis is not None:
        if axes is not None:
            raise TypeError("cannot specify both 'axis' and 'axes'")
        if not inner:
            raise TypeError(
                f"{name}: axis can only be used with a single shared core dimension, "
                f"not with the {len(set().union(*cores))} distinct ones implied by "
                f"signature {signature}."
            )
        return [(axis,), (axis,), (axis,) if keepdims else None]
    if axes is None:
        return [None, None, None]
    if not isinstance(axes, list):
        raise TypeError("axes should be a list.")
    if len(axes) != 3 and not (len(axes) == 2 and not cores[2]):
        raise ValueError(
            "axes should be a list with an entry for all 3 inputs and outputs; entries "
            "for outputs can only be omitted if none of them has core axes."
        )
    if len(axes) == 2:
        axes = [*axes, axes[0] if keepdims else ()]
    return [_entry(k, *pair) for k, pair in enumerate(zip(axes, counts, strict=True))]


def _entry(k: int, value: Any, count: int) -> tuple[int, ...]:
    """One entry of `axes` as a tuple."""
    if count == 1 and not isinstance(value, tuple):
        return (value,)
    if not isinstance(value, tuple):
        raise TypeError(f"axes item {k} should be a tuple.")
    if len(value) != count:
        raise ValueError(f"axes item {k} should be a tuple with {count} elements.")
    return value


def _core_last(array: GPUArray, places: tuple[int, ...] | None) -> GPUArray:
    if places is None:
        return array
    at = normalize_axis_tuple(places, array.ndim)
    last = range(array.ndim - len(at), array.ndim)
    return array._view(lambda d: np.moveaxis(d, at, last))


def _out_of_core(
    array: GPUArray, places: tuple[int, ...] | None, keepdims: bool
) -> GPUArray:
    """The core axes of a result, which are its last, where they are wanted."""
    if keepdims:
        array = wrap(reshaped(array._cell.node, (*array.shape, 1)))
    if not places:
        return array
    at = normalize_axis_tuple(places, array.ndim)
    last = range(array.ndim - len(at), array.ndim)
    return array._view(lambda d: np.moveaxis(d, last, at))


def _sizes(
    ufunc: np.ufunc, arrays: list[GPUArray], cores: list[Names]
) -> dict[str, int]:
    """The length of each core axis; ValueError where operands disagree."""
    found: dict[str, int] = {}
    for k, (array, names) in enumerate(zip(arrays, cores, strict=False)):
        lengths = array.shape[array.ndim - len(names) :]
        for d, (name, length) in enumerate(zip(names, lengths, strict=True)):
            if found.setdefault(name, length) != length:
                raise ValueError(
                    f"{ufunc.__name__}: Input operand {k} has a mismatch in its core "
                    f"dimension {d}, with gufunc signature {ufunc.signature} (size "
                    f"{length} is different from {found[name]})"
                )
    return found


def _check_out(ufunc: np.ufunc, result: GPUArray, target: GPUArray, core: int) -> None:
    """ValueError where NumPy would not write the result into the target."""
    at = len(result.shape) - core
    if result.shape[at:] != target.shape[max(target.ndim - core, 0) :]:
        raise ValueError(
            f"{ufunc.__name__}: Output operand 0 has a mismatch in its core dimension, "
            f"with gufunc signature {ufunc.signature} (shape {target.shape} is "
            f"different from {result.shape})"
        )
    if np.broadcast_shapes(result.shape, target.shape) != target.shape:
        raise ValueError(
            f"non-broadcastable output operand with shape {target.shape} doesn't match "
            f"the broadcast shape {result.shape}"
        )
    if not target._writeable:
        raise ValueError("output array is read-only")
