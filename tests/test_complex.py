"""complex64 and complex128: storage, parts, arithmetic, order, scans, selections."""

import pickle
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from compare import ANY, check, check_each, same, to_device
from strategies import (
    COMPLEX,
    FLOATS,
    any_bits,
    mask,
    numbers,
    packed,
    rng,
    specials,
    wild,
)

sys.path.append(str(Path(__file__).parent.parent / "scripts"))
import complex_twins

pytestmark = pytest.mark.usefixtures("profile")
each_dtype = pytest.mark.parametrize("dtype", COMPLEX)

BINARY = (np.add, np.subtract, np.divide, np.equal, np.not_equal, np.less)
BINARY += (np.less_equal, np.greater, np.greater_equal, np.maximum, np.minimum)
BINARY += (np.fmax, np.fmin, np.logical_and, np.logical_or, np.logical_xor)
UNARY = (np.sign, np.reciprocal, np.positive, np.negative, np.conjugate, np.rint)
UNARY += (np.isnan, np.isinf, np.isfinite, np.logical_not)


def test_twins_are_fresh():
    for path, text in complex_twins.twins().items():
        assert path.read_text("utf-8") == text, f"run {complex_twins.__file__}"


# ---- storage and parts


@pytest.mark.core
@each_dtype
def test_storage_is_exact(dtype):
    for n in (0, 257):
        x = any_bits(n, dtype)
        same(to_device(x), x, bits=True)
        same(to_device(x).copy(), x, bits=True)
        same(to_device(x)[::-2], x[::-2], bits=True)
        same(to_device(packed(x))["x"].copy(), x, bits=True)
    x = any_bits(60, dtype).reshape(3, 4, 5)
    same(to_device(x).T.copy(), x.T, bits=True)
    same(pickle.loads(pickle.dumps(to_device(x))), x, bits=True)


@pytest.mark.core
@each_dtype
def test_parts_are_views(dtype):
    x = wild((4, 6), dtype)
    real = np.dtype(dtype).char.lower()

    def write(xp, x):
        y = x[::2, ::-1]
        y.real = 7
        y.imag[0] = x.real[1, :6]
        x.imag += x.real.astype(real)
        return x.real, x.imag, xp.real(y.T), xp.imag(y)

    check(write, x)
    check(lambda xp, x: x.real.base is x and x.imag.base is x, x)
    for real in (
        np.ones(5, "f4"),
        np.ones((2, 3), "i2").T,
        np.zeros((0, 2), "f4"),
        x.real,
    ):
        check(lambda xp, x: (x.imag, x.imag.flags.writeable, x.imag.strides), real)
    check(lambda xp, r: setattr(r, "imag", 1), numbers(3, "int32"), raises=TypeError)

    def fields(xp, r):
        r["x"].imag = 3
        r["x"].real[1::2] = r["x"].imag[::2]
        r["x"] *= 1j
        return r["x"]

    check(fields, packed(numbers(6, dtype)))


@pytest.mark.core
def test_views_of_the_same_bytes():
    x = any_bits(24, "complex64").reshape(4, 6)
    check(lambda xp, x: x.view("f4"), x, bits=True)
    check(lambda xp, x: x.view("f4").view("c8"), x, bits=True)
    check(lambda xp, x: x.view("u4")[:, 1::2], x)


def test_complex128_needs_float64(xp):
    with xp.device.use_profile("no-64"):
        for make in (lambda: xp.asarray(np.array([1j])), lambda: xp.zeros(2, "c16")):
            with pytest.raises(TypeError, match=r"complex128 .*np\.complex64"):
                make()
        assert xp.asarray([1j]).dtype == np.complex64
        records = xp.zeros(2, [("a", "c16")])
        same(records, np.zeros(2, [("a", "c16")]))


@each_dtype
def test_questions_about_parts(dtype):
    x = np.array([[1, 2j, 0], [np.nan, complex(1, np.nan), 3 - 0j]], dtype)
    reals = numbers((2, 3), "float32"), np.arange(3), np.array([True, False])
    for values in (x, *reals):
        check_each(
            [
                lambda xp, a: xp.iscomplex(a),
                lambda xp, a: xp.isreal(a),
                lambda xp, a: xp.iscomplexobj(a),
                lambda xp, a: xp.isrealobj(a),
                lambda xp, a: xp.real(a),
                lambda xp, a: xp.imag(a),
                lambda xp, a: xp.conj(a),
                lambda xp, a: a.conj(),
                lambda xp, a: a.conjugate(),
                lambda xp, a: xp.real_if_close(a),
            ],
            values,
        )
    near = np.array([2.1 + 4e-14j, 5.2 + 3e-15j])
    for tol in (1000, 1, 1e-20):
        check(lambda xp, a, t=tol: xp.real_if_close(a, t), near)


@each_dtype
def test_angles(dtype):
    for x in (specials(dtype), np.arange(-2, 3), numbers(9, "float32")):
        check(lambda xp, x: xp.angle(x), x, ulp=4)
        check(lambda xp, x: xp.angle(x, deg=True), x, ulp=4)


