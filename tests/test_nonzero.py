"""nonzero and its family: order, shapes, dtypes, axes, and what counts as true."""

import numpy as np
import pytest
from compare import ANY, check, check_each, same, to_device
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    DENSITIES,
    FLOATS,
    NUMERIC,
    SIZES,
    any_bits,
    densities,
    mask,
    numbers,
    packed,
    seeds,
    shapes,
    views,
)

pytestmark = pytest.mark.usefixtures("profile")

AxisError = np.exceptions.AxisError
each_dtype = pytest.mark.parametrize("dtype", NUMERIC)
FAMILY = ("nonzero", "argwhere", "flatnonzero", "count_nonzero")


def family(x, **options):
    """The whole family on one array."""
    for name in FAMILY:
        check(lambda xp, x, n=name: getattr(xp, n)(x), x, **options)
    check(lambda xp, x: x.nonzero(), x, **options)
    check(lambda xp, x: xp.where(x), x, **options)


# ---- values and order


@pytest.mark.core
def test_lengths_beside_every_boundary():
    for n in SIZES:
        for density in DENSITIES:
            x = mask(n, density, seed=n)
            check(lambda xp, x: xp.nonzero(x), x)
            check(lambda xp, x: xp.count_nonzero(x), x)


@pytest.mark.core
def test_a_single_hit_anywhere():
    for n in (1, 257, 4097, 65_537):
        for at in {0, 1, n // 2, n - 2, n - 1, 255, 256, 4095, 4096}:
            x = np.zeros(n, "u1")
            x[min(max(at, 0), n - 1)] = 200
            check(lambda xp, x: xp.flatnonzero(x), x)
            check(lambda xp, x: xp.count_nonzero(x), x)


@pytest.mark.core
@each_dtype
def test_every_dtype(dtype):
    family(numbers((30, 41), dtype, -1, 2))
    family(numbers(4200, dtype, -1, 2))


@pytest.mark.core
def test_order_is_c_whatever_the_layout():
    x = numbers((13, 17), "int32", 0, 2)
    family(np.asfortranarray(x))
    y = numbers((3, 2, 4, 2, 3), "int16", 0, 2)
    check_each(
        [
            lambda xp, y: xp.nonzero(y),
            lambda xp, y: xp.argwhere(y),
            lambda xp, y: xp.nonzero(y.transpose(4, 0, 3, 1, 2)),
            lambda xp, y: xp.argwhere(y[::-1, :, ::-2].T),
            lambda xp, y: xp.flatnonzero(y.T),
            lambda xp, y: y[xp.nonzero(y)],
            lambda xp, y: y.T[xp.nonzero(y.T)],
            lambda xp, y: xp.nonzero(xp.broadcast_to(y[0, 0], (5, 4, 2, 3))),
        ],
        y,
    )
    family(numbers((2,) * 9, "uint8", 0, 2))


@pytest.mark.core
@given(shape=shapes(max_side=7), data=st.data())
def test_any_view_of_any_dtype(dtypes, shape, data):
    dtype = data.draw(st.sampled_from(dtypes))
    view = data.draw(views(shape))
    x = mask(shape, data.draw(densities), data.draw(seeds)).astype(dtype)
    axis = data.draw(st.sampled_from([None, *range(-len(shape), len(shape))]))
    keep = data.draw(st.booleans())
    check_each(
        [
            lambda xp, x: xp.nonzero(view(x)),
            lambda xp, x: xp.argwhere(view(x)),
            lambda xp, x: xp.flatnonzero(view(x)),
            lambda xp, x: xp.count_nonzero(view(x), axis=axis, keepdims=keep),
        ],
        x,
    )
    check(lambda xp, r: xp.argwhere(view(r["x"])), packed(x))


@pytest.mark.core
@pytest.mark.parametrize("dtype", FLOATS)
def test_truth_of_floats(dtype):
    word = f"u{np.dtype(dtype).itemsize}"
    tiny = np.array([1, 2, 3], word).view(dtype)
    plain = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1e-7, -1], dtype)
    x = np.concatenate([plain, tiny, -tiny, [0], plain[::-1]]).astype(dtype)
    family(x)
    family(np.resize(x, (40, 7)))
    check(lambda xp, x: x.astype(bool), x)
    check(lambda xp, x: xp.argwhere(x == 0), plain)
    check(lambda xp, x: xp.count_nonzero(x, axis=0), np.resize(x, (40, 7)))
    family(any_bits(5001, dtype))


