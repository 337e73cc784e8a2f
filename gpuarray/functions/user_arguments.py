"""Arguments of user kernels: their dtypes, and the numbers that they bring."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms import evaluation
from gpuarray.arrays.array_object import GPUArray
from gpuarray.functions.arguments import WEAK
from gpuarray.runtime.dtypes import ROWS
from gpuarray.runtime.expr import Leaf, Node, buffers, const

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gpuarray.algorithms.user_values import Shape
    from gpuarray.runtime.device import Device

DType = np.dtype[Any]
_BOOL = np.dtype(bool)
_LITERALS = {int: np.dtype("i4"), float: np.dtype("f4"), complex: np.dtype("c8")}


def slots(counted: Any) -> GPUArray:
    """All slots of a `Compacted`, as an expression that knows the count."""
    found: GPUArray = counted._array
    return found


def dtypes_of(values: list[Any], fields: list[list[str] | None]) -> list[DType]:
    """The dtype of each argument; Python's numbers take that of the arrays."""
    numbers: list[DType] = []
    for value, used in zip(values, fields, strict=True):
        if type(value) not in WEAK:
            numbers += _number_dtypes(value.dtype, used)
    if not numbers:  # Python's alone: among themselves as in NumPy, int with float
        kinds = [type(value) for value in values if type(value) in _LITERALS]
        numbers = [_LITERALS[kind] for kind in kinds if kind is float]
    return [
        _weak(value, numbers) if type(value) in WEAK else value.dtype
        for value in values
    ]


def _number_dtypes(dtype: DType, fields: list[str] | None) -> list[DType]:
    """The dtypes of the numbers in an item, of the fields that are used."""
    dtype = dtype.subdtype[0] if dtype.subdtype else dtype
    if dtype.names is None:
        return [dtype] if dtype in ROWS else []
    names = [n for n in dtype.names if fields is None or n in fields]
    return [found for n in names for found in _number_dtypes(dtype[n], None)]


def _weak(value: Any, numbers: list[DType]) -> DType:
    """NumPy's dtype where an argument has it, else the widest float beside it.

    Without either, that of a WGSL literal.
    """
    kind = type(value)
    if kind is bool:
        return _BOOL
    found = np.result_type(*numbers, value) if numbers else None
    if found in numbers:
        return found
    floats = [dtype for dtype in numbers if dtype.kind == "f"]
    if floats and kind is not complex:
        return max(floats, key=lambda dtype: dtype.itemsize)
    return _LITERALS[kind]


def numbers_of(
    values: list[Any],
    dtypes: list[DType],
    shapes: Sequence[Shape | None],
    device: Device,
) -> list[Node]:
    """The expressions of the numbers that the arguments bring."""
    cells = [
        value._cell
        for value, shape in zip(values, shapes, strict=True)
        if isinstance(value, GPUArray) and value.dtype.names is None and shape
    ]
    lazy = iter(evaluation.operands(*cells)) if cells else iter(())
    found: list[Node] = []
    for value, dtype, shape in zip(values, dtypes, shapes, strict=True):
        if shape is None:
            continue
        if not isinstance(value, GPUArray):
            found.append(const(np.asarray(np.array(value, dtype))))
        elif dtype.names is None:
            found.append(next(lazy))
        else:
            found += _parts(value._leaf(), shape)
    room = evaluation.max_leaves(device)
    if len(buffers(*found)) > room:
        raise ValueError(
            f"the arguments lie in {len(buffers(*found))} buffers, and a kernel reads "
            f"{room} on this device: put some into one array or into records"
        )
    return found


def _parts(leaf: Leaf, shape: Shape) -> list[Node]:
    at = leaf.layout.offset
    return [
        replace(
            leaf,
            dtype=part.dtype,
            layout=leaf.layout._replace(offset=at + part.offset),
        )
        for part in shape.parts
    ]
