"""Run a function on NumPy and on the device, and compare everything that shows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

import gpuarray

ANY = "any"  # raises=ANY: whatever NumPy does, a result or an error, is wanted


@dataclass
class Host:
    """An argument that stays a NumPy array while the others go to the device."""

    array: np.ndarray


class _Namespace:
    """A module that remembers whether it was used."""

    def __init__(self, module):
        self.module = module
        self.used = False

    def __getattr__(self, name):
        self.used = True
        return getattr(self.module, name)


def check(fn, *args, raises=None, returns=None, dispatch=True, **tolerance):
    """Run fn(np, *args) and then fn(numpy or gpuarray, *device copies of args).

    The outcome must be the same: value, dtype and shape, or the public class of the
    exception.  So must every argument afterwards, so that a stray write shows.

    raises: a class that NumPy's exception must have, or ANY.
    returns: the position of the argument that must itself be what fn returns.
    dispatch: False for functions that NumPy does not dispatch, such as zeros.
    tolerance: bits, ulp, rtol, flush, host; see `same`.
    """
    wanted = [_host_copy(a) for a in args]
    want, error = _outcome(fn, np, wanted)
    if raises is None and error is not None:
        raise error
    if raises not in (None, ANY):
        assert isinstance(error, raises), f"NumPy answers {error!r} {want!r}"
    if returns is not None and error is None:
        assert want is wanted[returns], "NumPy does not return that argument"
    namespaces = [np, gpuarray] if dispatch else [gpuarray]
    while namespaces:
        namespace = _Namespace(namespaces.pop(0))
        given = [to_device(a) for a in args]
        got, failure = _outcome(fn, namespace, given)
        where = f"with {namespace.module.__name__}"
        if error is not None:
            assert failure is not None, f"{where}: {error!r} wanted, got {got!r}"
            if not isinstance(failure, public_class(error)):
                raise failure
        elif failure is not None:
            raise failure
        elif returns is not None:
            assert got is given[returns], f"{where}: not the argument itself"
        else:
            same(got, want, where=where, **tolerance)
        for i, (g, w) in enumerate(zip(given, wanted, strict=True)):
            if isinstance(w, np.ndarray):
                same(g, w, where=f"{where}, argument {i} afterwards", **tolerance)
        if not namespace.used:
            break  # operators and methods alone: the second run would be the first


def check_each(fns, *args, **options):
    """`check` for each function of a list, with fresh copies of the arguments."""
    for fn in fns:
        check(fn, *args, **options)


def _outcome(fn, namespace, args):
    try:
        args = [a.array if isinstance(a, Host) else a for a in args]
        return _settled(fn(namespace, *args)), None
    except Exception as error:
        return None, error


def _settled(value):
    """Wait for the value, so that a late error counts as one of the call itself."""
    for item in value if isinstance(value, (tuple, list)) else (value,):
        if isinstance(item, gpuarray.GPUArray):
            item.get()
    return value


def _host_copy(a):
    if isinstance(a, np.ndarray):
        return np.array(a, copy=True, order="K")
    if isinstance(a, tuple):
        return tuple(_host_copy(item) for item in a)
    if isinstance(a, Host):
        return Host(_host_copy(a.array))
    return a


def to_device(a):
    """NumPy arrays, also inside tuples, as device arrays; the rest as it is."""
    if isinstance(a, np.ndarray):
        return gpuarray.asarray(_host_copy(a))
    if isinstance(a, tuple):
        return tuple(to_device(item) for item in a)
    return _host_copy(a)


def to_host(a):
    return a.get() if isinstance(a, gpuarray.GPUArray) else np.asarray(a)


def public_class(error):
    """The class a user can name in `except`: NumPy's own subclasses are private."""
    for cls in type(error).__mro__:
        if cls.__module__ in ("builtins", "numpy.exceptions"):
            return cls
    raise AssertionError(error)