def test_truth_of_wide_integers():
    family(np.array([0, 2**32, 2**63, 2**40, 1, 0], "u8"))
    family(np.array([0, -(2**63), 2**32, -1, 0]))
    family(np.array([0, 256, -256, 0], "i2"))


def test_nothing_true():
    for shape in ((5,), (3, 4), (1, 1), (300, 30)):
        for dtype in ("float64", "bool", "int64", "uint8"):
            family(np.zeros(shape, dtype))


def test_empty_arrays():
    for shape in ((0,), (0, 3), (3, 0), (2, 0, 4), (0, 0)):
        for dtype in ("bool", "float32", "int8"):
            family(np.ones(shape, dtype))


def test_zero_dimensions():
    for value in (0, 3, False, True, 0.0, -2.5):
        x = np.array(value)
        for name in FAMILY:
            check(lambda xp, x, n=name: getattr(xp, n)(x), x, raises=ANY)
        check(lambda xp, x: x.nonzero(), x, raises=ANY)
        check(lambda xp, x: xp.argwhere(x).shape, x)


def test_predicates_and_expressions():
    x, y = numbers((60, 70)), numbers(70, seed=2)
    check_each(
        [
            lambda xp, x, y: xp.nonzero(x > y),
            lambda xp, x, y: xp.where((x > 3) | (x == y)),
            lambda xp, x, y: xp.argwhere(x[..., None] == y[None, None, ::10]),
            lambda xp, x, y: xp.flatnonzero(x * y - 4),
            lambda xp, x, y: xp.count_nonzero(x + y, axis=1),
            lambda xp, x, y: x[xp.nonzero(x > 0)],
            lambda xp, x, y: (x > 0).nonzero(),
        ],
        x,
        y,
    )


def test_indices_select_what_the_mask_selects():
    x = to_device(numbers((70, 80), "int16"))
    where = np.nonzero(x > 2)
    same(x[where], x[x > 2].get())
    assert where[0].size == int(np.count_nonzero(x > 2))
    same(np.argwhere(x > 2)[:, 1], where[1].get())


def test_signatures():
    x = numbers((3, 4))
    for name in FAMILY:
        check(lambda xp, x, n=name: getattr(xp, n)(), x, raises=TypeError)
        check(lambda xp, x, n=name: getattr(xp, n)(x, out=x), x, raises=TypeError)
        check(lambda xp, x, n=name: getattr(xp, n)(a=x), x)
    check(lambda xp, x: x.nonzero(1), x, raises=TypeError)


# ---- count_nonzero


@pytest.mark.core
def test_count_axes_and_keepdims():
    x = numbers((5, 4, 300), "int32", -1, 2)
    for axis in (None, 0, 1, 2, -1, (0, 1), (1, 2), (2, 0), (-1, 1), (0, 1, 2), ()):
        for keep in (False, True):
            check(
                lambda xp, x, a=axis, k=keep: xp.count_nonzero(x, axis=a, keepdims=k),
                x,
            )


def test_count_of_every_dtype_along_axes(dtypes):
    for dtype in dtypes:
        x = numbers((300, 7), dtype, -1, 2)
        for axis in (0, 1, (), (0, 1)):
            check(lambda xp, x, a=axis: xp.count_nonzero(x, axis=a), x)
            check(lambda xp, x, a=axis: xp.count_nonzero(x[::-2].T, axis=a), x)


