"""Running sums and their kin: every dtype, axis, layout, size and spelling."""

from itertools import permutations

import numpy as np
import pytest
from compare import ANY, check, check_each, check_float_sums, same, to_device
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    FLOATS,
    INTEGERS,
    LARGE_SIZES,
    NUMERIC,
    SIZES,
    SMALL_SIZES,
    any_bits,
    numbers,
    packed,
    rng,
    seeds,
    shapes,
    specials,
    steps,
    views,
    wild,
)

pytestmark = pytest.mark.usefixtures("profile")

AxisError = np.exceptions.AxisError
ACCUMULATED = (
    np.add,
    np.multiply,
    np.maximum,
    np.minimum,
    np.logical_and,
    np.logical_or,
    np.logical_xor,
    np.bitwise_and,
    np.bitwise_or,
    np.bitwise_xor,
)
names = pytest.mark.parametrize("name", ["cumsum", "cumprod"])
each_dtype = pytest.mark.parametrize("dtype", NUMERIC)
each_ufunc = pytest.mark.parametrize("ufunc", ACCUMULATED, ids=lambda u: u.__name__)


def scan(name, *args, **kwargs):
    return lambda xp, x: getattr(xp, name)(x, *args, **kwargs)


# ---- values


@pytest.mark.core
@each_dtype
def test_lengths_beside_every_boundary(dtype):
    for n in SIZES:
        check(scan("cumsum"), steps(n, dtype, seed=n))


@pytest.mark.core
@each_dtype
def test_rows_and_columns_beside_the_boundaries(dtype):
    for n in (1, 2, 33, 255, 257, 1025, 4095, 4097):
        x = steps((3, n), dtype, seed=n)
        check(scan("cumsum", axis=1), x)
        check(lambda xp, x: xp.cumsum(x.T, axis=0), x)
        check(scan("cumsum", axis=0), np.ascontiguousarray(x.T))


@pytest.mark.core
@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_wrap_around(dtype):
    x = wild(5001, dtype, seed=3)
    check(scan("cumsum"), x)
    check(scan("cumsum", dtype=dtype), x)
    check(scan("cumprod"), x | 1)
    check(scan("cumprod", dtype=dtype), x | 1)


@pytest.mark.core
def test_carries_between_the_words_of_64_bits(dtypes):
    low = np.uint64(2**32 - 1)
    check(scan("cumsum"), np.full(700, low))
    check(scan("cumsum"), np.full(700, -(2**31)).astype("i4"))
    check(scan("cumsum"), np.full(700, 2**63 - 1))
    check(scan("cumprod"), np.resize(np.array([3, -7, 2**33 + 1, 5]), 300))


@pytest.mark.core
@names
def test_default_accumulator(name, dtypes):
    for dtype in dtypes:
        check(scan(name), np.array([1, 1, 0, 1, 1, 1], dtype))
        check(scan(name), np.array([1], dtype))
        check(scan(name), np.array([[0]], dtype))


@pytest.mark.core
@names
def test_given_accumulator(name, dtypes):
    x = np.array([300, -7, 70_000, 2**31 - 1, -1, 12])
    for source in dtypes:
        for target in dtypes:
            if np.dtype(source).kind == "f" and np.dtype(target).kind != "f":
                values = np.array([3.0, -7.0, 2.0, 1.0, 5.0])
                if np.dtype(target).kind == "u":
                    values = abs(values)
            elif "float16" in (source, target):
                values = np.array([3, 7, 2, 1, 5])
            elif np.dtype(target).kind == "f":
                values = np.array([3, -7, 2, 1, 5])
            else:
                values = x
            with np.errstate(all="ignore"):
                given = values.astype(source)
            check(scan(name, dtype=target), given)


def test_accumulator_spellings():
    x = numbers(20, "int16")
    for dtype in (float, int, bool, np.int8, "f4", np.dtype("u2"), "<i4", np.uint64):
        check(scan("cumsum", dtype=dtype), x)


