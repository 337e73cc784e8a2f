"""Polynomials fitted to points, and their roots, by linear algebra."""

from __future__ import annotations

import warnings
from typing import Any

import numpy

from gpuarray.functions.arguments import array_of
from gpuarray.runtime.dispatch import implements

np: Any = numpy  # its stubs do not know arrays that implement its protocols


@implements(np.polyfit)
def polyfit(
    x: Any,
    y: Any,
    deg: int,
    rcond: float | None = None,
    full: bool = False,
    w: Any = None,
    cov: Any = False,
) -> Any:
    """The coefficients of the polynomial of some degree nearest to points.

    x: 1-d; y: as long, or a column a set of points; w: weights of the points. In
    float64 (complex128), as NumPy: TypeError where the device lacks it. rcond: singular
    values below rcond times the largest count as zero. full: also residuals, rank,
    singular values and rcond; cov: also the covariance of the coefficients, "unscaled"
    or scaled by the residuals. Waits for the rank, with numpy.exceptions.RankWarning if
    it is short. ValueError, TypeError. Source: numpy.polyfit.
    """
    order = int(deg) + 1
    at, heights = array_of(x) + 0.0, array_of(y) + 0.0
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if at.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if at.size == 0:
        raise TypeError("expected non-empty vector for x")
    if heights.ndim not in (1, 2):
        raise TypeError("expected 1D or 2D array for y")
    if at.shape[0] != heights.shape[0]:
        raise TypeError("expected x and y to have same length")
    if rcond is None:
        rcond = at.size * np.finfo(at.dtype).eps
    powers = np.vander(at, order)
    if w is not None:
        weights = array_of(w) + 0.0
        if weights.ndim != 1:
            raise TypeError("expected a 1-d array for weights")
        if weights.shape[0] != heights.shape[0]:
            raise TypeError("expected w and y to have the same length")
        powers *= weights[:, None]
        heights *= weights if heights.ndim == 1 else weights[:, None]
    scale = np.sqrt((powers * powers).sum(axis=0))
    powers = powers / scale
    found, residuals, rank, singular = np.linalg.lstsq(powers, heights, rcond)
    found = (found.T / scale).T
    if rank != order and not full:
        short = "Polyfit may be poorly conditioned"
        warnings.warn(short, np.exceptions.RankWarning, stacklevel=2)
    if full:
        return found, residuals, rank, singular, rcond
    if not cov:
        return found
    spread = np.linalg.inv(np.dot(powers.T, powers)) / np.outer(scale, scale)
    if cov == "unscaled":
        return found, spread if heights.ndim == 1 else spread[:, :, None]
    if at.size <= order:
        raise ValueError(
            "the number of data points must exceed order to scale the covariance matrix"
        )
    factor = residuals / (at.size - order)
    return found, (spread if heights.ndim == 1 else spread[:, :, None]) * factor


@implements(np.roots)
def roots(p: Any) -> Any:
    """The roots of a polynomial: the eigenvalues of its companion matrix.

    p: coefficients, the highest power first. Waits for where the first and the last
    coefficient other than zero are. ValueError for more than one axis. Source:
    numpy.roots.
    """
    row = np.atleast_1d(array_of(p))
    if row.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    places = np.nonzero(row)[0]
    if places.size == 0:
        return np.zeros_like(row, shape=0, dtype=float)
    first, last = int(places[0]), int(places[-1])
    zeros = row.size - last - 1
    row = row[first : last + 1]
    if row.dtype.kind not in "fc":
        row = row.astype(float)
    if row.size < 2:
        return np.zeros_like(row, shape=zeros, dtype=float)
    companion = np.diag(np.ones_like(row, shape=row.size - 2), -1)
    companion[0, :] = -row[1:] / row[0]
    found = np.linalg.eigvals(companion)
    return np.hstack((found, np.zeros_like(found, shape=zeros)))
