"""polyfit and roots against NumPy, or against the polynomial itself."""

from __future__ import annotations

import numpy as np
import pytest
from compare import check
from strategies import rng

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")
NEAR = {"rtol": 1e-9}
X = np.linspace(-1, 2, 40)
Y = 3 * X**2 - X + 0.5 + rng(0).normal(size=40) / 8
W = np.linspace(1, 2, 40)


@pytest.mark.parametrize("y", [Y, np.stack([Y, -2 * Y + X], axis=1)])
def test_polyfit(y):
    check(lambda xp, x, y: xp.polyfit(x, y, 3), X, y, **NEAR)
    check(lambda xp, x, y, w: xp.polyfit(x, y, 2, w=w), X, y, W, **NEAR)
    check(lambda xp, x, y: xp.polyfit(x, y, 0), X, y, **NEAR)
    for cov in (True, "unscaled"):
        check(lambda xp, x, y, c=cov: xp.polyfit(x, y, 2, cov=c), X, y, rtol=1e-7)


def test_polyfit_in_full():
    got = np.polyfit(gpuarray.asarray(X), gpuarray.asarray(Y), 2, full=True)
    want = np.polyfit(X, Y, 2, full=True)
    for ours, theirs in zip(got, want, strict=True):
        np.testing.assert_allclose(np.asarray(ours), theirs, rtol=1e-9)
    whole = np.arange(5)
    check(lambda xp, x: xp.polyfit(x, x * x, 2, 1e-10).round(6) + 0.0, whole)


def test_polyfit_errors():
    for deg, x, y in (
        (-1, X, Y),
        (1, X[:, None], Y),
        (1, X[:0], Y[:0]),
        (1, X, Y[:, None, None]),
        (1, X, Y[1:]),
    ):
        check(lambda xp, x, y, d=deg: xp.polyfit(x, y, d), x, y, raises=Exception)
    for w in (W[:, None], W[1:]):
        check(lambda xp, x, w: xp.polyfit(x, x, 1, w=w), X, w, raises=TypeError)
    weighted = lambda xp, x, y, w: xp.polyfit(x, y, 1, w=w)  # noqa: E731
    check(weighted, X * 1j, Y, W * 1j, raises=TypeError)
    check(lambda xp, x: xp.polyfit(x, x, 2, cov=True), X[:3], raises=ValueError)
    with pytest.warns(np.exceptions.RankWarning):
        gpuarray.polyfit(gpuarray.asarray(np.ones(5)), gpuarray.asarray(Y[:5]), 2)


@pytest.mark.parametrize("p", [[1, -6, 11, -6], [2, 0, 2, 0, 0], [0, 0, 3, 1], [1, 2j]])
def test_roots(p):
    found = np.roots(gpuarray.asarray(np.array(p)))
    want = np.roots(p)
    assert found.shape == want.shape
    near = lambda z: np.sort_complex(np.round(z, 6) + 0.0)  # noqa: E731
    np.testing.assert_allclose(near(found.get()), near(want), atol=1e-5)


def test_roots_of_constants():
    for p in (np.zeros(3), np.array([5]), np.array([0, 7, 0, 0])):
        check(lambda xp, p: xp.roots(p), p)
    # NumPy looks for device arrays among the items, of which there are none here.
    check(lambda xp, p: xp.roots(p), np.zeros(0), dispatch=False)
    check(lambda xp, p: xp.roots(p), np.ones((2, 2)), raises=ValueError)