def test_accumulators_that_do_not_exist():
    x = numbers(5)
    for dtype in ("no such dtype", "i3", object(), "S3"):
        with pytest.raises(TypeError):
            np.cumsum(to_device(x), dtype=dtype)


def test_products_stop_flip_and_wrap():
    for values in ([2, 0, 5], [-1, 2, -3, 4], [3] * 90, [0, 0], [1, -1] * 200):
        for dtype in ("int8", "int32", "int64", "uint8", "uint32", "float32"):
            check(scan("cumprod"), np.array(values).astype(dtype), rtol=3e-6)
        check(scan("cumprod"), np.array(values, "float64"), rtol=1e-13)


def test_products_of_floats():
    for dtype in ("float32", "float64"):
        eps = np.finfo(dtype).eps
        for n in (7, 256, 5000):
            x = (1 + rng(n).normal(size=n) / 200).astype(dtype)
            true = np.cumprod(x.astype(np.longdouble))
            for got in (np.cumprod(to_device(x)), to_device(x).cumprod()):
                assert got.dtype == x.dtype
                assert (abs(got.get() - true) <= 2 * n * eps * abs(true)).all()


@pytest.mark.core
@pytest.mark.parametrize("dtype", FLOATS)
def test_float_sums_are_near_the_true_ones(dtype):
    for n in (1, 2, 257, 4097, 65_537):
        scale = 0.05 if dtype == "float16" else 1.0
        x = (rng(n).normal(size=n) * scale).astype(dtype)
        check_float_sums(x)
        check_float_sums(abs(x[: 40_000 if dtype == "float16" else n]))
    x = (rng(4).random((40, 300, 5)) - 0.3).astype(dtype)
    for axis in (0, 1, 2, -2, None):
        check_float_sums(x, axis=axis)


def test_float_sums_of_mixed_magnitudes():
    x = (rng(1).normal(size=30_000) * 10.0 ** rng(2).integers(-9, 9, 30_000)).astype(
        "f4"
    )
    check_float_sums(x)
    check_float_sums(x.astype("f8"))
    check_float_sums(x.reshape(300, 100), axis=0)


def test_float64_is_64_bits_wide():
    x = np.array([1.0, 2.0**-40, 2.0**-50, 2.0**52, 1.0, 1.0, -(2.0**52)])
    check_float_sums(x)
    check(scan("cumsum"), 2.0**40 + np.arange(300.0))
    check(scan("cumprod"), np.array([1e200, 1e100, 1e-250, 3.0]), rtol=1e-14)


def test_float16_adds_wider():
    ones = np.ones(2500, "f2")  # a float16 sum of ones stops at 2048
    got = np.cumsum(to_device(ones))
    same(got, np.arange(1, 2501).astype("f2"))
    small = np.full(6000, 0.1, "f2")
    true = np.cumsum(small.astype("f8"))
    for got in (np.cumsum(to_device(small)), to_device(small).cumsum(axis=0)):
        assert np.allclose(got.get(), true, rtol=1e-3, atol=0)


@pytest.mark.core
@pytest.mark.parametrize("dtype", FLOATS)
def test_nan_and_infinity_spread_forward_only(dtype):
    x = np.ones((5, 300), dtype)
    x[1, 150] = np.nan
    x[2, 10], x[2, 200] = np.inf, -np.inf
    x[3, 299] = np.nan
    x[4, 0] = -np.inf
    for axis in (0, 1):
        check(scan("cumsum", axis=axis), x)
        check(scan("cumprod", axis=axis), x)
    check(scan("cumsum"), x[:1])
    check(scan("cumsum"), np.r_[x[0], x[2]])


@pytest.mark.core
@pytest.mark.parametrize("dtype", FLOATS)
def test_negative_zero_survives(dtype):
    for values in ([-0.0], [-0.0, -0.0], [-0.0, 0.0], [0.0, -0.0], [-0.0] * 700):
        x = np.array(values, dtype)
        check(scan("cumsum"), x)
        check(scan("cumprod"), x)
        check(scan("cumsum", axis=0), x[:, None])
        check(scan("cumsum", axis=-1), np.stack([x, -x]))
    check(scan("cumsum"), np.array([-0.0, -0.0, 1, -1, -0.0], dtype))


