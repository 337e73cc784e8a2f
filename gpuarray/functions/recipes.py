"""What calls of ufuncs became before, so that it need not be worked out again.

Dtypes, and the function of the value library, depend on the ufunc and on the types of
its operands only. They are kept with the device, whose features choose functions.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms.evaluation import MAX_WEIGHT
from gpuarray.arrays.array_object import GPUArray
from gpuarray.functions.ufunc_rows import COMPARISONS, TABLE
from gpuarray.runtime.expr import Node, Op, cast, const, op
from gpuarray.runtime.windows import device_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gpuarray.runtime.device import Device
    from gpuarray.runtime.dtypes import Row

DType = np.dtype[Any]

_MOST = 4096
_BUFFERS = 4  # every device can bind these, and some more for the kernel


def known(ufunc: np.ufunc, inputs: tuple[Any, ...]) -> Node | None:
    """The node of a call without options, if the same types were seen before.

    inputs: arrays of this class and Python's own numbers.
    """
    device: Device | None = None
    nodes: list[Any] = []
    types: list[Any] = []
    weight = count = 0
    for value in inputs:
        if type(value) is not GPUArray:
            nodes.append(None)
            types.append(type(value))
            continue
        node = value._cell.node
        nodes.append(node)
        types.append(node.dtype)
        weight += node.weight
        for buffer in node.buffers:
            count += 1
            if device is None:
                device = buffer.owner
            elif buffer.owner is not device:
                return None
    if device is None or weight > MAX_WEIGHT or count > _BUFFERS:
        return None
    found = device.recipes.get((ufunc, *types))
    if found is None:
        return None
    function, loop, ends = found
    for k, node in enumerate(nodes):
        if node is None:
            if ends is not None and not ends[0] <= inputs[k] <= ends[1]:
                return None
            nodes[k] = scalar(inputs[k], loop[k])
        elif node.dtype is not loop[k]:
            nodes[k] = cast(node, loop[k])
    return op(function, loop[-1], *nodes)


def keep(
    ufunc: np.ufunc,
    values: Sequence[Any],
    args: Sequence[Node],
    made: Node,
    loop: tuple[DType, ...],
) -> None:
    """Keep what a call became: `made`, if it is one function of the cast operands.

    values: the operands. args: their nodes, cast to the dtypes of `loop`.
    """
    if type(made) is not Op or ufunc is np.power:  # powers depend on the exponent
        return
    if list(map(id, args)) != list(map(id, made.operands)):
        return
    types = [v.dtype if isinstance(v, GPUArray) else type(v) for v in values]
    ends = None
    others = [t for t in types if t is not int]  # not ==: NumPy's int64 equals int
    if len(others) < len(types):
        if TABLE[ufunc].truth:  # an OverflowError beyond
            ends = limits(np.dtype("i8"))
        elif ufunc in COMPARISONS and others[0].kind in "iu":  # constant beyond
            ends = limits(np.dtype(others[0]))
    recipes = device_of(made).recipes
    if len(recipes) >= _MOST:
        recipes.clear()
    recipes[ufunc, *types] = made.function, loop, ends


def scalar(value: Any, dtype: DType) -> Node:
    """A Python number as a value of a dtype; OverflowError where it has none."""
    if type(value) is int and -2048 <= value <= 2048:  # exact in floats
        return _small(value, dtype)
    return const(np.asarray(np.array(value, dtype)))


@functools.lru_cache(1024)
def _small(value: int, dtype: DType) -> Node:
    return const(np.asarray(np.array(value, dtype)))


@functools.lru_cache(64)
def limits(dtype: DType) -> tuple[int, int]:
    """The least and the greatest value of an integer dtype."""
    info = np.iinfo(dtype)
    return int(info.min), int(info.max)


@functools.lru_cache(4096)
def function_name(
    function: str, half: bool, rows: Callable[[DType], Row], *dtypes: DType
) -> str:
    """The value library's name of a function for arguments of given dtypes."""
    suffixes = [rows(dtype).value for dtype in dtypes]
    suffix = suffixes[0]
    if len(set(suffixes)) > 1:  # int64 with uint64 compared, or ldexp
        suffix = "_".join(suffixes)
    if half and dtypes[0] == np.float16:
        suffix = "f16"
    return f"{function}_{suffix}"