# ---- arithmetic


@each_dtype
def test_special_values(dtype):
    s = specials(dtype)
    a, b = np.repeat(s, s.size), np.tile(s, s.size)
    x, y = to_device(a), to_device(b)
    for ufunc in BINARY:
        same(ufunc(x, y), ufunc(a, b), where=ufunc.__name__)
    for ufunc in UNARY:
        same(ufunc(to_device(s)), ufunc(s), where=ufunc.__name__)
    same(np.absolute(to_device(s)), np.absolute(s), ulp=2)
    low, high = (np.array(value, dtype) for value in (-1 + 2j, 1 - 1j))
    check(lambda xp, s, low, high: xp.clip(s, low, high), s, low, high)


def textbook_product(a, b):
    """Each product and sum rounded; NumPy's loops may fuse them, by processor."""
    real = a.real * b.real - a.imag * b.imag
    result = np.empty(real.shape, a.dtype)
    result.real, result.imag = real, a.real * b.imag + a.imag * b.real
    return result


@pytest.mark.core
@each_dtype
def test_products(dtype):
    a, b = (any_bits(500, dtype, seed) for seed in (1, 2))
    x, y = to_device(a), to_device(b)
    same(x * y, textbook_product(a, b))
    same(np.square(x), textbook_product(a, a))
    same(x**2, textbook_product(a, a))
    check(lambda xp, x, y: x * y, numbers(99, dtype), numbers(99, dtype, seed=1))


@each_dtype
def test_quotients_of_any_bits(dtype):
    a, b = (any_bits(2000, dtype, seed) for seed in (3, 4))
    check(lambda xp, x, y: x / y, a, b)
    check(lambda xp, x: 1 / x, a)
    check(lambda xp, x: xp.reciprocal(x), a)