@pytest.mark.core
def test_whole_numbers_beyond_24_bits():
    check(scan("cumsum"), np.full(3000, 2**24 + 1, "i4"))
    check(scan("cumsum", dtype="i4"), np.full(100, 2**24 + 1, "i4"))
    check(scan("cumsum"), np.full(3000, 2**53 + 1))


# ---- axes, shapes, layouts


def test_each_axis_of_many_dimensions():
    for shape in ((1, 2, 3, 2, 3, 2), (2, 1, 1, 2, 1, 3, 1, 2), (7, 11, 13), (5, 1, 5)):
        x = numbers(shape, "int16")
        for axis in (None, *range(-x.ndim, x.ndim)):
            check(scan("cumsum", axis=axis), x)
            check(lambda xp, x, a=axis: x.cumsum(axis=a), x)
    check(scan("cumprod", axis=-3), numbers((2, 3, 4, 2, 3)))


def test_middle_axes_beside_the_boundaries():
    for shape in ((3, 257, 3), (2, 1025, 2), (2, 4097, 3), (33, 3, 65), (300, 5, 2)):
        x = numbers(shape, "int8")
        for axis in range(3):
            check(scan("cumsum", axis=axis), x)


@pytest.mark.core
@pytest.mark.parametrize(
    ("shape", "axis"),
    [
        ((70_001, 2), 1),
        ((3, 70_001), 1),
        ((2, 70_001), 0),
        ((66_000, 1), 1),
        ((1, 66_000), 0),
        ((9_001, 3, 3), 1),
    ],
)
def test_short_rows_by_the_million_and_few_long_ones(shape, axis):
    check(scan("cumsum", axis=axis), numbers(shape, "int8"))
    check(scan("cumsum", axis=axis), steps(shape, "float32"))


def test_axes_out_of_range_and_of_wrong_kind():
    x = numbers((2, 3))
    for name in ("cumsum", "cumprod"):
        for axis in (2, -3, 99, 2**40):
            check(scan(name, axis=axis), x, raises=ANY)
        check(scan(name, axis=2), x, raises=AxisError)
        for axis in (1.0, "0", (0, 1), [0]):
            check(scan(name, axis=axis), x, raises=TypeError)
        for axis in (np.int8(1), np.array(1), True):
            check(scan(name, axis=axis), x, raises=ANY)


def test_flat_order_is_c_whatever_the_layout():
    x = numbers((5, 7))
    check(scan("cumsum"), np.asfortranarray(x))
    check(lambda xp, x: xp.cumsum(x.T), x)
    y = numbers((3, 4, 5), "uint16")
    for axes in permutations(range(3)):
        for axis in (None, 0, 1, 2):
            check(lambda xp, y, p=axes, a=axis: xp.cumsum(y.transpose(p), a), y)


def test_reversed_stepped_broadcast_and_field_views():
    x = numbers(1000, "int16")
    for key in (np.s_[::-1], np.s_[::2], np.s_[998:3:-3], np.s_[7:900], np.s_[5:5]):
        check(lambda xp, x, k=key: xp.cumsum(x[k]), x)
        check(lambda xp, x, k=key: np.minimum.accumulate(x[k]), x)
    y = numbers((30, 41))
    for axis in (0, 1, None):
        check_each(
            [
                lambda xp, y, a=axis: xp.cumsum(y[::-1, ::-2], axis=a),
                lambda xp, y, a=axis: xp.cumsum(y[::-3, 1:], axis=a),
                lambda xp, y, a=axis: xp.cumsum(xp.broadcast_to(y[3], (4, 41)), a),
                lambda xp, y, a=axis: xp.cumsum(
                    xp.broadcast_to(y[:, :1], (30, 300)), a
                ),
                lambda xp, y, a=axis: xp.cumsum(y[:, None, ::5], axis=a),
            ],
            y,
        )
    for dtype in ("int64", "float32", "uint16", "bool", "float64"):
        record = packed(numbers((300, 3), dtype))
        for axis in (0, 1, None):
            check(lambda xp, r, a=axis: xp.cumsum(r["x"], axis=a), record)


