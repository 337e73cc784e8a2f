"""What an array of the device is: an expression, its shape and dtype, what it views."""

from __future__ import annotations

import dataclasses
import math
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gpuarray.algorithms import evaluation, indexing
from gpuarray.algorithms.evaluation import Cell
from gpuarray.arrays.array_flags import Flags
from gpuarray.runtime import layout as lay
from gpuarray.runtime import windows
from gpuarray.runtime.device import adopt, current
from gpuarray.runtime.dtypes import ROWS, native_storable, row, storable
from gpuarray.runtime.expr import Leaf, Node, broadcast

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gpuarray.runtime.device import Device

DType = np.dtype[Any]


class ArrayBase:
    """Shape, dtype, memory and views of a `GPUArray`."""

    __slots__ = (
        "__weakref__",
        "_base",
        "_cell",
        "_dtype",
        "_scalar",
        "_shape",
        "_writeable",
    )
    _cell: Cell
    _dtype: DType
    _shape: tuple[int, ...]
    _base: ArrayBase | None
    _writeable: bool
    _scalar: bool  # stands for a NumPy scalar: what integers select, or a 0-d result

    def __init__(
        self,
        shape: Any,
        dtype: Any = float,
        buffer: Any = None,
        offset: int = 0,
        strides: Sequence[int] | None = None,
        order: str | None = None,
        *,
        base: ArrayBase | None = None,
        writeable: bool = True,
        scalar: bool = False,
    ) -> None:
        """As numpy.ndarray: memory of its own, undefined, or that of another array.

        buffer: a device array or a wgpu.GPUBuffer. The package itself gives a cell in
        place of the shape. ValueError for what leaves the memory.
        """
        if isinstance(shape, Cell):
            cell = shape
        else:
            cell = _constructed(shape, dtype, buffer, offset, strides, order)
            base = buffer if isinstance(buffer, ArrayBase) else None
            writeable = base is None or base._writeable
        put = object.__setattr__
        put(self, "_cell", cell)
        put(self, "_dtype", cell.node.dtype)
        put(self, "_shape", cell.node.shape)
        put(self, "_base", base)
        put(self, "_writeable", writeable)
        put(self, "_scalar", scalar)

    @property
    def shape(self) -> tuple[int, ...]:
        """Length of each axis; may be assigned, as in NumPy, if no copy is needed."""
        return self._shape

    @shape.setter
    def shape(self, shape: int | tuple[int, ...]) -> None:
        self._require_array("shape")
        leaf = self._leaf()
        plain = lay.dummy(lay.contiguous(self._shape, 1), np.dtype("u1"))
        wanted = plain.reshape(shape).shape  # or NumPy's error
        try:
            layout, _ = lay.apply(
                leaf.layout, leaf.dtype, lambda d: d.reshape(wanted, copy=False)
            )
        except ValueError:
            raise AttributeError(
                "Incompatible shape for in-place modification. Use `.reshape()` to "
                "make a copy with the desired shape."
            ) from None
        object.__setattr__(self, "_cell", Cell(moved(leaf, layout, leaf.dtype)))
        object.__setattr__(self, "_shape", layout.shape)

    @property
    def dtype(self) -> DType:
        """The NumPy dtype of the items; assigned, the memory is read as another."""
        return self._dtype

    @dtype.setter
    def dtype(self, dtype: Any) -> None:
        self._require_array("dtype")
        target = native_storable(dtype)
        leaf = self._leaf()

        def read_as(dummy: Any) -> Any:
            dummy.dtype = target  # with NumPy's errors and warnings
            return dummy

        layout, kept = lay.apply(leaf.layout, leaf.dtype, read_as)
        computable(kept, leaf.buffer.owner)
        put = object.__setattr__
        put(self, "_cell", Cell(moved(leaf, layout, kept)))
        put(self, "_dtype", kept)
        put(self, "_shape", layout.shape)

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return len(self._shape)

    @property
    def size(self) -> int:
        """Number of items."""
        return math.prod(self._shape)

    @property
    def itemsize(self) -> int:
        """Bytes of one item."""
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of all items."""
        return self.size * self.dtype.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes to step along each axis."""
        node = self._cell.node
        if isinstance(node, Leaf):
            return node.layout.strides
        return lay.contiguous(self._shape, self.itemsize).strides

    @property
    def base(self) -> ArrayBase | None:
        """The array whose memory this one views, or None."""
        return self._base

    @property
    def flags(self) -> Flags:
        """Memory order and writeability, as NumPy's flags object."""
        return Flags(self)

    @property
    def buffer(self) -> Any:
        """The `wgpu.GPUBuffer` that holds the items, for other wgpu code to use.

        A view shares its base's buffer: see `strides` and `gpuarray.from_buffer`.
        Everything recorded so far is submitted first; does not wait. From now on
        nothing that involves this memory is put off.
        """
        held = self._leaf().buffer
        evaluation.before_write(held)
        held.external = True
        held.owner.flush()
        return held.raw

    def _leaf(self) -> Leaf:
        return self._cell.leaf()

    def _device(self) -> Device:
        return windows.device_of(self._cell.node)

    def _view(self, view: Callable[[Any], Any], *, writeable: bool = True) -> Self:
        leaf = self._leaf()
        layout, dtype = lay.apply(leaf.layout, leaf.dtype, view)
        return type(self)(
            Cell(moved(leaf, layout, dtype)),
            base=self if self._base is None else self._base,
            writeable=writeable and self._writeable,
            scalar=self._scalar and not layout.shape,
        )

    def _require_array(self, name: str) -> None:
        """AttributeError for what stands for a scalar, as NumPy's."""
        if self._scalar:
            raise AttributeError(
                f"attribute {name!r} of 'numpy.generic' objects is not writable"
            )

    def _require_writeable(self) -> None:
        if not self._writeable:
            raise ValueError("assignment destination is read-only")

    def _assign(self, value: ArrayBase | Node, wanted: Node | None = None) -> None:
        """self[...] = value where `wanted`, cast as NumPy's assignment does."""
        self._require_writeable()
        node = value._cell.node if isinstance(value, ArrayBase) else value
        if lay.common_shape(node.shape, self._shape) != self._shape:
            raise ValueError(
                f"could not broadcast input array from shape {node.shape} into shape "
                f"{self._shape}"
            )
        indexing.store_converted(self._leaf(), broadcast(node, self._shape), wanted)

    def _new(self, node: Node) -> Self:
        """An array of an expression of its own."""
        return type(self)(Cell(node))

    def _alike(self, node: Node) -> Self:
        """As `_new`, but a scalar if this is one."""
        if not self._scalar:
            return self._new(node)
        writeable = self.dtype.names is not None
        return type(self)(Cell(node), writeable=writeable, scalar=True)