@pytest.mark.core
@each_dtype
def test_python_scalars_are_weak(dtype):
    x = numbers(7, dtype)
    real = numbers(7, np.dtype(dtype).char.lower())
    for scalar in (2, 2.5, 2j, 1 - 3j, True):
        check(lambda xp, x, s: x + s, x, scalar)
        check(lambda xp, x, s: s - x, x, scalar)
        check(lambda xp, x, s: x == s, x, scalar)
        check(lambda xp, x, s: x + s, real, scalar)
    check(lambda xp, x: x * np.float32(2), x)

    def in_place(xp, x):
        x += 1j
        x[1:] -= x[:-1]
        return x

    check(in_place, x)
    check(lambda xp, r: r.__iadd__(1j), real, raises=TypeError)
    check(lambda xp, x: x // 2, x, raises=TypeError)
    check(lambda xp, x: xp.floor(x), x, raises=TypeError)


@pytest.mark.parametrize(
    "target", ["bool", "int8", "uint8", "uint64", *FLOATS, *COMPLEX]
)
@each_dtype
def test_casts(dtype, target):
    x, y = numbers(40, dtype), numbers(40, target)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", np.exceptions.ComplexWarning)
        check(lambda xp, x: x.astype(target), x)
        check(lambda xp, x, y: xp.copyto(y, x, casting="unsafe"), x, y)
    check(lambda xp, y: y.astype(dtype), y)
    check(lambda xp, y: y.astype(dtype), wild(40, target))
    check(lambda xp, x: x.astype(bool), specials(dtype))


def test_lost_imaginary_parts_are_told():
    x = to_device(numbers(4, "complex64"))
    y = to_device(numbers(4, "float32"))
    for lose in (
        lambda: x.astype("f4"),
        lambda: y.__setitem__(..., x),
        lambda: y.__setitem__(slice(None, None, 2), x[:2]),
    ):
        with pytest.warns(np.exceptions.ComplexWarning) as told:
            lose()
        assert [w.filename for w in told] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        x.astype(bool)
        x.astype("c16")
        y.astype("c8")
    with pytest.raises(TypeError):
        y[0] = 1j


# ---- along axes, and selections


@each_dtype
@pytest.mark.parametrize("n", [0, 257, 4097])
def test_sums_and_scans(dtype, n):
    x = numbers(n, dtype)
    functions = [
        lambda xp, x: xp.sum(x),
        lambda xp, x: xp.cumsum(x),
        lambda xp, x: xp.any(x),
        lambda xp, x: xp.all(x),
        lambda xp, x: xp.count_nonzero(x),
    ]
    check_each(functions[:4], x)
    assert int(np.count_nonzero(to_device(x))) == np.count_nonzero(x)
    units = np.array([1, 1j, -1, -1j], dtype)[rng(n).integers(0, 4, n)]
    for got, want in (
        (np.cumprod(to_device(units)), np.cumprod(units)),
        (np.prod(to_device(units)), np.prod(units)),
    ):
        assert np.array_equal(got.get(), want)
    if n:
        check(lambda xp, x: xp.maximum.accumulate(x), x)
        check(lambda xp, x: xp.minimum.reduce(x), x)
        check(lambda xp, x: xp.max(x), x)


@pytest.mark.core
@each_dtype
def test_scans_on_every_profile(dtype):
    x = numbers((3, 700), dtype)
    check(lambda xp, x: xp.cumsum(x, axis=1), x)
    check(lambda xp, x: xp.cumsum(x, axis=0), x)
    check(lambda xp, x: xp.max(x), x)


@each_dtype
def test_axes(dtype):
    x = numbers((7, 5, 260), dtype)
    for axis in (0, 1, 2, (0, 2), None):
        check(lambda xp, x, a: xp.sum(x, axis=a, keepdims=True), x, axis)
        check(lambda xp, x, a: xp.min(x, axis=a), x, axis)
        check(lambda xp, x, a: xp.mean(x, axis=a), x, axis, rtol=1e-6)
    check(lambda xp, x: xp.cumsum(x.T[::-1], axis=1), x)
    check(lambda xp, x: xp.sum(x, where=x.real > 0, initial=2j), x)
    check(lambda xp, x: xp.sum(x, dtype=dtype), numbers(99, "int32"))
    check(lambda xp, x, o: xp.add.reduce(x, out=o), numbers((3, 2), "f4"), x[0, :2, 0])


@each_dtype
def test_infinite_factors(dtype):
    """A product is NaN where one factor makes it so, not from what fills a tile."""
    x = np.array([complex(np.inf, 0), 2, 3, 4, 5], dtype)
    check(lambda xp, x: xp.cumprod(x)[:1], x)
    check(lambda xp, x: xp.prod(x[:1]), x)
    check(lambda xp, x: xp.sum(x), np.full(5, complex(-0.0, -0.0), dtype))
    check(lambda xp, x: xp.cumsum(x), np.full(5, complex(-0.0, -0.0), dtype))
    for ufunc in (np.maximum, np.minimum):
        got = ufunc.reduce(to_device(np.array([1, complex(2, np.nan), 3], dtype)))
        assert np.isnan(got.get())


@pytest.mark.core
@each_dtype
@pytest.mark.parametrize("n", [0, 4097])
def test_selections(dtype, n):
    x = numbers(n, dtype, -1, 2)
    keep = mask(n)
    check(lambda xp, x: x[x != 0], x)
    check(lambda xp, x: xp.nonzero(x)[0], x)
    check(lambda xp, x, k: x[k], any_bits(n, dtype), keep, bits=True)

    def assign(xp, x, k):
        x[x == 1] = 5 - 2j
        x[k] = x[: int(k.sum())] * 1j
        return x

    check(assign, x, keep)
    check(lambda xp, x, k: xp.where(k, x, x.conj()), x, keep)
    if n:
        at = rng(n).integers(-n, n, 50)
        check(lambda xp, x, i: x[i], any_bits(n, dtype), at, bits=True)

        def scatter(xp, x, i):
            x[i] = xp.arange(50, dtype="f4") * 1j
            return x

        check(scatter, x, at)


@each_dtype
def test_records(dtype):
    r = packed(numbers(300, dtype, -1, 2))

    def program(xp, r):
        r["x"][5:9] = 1j
        r["x"][r["x"] == 1] = 4
        total = r["x"].cumsum()
        return r[r["x"] != 0], total, r["x"].sum(), r == r[0]

    check(program, r)


@each_dtype
def test_creation(dtype):
    check_each(
        [
            lambda xp: xp.full((2, 3), 1 - 2j, dtype),
            lambda xp: xp.eye(3, dtype=dtype),
            lambda xp: xp.arange(5, dtype=dtype),
            lambda xp: xp.linspace(0, 1 + 1j, 5, dtype=dtype),
            lambda xp: xp.zeros(3, dtype),
            lambda xp: xp.array([1, 2j]),
        ],
        dispatch=False,
    )
    x = numbers((2, 3), dtype)
    y = to_device(x)
    assert repr(y) == repr(x)
    assert str(y) == str(x)
    assert y.tolist() == x.tolist()
    assert y[0, 1].item() == x[0, 1].item()
    assert complex(y[1, 2]) == complex(x[1, 2])
    for convert in (float, int):
        check(lambda xp, x, c=convert: c(x[0, :1].reshape(())), x, raises=ANY)


@pytest.mark.parametrize("dtype", ["int16", "float32", "float64", "int64"])
def test_signs_of_zeros_where_one_factor_is_real(dtype):
    x = np.array([-2, -1, 0, 1]).astype(dtype)
    for value in (-0.2j, 0 - 0.2j, complex(-0.0, 1), 0j, 2 + 0j):
        check_each(
            [
                lambda xp, x, z=value: x * z,
                lambda xp, x, z=value: z * x,
                lambda xp, x, z=value: x - z,
                lambda xp, x, z=value: x + z,
            ],
            x,
        )