def test_the_input_and_its_neighbours_stay_as_they_were():
    x = np.arange(1, 65, dtype="f4").reshape(1, 64)
    other = np.arange(4096, dtype="i4")
    check(lambda xp, x, *o: xp.cumsum(x[:, 63:], axis=0), x, other, other + 1)
    check(lambda xp, x, *o: xp.cumsum(x[:, :1], axis=1), x, other, other + 1)


@pytest.mark.core
@given(shape=shapes(), data=st.data())
def test_any_view_axis_and_dtype(dtypes, shape, data):
    dtype = data.draw(st.sampled_from(dtypes))
    view = data.draw(views(shape))
    axis = data.draw(st.sampled_from([None, *range(-len(shape), len(shape))]))
    x = steps(shape, dtype, data.draw(seeds))
    if data.draw(st.booleans()):
        check(lambda xp, r: xp.cumsum(view(r["x"]), axis=axis), packed(x))
    check(lambda xp, x: xp.cumsum(view(x), axis=axis), x)


def test_empty_axes():
    for name in ("cumsum", "cumprod"):
        for shape in ((0,), (0, 3), (3, 0), (2, 0, 4), (0, 0)):
            for dtype in ("bool", "int32", "uint8", "float32", "float64"):
                x = np.ones(shape, dtype)
                for axis in (None, *range(-x.ndim, x.ndim)):
                    check(scan(name, axis=axis), x)
    check(scan("cumsum", dtype="f4"), np.ones((5, 0), "u2"))
    check(scan("cumsum", axis=2), np.ones((5, 0), "u2"), raises=AxisError)


def test_zero_dimensions():
    for name in ("cumsum", "cumprod"):
        for dtype in NUMERIC:
            x = np.array(1, dtype)
            for axis in (None, 0, -1, 1):
                check(scan(name, axis=axis), x, raises=ANY)
            check(lambda xp, x, n=name: getattr(x, n)(), x)


def test_expressions_scan_without_being_stored_first():
    x, y = numbers(3000), numbers(3000, seed=2)
    check_each(
        [
            lambda xp, x, y: xp.cumsum(x > y),
            lambda xp, x, y: xp.cumsum(x * y + 1),
            lambda xp, x, y: xp.cumsum((x + y)[::-1]),
            lambda xp, x, y: xp.cumsum((x - y).reshape(50, 60).T, axis=1),
            lambda xp, x, y: xp.cumsum(x.astype("f4") + y.astype("f4")),
            lambda xp, x, y: xp.cumsum(xp.where(x > 0, x, -y)),
            lambda xp, x, y: xp.cumsum(xp.cumsum(x) - y) - x,
        ],
        x,
        y,
    )
    rows, columns = numbers((300, 1)), numbers(40, seed=3)
    check(lambda xp, r, c: xp.cumsum(r * c, axis=0), rows, columns)
    check(lambda xp, r, c: xp.cumsum(r == c), rows, columns)


def test_stale_memory_is_not_seen():
    for n in (1000, 65_537):
        junk = to_device(np.full(n, 7.0, "f4"))
        zeros = to_device(np.zeros(n, "f4"))
        junk = junk * 2
        junk.get()
        del junk
        same(np.cumsum(zeros), np.zeros(n, "f4"))
        same(np.cumsum(zeros.reshape(-1, 1), axis=1), np.zeros((n, 1), "f4"))


# ---- spellings and out=