def _constructed(
    shape: Any, dtype: Any, buffer: Any, offset: int, strides: Any, order: str | None
) -> Cell:
    """The cell of an array of given shape and strides, in fresh or others' memory."""
    lengths = np.ndarray(shape, "V0").shape  # or NumPy's error
    kept = storable(dtype) if buffer is None else native_storable(dtype)
    fortran = lay.memory_order(order, "C") == "F"
    plain = lay.contiguous(lengths[::-1] if fortran else lengths, kept.itemsize, offset)
    steps = plain.strides[::-1] if fortran else plain.strides
    layout = lay.Layout(lengths, steps if strides is None else tuple(strides), offset)
    if len(layout.strides) != len(lengths):
        raise ValueError("strides, if given, must be the same length as shape")
    if buffer is None:
        layout = layout._replace(offset=0)
        computable(kept, current())
        leaf = blank(lengths, kept)
    else:
        held = buffer._leaf().buffer if isinstance(buffer, ArrayBase) else adopt(buffer)
        computable(kept, held.owner)
        leaf = Leaf(kept, lengths, held, layout)
    low, high = lay.extent(layout, kept.itemsize)
    if low < 0 or (layout.size and high > leaf.buffer.nbytes):
        if strides is None:
            raise TypeError("buffer is too small for requested array")
        raise ValueError(
            "strides is incompatible with shape of requested array and size of buffer: "
            f"bytes {low}..{high} of {leaf.buffer.nbytes}"
        )
    return Cell(moved(leaf, layout, kept))


def blank(shape: tuple[int, ...], dtype: DType, device: Device | None = None) -> Leaf:
    """Memory for an array, its content undefined."""
    device = device or current()
    layout = lay.contiguous(shape, dtype.itemsize)
    nbytes = layout.size * dtype.itemsize
    if nbytes > np.iinfo(np.intp).max:
        raise ValueError(
            "array is too big; `arr.size * arr.dtype.itemsize` is larger than the "
            "maximum possible size."
        )
    buffer = device.allocate(nbytes)
    return Leaf(dtype, shape, buffer, layout)


def computable(dtype: DType, device: Device) -> None:
    """TypeError where the device cannot compute with a plain numeric dtype."""
    if dtype in ROWS:
        row(dtype, device.features, device.name)


def moved(leaf: Leaf, layout: lay.Layout, dtype: DType) -> Leaf:
    """A leaf of the same buffer with another layout."""
    return dataclasses.replace(leaf, dtype=dtype, shape=layout.shape, layout=layout)
