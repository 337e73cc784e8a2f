"""Operators: every dtype, special value and pairing, with NumPy's promotion."""

import operator
from fractions import Fraction

import numpy as np
import pytest
from compare import ANY, check, check_each, same, to_device
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    INTEGERS,
    NUMERIC,
    any_bits,
    mask,
    numbers,
    packed,
    rng,
    seeds,
    shapes,
    specials,
    views,
    wild,
)

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow")
BITWISE = ("and_", "or_", "xor", "lshift", "rshift")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
UNARY = ("neg", "pos", "abs", "invert")
IN_PLACE = tuple("i" + name.rstrip("_") for name in ARITHMETIC + BITWISE)

each_dtype = pytest.mark.parametrize("dtype", NUMERIC)
each_unary = pytest.mark.parametrize("name", UNARY)
each_binary = pytest.mark.parametrize("name", ARITHMETIC + BITWISE + COMPARISONS)

# WGSL promises 2.5 units in the last place for a division, less for a power
ULP = {"truediv": 3, "pow": 64}


def apply(name):
    function = getattr(operator, name)
    return lambda xp, *args: function(*args)


def options(name):
    return {"raises": ANY, "ulp": ULP.get(name, 0), "flush": True}


def pairs(dtype, other=None):
    """Every special value of one dtype against every one of the other."""
    left, right = specials(dtype), specials(other or dtype)
    return np.repeat(left, right.size), np.tile(right, left.size)


def operands(name, dtype, other=None):
    x, y = pairs(dtype, other)
    other = np.dtype(other or dtype)
    if name == "pow" and other.kind in "iu":
        y = (y & 7).astype(other)  # negative ones are an error, huge ones dull
    if name == "pow" and "f" in (x.dtype.kind, other.kind):
        x = np.where(np.abs(x) < 1e-3, x.dtype.type(1), x)  # no underflow
    if name in ("floordiv", "mod") and "f" in (x.dtype.kind, other.kind):
        with np.errstate(all="ignore"):
            far = ~(np.abs(x / y.astype(x.dtype)) < 1e6) & np.isfinite(x * 1.0 + y)
        x, y = x[~far], y[~far]
    return x, y


# ---- one dtype


@pytest.mark.core
@each_dtype
@each_binary
def test_special_values_of_one_dtype(name, dtype, profile):
    x, y = operands(name, dtype)
    try:
        wide = getattr(operator, name)(x[:1], y[:1]).dtype
    except TypeError:
        wide = None
    if profile in ("no-64", "baseline") and wide == np.float64:
        with pytest.raises(TypeError, match="float64"):
            getattr(operator, name)(to_device(x), to_device(y)).get()
        return
    check(apply(name), x, y, **options(name))


@pytest.mark.core
@each_dtype
@each_unary
def test_unary_special_values(name, dtype):
    check(apply(name), specials(dtype), raises=ANY)
    check(apply(name), wild(1003, dtype), raises=ANY)


@pytest.mark.core
@pytest.mark.parametrize(
    "name", ["add", "sub", "mul", "and_", "or_", "xor", "lt", "eq"]
)
@pytest.mark.parametrize("dtype", INTEGERS)
def test_whole_range_of_integers(name, dtype):
    check(apply(name), wild(5003, dtype, 1), wild(5003, dtype, 2))


@pytest.mark.core
@pytest.mark.parametrize("dtype", INTEGERS)
def test_integer_division_and_shifts(dtype):
    x, y = wild(5003, dtype, 1), wild(5003, dtype, 2)
    small = numbers(5003, dtype, -9, 10)
    for name in ("floordiv", "mod"):
        check(apply(name), x, y)
        check(apply(name), x, small)  # with zeros
        check(apply(name), x, y >> (y.dtype.itemsize * 4))
    counts = numbers(5003, dtype, -5, 70)
    for name in ("lshift", "rshift"):
        check(apply(name), x, counts)
        check(apply(name), x, y)