def test_positions_keywords_and_methods():
    x = numbers((3, 4))
    check_each(
        [
            lambda xp, x: xp.cumsum(a=x, axis=0),
            lambda xp, x: xp.cumsum(x, 1, "f4"),
            lambda xp, x: x.cumsum(1, "f4"),
            lambda xp, x: x.cumprod(axis=-1, dtype=np.int16),
            lambda xp, x: xp.cumprod(x, 0, None, None),
            lambda xp, x: x.cumsum(None),
        ],
        x,
    )
    out = np.zeros((3, 4), "i8")
    check(lambda xp, x, o: xp.cumsum(x, 0, None, o), x, out, returns=1)
    check(lambda xp, x, o: x.cumsum(0, None, o), x, out, returns=1)
    for call in (
        lambda xp, x: xp.cumsum(),
        lambda xp, x: xp.cumsum(x, 0, None, None, 1),
        lambda xp, x: xp.cumsum(x, keepdims=True),
        lambda xp, x: x.cumsum(0, order="C"),
    ):
        check(call, x, raises=TypeError)


def test_out_comes_back_itself_in_any_layout():
    x, out = numbers((4, 6), "i8"), np.full((4, 6), 99, "i8")
    check(lambda xp, x, o: xp.cumsum(x, axis=1, out=o), x, out, returns=1)
    check(lambda xp, x, o: x.cumsum(axis=0, out=o), x, out, returns=1)
    check(lambda xp, x, o: xp.cumprod(x, 1, None, o), x, out, returns=1)
    check(lambda xp, x, o: xp.cumsum(x, 0, out=o), x, np.asfortranarray(out), returns=1)
    check(lambda xp, x, o: np.add.accumulate(x, 1, None, o), x, out, returns=1)
    wide = np.full((8, 13), 99, "i8")
    for key in (np.s_[::2, 1::2], np.s_[7:3:-1, -6:], np.s_[3:7, 12:0:-2]):

        def into_view(xp, x, o, k=key):
            xp.cumsum(x, axis=1, out=o[k])

        check(into_view, x, wide)
    check(
        lambda xp, x, o: xp.cumsum(x, axis=0, out=o["x"]) * 1,
        x,
        packed(np.zeros((4, 6), "i8")),
    )
    narrow = np.full((5, 6), 99, "i2")
    check(lambda xp, x, o: xp.cumsum(x, axis=1, out=o[1:]) * 1, x.astype("i2"), narrow)


def test_out_of_a_wrong_shape_is_left_alone():
    x = numbers((3, 4), "i8")
    for shape in ((12,), (4, 3), (3, 5), (3, 1), (1, 3, 4), (), (0,)):
        out = np.full(shape, 5, "i8")
        check(lambda xp, x, o: xp.cumsum(x, axis=1, out=o), x, out, raises=ValueError)
    out = np.full((3, 4), 5, "i8")
    check(lambda xp, x, o: xp.cumsum(x, out=o), x, out, raises=ValueError)
    check(lambda xp, x, o: xp.cumsum(x[:0], axis=0, out=o), x, out, raises=ValueError)


@pytest.mark.parametrize("source", ["bool", "int8", "int64", "uint16", "float32"])
@pytest.mark.parametrize("target", NUMERIC)
def test_out_of_another_dtype(source, target):
    x = numbers(40, source, 0, 4)
    out = np.full(40, 1, target)
    check(lambda xp, x, o: xp.cumsum(x, out=o), x, out, raises=ANY)
    check(lambda xp, x, o: xp.cumsum(x, dtype="i4", out=o), x, out, raises=ANY)
    check(lambda xp, x, o: np.maximum.accumulate(x, out=o), x, out, raises=ANY)


def test_out_that_is_no_array():
    x = numbers(5)
    for out in ([0] * 5, 3, "text"):
        check(lambda xp, x, o=out: xp.cumsum(x, out=o), x, raises=TypeError)


def test_out_that_is_read_only():
    def into_broadcast(xp, x):
        return xp.cumsum(x, out=xp.broadcast_to(x[:1], (5,)))

    check(into_broadcast, numbers(5, "i8"), raises=ValueError)


