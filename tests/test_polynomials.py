"""Polynomials, progressions, memory and layouts, against NumPy."""

import numpy as np
import pytest
from compare import ANY, Host, check
from strategies import numbers

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")


def test_polyval():
    for dtype in ("i4", "f4", "f8"):
        p, x = numbers(20, dtype, -2, 3), numbers((3, 7), dtype, -1, 3)
        check(lambda xp, p, x: xp.polyval(p, x), p, x)
        check(lambda xp, p, x: xp.polyval(p[:0], x), p, x)
    check(lambda xp, x: xp.polyval([1, 2.5, 3], x), x)
    check(lambda xp, p: xp.polyval(p, 2), p)


def test_sums_and_products_of_polynomials():
    for dtype in ("i4", "f4"):
        p, q = numbers(9, dtype), numbers(4, dtype, seed=5)
        p[0], p[4], q[0] = 2, 0, 0
        for name in ("polyadd", "polysub", "polymul"):
            for pair in ((p, q), (q, p), (p, p), (q * 0, p)):
                check(lambda xp, p, q, f=name: getattr(xp, f)(p, q), *pair)
        check(lambda xp, p: xp.polyadd(p, 3), p)
        for m in (0, 1, 2, 12, -1):
            check(lambda xp, p, m=m: xp.polyder(p, m), p, raises=ANY)
            check(lambda xp, p, m=m: xp.polyint(p, m), p, raises=ANY, rtol=1e-14)
        check(lambda xp, p: xp.polyint(p, 2, k=[3, 4]), p, rtol=1e-14)
        check(lambda xp, p: xp.polyint(p, 3, k=2), p, rtol=1e-14)
        check(lambda xp, p: xp.polyint(p, 3, k=[3, 4]), p, raises=ValueError)


def test_polydiv():
    p, q = numbers(9, "f8", 1, 9), numbers(4, "f8", 1, 5)
    check(lambda xp, p, q: xp.polydiv(p, q), p, q, rtol=1e-12)
    check(lambda xp, p, q: xp.polydiv(q, p), p, q)
    check(lambda xp, p, q: xp.polydiv(xp.convolve(p, q), q), p, q)
    check(lambda xp, p: xp.polydiv(p, 2), p)


def test_poly_and_vander():
    x = numbers(6, "i4", -3, 4)
    check(lambda xp, x: xp.poly(x), x)
    check(lambda xp, x: xp.poly(x.astype("f4")), x)
    check(lambda xp, x: xp.poly(x.reshape(2, 3)), x, raises=ValueError)
    for n in (None, 0, 1, 2, 9, -1):
        for increasing in (False, True):
            for dtype in ("i4", "f4", "u1"):
                check(
                    lambda xp, x, n=n, i=increasing: xp.vander(x, n, i),
                    np.abs(x).astype(dtype),
                    raises=ANY,
                )
    check(lambda xp, x: xp.vander(x.reshape(2, 3)), x, raises=ValueError)
    check(lambda xp, x: xp.vander(x).flags.c_contiguous, x)


def test_progressions():
    for kwargs in ({}, {"num": 7}, {"endpoint": False}, {"dtype": "f4"}, {"num": 1}):
        for name in ("logspace", "geomspace"):

            def numbers_from(xp, a, b, f=name, k=kwargs):
                return getattr(xp, f)(a, b, **k)

            check(numbers_from, Host(1), Host(3.5), dispatch=False, rtol=1e-13)
            ends = np.array([1.0, 2.0]), np.array([3.0, 4.5])
            check(numbers_from, *ends, rtol=2e-6 if "dtype" in kwargs else 1e-13)
    check(lambda xp, a: xp.logspace(a, 3, 5, base=2, axis=1), np.ones(2), rtol=1e-13)
    check(lambda xp, a: xp.geomspace(-a, -3, 5), np.ones(2), rtol=1e-13)
    check(lambda xp, a: xp.geomspace(a, 0, 5), np.ones(2), raises=ValueError)


def test_fromfunction():
    def table(xp):
        return xp.fromfunction(lambda i, j: i * 10 + j, (3, 4), dtype="i4")

    check(table, dispatch=False)
    check(lambda xp: xp.fromfunction(lambda i: i / 2, (5,)), dispatch=False)


def test_shared_memory():
    x = gpuarray.asarray(numbers((6, 8), "i4"))
    host = np.zeros((6, 8), "i4")
    views = (
        lambda a: a,
        lambda a: a[:3],
        lambda a: a[3:],
        lambda a: a[:, ::2],
        lambda a: a[:, 1::2],
        lambda a: a[::-1, :1].T,
        lambda a: a.copy(),
    )
    for first in views:
        for second in views:
            if first is views[-1] or second is views[-1]:
                assert not np.shares_memory(first(x), second(x.copy()))
                continue
            for function in (np.shares_memory, np.may_share_memory):
                want = function(first(host), second(host))
                assert function(first(x), second(x)) is bool(want)
    assert not np.shares_memory(x, host)


def test_layouts_and_flags():
    x = numbers((4, 6), "i2")
    for a in (x, x.T, x[:, ::2]):
        for wanted in (None, "F", "C", ["F", "W"], "O", "A", ["C", "F"], "Q"):
            check(
                lambda xp, a, w=wanted: xp.require(a, "f4", w),
                a,
                raises=ANY,
                dispatch=False,
            )
            check(
                lambda xp, a, w=wanted: np.array(xp.require(a, None, w).strides),
                a,
                raises=ANY,
                host=True,
                dispatch=False,
            )
        check(lambda xp, a: xp.asfortranarray(a), a, dispatch=False)
    y = gpuarray.asarray(x)
    assert gpuarray.require(y, None, "C") is y
    assert gpuarray.asfortranarray(y).flags.f_contiguous
    assert gpuarray.asfortranarray(y.T)._leaf().buffer is y._leaf().buffer


def test_scalar_types():
    x = numbers((4, 6), "i2")
    device = gpuarray.asarray(x)
    assert np.min_scalar_type(device) == np.min_scalar_type(x)
    for value in (-300, 7, 1e9, 3.5):
        a = np.array(value)
        assert np.min_scalar_type(gpuarray.asarray(a)) == np.min_scalar_type(a)
    for pair in (("i2", "f4"), ("f2", "f2"), ("f4", "f8"), ("u1", "u1")):
        arrays = [np.zeros(2, t) for t in pair]
        found = np.common_type(*map(gpuarray.asarray, arrays))
        assert found is np.common_type(*arrays)
    with pytest.raises(TypeError):
        np.common_type(device > 1)
