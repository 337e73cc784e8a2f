"""Differences, gradients, areas, interpolation and convolution, against NumPy."""

import numpy as np
import pytest
from compare import ANY, check, to_device
from strategies import mask, numbers, rng, specials

pytestmark = pytest.mark.usefixtures("profile")


# ---- differences


def test_diff():
    x = numbers((5, 40), "i2")
    for dtype in ("i2", "u1", "f4", "?", "f2"):
        for n in (0, 1, 2, 5, 41, -1):
            for axis in (-1, 0, 2):
                check(
                    lambda xp, x, n=n, a=axis: xp.diff(x, n, a),
                    x.astype(dtype),
                    raises=ANY,
                )
    check(lambda xp, x: xp.diff(x, prepend=3, append=x[:, :2]), x)
    check(lambda xp, x: xp.diff(x, axis=0, append=1.5), x)
    check(lambda xp, x: xp.diff(x[0, 0]), x, raises=ValueError)
    check(lambda xp, x: xp.diff(x[:, ::-2].T), x)


def test_ediff1d():
    x = numbers((5, 40), "i4")
    check(lambda xp, x: xp.ediff1d(x), x)
    check(lambda xp, x: xp.ediff1d(x, 7, [1, 2]), x)
    check(lambda xp, x: xp.ediff1d(x[0], to_begin=x[:2, :2]), x)
    check(lambda xp, x: xp.ediff1d(x, to_end=1.5), x, raises=TypeError)
    check(lambda xp, x: xp.ediff1d(x[0, :1], to_end=1), x)


@pytest.mark.parametrize("edge_order", [1, 2, 3])
def test_gradient(edge_order):
    x = rng(1).normal(size=(4, 30))
    at = np.cumsum(np.abs(rng(2).normal(size=30))) + np.arange(30)
    near = {"rtol": 1e-12, "raises": ANY}

    def slope(*more, **kwargs):
        return lambda xp, x, at: xp.gradient(
            x, *[at if m == "at" else m for m in more], edge_order=edge_order, **kwargs
        )

    for more in ((), (2,), (0.5, 2.0), (3, "at"), (1, 2, 3), (np.arange(4), 1.0)):
        check(slope(*more), x, at, **near)
    check(slope("at", axis=1), x, at, **near)
    check(slope("at", axis=0), x, at, **near)
    check(slope(axis=(1, 0)), numbers((4, 30), "i4"), at, **near)
    check(slope(axis=0), numbers((2, 3), "f4"), at, **near)
    check(slope(), numbers((3, 3), "f4"), at, raises=ANY, rtol=1e-6)
    check(slope(), np.ones(1), at, **near)


def test_trapezoid():
    x = rng(1).normal(size=(4, 30))
    check(lambda xp, x: xp.trapezoid(x), x, rtol=1e-12)
    check(lambda xp, x: xp.trapezoid(x, dx=0.5, axis=0), x, rtol=1e-12)
    check(lambda xp, x, t: xp.trapezoid(x, t), x, np.arange(30.0) ** 2, rtol=1e-12)
    check(lambda xp, x, t: xp.trapezoid(x, t, axis=0), x, x + 1, rtol=1e-12)
    check(lambda xp, x: xp.trapezoid(x), numbers(9, "i4"), rtol=1e-12)


def test_unwrap():
    x = np.cumsum(rng(4).normal(size=(3, 200)) * 2, axis=1)
    for dtype, rtol in (("f8", 1e-13), ("f4", 1e-4)):
        wrapped = np.mod(x, 2 * np.pi).astype(dtype)
        for axis in (0, 1):
            check(lambda xp, x, a=axis: xp.unwrap(x, axis=a), wrapped, rtol=rtol)
    check(lambda xp, x: xp.unwrap(x, discont=4), np.mod(x, 2 * np.pi), rtol=1e-12)
    for period in (7, 8):
        wrapped = np.mod(numbers(300, "i4", 0, 99), period)
        check(lambda xp, x, p=period: xp.unwrap(x, period=p), wrapped)


# ---- sums in windows


@pytest.mark.parametrize("dtype", ["u1", "u8", "i1", "i8"])
def test_unwrap_of_integers_that_do_not_hold_the_period(dtype):
    x = np.array([0, 3, 5, 1, 9], dtype)
    for period in (1, 3, 4, 127, 254, 300, 2.5, np.uint8(4)):
        check(lambda xp, x, p=period: xp.unwrap(x, period=p), x, raises=ANY)
    check(lambda xp, x: xp.unwrap(x, period=4), x[:0], raises=ANY)


@pytest.mark.parametrize("mode", ["full", "same", "valid", 0, 2, "wrong"])
def test_convolve_and_correlate(mode):
    for dtype in ("int8", "bool", "uint32", "float32"):
        for sizes in ((1, 1), (7, 3), (3, 7), (300, 16), (33, 257)):
            a, v = (numbers(n, dtype, seed=n) for n in sizes)
            for name in ("convolve", "correlate"):
                check(
                    lambda xp, a, v, f=name: getattr(xp, f)(a, v, mode),
                    a,
                    v,
                    raises=ANY,
                )