@pytest.mark.core
def test_out_is_the_input():
    for dtype in ("int64", "float32"):
        x = numbers((13, 310), dtype)
        for axis in (0, 1, -1):
            check(lambda xp, x, a=axis: xp.cumsum(x, axis=a, out=x), x, returns=0)
        check(lambda xp, x: np.add.accumulate(x, axis=1, out=x), x, returns=0)
    check(lambda xp, x: xp.cumsum(x, out=x), numbers(9000, "i8"), returns=0)


def test_out_overlaps_the_input():
    x = numbers(9000, "i8")
    check_each(
        [
            lambda xp, b: xp.cumsum(b[:-1], out=b[1:]) * 1,
            lambda xp, b: xp.cumsum(b[1:], out=b[:-1]) * 1,
            lambda xp, b: xp.cumsum(b[::-1], out=b) * 1,
            lambda xp, b: xp.cumsum(b[::2], out=b[4500:]) * 1,
        ],
        x,
    )
    square = numbers((70, 70), "i8")
    check(lambda xp, b: xp.cumsum(b.T, axis=0, out=b) * 1, square)
    check(lambda xp, b: xp.cumsum(b[::-1], axis=1, out=b) * 1, square)


# ---- cumulative_sum, cumulative_prod


@pytest.mark.core
@pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod"])
def test_cumulative_forms(name, dtypes):
    for dtype in dtypes:
        for n in (0, 1, 5, 257):
            x = numbers(n, dtype, 1, 3)
            x[4:] = 1
            check(scan(name), x)
            check(scan(name, include_initial=True), x)
    x = numbers((4, 5, 6))
    for axis in (0, 1, 2, -1):
        check(scan(name, axis=axis), x)
        check(scan(name, axis=axis, include_initial=True), x)
        check(scan(name, axis=axis, include_initial=True, dtype="u2"), x)
    check(scan(name, axis=1, include_initial=True), np.ones((3, 0, 2), "f4"))


@pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod"])
def test_cumulative_forms_refuse_what_numpy_refuses(name):
    x = numbers((4, 5))
    check(scan(name), x, raises=ValueError)
    check(scan(name), np.array(3), raises=ANY)
    check(scan(name, axis=2), x, raises=AxisError)
    check(scan(name, 1), x, raises=TypeError)

    def into(xp, x, o):
        return getattr(xp, name)(x, axis=1, out=o, include_initial=True)

    check(into, x, np.full((4, 6), 9), returns=1)
    check(into, x, np.full((4, 5), 9), raises=ValueError)


@pytest.mark.parametrize("name", ["nancumsum", "nancumprod"])
def test_scans_that_skip_nan(name):
    for dtype in NUMERIC:
        check(scan(name), steps(300, dtype))
    x = numbers((4, 5), "f4", 1, 3)
    x[1, 2] = x[0, 0] = x[3, 4] = np.nan
    for axis in (None, 0, 1):
        check(scan(name, axis=axis), x)
        check(scan(name, axis=axis, dtype="f8"), x)


# ---- ufunc.accumulate


@pytest.mark.core
@each_ufunc
def test_accumulate_every_dtype(ufunc, dtypes):
    for dtype in dtypes:
        x = numbers((4, 5), dtype, 0, 3)
        if ufunc is np.multiply:
            x = numbers((4, 5), dtype, 1, 3)
        for axis in (0, 1):
            check(lambda xp, x, a=axis: ufunc.accumulate(x, axis=a), x, raises=ANY)
        long = numbers(5000, dtype, 0, 50)
        if ufunc not in (np.add, np.multiply):
            check(lambda xp, x: ufunc.accumulate(x), long, raises=ANY)


