"""GPUArray: a NumPy array whose items are on the device.

Its operators and methods call NumPy, whose protocols come back through the tables of
`dispatch`; indexing is worked out below in expressions and buffers.
"""

from __future__ import annotations

import dataclasses
import math
import operator
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuarray import dispatch, evaluation, hostcopy, indexing, windows
from gpuarray import layout as lay
from gpuarray.array_flags import Flags
from gpuarray.array_methods import NumPyMethods
from gpuarray.device import current
from gpuarray.dtypes import ROWS, row, storable
from gpuarray.evaluation import Cell
from gpuarray.expr import WORD_SIZES, Leaf, Node, broadcast, cast, const, snapshot
from gpuarray.transfers import implicit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gpuarray.device import Device

DType = np.dtype[Any]
Host = np.ndarray[Any, Any]


class GPUArray(NumPyMethods, np.lib.mixins.NDArrayOperatorsMixin):
    """A NumPy-like array on the device; made by `gpuarray.asarray` and its kin.

    Items keep NumPy's bytes, records (packed or aligned) included. Elementwise results
    are computed when they are needed; nothing is copied to the host unless asked.
    """

    __slots__ = ("__weakref__", "_base", "_cell", "_dtype", "_shape", "_writeable")
    __array_priority__ = 1000
    _cell: Cell
    _dtype: DType
    _shape: tuple[int, ...]
    _base: GPUArray | None
    _writeable: bool

    def __init__(
        self, cell: Cell, base: GPUArray | None = None, *, writeable: bool = True
    ) -> None:
        put = object.__setattr__
        put(self, "_cell", cell)
        put(self, "_dtype", cell.node.dtype)
        put(self, "_shape", cell.node.shape)
        put(self, "_base", base)
        put(self, "_writeable", writeable)

    # ---- what it is

    @property
    def shape(self) -> tuple[int, ...]:
        """Length of each axis; may be assigned, as in NumPy, if no copy is needed."""
        return self._shape

    @shape.setter
    def shape(self, shape: int | tuple[int, ...]) -> None:
        leaf = self._leaf()
        layout, _ = lay.apply(
            leaf.layout, leaf.dtype, lambda d: d.reshape(shape, copy=False)
        )
        object.__setattr__(self, "_cell", Cell(_moved(leaf, layout, leaf.dtype)))
        object.__setattr__(self, "_shape", layout.shape)

    @property
    def dtype(self) -> DType:
        """The NumPy dtype of the items."""
        return self._dtype

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
    def base(self) -> GPUArray | None:
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

    # ---- memory and views

    def _leaf(self) -> Leaf:
        return self._cell.leaf()

    def _view(self, view: Callable[[Any], Any], *, writeable: bool = True) -> GPUArray:
        leaf = self._leaf()
        layout, dtype = lay.apply(leaf.layout, leaf.dtype, view)
        return GPUArray(
            Cell(_moved(leaf, layout, dtype)),
            self if self._base is None else self._base,
            writeable=writeable and self._writeable,
        )

    def _require_writeable(self) -> None:
        if not self._writeable:
            raise ValueError("assignment destination is read-only")

    def _assign(self, value: GPUArray | Node, wanted: Node | None = None) -> None:
        """self[...] = value where `wanted`, cast as NumPy's assignment does."""
        self._require_writeable()
        node = value._cell.node if isinstance(value, GPUArray) else value
        if np.broadcast_shapes(node.shape, self._shape) != self._shape:
            raise ValueError(
                f"could not broadcast input array from shape {node.shape} into shape "
                f"{self._shape}"
            )
        indexing.store_converted(self._leaf(), broadcast(node, self._shape), wanted)

    @property
    def T(self) -> GPUArray:  # noqa: N802 - NumPy's name
        """A view with the axes reversed."""
        return self._view(lambda d: d.T)

    @property
    def mT(self) -> GPUArray:  # noqa: N802 - NumPy's name
        """A view with the last two axes exchanged."""
        return self._view(lambda d: d.mT)

    @property
    def real(self) -> GPUArray:
        """The real part: of real items, the array itself."""
        return self

    @property
    def imag(self) -> GPUArray:
        """The imaginary part: of real items, read-only zeros."""
        zero = const(np.zeros((), self.dtype))
        return GPUArray(Cell(broadcast(zero, self._shape)), writeable=False)

    @property
    def flat(self) -> GPUArray:
        """Refused: item by item access would copy each item to the host."""
        raise TypeError(
            "flat would visit device items one by one; use x.reshape(-1) for all "
            "items in C order, or x.get().flat on the host"
        )

    def reshape(
        self, *shape: Any, order: str | None = "C", copy: bool | None = None
    ) -> GPUArray:
        """The same items in another shape: a view where NumPy gives one, else a copy.

        order: "C", "F" or "A". copy: True always copies, False raises ValueError where
        a copy is needed. Does not wait. Raises ValueError as numpy.reshape.
        """
        target = shape[0] if len(shape) == 1 else shape
        if order == "A":
            order = "F" if self.flags.fnc else "C"
        if order == "F":
            lengths = lay.dummy(lay.contiguous(self._shape, 1), np.dtype("u1"))
            final = lengths.reshape(target, order="C").shape
            turned = self.T.reshape(final[::-1], copy=copy)
            return turned._view(lambda d: d.T)
        if order not in ("C", None):
            raise ValueError(
                f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})"
            )
        plain = lay.dummy(lay.contiguous(self._shape, 1), np.dtype("u1"))
        final = plain.reshape(target).shape
        if copy:
            return self.copy()._view(lambda d: d.reshape(final))
        try:
            return self._view(lambda d: d.reshape(final, copy=False))
        except ValueError:
            if copy is False:
                raise
        whole = evaluation.compute(self._leaf())
        return wrap(_moved(whole, lay.contiguous(final, self.itemsize), self.dtype))

    def ravel(self, order: str = "C") -> GPUArray:
        """All items on one axis: a view where possible."""
        if order == "K":
            order = "F" if self.flags.fnc else "C"
        return self.reshape(-1, order=order)

    def flatten(self, order: str = "C") -> GPUArray:
        """All items on one axis, always a copy."""
        flat = self.ravel(order)
        return (
            flat if flat._base is None and self._cell is not flat._cell else flat.copy()
        )

    def transpose(self, *axes: Any) -> GPUArray:
        """A view with the axes permuted (reversed if none are given)."""
        return self._view(lambda d: d.transpose(*axes))

    def swapaxes(self, axis1: int, axis2: int) -> GPUArray:
        """A view with two axes exchanged."""
        return self._view(lambda d: d.swapaxes(axis1, axis2))

    def squeeze(self, axis: Any = None) -> GPUArray:
        """A view without the axes of length 1."""
        return self._view(lambda d: d.squeeze(axis))

    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> GPUArray:
        """A read-only view of the diagonals."""
        return self._view(lambda d: d.diagonal(offset, axis1, axis2), writeable=False)

    def view(self, dtype: Any = None, type: Any = None) -> GPUArray:
        """The same memory under another dtype; array types are accepted and ignored."""
        if dtype is None or (
            isinstance(dtype, _TYPE) and issubclass(dtype, np.ndarray)
        ):
            return self._view(lambda d: d)
        target = storable(dtype)
        result = self._view(lambda d: d.view(target))
        _computable(target, result._leaf().buffer.owner)
        return result

    # ---- items

    def __getitem__(self, key: Any) -> GPUArray:
        kind, node = indexing.get(self._cell, _inner_key(key))
        if kind != "view":  # a scalar is what the item is now
            return wrap(snapshot(node) if kind == "scalar" else node)
        base = self if self._base is None else self._base
        return GPUArray(Cell(node), base, writeable=self._writeable)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._require_writeable()
        if isinstance(key, str) or (
            isinstance(key, list) and key and isinstance(key[0], str)
        ):
            self[key][...] = value
            return
        indexing.put(self._leaf(), _inner_key(key), self._incoming(value))

    def __delitem__(self, key: Any) -> None:
        raise ValueError("cannot delete array elements")

    def _incoming(self, value: Any) -> Node:
        """A value to assign as an expression; host values take this array's dtype."""
        if isinstance(value, GPUArray):
            return value._cell.node
        if isinstance(value, np.ndarray) and value.dtype.names is not None:
            return as_array(value)._cell.node
        dtype = self.dtype
        if isinstance(value, np.ndarray) and dtype.names is None:
            host = value.astype(dtype, casting="unsafe")
        elif isinstance(value, np.generic) and dtype.names is None:
            host = np.asarray(value).astype(dtype, casting="unsafe")
        elif dtype.names is not None and not isinstance(value, list | tuple | np.void):
            host = np.empty((), dtype)
            if np.ndim(value):
                host = np.empty(np.shape(value), dtype)
            host[...] = value
        else:
            host = np.array(value, dtype=dtype)
        if host.ndim == 0 and host.itemsize in WORD_SIZES:
            return const(host)
        if host.ndim:
            implicit("host_to_device", host.nbytes, "item assignment")
        return hostcopy.upload(host, self._device())

    def _device(self) -> Device:
        return windows.device_of(self._cell.node)

    def __getattr__(self, name: str) -> GPUArray:
        fields = object.__getattribute__(self, "_dtype").fields
        if fields is not None and name in fields:
            return self[name]
        raise AttributeError(f"'GPUArray' object has no attribute {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        if hasattr(GPUArray, name):
            object.__setattr__(self, name, value)
        elif self.dtype.fields is not None and name in self.dtype.fields:
            self[name] = value
        else:
            raise AttributeError(f"'GPUArray' object has no attribute {name!r}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(self.dtype.names or ())]

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("len() of unsized object")
        return self._shape[0]

    def __iter__(self) -> Iterator[GPUArray]:
        if not self._shape:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(self._shape[0]))

    def __contains__(self, value: Any) -> bool:
        return bool(np.any(self == value))

    def fill(self, value: Any) -> None:
        """Set every item to a scalar."""
        host = np.empty((), self.dtype)
        host.fill(value if not isinstance(value, GPUArray) else value.get())
        self[...] = host

    def copy(self, order: str = "C") -> GPUArray:
        """A copy in memory of its own; does not wait.

        order: memory order of the copy, "C", "F", "A" or "K", as in NumPy.
        """
        axes = self._axes_for(order)
        if axes is None:
            return wrap(evaluation.compute(self._cell.node))
        turned = wrap(evaluation.compute(self.transpose(axes)._leaf()))
        return turned._turned_back(axes)

    def _axes_for(self, order: str) -> list[int] | None:
        """The axes from the outermost in memory for an order; None if that is C's."""
        if order not in ("C", "F", "A", "K"):
            raise ValueError(
                f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})"
            )
        axes = list(range(self.ndim))
        if order == "F" or (order == "A" and self.flags.fnc):
            axes.reverse()
        elif order == "K" and isinstance(self._cell.node, Leaf):
            axes = lay.axes_by_stride(self.strides)
        return None if axes == list(range(self.ndim)) else axes

    def _turned_back(self, axes: list[int]) -> GPUArray:
        """This fresh array with transposed axes in their places again."""
        leaf = self._leaf()
        back = np.argsort(axes)
        layout, dtype = lay.apply(leaf.layout, leaf.dtype, lambda d: d.transpose(back))
        return wrap(_moved(leaf, layout, dtype))

    def astype(
        self,
        dtype: Any,
        order: str = "K",
        casting: Any = "unsafe",
        subok: bool = True,
        copy: bool = True,
    ) -> GPUArray:
        """The items converted to `dtype`, as C and NumPy convert; does not wait.

        Raises TypeError where `casting` forbids it or the device lacks the dtype.
        """
        wanted = np.dtype(dtype)
        np.empty(0, self.dtype).astype(wanted, order, casting)  # type: ignore[call-overload]
        target = storable(wanted)
        if target.subdtype is not None:
            raise TypeError(f"astype takes no sub-array dtype such as {wanted}")
        axes = self._axes_for(order)
        if target == self.dtype:
            return self.copy(order) if copy or (axes and order != "K") else self
        _computable(target, self._device())
        if axes is not None:
            return self.transpose(axes).astype(target, "C")._turned_back(axes)
        if target in ROWS and self.dtype in ROWS:
            return wrap(cast(self._cell.node, target))
        result = wrap(blank(self._shape, target, self._device()))
        result._assign(self)
        return result

    # ---- to the host

    def get(self, out: Host | None = None) -> Host:
        """A NumPy array with the same items, bit for bit; waits for the device.

        out: a NumPy array of the same shape and dtype to fill and return.
        """
        if out is None:
            return hostcopy.download(self._leaf())
        if not isinstance(out, np.ndarray):
            raise TypeError(f"out must be a numpy.ndarray, not {type(out).__name__}")
        if out.shape != self._shape or out.dtype != self.dtype:
            raise ValueError(
                f"out must have shape {self._shape} and dtype {self.dtype}, not "
                f"{out.shape} and {out.dtype}"
            )
        out[...] = hostcopy.download(self._leaf())
        return out

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Host:
        if copy is False:
            raise ValueError(
                "a device array cannot be seen from the host without a copy; use .get()"
            )
        host = self.get()
        return host if dtype is None else host.astype(dtype)

    def _small(self) -> Host:
        """The items if there is one, else something that makes NumPy complain alike."""
        if self.size == 1:
            return self.get()
        return np.broadcast_to(np.zeros((), self.dtype), self._shape)

    def item(self, *index: Any) -> Any:
        """One item as a Python scalar; waits for the device."""
        if index:
            flat = index[0] if len(index) == 1 else index
            if isinstance(flat, tuple):
                if len(flat) != self.ndim:
                    raise ValueError("incorrect number of indices for array")
                return self[flat].get().item()
            return self.reshape(-1)[operator.index(flat)].get().item()
        return self._small().item()

    def tolist(self) -> Any:
        """Nested lists of Python scalars; waits for the device."""
        return self.get().tolist()

    def tobytes(self, order: Any = "C") -> bytes:
        """The items' bytes; waits for the device."""
        return self.get().tobytes(order)

    def __bool__(self) -> bool:
        return bool(self._small())

    def __int__(self) -> int:
        return int(self._small())

    def __float__(self) -> float:
        return float(self._small())

    def __complex__(self) -> complex:
        return complex(self._small())

    def __index__(self) -> int:
        if self.ndim or self.dtype.kind not in "iu":
            return operator.index(np.zeros((1,) * self.ndim, self.dtype))
        return operator.index(self.get())

    def __repr__(self) -> str:
        return repr(self.get())

    def __str__(self) -> str:
        return str(self.get())

    def __format__(self, spec: str) -> str:
        return format(self.get() if self.ndim else self.get()[()], spec)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.get(),)

    def __copy__(self) -> GPUArray:
        return self.copy(order="K")

    def __deepcopy__(self, memo: Any) -> GPUArray:
        return self.copy(order="K")

    # ---- NumPy's protocols

    __hash__ = None  # type: ignore[assignment]

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **kwargs: Any
    ) -> Any:
        if any(_is_foreign(type(value)) for value in (*inputs, *_outputs(kwargs))):
            return NotImplemented  # the other array's turn
        implementation = dispatch.UFUNC_METHODS.get(method)
        if implementation is None:
            raise dispatch.missing(dispatch.ufunc_name(ufunc, method))
        return implementation(ufunc, *inputs, **kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if any(_is_foreign(kind) for kind in types):
            return NotImplemented
        implementation = dispatch.FUNCTIONS.get(func)
        if implementation is None:
            raise dispatch.missing(f"{func.__module__}.{func.__name__}")
        return implementation(*args, **kwargs)

    def __array_namespace__(self, api_version: str | None = None) -> Any:
        return sys.modules["gpuarray"]

    def __pow__(self, other: Any) -> Any:
        if self.dtype == np.bool_ and type(other) is int and other == 2:
            return np.square(self)  # what NumPy's operator does, an int8
        return np.power(self, other)

    def __eq__(self, other: Any) -> Any:
        return dispatch.UFUNC_METHODS["compare"](np.equal, self, other)

    def __ne__(self, other: Any) -> Any:
        return dispatch.UFUNC_METHODS["compare"](np.not_equal, self, other)


_TYPE = type


def _is_foreign(kind: type) -> bool:
    """Whether a type is an array of neither this package nor NumPy."""
    if issubclass(kind, GPUArray | np.ndarray | np.generic):
        return False
    return hasattr(kind, "__array_function__") or hasattr(kind, "__array_ufunc__")


def _outputs(kwargs: dict[str, Any]) -> tuple[Any, ...]:
    out = kwargs.get("out") or ()
    return out if isinstance(out, tuple) else (out,)


def wrap(node: Node) -> GPUArray:
    """An array of an expression of its own."""
    return GPUArray(Cell(node))


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


def as_array(value: Any, dtype: Any = None) -> GPUArray:
    """A GPUArray from a GPUArray (itself), a NumPy array, a scalar or a list."""
    if isinstance(value, GPUArray):
        return value if dtype is None else value.astype(dtype, copy=False)
    host = np.asarray(value, dtype)
    native = storable(host.dtype)
    device = current()
    _computable(native, device)
    if host.dtype != native:
        host = host.astype(native)
    if host.ndim == 0 and native in ROWS:
        return wrap(const(host))
    return wrap(hostcopy.upload(host, device))


def _computable(dtype: DType, device: Device) -> None:
    """TypeError where the device cannot compute with a plain numeric dtype."""
    if dtype in ROWS:
        row(dtype, device.features, device.name)


def _restored(host: Host) -> GPUArray:
    """What unpickling calls."""
    return as_array(host)


def _moved(leaf: Leaf, layout: lay.Layout, dtype: DType) -> Leaf:
    """A leaf of the same buffer with another layout."""
    return dataclasses.replace(leaf, dtype=dtype, shape=layout.shape, layout=layout)


def _inner_key(key: Any) -> Any:
    """A key in which cells stand for device arrays."""
    if isinstance(key, GPUArray):
        return key._cell
    if isinstance(key, tuple):
        return tuple(_inner_key(part) for part in key)
    if isinstance(key, list) and any(isinstance(part, GPUArray) for part in key):
        return np.asarray(
            [part.get() if isinstance(part, GPUArray) else part for part in key]
        )
    return key