def test_convolve_in_detail():
    a, v = rng(1).normal(size=300), rng(2).normal(size=40)
    scale = np.abs(np.convolve(np.abs(a), np.abs(v))).max()
    for dtype in ("f4", "f8"):
        want = np.convolve(a.astype(dtype), v.astype(dtype))
        import gpuarray

        got = np.convolve(*map(gpuarray.asarray, (a.astype(dtype), v.astype(dtype))))
        gap = np.abs(got.get() - want)
        assert gap.max() <= 50 * np.finfo(dtype).eps * scale
    check(lambda xp, a: xp.convolve(a, [1, 2]), numbers(9, "f2"))
    check(lambda xp, a: xp.convolve(a, 2), numbers(9, "i4"))
    check(lambda xp, a, v: xp.convolve(a, v), a, np.zeros(0), raises=ValueError)
    check(lambda xp, a: xp.convolve(a, a), np.ones((2, 2)), raises=ValueError)
    check(lambda xp, a: xp.correlate(a[::-2], a[:5]), numbers(50, "i4"))
    check(lambda xp, a: xp.correlate(a[:3], a).flags.c_contiguous, numbers(9, "f4"))
    z = numbers(9, "f4") + 1j * numbers(9, "f4", seed=3)
    check(lambda xp, a, v: xp.correlate(a, v, "full"), z, z[2:6] * 1j)


# ---- functions of samples


def test_interp():
    points = np.sort(rng(1).normal(size=50)) * 3
    heights = rng(2).normal(size=50)
    x = np.concatenate((rng(3).normal(size=300) * 4, points, specials("f8")))
    x = x.reshape(2, -1)
    near = {"rtol": 1e-12}
    check(lambda xp, *a: xp.interp(*a), x, points, heights, **near)
    check(lambda xp, *a: xp.interp(*a, left=-9, right=7.5), x, points, heights, **near)
    check(lambda xp, *a: xp.interp(*a), x, points[:1], heights[:1], **near)
    check(lambda xp, *a: xp.interp(*a), x, points[:2], heights[:2], **near)
    check(lambda xp, *a: xp.interp(*a), x[0, 5], points, heights, **near)
    heights[[3, 9, 20]] = np.inf, -np.inf, np.nan
    check(lambda xp, *a: xp.interp(*a), x, points, heights, **near)
    ints = numbers(30, "i4", 0, 50)
    check(lambda xp, x, p: xp.interp(x, p, p * 2), ints, np.arange(0, 50, 3), **near)
    check(lambda xp, x, p: xp.interp(x, p[:9], p), ints, ints, raises=ValueError)
    check(lambda xp, x, p: xp.interp(x, p, p), ints, ints[:0], raises=ValueError)
    check(lambda xp, x, p: xp.interp(x, p, p, period=0), x, x, raises=ValueError)
    angles, wave = np.array([350.0, 10, 200, 120]), np.array([1.0, 5, 2, 7])
    for period in (360, -360.0):
        check(
            lambda xp, x, a, w, p=period: xp.interp(x * 100, a, w, left=9, period=p),
            x[:, :150],
            angles,
            wave,
            **near,
        )


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_interp_takes_no_complex_places(dtype):
    x, points, heights = np.arange(3.0), np.array([0.0, 2]), np.array([1.0, 3])
    z = np.array([1j, 2], dtype)
    for args in ((z, points, heights), (x, z, heights), (z, points, heights + 1j)):
        check(lambda xp, *a: xp.interp(*a), *args, raises=TypeError)
    for args in (
        (1j, points, heights),
        (x, [1j, 2], heights),
        (x, points, heights, 1j),
    ):
        check(lambda xp, *a: xp.interp(*a), *args, raises=TypeError)
    check(lambda xp, x: xp.interp(x, [0, 2], [1, 3j], 2j), x)


def test_piecewise():
    x = numbers((3, 50), "f4")

    def pieces(*functions):
        return lambda xp, x, m: xp.piecewise(x, [x < 0, m], [*functions])

    m = mask((3, 50))
    for functions in ((1, 2), (1, 2, 3), (lambda v: v * 2, -1), (1,), (0, 1, 2, 3)):
        check(pieces(*functions), x, m, raises=ANY)
    check(lambda xp, x: xp.piecewise(x, x > 1, [lambda v, k: v + k, 5], 4), x[0])
    check(lambda xp, x: xp.piecewise(x[0, 0], [x[0, 0] > 0], [3, 4]), x)


@pytest.mark.core
def test_sinc(dtypes):
    for dtype, rtol in (("float16", 4e-3), ("float32", 1e-6), ("float64", 1e-14)):
        if dtype in dtypes:
            x = np.concatenate((np.arange(-40, 41) / 8, [0, -0.0, 1e-3])).astype(dtype)
            x = x[(x == 0) | (x != np.rint(x))]  # sin(pi k) is an error of rounding
            check(lambda xp, x: xp.sinc(x), x, rtol=rtol)


@pytest.mark.core
def test_i0(dtypes):
    mpmath = pytest.importorskip("mpmath")
    for dtype, room, end in (
        ("float16", 1, 12),
        ("float32", 8, 88),
        ("float64", 8, 700),
    ):
        if dtype in dtypes:
            x = np.concatenate((np.linspace(-9, 9, 301), np.linspace(-end, end, 300)))
            x = x.astype(dtype)
            want = [float(mpmath.besseli(0, float(v))) for v in x]
            got = np.i0(to_device(x)).get()
            error = np.abs(got.astype("f8") - want) / np.spacing(np.array(want, dtype))
            assert error.max() <= room
    if "float64" in dtypes:
        check(lambda xp, x: xp.i0(x), np.array([np.nan, np.inf, 800, 0, -0.0]), ulp=1)
        check(lambda xp, x: xp.i0(x), np.array([1j]), raises=TypeError)
