"""Discrete Fourier transforms along one axis, of complex64 or complex128 items.

Stockham's passes, one dispatch each for all rows, while all prime factors of the length
are small; else Bluestein's convolution with a chirp, which is made of such transforms.
Which passes are taken depends on the length only, and so does the order of additions.
"""

from __future__ import annotations

import dataclasses
import math
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from gpuarray.algorithms import evaluation as ev
from gpuarray.algorithms import hostcopy
from gpuarray.runtime import layout as lay
from gpuarray.runtime import windows
from gpuarray.runtime.errors import DeviceMemoryError
from gpuarray.runtime.expr import Leaf, Node
from gpuarray.runtime.kernels import Slice, launch

if TYPE_CHECKING:
    from collections.abc import Callable

    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer

WG = 256
RADICES = (8, 4, 2, 3, 5)  # with a kernel of their own
PRIMES = (7, 11, 13, 17, 19, 23, 29, 31)  # summed as they are defined
SHORT = 1 << 13  # roots of lengths up to this are stored, others are products of two
MOST_KEPT = 1 << 26  # bytes of tables kept for a device

Host = np.ndarray[Any, Any]


class _Rows(NamedTuple):
    """Items (outer, n, inner) in memory, from item `at` of a buffer on."""

    buffer: Buffer
    at: int
    outer: int
    n: int
    inner: int


class _Finish(NamedTuple):
    """What the last kernel does to the items that it writes."""

    conjugate: bool
    scale: float | None


