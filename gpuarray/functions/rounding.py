"""Bringing items into a range or to fewer digits: clip, round, fix, nan_to_num."""

from __future__ import annotations

import operator
from typing import Any

import numpy

from gpuarray.arrays.array_object import GPUArray
from gpuarray.functions.accumulation import DEFAULT, target_of
from gpuarray.functions.arguments import array_of, gives_scalars, operand
from gpuarray.functions.ufunc_rows import CLIP
from gpuarray.functions.wide_rounding import rounded
from gpuarray.runtime.dispatch import implements

np: Any = numpy  # its stubs do not know arrays that implement its protocols


@implements(np.clip, counted=True)
def clip(
    a: Any,
    a_min: Any = DEFAULT,
    a_max: Any = DEFAULT,
    out: Any = None,
    *,
    min: Any = DEFAULT,
    max: Any = DEFAULT,
    **kwargs: Any,
) -> Any:
    """Items below a_min as a_min, items above a_max as a_max; None is no limit.

    The three broadcast; Python scalars take a's dtype. NaN stays NaN. min and max are
    other names of the limits, kwargs those of a ufunc. Does not wait. Source:
    numpy.clip.
    """
    if a_min is DEFAULT and a_max is DEFAULT:
        a_min = None if min is DEFAULT else min
        a_max = None if max is DEFAULT else max
    elif a_min is DEFAULT or a_max is DEFAULT:
        name = "a_min" if a_min is DEFAULT else "a_max"
        raise TypeError(f"clip() missing 1 required positional argument: '{name}'")
    elif min is not DEFAULT or max is not DEFAULT:
        raise ValueError(
            "Passing `min` or `max` keyword argument when `a_min` and `a_max` are "
            "provided is forbidden."
        )
    array: Any = array_of(a)
    if array.dtype.kind in "iu":
        info = np.iinfo(array.dtype)
        if type(a_min) is int and a_min <= info.min:
            a_min = None
        if type(a_max) is int and a_max >= info.max:
            a_max = None
    low, high = (None if limit is None else operand(limit) for limit in (a_min, a_max))
    found: Any
    if low is None and high is None:
        found = np.positive(array, out=out, **kwargs)
    elif low is None:
        found = np.minimum(array, high, out=out, **kwargs)
    elif high is None:
        found = np.maximum(array, low, out=out, **kwargs)
    elif np.ndim(low) or np.ndim(high):
        before = {name: kwargs[name] for name in kwargs if name != "where"}
        found = np.minimum(np.maximum(array, low, **before), high, out=out, **kwargs)
    else:
        found = CLIP(array, low, high, out=out, **kwargs)
    return found


@implements(np.round, np.around, counted=True)
def round(a: Any, decimals: Any = 0, out: Any = None) -> Any:
    """Items rounded to a number of decimals; ties go to the even digit.

    Floats are scaled by a power of ten, rounded and scaled back, as numpy.round does,
    with its errors in the last place. Negative decimals round integers to tens,
    hundreds and so on. Does not wait. Source: numpy.round.
    """
    array: Any = array_of(a)
    target = target_of(out)
    digits = _digits(decimals)
    if array.dtype.kind in "iu" and digits >= 0:
        found = np.positive(array)
        return found if target is None else _into(target, found)
    if array.dtype.kind in "iu" and target is None:
        return _rounded_integers(array, -digits)
    if array.dtype.kind == "c":
        if target is not None and target.dtype.kind != "c":
            raise TypeError("array does not have imaginary part to set")
        parts = np.empty_like(array)
        parts.real[...] = round(array.real, digits)
        parts.imag[...] = round(array.imag, digits)
        return parts if target is None else _into(target, parts)
    if digits == 0:
        return np.rint(array, out=target)
    if array.dtype.kind == "b":
        np.round(np.zeros((), bool), digits)  # raises NumPy's error of casting
    first, last = np.multiply, np.true_divide
    if digits < 0:
        first, last = last, first
    power = _power(digits)
    scaled = first(array, power, out=target)
    return last(np.rint(scaled, out=target), power, out=target)


around = round  # NumPy's older name


def _digits(decimals: Any) -> int:
    """The number of decimals, which NumPy keeps in a C int."""
    digits = operator.index(decimals)
    if not -(2**31) <= digits < 2**31:
        end = "greater than maximum" if digits > 0 else "less than minimum"
        raise OverflowError(f"signed integer is {end}")
    return digits


def _power(digits: int) -> float:
    """10.0**abs(digits); inf beyond float64."""
    return 10.0 ** abs(digits) if abs(digits) <= 308 else numpy.inf


def _rounded_integers(array: Any, digits: int) -> Any:
    """Integers rounded to a multiple of 10**digits, ties to the even multiple."""
    features = array._device().features
    found: Any
    if "shader-f64" in features:  # as NumPy, which rounds the nearest float64
        scale = _power(digits)
        found = np.multiply(np.rint(np.true_divide(array, scale)), scale)
        return found.astype(array.dtype)
    return rounded(array, digits)


def _into(target: GPUArray, value: Any) -> Any:
    if target.shape != value.shape:
        raise ValueError("invalid output shape")
    target._assign(value)
    return target


@implements(np.fix)
def fix(x: Any, out: Any = None) -> Any:
    """The nearest integers toward zero, as trunc; does not wait.

    Source: numpy.fix.
    """
    return np.trunc(array_of(x), out=out)


@implements(np.nan_to_num)
@gives_scalars
def nan_to_num(
    x: Any,
    copy: bool = True,
    nan: Any = 0.0,
    posinf: Any = None,
    neginf: Any = None,
) -> Any:
    """Numbers in the place of NaN and infinities.

    nan, posinf, neginf: what to put there; None is the largest number of the dtype, or
    the most negative. copy False: written into x. Integers come back as they are. Does
    not wait. Source: numpy.nan_to_num.
    """
    array: Any = array_of(x)
    if array.dtype.kind not in "fc":
        return array.copy() if copy else array
    info = np.finfo(array.dtype)
    high = info.max if posinf is None else posinf
    low = info.min if neginf is None else neginf
    if array.dtype.kind == "c":
        result = np.copy(array) if copy or array._scalar else array
        for part in (result.real, result.imag):
            part[...] = _numbers(part, nan, high, low)
        return result
    found = _numbers(array, nan, high, low)
    if copy or array._scalar:
        return found
    array._assign(found)
    return array


def _numbers(array: Any, nan: Any, high: Any, low: Any) -> Any:
    """The items with `nan`, `high` and `low` for NaN, inf and -inf."""
    infinite, negative = np.isinf(array), np.signbit(array)
    nan, high, low = (_in_place_of(array, value) for value in (nan, high, low))
    found = np.where(infinite, np.where(negative, low, high), array)
    return np.where(np.isnan(array), nan, found)


def _in_place_of(array: Any, value: Any) -> Any:
    """A replacement in the dtype of the items, of a shape that broadcasts to theirs."""
    if isinstance(value, GPUArray):
        found = value.astype(array.dtype, casting="same_kind")
    else:
        with np.errstate(over="ignore"):
            host = np.asarray(value).astype(array.dtype, casting="same_kind")
        found = array_of(host)
    shape = found.shape
    while len(shape) > array.ndim and shape[0] == 1:
        shape = shape[1:]
    if np.broadcast_shapes(shape, array.shape) != array.shape:
        raise ValueError(
            f"could not broadcast input array from shape {found.shape} into shape "
            f"{array.shape}"
        )
    return found.reshape(shape)
