"""The WGSL that an expression or a call runs."""

from __future__ import annotations

from typing import Any

from gpuarray.algorithms import evaluation, tile_kernels
from gpuarray.arrays.array_object import GPUArray
from gpuarray.functions.raw_kernels import RawKernel
from gpuarray.functions.user_arguments import slots
from gpuarray.runtime.device import current
from gpuarray.runtime.dispatch import Counted
from gpuarray.runtime.expr import Leaf


def inspect_wgsl(expr: Any, /, *args: Any, **kwargs: Any) -> str:
    """The WGSL that would compute an array, or that a call runs.

    expr: an array not computed yet, which stays so; or a function, which is called with
    the other arguments once, as `inspect_wgsl(np.cumsum, x)`: its kernels and those of
    its result are shown; or a raw kernel alone. Result: each kernel whole, as the
    compiler gets it, under a line with its name, in the order of their first launch. An
    array in memory needs none: then the text is a comment that says so. Waits only
    where the call does. TypeError for what is neither array nor function.
    """
    if isinstance(expr, RawKernel) and not args and not kwargs:
        return expr._shader.text
    arrays = [a for a in map(_array, (expr, *args, *kwargs.values())) if a is not None]
    device = arrays[0]._device() if arrays else current()
    if _array(expr) is None and not callable(expr):
        raise TypeError(f"{expr!r} is neither an array of the device nor a function")
    with device.lock:
        tile_kernels.first_level(device)  # asks the device with a kernel of its own
        before, device.seen = device.seen, []
        try:
            found = expr if _array(expr) is not None else expr(*args, **kwargs)
            for part in found if isinstance(found, tuple | list) else (found,):
                array = _array(part)
                if array is not None and not isinstance(array._cell.node, Leaf):
                    evaluation.compute(array._cell.node, device)
            seen = dict.fromkeys(device.seen)
        finally:
            device.seen = before
    if not seen:
        return "// nothing is pending: what was asked for is in memory already\n"
    return "\n".join(f"// ---- {name}.wgsl\n{text}" for name, text in seen)


def _array(value: Any) -> Any:
    """The array that a value is, or holds; None for anything else."""
    if isinstance(value, Counted):
        return slots(value)
    return value if isinstance(value, GPUArray) else None
