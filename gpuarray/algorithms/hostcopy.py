"""Copies between the host and the device, bit for bit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray.algorithms.evaluation import compute
from gpuarray.runtime import layout as lay
from gpuarray.runtime.device import current
from gpuarray.runtime.expr import Leaf
from gpuarray.runtime.layout import Layout

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device


def upload(array: np.ndarray[Any, Any], device: Device | None = None) -> Leaf:
    """A device copy of a host array of a storable native dtype; does not wait.

    Memory order is kept where the array is one dense block (C, Fortran or between).
    """
    device = device or current()
    flat, strides = _dense(array)
    buffer = device.allocate(array.nbytes)
    if array.nbytes:
        device.upload(buffer, flat)
    return Leaf(array.dtype, array.shape, buffer, Layout(array.shape, strides))


def _dense(array: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], lay.Shape]:
    """The items as one C-order block, and the strides of the array over it."""
    shape, itemsize = array.shape, array.itemsize
    order = lay.axes_in_memory(shape, array.strides, itemsize)
    if array.strides[::-1] == lay.contiguous(shape[::-1], itemsize).strides:
        order = list(range(array.ndim))[::-1]  # asked for, as axes of length 1 show
    turned = array.transpose(order)
    if not turned.flags.c_contiguous:
        block = np.ascontiguousarray(array)
        return block.reshape(-1), lay.contiguous(array.shape, array.itemsize).strides
    steps = lay.contiguous(turned.shape, array.itemsize).strides
    strides = [0] * array.ndim
    for axis, step in zip(order, steps, strict=True):
        strides[axis] = step
    return turned.reshape(-1), tuple(strides)


def download(leaf: Leaf) -> np.ndarray[Any, Any]:
    """A host copy of the items, padding bytes included; waits for the device."""
    itemsize = leaf.dtype.itemsize
    if leaf.layout.size == 0 or itemsize == 0:
        return np.zeros(leaf.shape, leaf.dtype)
    order = lay.axes_in_memory(leaf.shape, leaf.layout.strides, itemsize)
    turned, _ = lay.apply(leaf.layout, leaf.dtype, lambda x: x.transpose(order))
    if not lay.is_contiguous(turned, itemsize):
        leaf = compute(leaf)
        turned, order = leaf.layout, list(range(len(leaf.shape)))
    raw = leaf.buffer.owner.read(leaf.buffer, turned.offset, turned.size * itemsize)
    block: np.ndarray[Any, Any] = raw.view(leaf.dtype).reshape(turned.shape)
    return block.transpose(np.argsort(order))
