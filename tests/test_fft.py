"""Discrete Fourier transforms, compared with NumPy's."""

import numpy as np
import pytest
from compare import check
from hypothesis import given, settings
from hypothesis import strategies as st

import gpuarray
from gpuarray.algorithms.fourier import factors, roots

pytestmark = pytest.mark.usefixtures("profile")

# One of each radix, their products, primes and products of large ones, and lengths
# beside a workgroup and beside the length from which roots are products of two.
LENGTHS = [1, 2, 3, 4, 5, 7, 8, 12, 30, 31, 37, 74, 255, 256, 257, 1000]
CALLS = ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"]


def near(got, want, eps=None):
    """Within 8 eps of the norm of each row, and the same dtype and shape."""
    assert got.dtype == want.dtype
    assert got.shape == want.shape
    eps = eps or np.finfo(want.dtype).eps
    gap = np.linalg.norm((got.get() - want).astype("D"))
    assert gap <= 8 * eps * np.linalg.norm(want.astype("D"))


def samples(shape, dtype, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * rng.standard_normal(shape)
    if np.dtype(dtype).kind in "iu":
        x = x * 50 + 100
    return x.astype(dtype)


def by_definition(x):
    """The transform along the last axis, with roots from exact angles."""
    k = np.arange(x.shape[-1])
    return x.astype("D") @ roots(len(k), np.outer(k, k))


@pytest.mark.core
@pytest.mark.parametrize("n", [1, 6, 16, 31, 35, 37])
def test_the_definition(profile, n):
    x = samples((2, n), "F", n)
    near(gpuarray.fft.fft(gpuarray.asarray(x)), by_definition(x).astype("F"))
    back = np.conj(by_definition(np.conj(x))) / n
    near(np.fft.ifft(gpuarray.asarray(x)), back.astype("F"))


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("n", LENGTHS)
def test_lengths(name, n):
    function = getattr(np.fft, name)
    for dtype in "fd" if name in ("rfft", "ihfft") else "FD":
        m = n // 2 + 1 if name in ("irfft", "hfft") else n
        x = samples((2, m), dtype, n)
        near(function(gpuarray.asarray(x), n), function(x, n))


@pytest.mark.parametrize("n", [8192, 8193 * 2, 3**9, 10007])
def test_roots_that_are_products_of_two(n):
    x = samples(n, "D")
    near(np.fft.fft(gpuarray.asarray(x)), np.fft.fft(x))
    near(np.fft.fft(gpuarray.asarray(x.astype("F"))), np.fft.fft(x).astype("F"))


def test_roots_of_unity():
    for n in (1, 2, 3, 8, 12, 1 << 20):
        exact = np.arange(n, dtype=np.longdouble) * (2 * np.pi.as_integer_ratio()[0])
        angle = exact / np.pi.as_integer_ratio()[1] / n
        gap = roots(n, np.arange(n)) - (np.cos(angle) - 1j * np.sin(angle))
        assert np.abs(gap).max() < 1e-15
    assert roots(8, np.array([0, 2, 4, 6])).tolist() == [1, -1j, -1, 1j]


def test_factors():
    assert factors(1) == []
    assert np.prod(factors(2**5 * 3 * 25 * 7 * 31)) == 2**5 * 3 * 25 * 7 * 31
    assert factors(37) is None


@pytest.mark.parametrize("dtype", ["f2", "?", "i1", "u8", "f4", "f8", "F", "D"])
def test_dtypes(dtype):
    x = samples((3, 6), dtype)
    for name in CALLS:
        function = getattr(np.fft, name)
        if np.dtype(dtype).kind == "c" and name in ("rfft", "ihfft"):
            check(lambda xp, a, f=name: getattr(xp.fft, f)(a), x, raises=TypeError)
            continue
        for norm in (None, "backward", "ortho", "forward"):
            want = function(x, norm=norm)
            eps = np.finfo("f4").eps if want.dtype == "F" else None
            near(function(gpuarray.asarray(x), norm=norm), want, eps)


@pytest.mark.core
def test_axes_views_and_lengths(profile):
    x = samples((4, 6, 5), "F")
    d = gpuarray.asarray(x)
    for axis in (0, 1, 2, -2):
        for n in (None, 3, 9):
            near(np.fft.fft(d, n, axis), np.fft.fft(x, n, axis))
            near(np.fft.irfft(d, n, axis), np.fft.irfft(x, n, axis))
    near(np.fft.fft(d[::-1, 1:, ::2].T), np.fft.fft(x[::-1, 1:, ::2].T))
    near(np.fft.fft(d[1:]), np.fft.fft(x[1:]))
    near(np.fft.rfft(d.real * 2 + 1), np.fft.rfft(x.real * 2 + 1))
    fields = np.zeros(7, [("pad", "u1"), ("re", "f4")])
    fields["re"] = np.arange(7)
    near(np.fft.fft(gpuarray.asarray(fields)["re"]), np.fft.fft(fields["re"]))


@pytest.mark.parametrize(
    "name", ["fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn"]
)
def test_several_axes(name):
    function = getattr(np.fft, name)
    x = samples((3, 4, 6), "f4" if name.startswith("r") else "F")
    d = gpuarray.asarray(x)
    near(function(d), function(x))
    for axes in ((0, 1), (-1, 0), (2, 0), (1, 1)):
        near(function(d, axes=axes, norm="ortho"), function(x, axes=axes, norm="ortho"))
        near(function(d, (5, -1), axes), function(x, (5, -1), axes))
    near(function(d, None, (1,)), function(x, None, (1,)))


def call(name, *args, **kwargs):
    return lambda xp, x: getattr(xp.fft, name)(x, *args, **kwargs)


@pytest.mark.parametrize(
    ("function", "shape", "error"),
    [
        (call("fft", 0), 4, ValueError),
        (call("fft", -2), 4, ValueError),
        (call("fft", 2.0), 4, TypeError),
        (call("fft"), 0, ValueError),
        (call("fft"), (), IndexError),
        (call("fft", axis=2), 3, IndexError),
        (call("fft", 3, 2), 3, ValueError),
        (call("fft", norm="both"), 3, ValueError),
        (call("ifft", norm="both"), 3, ValueError),
        (call("hfft", norm="both"), 3, ValueError),
        (call("irfft"), 1, ValueError),
        (call("hfft"), 1, ValueError),
        (call("fft2"), 3, IndexError),
        (call("rfftn", axes=()), (2, 3), IndexError),
        (call("irfftn", axes=()), (2, 3), IndexError),
        (call("fftn", (4,), (0, 1)), (2, 3), ValueError),
        (call("fftn", None, (5,)), (2, 3), IndexError),
        (call("fftshift", 2), (2, 3), IndexError),
    ],
)
def test_errors(function, shape, error):
    check(function, np.ones(shape, "f4"), raises=error)


def test_results_that_compute_nothing():
    for function, shape in (
        (call("fft", 4), 0),
        (call("fft"), (0, 3)),
        (call("irfft", 3), (0, 2)),
        (call("fftn", axes=()), (2, 3)),
        (call("fftn"), ()),
    ):
        check(function, np.ones(shape, "f4"))


def test_deprecated_arguments():
    x = samples((2, 3), "F")
    for kwargs in ({"s": (2, 2)}, {"s": (2, None), "axes": (0, 1)}):
        with pytest.warns(DeprecationWarning, match="deprecated|Deprecated"):
            want = np.fft.fftn(x, **kwargs)
        with pytest.warns(DeprecationWarning, match="deprecated|Deprecated"):
            near(np.fft.fftn(gpuarray.asarray(x), **kwargs), want)


def test_out():
    x = samples((3, 4), "F")
    d = gpuarray.asarray(x)
    out = gpuarray.zeros((3, 4), "D")
    assert np.fft.fft(d, out=out) is out
    near(out.astype("F"), np.fft.fft(x))
    assert np.fft.fft(d, axis=0, out=d) is d
    near(d, np.fft.fft(x, axis=0))
    real = gpuarray.zeros((3, 6), "f4")
    assert np.fft.irfftn(gpuarray.asarray(x), axes=(0, 1), out=real) is real
    near(real, np.fft.irfftn(x, axes=(0, 1)))
    with pytest.raises(TypeError):
        np.fft.fft(d, out=gpuarray.zeros((3, 4), "f4"))
    with pytest.raises(ValueError, match="shape"):
        np.fft.fft(d, out=gpuarray.zeros((3, 5), "F"))


def test_without_float64(open_devices):
    where = open_devices.get("no-64", "no-64")
    with gpuarray.device.use_profile(where):
        x = gpuarray.asarray(np.arange(4))
        with pytest.raises(TypeError, match="shader-f64"):
            np.fft.fft(x)
        assert gpuarray.fft.fftfreq(4).dtype == np.float32


@pytest.mark.core
def test_frequencies(profile):
    for name in ("fftfreq", "rfftfreq"):
        for n in (1, 2, 5, 8, np.int32(9)):
            got = getattr(gpuarray.fft, name)(n, 0.25)
            want = getattr(np.fft, name)(n, 0.25)
            assert np.allclose(got.get(), want, rtol=1e-6)
    got = gpuarray.fft.fftfreq(4, dtype=np.float32)
    assert got.dtype == np.float32


@pytest.mark.parametrize("name", ["fftfreq", "rfftfreq"])
def test_frequencies_as_numpy(name):
    for args in ((5,), (8, 0.1), (3, np.float32(0.1)), (np.int16(7), 2)):
        check(lambda xp, *a: getattr(xp.fft, name)(*a), *args, dispatch=False)
    for args, error in (((4.0,), ValueError), ((0,), ZeroDivisionError)):
        check(
            lambda xp, *a: getattr(xp.fft, name)(*a),
            *args,
            raises=error,
            dispatch=False,
        )


def test_shifts():
    for shape in (5, (4, 3), (2, 3, 0)):
        x = np.arange(np.prod(shape), dtype="i2").reshape(shape)
        for name in ("fftshift", "ifftshift"):
            for axes in (None, 0, (-1,)):
                check(lambda xp, a, f=name, s=axes: getattr(xp.fft, f)(a, s), x)


@settings(max_examples=40, deadline=None)
@given(n=st.integers(1, 700), rows=st.integers(1, 3), inner=st.integers(1, 3))
def test_back_and_forth(n, rows, inner):
    x = samples((rows, n, inner), "F", n)
    d = gpuarray.asarray(x)
    near(np.fft.fft(d, axis=1), np.fft.fft(x, axis=1))
    near(np.fft.ifft(np.fft.fft(d, axis=1), axis=1), x)


def test_the_bits_repeat():
    d = gpuarray.asarray(samples((3, 770), "F"))
    first, again = (np.fft.fft(d).get().tobytes() for _ in range(2))
    assert first == again
    alone = np.fft.fft(d[1]).get().tobytes()
    assert alone == np.fft.fft(d).get()[1].tobytes()