def same(got, want, *, where="result", **options):
    """Assert that two results agree in kind, shape, dtype and value.

    Floats agree exactly, the sign of zero included; one NaN is as good as another.
    bits: NaN payloads and padding count too.
    ulp, rtol: how far floats may differ, in units of the last place, or relatively.
    flush: a result too small for a normal float may be zero, as WGSL allows.
    host: the result is a NumPy array, not a device array.
    """
    if isinstance(want, (tuple, list)):
        assert type(got) is type(want), f"{where}: {type(got)}, wanted {type(want)}"
        assert len(got) == len(want), f"{where}: {len(got)} items, wanted {len(want)}"
        for i, (g, w) in enumerate(zip(got, want, strict=True)):
            same(g, w, where=f"{where}[{i}]", **options)
        return
    on_device = isinstance(got, gpuarray.GPUArray)
    if not isinstance(want, (np.ndarray, np.generic)):
        if not (on_device and isinstance(want, (bool, int, float, complex))):
            assert type(got) is type(want), f"{where}: {got!r}, wanted {want!r}"
            equal = got == want or (want != want and got != got)
            assert equal, f"{where}: {got!r}, wanted {want!r}"
            if isinstance(want, float):
                assert math.copysign(1, got) == math.copysign(1, want) or want != want
            return
    elif not options.get("host"):
        assert on_device, f"{where}: {type(got)} is no device array"
    assert hasattr(got, "dtype"), f"{where}: {got!r} is no array"
    g, w = to_host(got), np.asarray(want)
    if isinstance(want, np.bytes_):  # the scalar has lost the width of its array
        w = w.astype(got.dtype)
    dtype = w.dtype.newbyteorder("=")  # big-endian data is converted on upload
    assert got.shape == w.shape == g.shape, f"{where}: {got.shape}, wanted {w.shape}"
    assert got.dtype == dtype, f"{where}: dtype {got.dtype}, wanted {dtype}"
    assert g.dtype == dtype, f"{where}: host dtype {g.dtype}, wanted {dtype}"
    _same_values(g, w.astype(dtype, copy=False), where, **options)


def _same_values(g, w, where, bits=False, ulp=0, rtol=0.0, flush=False, host=False):
    if w.dtype.names and not bits:
        for name in w.dtype.names:
            inner = f"{where}.{name}"
            _same_values(g[name], w[name], inner, ulp=ulp, rtol=rtol, flush=flush)
        return
    if bits or w.dtype.kind == "V":
        good = (_bytes(g) == _bytes(w)).all(axis=-1)
    elif w.dtype.kind == "c":
        options = {"ulp": ulp, "rtol": rtol, "flush": flush}
        _same_values(g.real, w.real, f"{where}.real", **options)
        _same_values(g.imag, w.imag, f"{where}.imag", **options)
        return
    elif w.dtype.kind != "f":
        good = g == w
    else:
        exact = (g == w) & (np.signbit(g) == np.signbit(w))
        good = exact | (np.isnan(g) & np.isnan(w))
        if ulp or rtol:
            gap = np.abs(g.astype("f8") - w.astype("f8"))
            room = ulp * np.abs(np.spacing(w)).astype("f8") + rtol * np.abs(w)
            good |= np.isfinite(g) & np.isfinite(w) & (gap <= room)
        if flush:
            good |= (g == 0) & (np.abs(w) < np.finfo(w.dtype).smallest_normal)
    good = np.asarray(good)
    if not good.all():
        bad = np.argwhere(~good)
        first = tuple(int(i) for i in bad[0])
        raise AssertionError(
            f"{where}: {len(bad)} of {good.size} differ, first at {first}: "
            f"{g[first]!r}, wanted {w[first]!r} ({w.dtype})"
        )


def _bytes(a):
    flat = np.ascontiguousarray(a).reshape((*a.shape, 1))
    return flat.view(np.uint8) if a.dtype.itemsize else np.zeros((*a.shape, 0))


def sum_bound(x, axis, dtype):
    """How far a tree of additions may be from the true running sums of x.

    Any order of depth d gives an error below d eps times the running sum of |x|; the
    depth allowed is 4 log2(n) + 8.  float16 is added wider and rounded once.
    """
    wide = np.asarray(x).astype("f8")
    true = np.cumsum(wide, axis=axis)
    n = max(2, wide.size if axis is None else wide.shape[axis])
    eps = np.finfo("f4" if dtype == "float16" else dtype).eps
    bound = (4 * math.log2(n) + 8) * eps * np.cumsum(np.abs(wide), axis=axis)
    bound += np.finfo(dtype).eps * np.abs(true) + np.finfo(dtype).smallest_normal
    return true, bound


def check_float_sums(x, axis=None):
    """The device's cumsum of floats: near the true sums, for either spelling."""
    dtype = x.dtype.name
    reference = x.astype(np.longdouble) if dtype == "float64" else x
    true, bound = sum_bound(reference, axis, dtype)
    if dtype == "float64":
        true = np.cumsum(reference, axis=axis)
    device = to_device(x)
    for got in (np.cumsum(device, axis=axis), gpuarray.cumsum(device, axis=axis)):
        assert got.dtype == x.dtype
        assert got.shape == true.shape
        gap = np.abs(got.get().astype(true.dtype) - true)
        worst = np.unravel_index(np.argmax(gap - bound), gap.shape)
        assert (gap <= bound).all(), f"at {worst}: off by {gap[worst]}, {bound[worst]}"
    same(device, x, bits=True)