def test_count_axis_errors():
    x = numbers((5, 4, 3))
    for axis in (3, -4, (0, 3)):
        check(lambda xp, x, a=axis: xp.count_nonzero(x, axis=a), x, raises=AxisError)
    for axis in ((0, 0), (1, -2)):
        check(lambda xp, x, a=axis: xp.count_nonzero(x, axis=a), x, raises=ValueError)
    for axis in (1.5, "0"):
        check(lambda xp, x, a=axis: xp.count_nonzero(x, axis=a), x, raises=TypeError)
    check(lambda xp, x: xp.count_nonzero(x, 0, True), x, raises=TypeError)


def test_count_of_zero_size():
    for shape in ((0,), (0, 1), (1, 0), (1, 0, 0), (1, 1, 0), (3, 0, 2)):
        for axis in (None, (), *range(-len(shape), len(shape))):
            for keep in (False, True):
                check(
                    lambda xp, x, a=axis, k=keep: xp.count_nonzero(
                        x, axis=a, keepdims=k
                    ),
                    np.ones(shape, "i4"),
                )


def test_count_of_an_empty_comparison_beside_live_data():
    def count(xp, x, e):
        m = x > e
        return m, xp.count_nonzero(m), xp.count_nonzero(m, axis=1)

    check(count, np.array([[0.5, 0.5], [1, 1]], "f4"), np.empty((0, 2, 2), "f4"))


def test_counts_of_dense_and_diagonal_data():
    check(lambda xp, x: xp.count_nonzero(x), np.eye(4))
    check(lambda xp, x: xp.count_nonzero(x), np.ones((100, 700), "u1"))
    check(lambda xp, x: xp.count_nonzero(x, axis=0), np.ones((700, 3), bool))
    check(lambda xp, x: xp.count_nonzero(x, axis=1), np.ones((3, 70_001), bool))
    check(lambda xp, x: xp.count_nonzero(x, axis=1), mask((70_001, 2)))


# ---- compress, extract, delete, select, where


@pytest.mark.core
@given(n=st.integers(0, 60), seed=seeds, density=densities, data=st.data())
def test_selecting_functions_tell_one_story(dtypes, n, seed, density, data):
    x = numbers(n, data.draw(st.sampled_from(dtypes)), seed=seed)
    check_each(
        [
            lambda xp, x, m: (xp.compress(m, x), xp.extract(m, x), x[m]),
            lambda xp, x, m: (xp.delete(x, ~m), x[xp.nonzero(m)], x.compress(m)),
            lambda xp, x, m: (x[xp.flatnonzero(m)], xp.where(m)[0], xp.argwhere(m)),
        ],
        x,
        mask(n, density, seed),
    )


def test_compress_axes_and_conditions():
    x = numbers((6, 7, 4))
    for axis, side in ((0, 6), (1, 7), (2, 4), (-1, 4), (None, 168)):
        for length in (side, side - 1, 1, 0):
            m = mask(length, 0.5, seed=side)
            check(lambda xp, x, m, a=axis: xp.compress(m, x, axis=a), x, m)
            check(lambda xp, x, m, a=axis: x.compress(m, axis=a), x, m)
            check(lambda xp, x, m, a=axis: xp.compress(m, x.T, a), x, m, raises=ANY)
    check(lambda xp, x: xp.compress([True, False, True], x, axis=0), x)
    check(lambda xp, x: xp.compress([0, 2, -1], x, axis=0), x)
    check(lambda xp, x, c: xp.compress(c, x, 1), x, np.array([0.0, np.nan, -0.0, 2]))
    check(lambda xp, x, m: xp.compress(m, x), np.array(3), np.array([True]))