def transform(node: Node, axis: int, inverse: bool, scale: float | None) -> Leaf:
    """The transform along an axis, times a scale if there is one; does not wait.

    node: complex items. inverse: exponents are positive. The result is contiguous.
    """
    device = windows.device_of(node)
    shape, itemsize = node.shape, node.dtype.itemsize
    n, inner = shape[axis], math.prod(shape[axis + 1 :])
    if math.prod(shape) == 0:
        return ev.compute(node)
    if inner > 1 and n * inner * itemsize > device.max_binding - 512:
        turned = _exchanged(ev.compute(node), axis)
        return ev.compute(_exchanged(transform(turned, -1, inverse, scale), axis))
    with device.lock:
        leaf = _contiguous(node)
        outer = math.prod(shape[: axis % len(shape)])
        rows = _Rows(leaf.buffer, leaf.layout.offset // itemsize, outer, n, inner)
        plan = _Transform(device, node.dtype)
        found = plan.run(rows, inverse, _Finish(inverse, scale))
        ev.after_use(*node.buffers)
    return Leaf(node.dtype, shape, found.buffer, lay.contiguous(shape, itemsize))


def _exchanged(leaf: Leaf, axis: int) -> Leaf:
    """A view with an axis and the last one exchanged."""
    layout, _ = lay.apply(leaf.layout, leaf.dtype, lambda d: d.swapaxes(axis, -1))
    return dataclasses.replace(leaf, shape=layout.shape, layout=layout)


def _contiguous(node: Node) -> Leaf:
    """The items in C order, each aligned to its size."""
    if isinstance(node, Leaf):
        itemsize = node.dtype.itemsize
        aligned = node.layout.offset % itemsize == 0
        if aligned and lay.is_contiguous(node.layout, itemsize):
            return node
    return ev.compute(node)


def factors(n: int) -> list[int] | None:
    """The radices whose product is n, or None where a prime factor is large."""
    found = []
    for radix in (*RADICES, *PRIMES):
        while n % radix == 0:
            found.append(radix)
            n //= radix
    return found if n == 1 else None


class _Transform:
    """Transforms of one dtype on one device."""

    def __init__(self, device: Device, dtype: np.dtype[Any]) -> None:
        self.device = device
        self.dtype = dtype
        self.value = windows.rows_of(device)(dtype).value

    def run(self, rows: _Rows, conjugate: bool, finish: _Finish) -> _Rows:
        """The forward transform of the items or of their conjugates."""
        radices = factors(rows.n)
        if radices is None:
            return self._by_convolution(rows, conjugate, finish)
        if not radices:  # length 1: the items, multiplied by its only root, 1
            ones = self._table(("roots", 1), lambda: np.ones(1, complex))
            return self._multiplied(rows, ones, 1, conjugate, finish)
        n, inner = rows.n, rows.inner
        table, bits = self._roots(n)
        done = 1
        for radix in radices:
            last = done * radix == n
            params = {
                "inner": inner,
                "radix": radix,
                "done": done,
                "rest": n // (done * radix),
                "mask": (1 << bits) - 1,
                "shift": bits,
            }
            kernel, use, each = "fft_pass", f"fft_radix_{radix}", n * inner // radix
            if radix not in RADICES:
                kernel, use, each = "fft_prime", "", n * inner
            first = done == 1
            end = finish if last else None
            rows = self._launch(
                kernel, use, rows, n, each, table, first and conjugate, end, params
            )
            done *= radix
        return rows

    def _by_convolution(self, rows: _Rows, conjugate: bool, finish: _Finish) -> _Rows:
        """Bluestein: -2 j k = (k - j)^2 - j^2 - k^2, so a chirp is convolved with."""
        n = rows.n
        m = _smooth(2 * n - 1)
        chirp = self._table(("chirp", n), lambda: _chirp(n))
        filter_ = self._table(("filter", n), lambda: _filter(n, m))
        rows = self._multiplied(rows, chirp, m, conjugate, None)
        rows = self.run(rows, False, _Finish(False, None))
        rows = self._multiplied(rows, filter_, m, False, None)
        rows = self.run(rows, True, _Finish(True, None))
        return self._multiplied(rows, chirp, n, False, finish)

    def _multiplied(
        self,
        rows: _Rows,
        table: Buffer,
        wide: int,
        conjugate: bool,
        finish: _Finish | None,
    ) -> _Rows:
        """Each row times the table, cropped or filled up with zeros to `wide` items."""
        params = {"inner": rows.inner, "wide": wide, "used": min(rows.n, wide)}
        return self._launch(
            "fft_chirp",
            "",
            rows,
            wide,
            wide * rows.inner,
            table,
            conjugate,
            finish,
            params,
        )

    def _launch(
        self,
        kernel: str,
        use: str,
        rows: _Rows,
        wide: int,
        each: int,
        table: Buffer,
        conjugate: bool,
        finish: _Finish | None,
        params: dict[str, int],
    ) -> _Rows:
        """A dispatch for as many rows as a binding holds; `each` invocations a row."""
        device, itemsize = self.device, self.dtype.itemsize
        widest = max(rows.n, wide) * rows.inner * itemsize
        step = (device.max_binding - 512) // widest
        if step < 1:
            raise DeviceMemoryError(
                f"a transform whose row takes {widest} bytes is longer than a storage "
                f"binding of this device ({device.max_binding})"
            )
        target = device.allocate(rows.outer * wide * rows.inner * itemsize)
        end = finish or _Finish(False, None)
        low, high = self._scale_bits(end.scale)
        rest = {
            **{name: 0 for name in _UNUSED},
            **params,
            "length": rows.n,
            "conjugates": conjugate + 2 * end.conjugate,
            "scaled": int(end.scale is not None),
            "scale_low": low,
            "scale_high": high,
        }
        for first in range(0, rows.outer, step):
            count = min(step, rows.outer - first)
            src, src_at = self._part(rows.buffer, rows.at, first, count, rows.n, rows)
            dst, dst_at = self._part(target, 0, first, count, wide, rows)
            launch(
                device,
                kernel,
                -(-count * each // WG),
                {**rest, "count": count * each, "src_at": src_at, "dst_at": dst_at},
                {"src": src, "dst": dst, "table": table},
                consts={"WG": WG},
                use=(f"fft_{self.value}", use) if use else (f"fft_{self.value}",),
            )
        return _Rows(target, 0, rows.outer, wide, rows.inner)

    def _part(
        self, buffer: Buffer, at: int, first: int, count: int, n: int, rows: _Rows
    ) -> tuple[Slice, int]:
        """A binding that holds some rows of n items, and where in it they begin."""
        if buffer.capacity <= self.device.max_binding:
            return Slice(buffer), at + first * n * rows.inner
        size = n * rows.inner * self.dtype.itemsize
        begin = at * self.dtype.itemsize + first * size
        low = begin & ~255
        high = min(begin + count * size + 15 & ~15, buffer.capacity)
        return Slice(buffer, low, high - low), (begin - low) // self.dtype.itemsize

    def _scale_bits(self, scale: float | None) -> tuple[int, int]:
        if scale is None:
            return 0, 0
        real = np.zeros((), self.dtype).real.dtype
        words = np.array([scale], real).view(np.uint32)
        return int(words[0]), int(words[-1])

    # ---- tables

    def _roots(self, n: int) -> tuple[Buffer, int]:
        """The roots of unity, and by how many bits an exponent is divided."""
        bits = (n - 1).bit_length()
        if n > SHORT:
            bits = -(-bits // 2)

        def make() -> Host:
            low = np.arange(min(1 << bits, n))
            low = np.pad(low, (0, (1 << bits) - len(low)))
            return roots(n, np.concatenate([low, np.arange(0, n, 1 << bits)]))

        return self._table(("roots", n), make), bits

    def _table(self, key: tuple[str, int], make: Callable[[], Host]) -> Buffer:
        """A table of complex numbers on the device, from those kept or made anew."""
        kept = _KEPT.setdefault(self.device, OrderedDict())
        name = (*key, self.dtype)
        if name not in kept:
            kept[name] = hostcopy.upload(make().astype(self.dtype), self.device).buffer
            total = sum(buffer.nbytes for buffer in kept.values())
            while total > MOST_KEPT and len(kept) > 1:
                total -= kept.popitem(last=False)[1].nbytes
        kept.move_to_end(name)
        return kept[name]


_UNUSED = ["wide", "used", "radix", "done", "rest", "mask", "shift"]
_KEPT: WeakKeyDictionary[Device, OrderedDict[Any, Buffer]] = WeakKeyDictionary()


def roots(n: int, exponents: Host) -> Host:
    """exp(-2 pi i e / n) for integers e, each part rounded from angles up to pi / 4."""
    e = exponents.astype(np.int64) % n
    quarter = (8 * e + n) // (2 * n)
    angle = (4 * e - quarter * n) * (np.pi / 2) / n
    cos, sin = np.cos(angle), np.sin(angle)
    odd = quarter % 2 == 1
    real, imag = np.where(odd, sin, cos), np.where(odd, cos, sin)
    real = np.where((quarter % 4 == 1) | (quarter % 4 == 2), -real, real)
    imag = np.where((quarter % 4 == 2) | (quarter % 4 == 3), imag, -imag)
    return real + 1j * imag


def _chirp(n: int) -> Host:
    """exp(-pi i k^2 / n)"""
    k = np.arange(n, dtype=np.int64)
    return roots(2 * n, k * k % (2 * n))


def _filter(n: int, m: int) -> Host:
    """The transform, divided by m, of the conjugate chirp for k between -n and n."""
    wave = np.zeros(m, complex)
    wave[:n] = np.conj(_chirp(n))
    wave[m - n + 1 :] = wave[1:n][::-1]
    return np.fft.fft(wave) / m


def _smooth(least: int) -> int:
    """The smallest 2^a, 3 2^a, 5 2^a, 9 2^a or 15 2^a that is not below `least`."""
    return min(f << (-(-least // f) - 1).bit_length() for f in (1, 3, 5, 9, 15))