@each_ufunc
def test_accumulate_default_axis_dtype_and_errors(ufunc):
    x = numbers((3, 4), "int16", 0, 4)
    check_each(
        [
            lambda xp, x: ufunc.accumulate(x),
            lambda xp, x: ufunc.accumulate(x, 1),
            lambda xp, x: ufunc.accumulate(x, axis=-1, dtype=None),
            lambda xp, x: ufunc.accumulate(array=x, axis=0),
            lambda xp, x: ufunc.accumulate(x[:0]),
            lambda xp, x: ufunc.accumulate(x[:, ::-1], axis=1),
        ],
        x,
        raises=ANY,
    )
    for dtype in ("int64", "bool", "float32", "uint8"):
        check(lambda xp, x, d=dtype: ufunc.accumulate(x, dtype=d), x, raises=ANY)
    check(lambda xp, x: ufunc.accumulate(x), np.array(3), raises=TypeError)
    check(lambda xp, x: ufunc.accumulate(x, axis=2), x, raises=AxisError)
    check(lambda xp, x: ufunc.accumulate(x, axis=None), x, raises=ANY)
    out = np.zeros((3, 4), "int16")
    check(lambda xp, x, o: ufunc.accumulate(x, 0, None, o), x, out, raises=ANY)
    check(lambda xp, x, o: ufunc.accumulate(x, out=(o,)), x, out, raises=ANY)


@pytest.mark.core
def test_running_extremes_of_integers(dtypes):
    for dtype in dtypes:
        if np.dtype(dtype).kind not in "iu":
            continue
        x = np.resize(specials(dtype), (9, 33))
        for key in (np.s_[:], np.s_[::-1], np.s_[:, ::-2]):
            check(lambda xp, x, k=key: np.maximum.accumulate(x[k]), x)
            check(lambda xp, x, k=key: np.minimum.accumulate(x[k], axis=1), x)
        drawn = wild(9001, dtype)
        check(lambda xp, x: np.maximum.accumulate(x), np.sort(drawn)[::7])
        check(lambda xp, x: np.minimum.accumulate(x), drawn)


@pytest.mark.core
def test_running_extremes_of_floats(dtypes):
    for dtype in dtypes:
        if np.dtype(dtype).kind != "f":
            continue
        low = np.array([-np.inf, -np.inf, np.finfo(dtype).min, -5, 2, np.inf, 3], dtype)
        for x in (low, low[::-1].copy(), -low, np.full(300, -np.inf, dtype)):
            check(lambda xp, x: np.maximum.accumulate(x), x)
            check(lambda xp, x: np.minimum.accumulate(x), x)
        for at in (0, 1, 299, 4500, 4999):
            x = wild(5000, dtype, seed=at)
            x[np.isnan(x) | (x == 0)] = 1
            x[at] = np.nan
            check(lambda xp, x: np.maximum.accumulate(x), x)
            check(lambda xp, x: np.minimum.accumulate(x.reshape(50, 100), axis=1), x)


def test_running_bits_and_truths():
    x = any_bits(5000, "uint32")
    check(lambda xp, x: np.bitwise_xor.accumulate(x), x)
    check(lambda xp, x: np.bitwise_or.accumulate(x & (x >> 3) & (x << 5)), x)
    check(lambda xp, x: np.bitwise_and.accumulate(x | (x >> 3) | (x << 5)), x)
    zero = np.array([3.0, 2.0, -0.0, 1.0, np.nan], "f4")
    for ufunc in (np.logical_and, np.logical_or, np.logical_xor):
        check(lambda xp, x, u=ufunc: u.accumulate(x), zero)
        check(lambda xp, x, u=ufunc: u.accumulate(x), np.resize(zero, (60, 100)))


def test_accumulate_with_two_operands_only():
    check(lambda xp, x: np.negative.accumulate(x), numbers(4), raises=ValueError)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "float32"])
def test_large_sizes_in_rows_and_columns(dtype):
    for n in LARGE_SIZES[2:]:
        x = steps((n, 5), dtype, seed=n)
        for axis in (0, 1, None):
            check(scan("cumsum", axis=axis), x)


def test_sizes_are_what_the_strategies_say():
    assert set(SMALL_SIZES) < set(SIZES)
    assert {0, 1, 255, 256, 257, 4095, 4096, 4097, 65_535, 65_536, 65_537} < set(SIZES)