def test_compress_errors():
    x = numbers((6, 7))
    check(lambda xp, x, m: xp.compress(m, x, 1), x, np.ones(9, bool), raises=IndexError)
    check(lambda xp, x, m: xp.compress(m, x), x, np.ones(50, bool), raises=IndexError)
    check(lambda xp, x, m: xp.compress(m, x, 1), x, np.zeros(9, bool), raises=ANY)
    check(
        lambda xp, x, m: xp.compress(m, x, 0),
        x,
        np.ones((6, 1), bool),
        raises=ValueError,
    )
    check(lambda xp, x, m: xp.compress(m, x, 2), x, np.ones(6, bool), raises=AxisError)


def test_compress_into_out():
    x, m = numbers((6, 7)), np.array([1, 0, 1, 1, 0, 0], bool)

    def into(xp, x, m, o):
        return xp.compress(m, x, axis=0, out=o)

    check(into, x, m, np.zeros((3, 7), "i4"), returns=2)
    check(into, x, m, np.zeros((7, 3), "i4").T, returns=2)
    check(into, x, m, np.zeros((3, 7), "f8"), raises=ANY)
    check(into, x, m, np.zeros((3, 7), "i1"), raises=ANY)
    for shape in ((2, 7), (3, 6), (21,), ()):
        check(into, x, m, np.full(shape, 4, "i4"), raises=ValueError)


def test_extract():
    x = numbers((3, 4))
    check_each(
        [
            lambda xp, x: xp.extract(x % 3 == 0, x),
            lambda xp, x: xp.extract(x % 3, x),
            lambda xp, x: xp.extract((x > 0).reshape(4, 3), x),
            lambda xp, x: xp.extract((x > 0).T, x.T),
            lambda xp, x: xp.extract(x.astype("f4") - 2, x),
            lambda xp, x: xp.extract([True, False, True], x),
            lambda xp, x: xp.extract(condition=x > 1, arr=x),
        ],
        x,
    )
    check(lambda xp, x, m: xp.extract(m, x), x, mask(7))
    check(lambda xp, x, m: xp.extract(m, x), x, np.ones(13, bool), raises=IndexError)


def test_delete():
    x = numbers((4, 6))
    check(lambda xp, x, p, q: xp.delete(x, p, axis=1), x, mask(6), mask(4))
    check(lambda xp, x, p, q: xp.delete(x, q, axis=0), x, mask(6), mask(4))
    check(lambda xp, x, p: xp.delete(x, p), x, mask(24))
    check(lambda xp, x, i: xp.delete(x, i, axis=1), x, np.array([3, -1, 3]))
    whole = (
        1,
        -1,
        [0, 2],
        [1, 1, -1],
        slice(1, None, 2),
        slice(None, None, -2),
        [],
        (),
    )
    for what in (*whole, slice(3, 1), slice(0, 99), np.array([], int)):
        for axis in (0, -1, None):
            check(lambda xp, x, o=what, a=axis: xp.delete(x, o, axis=a), x)
    for what in (4, -5, [0, 9], True, [True, False], 1.5, "a", [-5]):
        check(lambda xp, x, o=what: xp.delete(x, o, axis=0), x, raises=ANY)
    check(lambda xp, x, m: xp.delete(x, m, axis=0), x, mask(5), raises=ValueError)
    check(lambda xp, x: xp.delete(x, 0, axis=2), x, raises=AxisError)


@pytest.mark.core
def test_where_of_three_arguments(dtypes):
    m = mask((30, 40))
    for dtype in dtypes:
        x = numbers((30, 40), dtype)
        y = numbers(40, dtype, seed=4)
        check(lambda xp, m, x, y: xp.where(m, x, y), m, x, y)
        check(lambda xp, m, x, y: xp.where(x, x.T[:1, :1], y), m, x, y)
        check(lambda xp, m, x, y: xp.where(m, x, 1), m, x, y)
        bits = any_bits(1200, dtype).reshape(30, 40) if dtype != "bool" else x
        check(lambda xp, m, b: xp.where(m, b, b[::-1]), m, bits, bits=True)


