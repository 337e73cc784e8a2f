"""Integers rounded to tens with the errors of float64, where there is no float64."""

from __future__ import annotations

from typing import Any

import numpy

from gpuarray.arrays.array_object import as_array
from gpuarray.functions.elementwise import evaluate

np: Any = numpy  # its stubs do not know arrays that implement its protocols
UINT64 = numpy.dtype(numpy.uint64)
_DIGITS = 53  # binary digits of float64
_MOST = 19  # decimal digits; a multiple of 10**20 is rounded to 0


def rounded(array: Any, digits: int) -> Any:
    """rint(array / 10**digits) * 10**digits, each step rounded to float64."""
    kind, width = array.dtype.kind, array.dtype.itemsize
    if digits > 308:  # NaN as an integer
        nan = {"i": -(2 ** (8 * width - 1)), "u": 2**63}[kind]
        fits = width == 8 or (kind, width) == ("i", 4)
        return np.full_like(array, nan if fits else 0)
    if digits > _MOST:
        return np.zeros_like(array)
    if width < 8:
        return _narrow(array, 10**digits)
    raw = array.astype(UINT64)
    size = np.where(array < 0, 0 - raw, raw)
    shape = size.shape
    found = _multiple(np.atleast_1d(size), digits).reshape(shape)
    if kind == "u":
        return np.where(size >= 2**64 - 2**10, _top(digits), found)
    signed = np.where(array < 0, 0 - found, found)
    return np.where(found >= 2**63, np.uint64(2**63), signed).astype(np.int64)


def _narrow(array: Any, power: int) -> Any:
    """Integers of at most 32 bits, which float64 holds, in their own arithmetic."""
    dtype = array.dtype
    info = np.iinfo(dtype)
    if power > info.max:  # what the rounded number leaves when it wraps around
        wrapped = np.uint64(power % 2**64).astype(dtype)
        half = min(power // 2, int(info.max))
        return np.sign(array) * ((array > half) | (array < -half)) * wrapped
    down = np.floor_divide(array, power)
    rest = array - down * power
    odd = np.bitwise_and(down, 1)
    up = (rest > power // 2) | ((rest == power // 2) & (odd == 1))
    number = down + up.astype(dtype)
    found = number * power
    if dtype == np.int32:  # beyond it NumPy's conversion gives the least
        most = int(info.max) // power
        found = np.where((number > most) | (number < -most), info.min, found)
    return found


def _top(digits: int) -> Any:
    """What 2**64 becomes."""
    power = 10.0**digits
    value = int(numpy.rint(2.0**64 / power) * power)
    return numpy.uint64(value if value < 2**64 else 0)


def _multiple(size: Any, digits: Any) -> Any:
    """The rounded multiple of 10**digits; 0 for 2**64 and more."""
    limit = (2**64 - 1) // 10**digits
    # On the device, so that one pipeline serves all digits.
    power, digits, limit = (
        as_array(np.array([n], UINT64)) for n in (10**digits, digits, limit)
    )
    lost = _length(size >> _DIGITS)
    value = _halved(size, lost) << lost
    evaluate(value, lost)
    whole = value // power
    evaluate(whole)
    rest = value - whole * power
    length = _length(whole)
    evaluate(rest, length)
    # The quotient in 53 digits: `more` after the point. Where the number lost fewer
    # digits than 10**digits has factors 2, rounding it makes no tie that was none.
    more = np.where(lost >= digits, np.maximum(length, 27), _DIGITS)
    more = np.where(length < _DIGITS, _DIGITS - np.minimum(more, _DIGITS), 0)
    scaled = rest << more
    extra = scaled // power
    evaluate(extra, more)
    left = scaled - extra * power
    number = (whole << more) + extra
    half, odd = power >> 1, number & 1
    number = number + ((left > half) | ((left == half) & (odd == 1)))
    evaluate(number, more)
    number = _halved(number, more)
    beyond = np.maximum(length, _DIGITS) - _DIGITS  # digits that do not fit
    large = _halved(whole, beyond, rest > 0) << beyond
    number = np.where(beyond > 0, large, number)
    evaluate(number)
    product = number * power
    lost = _length(product >> _DIGITS)
    product = _halved(product, lost) << lost
    return np.where(number > limit, np.uint64(0), product)


def _length(x: Any) -> Any:
    """The number of binary digits, as uint64."""
    sparse = x & ~(x >> 1)  # does not reach the next power of 2 as float32
    return np.frexp(sparse.astype(np.float32))[1].astype(UINT64)


def _halved(x: Any, digits: Any, more: Any = False) -> Any:
    """x >> digits, rounded half to even; `more` says that x is a little larger."""
    whole = x >> digits
    rest = x - (whole << digits)
    half = (np.ones_like(x) << digits) >> 1
    up = (rest > half) | ((rest == half) & (((whole & 1) == 1) | more))
    return whole + (up & (digits > 0))