@pytest.mark.core
def test_minimum_divided_by_minus_one():
    for dtype in ("int8", "int16", "int32", "int64"):
        x = np.full(5, np.iinfo(dtype).min, dtype)
        for value in (-1, 0, 1):
            y = np.full(5, value, dtype)
            check(lambda xp, x, y: (x // y, x % y), x, y)
            check(lambda xp, x, y: divmod(x, y), x, y)
        check(lambda xp, x: (-x, abs(x), x * x, x - 1), x)


@pytest.mark.core
@each_dtype
def test_random_floats_and_integers(dtype):
    x, y = numbers(3001, dtype, seed=1), numbers(3001, dtype, seed=2)
    if np.dtype(dtype).kind == "f":
        x = rng(1).normal(size=3001).astype(dtype)
        y = rng(2).normal(size=3001).astype(dtype)
    check_each([apply(n) for n in ("add", "mul", "lt", "ge", "ne")], x, y, flush=True)
    if dtype != "bool":
        check(apply("sub"), x, y, flush=True)


def test_floor_division_and_remainder_of_floats():
    for dtype in ("float32", "float64", "float16"):
        x = np.array([7, -7, 7.5, -7.5, 0.0, -0.0, 3, 1e4, 0.1, 6, -6], dtype)
        y = np.array([2, -2, 0.5, -0.25, 3, 0.1, np.inf, -np.inf, 0.0, -0.0], dtype)
        x, y = np.repeat(x, y.size), np.tile(y, x.size)
        check(lambda xp, x, y: (x // y, x % y), x, y)
        check(lambda xp, x, y: divmod(x, y), x, y)
        wide = (rng(3).normal(size=2000) * 1000).astype(dtype)
        check(lambda xp, x: (x // 3, x % 3, x % -0.7), wide)


def test_powers():
    for dtype in ("int32", "int64", "uint8", "float32", "float64"):
        x = numbers(200, dtype, 1, 9)
        for exponent in (0, 1, 2, 3, 7, 2.0, 0.5, True):
            check(lambda xp, x, e=exponent: x**e, x, rtol=1e-6)
        check(lambda xp, x: 2**x, x, rtol=1e-6)
    x = numbers(200, "int32")
    check(lambda xp, x: x**-1, x, raises=ValueError)
    check(lambda xp, x: x**0, x)
    negative = np.array([-2.0, -1.5, -1, -0.0, 0.0, np.nan, -np.inf, np.inf], "f4")
    for exponent in (2, 3, 0, -1, 0.5, -2.5, np.inf, -np.inf, np.nan):
        check(lambda xp, x, e=exponent: x**e, negative, rtol=1e-6)


# ---- two dtypes


@pytest.mark.parametrize("other", NUMERIC)
@each_dtype
def test_promotion_of_two_dtypes(dtype, other):
    for name in ("add", "truediv", "lt", "eq"):
        check(apply(name), *operands(name, dtype, other), **options(name))
    x, y = numbers(50, dtype, 0, 9), numbers(50, other, 1, 9)
    for name in ("floordiv", "and_", "lshift", "mul"):
        check(apply(name), x, y, **options(name))


@pytest.mark.core
def test_comparisons_of_signed_with_unsigned():
    wide = np.array([-(2**63), -1, 0, 1, 2**62, 2**63 - 1])
    top = np.array([0, 1, 2**63 - 1, 2**63, 2**64 - 1, 5], "u8")
    x, y = np.repeat(wide, 6), np.tile(top, 6)
    for name in COMPARISONS:
        check(apply(name), x, y)
        check(apply(name), y, x)
        check(apply(name), x.astype("i1"), y.astype("u4"))
        check(apply(name), x.astype("i4"), y.astype("u4"))


@given(data=st.data(), seed=seeds)
def test_broadcasting_of_views(data, seed):
    shape = data.draw(shapes(max_side=5))
    view = data.draw(views(shape))
    shown = view(np.empty(shape)).shape
    other = [side if data.draw(st.booleans()) else 1 for side in shown]
    other = tuple(other[data.draw(st.integers(0, len(other))) :])
    x, y = numbers(shape, "int32", seed=seed), numbers(other, "int16", seed=seed + 1)
    check_each(
        [
            lambda xp, x, y: view(x) + y,
            lambda xp, x, y: y < view(x),
            lambda xp, x, y: (view(x) * y)[..., None] - y[..., :1] if y.ndim else y,
        ],
        x,
        y,
        raises=ANY,
    )


def test_shapes_that_do_not_broadcast():
    x = numbers((4, 5))
    for shape in ((4,), (5, 4), (2, 5), (3, 1, 5, 5), (0,)):
        for name in ("add", "eq", "and_"):
            check(apply(name), x, numbers(shape), raises=ValueError)
    for shape in ((), (1,), (5,), (4, 1), (3, 1, 5), (1, 1, 1, 1)):
        for name in ("add", "eq", "and_"):
            check(apply(name), x, numbers(shape))
    check(apply("add"), np.ones((0, 3)), np.ones((1, 3)))
    check(apply("add"), np.ones((0, 1)), np.ones((1, 3)))


# ---- Python and NumPy scalars

SCALARS = (
    0,
    1,
    -1,
    7,
    300,
    2**31,
    2**40,
    -(2**63),
    2**64,
    2**70,
    True,
    False,
    1.5,
    -0.0,
    1e30,
    float("nan"),
    float("inf"),
    np.float32(1.5),
    np.float16(2.5),
    np.float64(0.1),
    np.int8(-3),
    np.int64(5),
    np.uint64(2**63),
    np.uint8(200),
    np.bool_(True),
)


@each_dtype
@pytest.mark.parametrize("name", ["add", "sub", "lt", "eq", "floordiv", "and_"])
def test_scalars_on_either_side(name, dtype):
    x = specials(dtype)
    if name == "floordiv" and np.dtype(dtype).kind == "f":
        x = x[np.isnan(x) | (abs(x) < 1000)]
    for scalar in SCALARS:
        check(lambda xp, x, s=scalar: getattr(operator, name)(x, s), x, raises=ANY)
        if not (name == "floordiv" and x.dtype.kind == "f"):
            check(lambda xp, x, s=scalar: getattr(operator, name)(s, x), x, raises=ANY)


@pytest.mark.core
def test_weak_scalars_keep_the_dtype(dtypes):
    for dtype in dtypes:
        x = numbers(40, dtype, 0, 9)
        if dtype == "bool":
            continue
        check_each(
            [
                lambda xp, x: (x + 1) * 2 - 3,
                lambda xp, x: 5 - x,
                lambda xp, x: x % 3 == 1,
                lambda xp, x: x >= 4,
                lambda xp, x: 100 // (x + 1),
            ],
            x,
        )
    check(lambda xp, x: (x + 1.5, x * 0.5, 2.5 - x), numbers(40, "float32"))
    check(lambda xp, x: (x + 1.5, x * 0.5, 2.5 - x), numbers(40, "float16"))


def test_out_of_range_scalars():
    for dtype in INTEGERS:
        check(lambda xp, x: x < 1, specials(dtype))  # what a call became is kept
        x = specials(dtype)
        for scalar in (2**31, 2**32, 2**63, 2**64, -1, -(2**31) - 1, -(2**63) - 1, 256):
            for name in ("add", "mul", "xor"):
                check(
                    lambda xp, x, s=scalar, n=name: getattr(operator, n)(x, s),
                    x,
                    raises=ANY,
                )
            for name in COMPARISONS:
                check(lambda xp, x, s=scalar, n=name: getattr(operator, n)(x, s), x)
                check(lambda xp, x, s=scalar, n=name: getattr(operator, n)(s, x), x)


def test_operands_of_other_kinds():
    x = numbers((2, 3))
    for other in ([1, 2, 3], (1, 2, 3), [[1], [2]], range(3), [1.5, 2, 3]):
        check(lambda xp, x, o=other: x + o, x)
        check(lambda xp, x, o=other: o * x, x, raises=ANY)
        check(lambda xp, x, o=other: x < o, x)
    for other in (None, "text", b"bytes", {}, object(), [1, "a"], 1j):
        check(lambda xp, x, o=other: x & o, x, raises=TypeError)


def test_comparison_with_things_that_are_no_numbers():
    x = to_device(numbers((2, 3)))
    host = numbers((2, 3))
    for other in (None, "text", {}):
        same(x == other, np.asarray(host == other))
        same(x != other, np.asarray(host != other))


# ---- in place


@pytest.mark.parametrize("name", IN_PLACE)
@each_dtype
def test_in_place_arrays(name, dtype):
    x, y = numbers(60, dtype, 1, 9), numbers(60, dtype, 1, 9, seed=2)
    check(apply(name), x, y, returns=0, **options(name[1:]))
    check(
        lambda xp, x, y: apply(name)(xp, x[::2], y[30:]) * 1, x, y, **options(name[1:])
    )


@pytest.mark.parametrize("name", ["iadd", "imul", "ifloordiv", "itruediv", "iand"])
@each_dtype
def test_in_place_casting(name, dtype):
    x = numbers(20, dtype, 1, 9)
    for other in ("bool", "int8", "uint16", "int64", "uint64", "float16", "float64"):
        y = numbers(20, other, 1, 9, seed=3)
        check(apply(name), x, y, returns=0, **options(name[1:]))
    for scalar in (2, 300, -1, 1.5, True, 2**40, np.float64(2), np.int64(3)):
        check(
            lambda xp, x, s=scalar: getattr(operator, name)(x, s) * 1,
            x,
            **options(name[1:]),
        )


def test_in_place_shapes():
    x = numbers((4, 5))
    check(apply("iadd"), x, numbers(5), returns=0)
    check(apply("iadd"), x, numbers((1, 4, 5)), raises=ValueError)
    check(apply("iadd"), x[0], numbers((4, 5)), raises=ValueError)
    check(apply("iadd"), x, numbers(4), raises=ValueError)
    check(apply("iadd"), np.array(3), numbers(4), raises=ValueError)


def test_in_place_writes_through_views():
    def write(xp, x):
        x[1] += 5
        x[:, ::2] *= x[:, ::2]
        y = x.T
        y -= 1
        x[2, 3] += 1
        x[x > 5] -= x[x > 5] * 2
        return y

    check(write, numbers((4, 6)))
    check(lambda xp, r: operator.iadd(r["x"], 3) * 1, packed(numbers(31, "int64")))


# ---- ufuncs by name


def test_ufunc_spellings():
    x, y = numbers((4, 5), "int16"), numbers((4, 5), "int16", 1, 9, seed=2)
    check_each(
        [
            lambda xp, x, y: xp.add(x, y),
            lambda xp, x, y: xp.subtract(x, 3),
            lambda xp, x, y: xp.multiply(2, y),
            lambda xp, x, y: xp.true_divide(x, y),
            lambda xp, x, y: xp.divide(x, y),
            lambda xp, x, y: xp.floor_divide(x, y),
            lambda xp, x, y: xp.remainder(x, y),
            lambda xp, x, y: xp.mod(x, y),
            lambda xp, x, y: xp.power(x, y % 4),
            lambda xp, x, y: xp.divmod(x, y),
            lambda xp, x, y: xp.negative(x),
            lambda xp, x, y: xp.positive(x),
            lambda xp, x, y: xp.absolute(x),
            lambda xp, x, y: xp.abs(x),
            lambda xp, x, y: xp.invert(x),
            lambda xp, x, y: xp.bitwise_not(x),
            lambda xp, x, y: xp.bitwise_and(x, y),
            lambda xp, x, y: xp.left_shift(x, y),
            lambda xp, x, y: xp.right_shift(x, y),
            lambda xp, x, y: xp.equal(x, y),
            lambda xp, x, y: xp.greater_equal(x, y),
            lambda xp, x, y: xp.logical_and(x, y),
            lambda xp, x, y: xp.logical_or(x, y),
            lambda xp, x, y: xp.logical_xor(x, y),
            lambda xp, x, y: xp.logical_not(x),
            lambda xp, x, y: xp.maximum(x, y),
            lambda xp, x, y: xp.minimum(x, y),
            lambda xp, x, y: xp.add(x, y, dtype="f4"),
            lambda xp, x, y: xp.add(x, y, dtype="i8"),
            lambda xp, x, y: xp.less(x, y, dtype=bool),
        ],
        x,
        y,
        raises=ANY,
    )


def test_ufunc_out_and_casting():
    x, y = numbers((4, 5), "int16"), numbers((4, 5), "int16", 1, 9, seed=2)
    for dtype in ("int16", "int64", "float32", "int8", "bool", "uint16"):
        out = np.full((4, 5), 1, dtype)
        check(lambda xp, x, y, o: xp.add(x, y, out=o), x, y, out, raises=ANY, returns=2)
        check(lambda xp, x, y, o: xp.add(x, y, o), x, y, out, raises=ANY, returns=2)
        check(
            lambda xp, x, y, o: xp.add(x, y, out=(o,), casting="unsafe"),
            x,
            y,
            out,
            returns=2,
        )
    check(lambda xp, x, y: xp.add(x, y, out=x), x, y, returns=0)
    check(lambda xp, x, y: xp.add(x[0], y, out=x), x, y, returns=0)
    check(lambda xp, x, y: xp.add(x, y, out=x.T), x, y, raises=ValueError)
    check(lambda xp, x, y: xp.add(x, y, out=x[0]), x, y, raises=ValueError)
    for call in (
        lambda xp, x, y: xp.add(x),
        lambda xp, x, y: xp.add(x, y, x, y),
        lambda xp, x, y: xp.add(x, y, no_such_option=1),
        lambda xp, x, y: xp.add(x, y, out=[1, 2]),
        lambda xp, x, y: xp.add(x, y, dtype="f4", casting="no"),
        lambda xp, x, y: xp.negative(x > 0),
        lambda xp, x, y: xp.subtract(x > 0, y > 0),
        lambda xp, x, y: xp.invert(x.astype("f4")),
        lambda xp, x, y: xp.left_shift(x, 1.5),
    ):
        check(call, x, y, raises=TypeError)


def test_truths_of_numbers():
    for dtype in NUMERIC:
        x, y = pairs(dtype)
        for name in ("logical_and", "logical_or", "logical_xor"):
            check(lambda xp, x, y, n=name: getattr(xp, n)(x, y), x, y)
        check(lambda xp, x, y: xp.logical_not(x), x, y)


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_kinds_of_floats(dtype):
    x = any_bits(20_001, dtype)
    for name in ("isnan", "isinf", "isfinite", "signbit"):
        check(lambda xp, x, n=name: getattr(xp, n)(x), x)
        check(lambda xp, x, n=name: xp.cumsum(getattr(xp, n)(x)), x)
        check(lambda xp, x, n=name: x[getattr(xp, n)(x)], x, bits=True)


# ---- long expressions


def test_deep_expressions():
    def deep(xp, x):
        y = x
        for i in range(700):
            y = y + i if i % 3 else y ^ (x >> (i % 5))
        return y

    check(deep, numbers(100))


def test_expressions_that_share_their_parts():
    def doubling(xp, x):
        y = x
        for _ in range(40):
            y = y + y
        return y

    check(doubling, numbers(100, "int64"))


def test_more_operands_than_a_kernel_has_bindings():
    xs = [numbers(300, "int32", seed=i) for i in range(20)]
    check(lambda xp, *xs: sum(xs), *xs)
    check(lambda xp, *xs: xp.cumsum(sum(xs[1:], xs[0] > 0)), *xs)

    def select(xp, *xs):
        m = xs[0] > 0
        for x in xs[1:]:
            m = m | (x > 8)
        return xs[3][m]

    check(select, *xs)


def test_special_values_through_expressions():
    x = wild(3000, "float32")
    check_each(
        [
            lambda xp, x: x * 2 + 1,
            lambda xp, x: -x * x,
            lambda xp, x: (x + x) - x,
            lambda xp, x: (x > 0) == (x < np.inf),
            lambda xp, x: abs(x) * -0.0,
        ],
        x,
        flush=True,
    )


@pytest.mark.core
def test_narrow_results_keep_their_neighbours():
    def write(xp, x, m):
        x[1::2] = x[::2] + 1
        x[m] ^= 5
        x[-3:] = 0

    for dtype in ("int8", "uint8", "int16", "uint16"):
        for n in (4, 6, 100, 1002):
            check(write, numbers(n, dtype), mask(n))


def test_no_pipeline_for_each_shape_or_scalar(xp):
    counters = xp.device.current().counters
    x = to_device(numbers(4000, "float32"))

    def run(n, scalar):
        y = x[:n] * scalar + 1
        (y[y > scalar]).get()
        np.cumsum(y).get()
        np.nonzero(y > 2)[0].get()

    for n in (1, 7, 60, 200, 300, 3999):  # each class of tiles once
        run(n, 2.5)
    before = counters.pipelines
    for n in range(2, 40):
        run(n * 100, n / 8)
    assert counters.pipelines == before


def test_ufuncs_name_the_signatures_that_a_device_holds():
    for name in ("add", "sin", "frexp", "less"):
        ours, theirs = getattr(gpuarray, name), getattr(np, name)
        assert set(ours.types) <= set(theirs.types)
        assert ours.ntypes == len(ours.types) == len(set(ours.types))
        assert not any(set(kind) & set("GgMmO") for kind in ours.types)
    assert "dd->d" in gpuarray.add.types


class _Even:
    """Equal to even numbers, of NumPy and of devices."""

    def __eq__(self, other):
        return other % 2 == 0


class _Unlike(_Even):
    def __ne__(self, other):
        return other > 2


class _OnlyUnlike:
    def __ne__(self, other):
        return other > 2


def test_objects_that_compare_themselves():
    x = numbers((2, 3), "int32")
    for value in (_Even(), _Unlike(), _OnlyUnlike(), object(), None, "a", [None], {}):
        check(lambda xp, x, v=value: x == v, x, raises=ANY)
        check(lambda xp, x, v=value: x != v, x, raises=ANY)
    device = to_device(x)
    for compare in (operator.eq, operator.ne):
        with pytest.raises(TypeError, match="Fraction"):
            compare(device, Fraction(1, 2))


CASTINGS = ("no", "equiv", "safe", "same_kind", "unsafe")


@pytest.mark.parametrize("casting", CASTINGS)
def test_python_numbers_under_every_casting(casting):
    x = np.arange(3, dtype="int8")
    for value in (1, 1.0, 1j, True, -1, 300, 2**70):
        for name in ("add", "left_shift", "greater", "logical_and", "hypot", "ldexp"):
            for dtype in ("int32", "uint16", "float32", "bool"):

                def call(xp, x, name=name, value=value):
                    return getattr(xp, name)(x, value, casting=casting)

                check(call, x.astype(dtype), raises=ANY, ulp=4)

    def into(xp, x, out):
        return xp.add(x, 1, out=out, casting=casting)

    check(into, x, np.zeros(3, "int16"), raises=ANY)
    check(into, x, np.zeros(3, "float32"), raises=ANY)


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "int64"])
def test_numbers_out_of_range_under_a_signature(dtype):
    x = np.arange(6, dtype=dtype)
    for value in (-1, -128, 2**16, 2**63, 2**64, -(2**63) - 1):
        for options in (
            {"dtype": dtype},
            {"dtype": bool},
            {"dtype": "int64"},
            {"signature": (dtype, None, None)},
            {"signature": (None, None, bool)},
            {"casting": "no"},
        ):
            for name in ("greater", "equal", "logical_xor", "maximum"):

                def call(xp, x, out, value=value, name=name, options=options):
                    return getattr(xp, name)(x, value, out=out, **options)

                check(call, x, np.ones(6, dtype), raises=ANY)
                check(call, x, None, raises=ANY)

    def refused(xp, x, out, w):
        return xp.greater_equal(x, -128, out=out, where=w, dtype=x.dtype)

    check(refused, x, np.ones(6, dtype), np.arange(6) % 2 == 0, raises=TypeError)


def test_truths_of_integers_beyond_int64():
    x = np.arange(6, dtype="int64")
    for name in ("logical_and", "logical_or", "logical_xor"):
        for _ in range(2):  # what a call became is kept
            check(lambda xp, x, f=name: getattr(xp, f)(x, 2**63 - 1), x)
            check(lambda xp, x, f=name: getattr(xp, f)(x, -(2**63)), x)
            check(lambda xp, x, f=name: getattr(xp, f)(x, 2**63), x, raises=ANY)
            check(lambda xp, x, f=name: getattr(xp, f)(-(2**70), x), x, raises=ANY)


def test_numpys_own_error_for_operands_without_a_loop():
    x = np.arange(4)
    for other in ("a", b"a", [1, "a"], np.zeros(4, "S1"), np.zeros(4, "i4,i4")):
        with pytest.raises(TypeError) as wanted:
            np.add(x, other)
        for call in (lambda d, o: d + o, np.add, operator.iadd):
            with pytest.raises(type(wanted.value), match="did not contain a loop"):
                call(gpuarray.asarray(x), other)
