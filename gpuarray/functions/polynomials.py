"""Polynomials as sequences of coefficients, the highest power first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from gpuarray.functions.arguments import array_of
from gpuarray.functions.elementwise import evaluate
from gpuarray.runtime.dispatch import implements

if TYPE_CHECKING:
    from gpuarray.arrays.array_object import GPUArray

np: Any = numpy  # its stubs do not know arrays that implement its protocols


@implements(np.polyval)
def polyval(p: Any, x: Any) -> GPUArray:
    """The polynomial with coefficients p at each x, by Horner's rule; does not wait.

    Source: numpy.polyval.
    """
    coefficients, at = array_of(np.asarray(p) if _plain(p) else p), array_of(x)
    found: Any = np.zeros_like(at)
    for coefficient in coefficients:
        found = found * at + coefficient
        evaluate(found)  # one pipeline for every length
    whole: GPUArray = found
    return whole


def _plain(p: Any) -> bool:
    return isinstance(p, np.poly1d | list | tuple)


def _row(p: Any) -> Any:
    """Coefficients as an array of one axis or more."""
    return np.atleast_1d(array_of(np.asarray(p) if _plain(p) else p))


@implements(np.polyadd)
def polyadd(a1: Any, a2: Any) -> GPUArray:
    """The sum of two polynomials; does not wait.

    Source: numpy.polyadd.
    """
    return _combined(np.add, a1, a2)


@implements(np.polysub)
def polysub(a1: Any, a2: Any) -> GPUArray:
    """The difference of two polynomials; does not wait.

    Source: numpy.polysub.
    """
    return _combined(np.subtract, a1, a2)


def _combined(ufunc: Any, a1: Any, a2: Any) -> GPUArray:
    first, second = _row(a1), _row(a2)
    n = max(len(first), len(second))
    first, second = (
        np.concatenate((np.zeros_like(a, shape=n - len(a)), a)) if len(a) < n else a
        for a in (first, second)
    )
    found: GPUArray = ufunc(first, second)
    return found


@implements(np.polymul)
def polymul(a1: Any, a2: Any) -> GPUArray:
    """The product of two polynomials, without leading zeros of the factors.

    Waits for how many there are. Source: numpy.polymul.
    """
    found: GPUArray = np.convolve(_trimmed(a1), _trimmed(a2))
    return found


def _trimmed(p: Any) -> Any:
    """Without leading zeros; of zeros alone one."""
    row = _row(p)
    if row.ndim != 1:
        raise ValueError("Polynomial must be 1d only.")
    shorter = np.trim_zeros(row, "f")
    return shorter if len(shorter) else np.zeros_like(row, shape=1)


@implements(np.polyder)
def polyder(p: Any, m: Any = 1) -> GPUArray:
    """The derivative of order m of a polynomial; does not wait.

    The dtype is that of p times int64, as NumPy's. ValueError for m < 0. Source:
    numpy.polyder.
    """
    m = int(m)
    if m < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    row: Any = array_of(np.asarray(p) if _plain(p) else p)
    for _ in range(m):
        row = row[:-1] * _powers(row, len(row) - 1)
    whole: GPUArray = row
    return whole


@implements(np.polyint)
def polyint(p: Any, m: Any = 1, k: Any = None) -> GPUArray:
    """An antiderivative of order m of a polynomial; does not wait.

    k: the constants of integration, one or one an order. ValueError for m < 0 and for
    too few constants. Source: numpy.polyint.
    """
    m = int(m)
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    row: Any = array_of(np.asarray(p) if _plain(p) else p)
    constants: Any = None if k is None else np.atleast_1d(array_of(k))
    if constants is not None:
        if len(constants) == 1 and m > 1:
            constants = constants[0] * np.ones_like(constants, shape=m, dtype=float)
        if len(constants) < m:
            raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    for order in range(m):
        quotient = row / _powers(row, len(row))
        if constants is None:
            last = np.zeros_like(quotient, shape=1)
        else:
            last = constants[order : order + 1]
        row = np.concatenate((quotient, last))
    whole: GPUArray = row
    return whole


def _powers(row: Any, n: int) -> Any:
    """n, n - 1, .., 1 on the array's device."""
    counted = np.cumsum(np.ones_like(row, shape=max(n, 0), dtype=np.int64))
    return counted[::-1]


@implements(np.polydiv)
def polydiv(u: Any, v: Any) -> tuple[GPUArray, GPUArray]:
    """Quotient and remainder of two polynomials, by long division.

    A step for each coefficient of the quotient; waits once, for the leading zeros of
    the remainder. Source: numpy.polydiv.
    """
    rest, divisor = _row(u) + 0.0, _row(v) + 0.0
    dtype = np.result_type(rest, divisor)
    m, n = len(rest) - 1, len(divisor) - 1
    scale = 1.0 / divisor[0]
    quotient = np.zeros_like(rest, shape=max(m - n + 1, 1), dtype=dtype)
    rest = rest.astype(dtype)
    evaluate(scale, rest, divisor)
    for k in range(m - n + 1):
        factor = scale * rest[k]
        evaluate(factor)
        quotient[k] = factor
        rest[k : k + n + 1] -= factor * divisor
    large = ~np.isclose(rest, 0, rtol=1e-14)
    large[-1] = True
    return quotient, rest[int(np.argmax(large)) :]


@implements(np.poly)
def poly(seq_of_zeros: Any) -> Any:
    """The polynomial with given roots, its highest coefficient 1.

    A step for each root. Matrices are refused: their roots would be eigenvalues.
    ValueError for other shapes. Source: numpy.poly.
    """
    roots: Any = _row(seq_of_zeros)
    if roots.ndim == 2 and roots.shape[0] == roots.shape[1] != 0:
        roots = np.linalg.eigvals(roots)
    elif roots.ndim != 1:
        raise ValueError("input must be 1d or non-empty square 2d array.")
    if len(roots) == 0:
        return 1.0
    roots = roots.astype(np.mintypecode(roots.dtype.char))
    found = np.ones_like(roots, shape=1)
    for k in range(len(roots)):
        factor = np.concatenate((np.ones_like(roots, shape=1), -roots[k : k + 1]))
        found = np.convolve(found, factor)
    if found.dtype.kind == "c":
        paired = np.sort(roots) == np.sort(np.conj(roots))
        if bool(np.all(paired)):
            return found.real.copy()
    return found


@implements(np.vander)
def vander(x: Any, N: int | None = None, increasing: bool = False) -> GPUArray:  # noqa: N803
    """The matrix of powers of each x, one row an item; does not wait.

    N: how many powers, by default as many as items. increasing: from the power 0 on.
    ValueError for more than one axis. Source: numpy.vander.
    """
    at: Any = array_of(x)
    if at.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    n = len(at) if N is None else N
    dtype = np.promote_types(at.dtype, int)
    if n < 0:
        np.empty((0, n))  # raises NumPy's error
    ones = np.ones_like(at, shape=(len(at), min(n, 1)), dtype=dtype)
    wide = np.broadcast_to(at.astype(dtype)[:, None], (len(at), max(n - 1, 0)))
    powers = np.concatenate((ones, np.cumprod(wide, axis=1, dtype=dtype)), axis=1)
    found: GPUArray = powers if increasing else powers[:, ::-1].copy()
    return found