def test_where_promotes_like_numpy():
    m = mask(50)
    for left in NUMERIC:
        for right in ("int8", "uint8", "int64", "uint64", "float16", "float64", "bool"):
            x, y = numbers(50, left), numbers(50, right, seed=2)
            check(lambda xp, m, x, y: xp.where(m, x, y), m, x, y)
    x = numbers(50, "int8")
    for scalar in (0, 1.5, True, 300, np.float32(2), np.int64(4), -1):
        check(lambda xp, m, x, s=scalar: xp.where(m, x, s), m, x, raises=ANY)
        check(lambda xp, m, x, s=scalar: xp.where(m, s, x), m, x, raises=ANY)
    check(lambda xp, m: xp.where(m, 1, 2.5), m)
    check(lambda xp, m, x: xp.where(m, x), m, x, raises=ValueError)
    check(lambda xp, m, x: xp.where(m, x, x[:7]), m, x, raises=ValueError)
    check(lambda xp, m, x: xp.where([True, False], x[:2], 0), m, x)


def test_select():
    x = numbers((20, 30))
    check_each(
        [
            lambda xp, x: xp.select([x > 5, x < -2], [x, x * 10]),
            lambda xp, x: xp.select([x > 5, x > 0], [x, -x], default=99),
            lambda xp, x: xp.select([x > 5, x[0] > 0], [x, 7], -1),
            lambda xp, x: xp.select([x > 5], [x.astype("f4")], 0),
            lambda xp, x: xp.select([x > 0, x > 5], [1, 2]),
        ],
        x,
    )
    for call in (
        lambda xp, x: xp.select([x > 5], [x, x]),
        lambda xp, x: xp.select([], []),
    ):
        check(call, x, raises=ValueError)
    check(lambda xp, x: xp.select([x], [x]), x, raises=TypeError)


# ---- any, all and sum of masks


@pytest.mark.core
def test_any_all_and_sum(dtypes):
    for dtype in dtypes:
        x = numbers((5, 300, 3), dtype, -1, 2)
        x[1] = 0
        x[2] = 1
        for axis in (None, 0, 1, -1, (0, 2), (0, 1, 2), ()):
            for name in ("any", "all", "sum"):
                for keep in (False, True):
                    check(
                        lambda xp, x, n=name, a=axis, k=keep: getattr(x, n)(
                            axis=a, keepdims=k
                        ),
                        x,
                    )
        check(lambda xp, x: xp.sum(x), x)
        check(lambda xp, x: xp.any(x, axis=1), x)


def test_any_all_and_sum_of_nothing():
    for shape in ((0,), (3, 0), (0, 4)):
        x = np.ones(shape, "i4")
        for name in ("any", "all", "sum"):
            for axis in (None, 0, -1):
                check(lambda xp, x, n=name, a=axis: getattr(xp, n)(x, axis=a), x)


def test_sums_over_two_axes_are_the_ends_of_the_scans():
    x = numbers((9, 150, 8))
    check(lambda xp, x: xp.cumsum(xp.cumsum(x, axis=1)[:, -1], axis=1)[:, -1], x)
    check(lambda xp, x: x.sum(axis=(1, 2)), x)
    y, z = numbers((4, 30)), numbers((4, 25), seed=2)
    check(lambda xp, y, z: (y[..., None] == z[:, None, :]).sum(axis=(1, 2)), y, z)
    check(lambda xp, y, z: xp.cumsum(y[..., None] == z[:, None, :], axis=1), y, z)


@pytest.mark.parametrize("condition", [[0, 0, 0, 1], [1, 0, 1, 1], [0, 0]])
@pytest.mark.parametrize("shape", [(3, 0, 2), (3, 2, 0), (0, 0, 2), (3, 0, 0), (0, 2)])
def test_compress_of_nothing_past_the_axis(condition, shape):
    for axis in range(len(shape)):
        call = lambda xp, x, a=axis: xp.compress(condition, x, axis=a)  # noqa: E731
        check(call, np.zeros(shape), raises=ANY)
