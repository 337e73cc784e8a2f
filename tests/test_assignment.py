"""Writing through keys: what changes, what must not, and what is refused."""

import numpy as np
import pytest
from compare import ANY, Host, check, check_each, same, to_device
from hypothesis import given
from hypothesis import strategies as st
from strategies import (
    DENSITIES,
    NUMERIC,
    SIZES,
    any_bits,
    basic_keys,
    densities,
    mask,
    mixed_keys,
    numbers,
    packed,
    seeds,
    shapes,
    views,
    wild,
)

pytestmark = pytest.mark.usefixtures("profile")


def put(xp, x, key, value):
    x[key] = value


# ---- masks


@pytest.mark.core
def test_scalars_at_every_length():
    for n in SIZES:
        for density in DENSITIES:
            check(put, np.arange(n, dtype="i4"), mask(n, density, seed=n), -1)
    for n in (1, 2, 3, 5, 127, 129, 4099):
        for dtype in ("u1", "i2", "?", "f2"):
            check(put, numbers(n, dtype), mask(n, seed=n), 1)


@pytest.mark.core
def test_one_value_a_survivor_in_order():
    for n in (0, 1, 3, 33, 257, 4097, 65_537):
        for density in DENSITIES:
            m = mask(n, density, seed=n)
            count = int(m.sum())
            for dtype in ("i4", "u1", "f4"):
                x = numbers(n, dtype)
                value = numbers(count, dtype, seed=5)
                check(put, x, m, value)


@pytest.mark.core
@pytest.mark.parametrize("dtype", NUMERIC)
def test_values_move_bit_for_bit(dtype):
    x = any_bits(1031, dtype) if dtype != "bool" else mask(1031)
    y = any_bits(1031, dtype, seed=8) if dtype != "bool" else mask(1031, seed=9)
    m = mask(1031)
    check(put, x, m, y[m], bits=True)
    check(put, x, m, y[3], bits=True)
    check(put, x, slice(5, 700), y[5:700], bits=True)
    check(put, x, slice(None, None, -3), y[::3], bits=True)


def test_broadcast_values():
    x, m = numbers((6, 5, 4)), mask((6, 5))
    count = int(m.sum())
    for value in (
        7,
        np.arange(4),
        np.arange(count)[:, None],
        np.arange(count * 4).reshape(count, 4),
        np.array([[3]]),
        np.array(5),
        [1, 2, 3, 4],
        np.float64(2.9),
        True,
    ):
        check(put, x, m, value)
    for value in (np.arange(5), np.arange(count), np.ones((count, 3)), np.ones((2, 4))):
        check(put, x, m, value, raises=ValueError)
    check(put, x, m, np.ones((1, count, 4)), raises=ANY)
    check(put, x, mask((6, 5, 4)), np.ones((1, 1)), raises=ANY)


def test_a_wrong_count_writes_nothing():
    x, m = numbers(300), mask(300)
    count = int(m.sum())
    for wrong in (0, 2, count - 1, count + 1, 300):
        check(put, x, m, np.arange(wrong), raises=ValueError)
    check(put, x, np.zeros(300, bool), np.arange(2), raises=ValueError)
    check(put, x, np.ones(300, bool), np.arange(299), raises=ValueError)
    check(lambda xp, x: put(xp, x, x > 2, x), x, raises=ValueError)
    check(lambda xp, x: put(xp, x, x > -99, x[::-1].copy()), x)
    with pytest.raises(ValueError, match="cannot assign"):
        to_device(x)[to_device(m)] = np.arange(count + 1)


@pytest.mark.core
@given(shape=shapes(), data=st.data())
def test_any_layout_of_array_and_mask(dtypes, shape, data):
    dtype = data.draw(st.sampled_from(dtypes))
    view = data.draw(views(shape))
    x = wild(shape, dtype, data.draw(seeds))
    m = mask(shape, data.draw(densities), data.draw(seeds))
    value = wild(int(view(m).sum()), dtype, data.draw(seeds))
    fill = value[0] if value.size else x.dtype.type(1)

    def fill_view(xp, x, m, v):
        view(x)[view(m)] = fill

    def spread_view(xp, x, m, v):
        view(x)[view(m)] = v

    def add_view(xp, x, m, v):
        view(x)[view(m)] ^= view(x)[view(m)]

    check(fill_view, x, m, value, bits=True)
    check(spread_view, x, m, value, bits=True)
    check(lambda xp, r, m, v: spread_view(xp, r["x"], m, v), packed(x), m, value)
    if np.dtype(dtype).kind != "f":
        check(add_view, x, m, value)


def test_masks_beside_other_keys():
    x, m = numbers((9, 8, 4), "float32"), mask((9, 8))
    row, last = mask(8), mask(4)
    check(put, x, (m, 3), 0)
    check(put, x, (m, slice(1, 3)), np.array([7, 8]))
    check(put, x, (2, row), 5)
    check(put, x, (slice(None), row, 1), 5)
    check(put, x, (..., last), -1)
    check(put, x, (slice(1, 7, 2), None, row), -1)
    check(put, x, (0, slice(None), last), np.arange(8)[None] * 0 + 2)
    check(put, x, (m, 4), 0, raises=IndexError)
    check(put, x, (row, 0), 0, raises=IndexError)
    check(put, np.ones((1, 1)), (0, True), 2)
    check(put, np.ones((3, 2)), (True, 1), 2)
    check(put, np.ones((3, 2)), False, 2)
    check(put, np.ones((3, 2)), True, np.array([[4, 5]]))
    check(put, np.array(3.0), True, 4)
    check(put, np.array(3.0), np.array(False), 4)


@pytest.mark.core
@given(shape=shapes(min_side=1, max_side=5), data=st.data())
def test_any_mixture_of_keys(shape, data):
    key = data.draw(mixed_keys(shape))
    check(put, numbers(shape, "int32", -999, 999), key, -1, raises=ANY)
    x = numbers(shape, "uint8")
    try:
        picked = x[key]
    except IndexError:
        return
    # repeated positions take the last value on the host and any one on a device
    arrays = [k for k in key if isinstance(k, np.ndarray) and k.dtype != bool]
    if not arrays:
        value = numbers(picked.shape, "uint8", 0, 255, data.draw(seeds))
        check(put, x, key, value)


@given(shape=shapes(max_side=6), data=st.data())
def test_any_basic_key(shape, data):
    key = data.draw(basic_keys(shape))
    x = numbers(shape, "int16")
    check(lambda xp, x, k: x[k], x, key, raises=ANY)
    check(put, x, key, 9, raises=ANY)
    try:
        value = numbers(x[key].shape, "int16", seed=6)
    except IndexError:
        return
    check(put, x, key, value)
    check(put, x, key, value.astype("f4") / 2)


def test_empty_keys_and_empty_values():
    x = np.ones((2, 3, 4))
    check(put, x, np.zeros(0, bool), 5, raises=ANY)
    check(put, x, [], 5)
    check(put, x[:0], np.zeros(0, bool), 5)
    none = np.zeros((2, 3, 4), bool)
    for value in (np.array(5), np.zeros(0), np.zeros(1), np.zeros(3), np.zeros((0, 1))):
        check(put, x, none, value, raises=ANY)
        check(put, x, np.zeros(2, bool), value, raises=ANY)
        check(put, x, slice(0, 0), value, raises=ANY)


def test_scalar_hits_only_the_cells_of_the_mask():
    x = np.zeros((3, 3))
    x[1, 1] = 1
    check(lambda xp, x: put(xp, x, x > 0, 2.0), x)
    check(lambda xp, x: put(xp, x, xp.where(x > 0), 2.0), x)
    check(lambda xp, x: put(xp, x, xp.nonzero(x)[0], 2.0), x)


def test_lists_numpy_masks_and_numpy_values():
    x = numbers((4, 3))
    check(put, x, [True, False, False, True], 0)
    check(put, x, [0, -1], [[1, 2, 3], [4, 5, 6]])
    check(put, x, ([0, 2], [True, False, True]), [8, 9])
    check(put, x, Host(mask((4, 3))), 1)
    check(put, x, mask((4, 3)), Host(np.array(6)))
    check(put, x, slice(1, 3), Host(numbers((2, 3), "i8")))
    for key in ([True] * 3, [4], "name", 1.0, (0, 0, 0)):
        check(put, x, key, 1, raises=IndexError)


def test_index_arrays_as_targets():
    x = numbers((50, 3), "int64")
    check(put, x, np.array([4, 9, -1]), 0)
    check(put, x, np.array([4, 9, -1]), np.array([[1], [2], [3]]))
    check(put, x, (np.array([4, 9]), np.array([0, 2])), np.array([7, 8]))
    check(put, x, (slice(None), np.array([2, 0])), np.array([7, 8]))
    check(put, x, np.array([4, 4, 4]), 5)
    check(put, x, np.array([4, 50]), 5, raises=IndexError)
    check(put, x, (np.array([0, 1]), np.array([0, 1, 2])), 5, raises=IndexError)
    check(put, x, np.array([4, 9]), np.arange(2), raises=ValueError)


# ---- in place


@pytest.mark.core
def test_in_place_through_masks():
    def one_axis(xp, x, m, i):
        x[m] += 1
        x[~m] *= 3
        x[x > 20] -= 20
        x[i] += 100
        x[m] //= 2
        x[m] &= 63
        x[x == 3] <<= 2

    def rows(xp, x, m, i):
        x[m] += [1, 2, 3]
        x[m, 1] *= 2
        x[:, 0][m] -= 5
        x[m] += x[m]

    check(one_axis, numbers(4200), mask(4200), np.array([3, 3, 3, 7]))
    check(rows, numbers((80, 3)), mask(80), np.array(0))


def test_in_place_floats_through_masks():
    def signs(xp, x):
        x[x > 0] **= 2
        x[x < 0] = -x[x < 0]
        x[x > 9] /= 2

    check(signs, numbers(50, "float64"))
    check(signs, numbers(50, "float32"))


def test_in_place_casting_errors_write_nothing():
    def add_half(xp, x, m):
        x[m] += 0.5

    def divide(xp, x, m):
        x /= 2

    check(add_half, numbers(30), mask(30), raises=TypeError)
    check(divide, numbers(30), mask(30), raises=TypeError)


# ---- overlap


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["int32", "uint8", "float32"])
def test_overlapping_slices_read_before_they_write(dtype):
    def up(xp, x):
        x[1:] = x[:-1]

    def down(xp, x):
        x[:-1] = x[1:]

    def turn(xp, x):
        x[:] = x[::-1]

    def turned_shift(xp, x):
        x[::-1][3:] = x[:-3]

    def add_up(xp, x):
        x[1:] += x[:-1]

    def add_turned(xp, x):
        x += x[::-1]

    def masked(xp, x):
        x[x % 2 == 0] = x[x % 2 == 0][::-1]

    def halves(xp, x):
        x[: x.size // 2], x[-(x.size // 2) :] = x[-(x.size // 2) :], x[: x.size // 2]

    def gathered(xp, x):
        x[xp.flatnonzero(x % 3 == 0)] = x[: int(xp.count_nonzero(x % 3 == 0))]

    for n in (10, 4099):
        check_each(
            [
                up,
                down,
                turn,
                turned_shift,
                add_up,
                add_turned,
                masked,
                halves,
                gathered,
            ],
            np.arange(n).astype(dtype),
        )


def test_overlapping_blocks():
    def diagonal(xp, x):
        x[1:, 1:] = x[:-1, :-1]

    def transpose(xp, x):
        x[:] = x.T

    def add_transpose(xp, x):
        x += x.T

    def columns(xp, x):
        x[:, :5] = x[:, 2:7]

    def row_into_all(xp, x):
        x[:] = x[3]

    def column_into_all(xp, x):
        x *= x[:, 2:3]

    for dtype in ("int32", "uint8"):
        check_each(
            [
                diagonal,
                transpose,
                add_transpose,
                columns,
                row_into_all,
                column_into_all,
            ],
            numbers((70, 70), dtype),
        )


# ---- pending expressions


@pytest.mark.core
def test_writes_do_not_reach_values_computed_before():
    def through_scalar(xp, a):
        b = a + 1
        a[0] = 5
        return b

    def through_mask(xp, a):
        b = a * 2
        c = b + a
        a[a > 3] = -1
        return b, c, b + c

    def through_view(xp, a):
        b = a[::2] + a[1::2]
        a[4:8] += 100
        return b

    def through_other_view(xp, a):
        v, b = a[::-1], a > 2
        v[:] = 0
        return b, v, xp.nonzero(b)

    def through_fill(xp, a):
        b = -a
        a.fill(3)
        return b, -a

    def through_out(xp, a):
        b = a + 7
        xp.cumsum(a, out=a)
        return b

    def through_in_place(xp, a):
        b = a + 7
        a += 1
        c = a + 7
        a *= 2
        return b, c, a

    def through_reshape(xp, a):
        b = a.reshape(-1, 2).T + 1
        a.reshape(-1, 2)[:, 1] = 0
        return b

    def into_the_expression(xp, a):
        b = a + 1
        b[0] = 50
        c = b * 2
        b[:] = c
        return a, b, c

    check_each(
        [
            through_scalar,
            through_mask,
            through_view,
            through_other_view,
            through_fill,
            through_out,
            through_in_place,
            through_reshape,
            into_the_expression,
        ],
        numbers(4200, "int64"),
    )


def test_masks_computed_before_a_write_still_select_by_the_old_values():
    def keep_mask(xp, a):
        m = a > 0
        a[m] = -a[m]
        b = a[m]
        a[~m] = 1000
        return b, m, a

    check(keep_mask, numbers(5000))


def test_copies_are_independent():
    def copies(xp, a):
        b, c, d = a.copy(), xp.copy(a), a.astype(a.dtype)
        e = a.astype(a.dtype, copy=False)
        a[:] = 0
        b[0] = 1
        return b, c, d, e

    check(copies, numbers(100))


# ---- casts and refusals


@pytest.mark.core
def test_values_are_cast_like_numpy(dtypes):
    for source in dtypes:
        for target in dtypes:
            value = numbers(40, source, 0, 100)
            check(put, numbers(40, target), slice(None), value)
            check(put, numbers(40, target), mask(40), value[7])


def test_scalars_out_of_range():
    for dtype in ("int8", "uint8", "int32", "uint32", "int64", "uint64"):
        for value in (2**7, -1, 2**8, 2**31, 2**32, 2**63, -(2**63) - 1, 2**64):
            check(put, np.zeros(5, dtype), 0, value, raises=ANY)
            check(put, np.zeros(5, dtype), mask(5), value, raises=ANY)
    for value in (3.99, -0.5, True, np.float32(7.5), np.int8(-1)):
        check(put, np.zeros(5, "i4"), slice(None), value)


def test_values_that_do_not_fit():
    x = numbers((4, 5))
    for key, value in (
        (slice(None), np.ones(4)),
        (slice(None), np.ones((5, 5))),
        (slice(None), np.ones((2, 4, 5))),
        (0, np.ones(4)),
        ((0, 0), np.ones(2)),
        ((slice(None), 0), np.ones(5)),
        (slice(0, 0), np.ones((3, 5))),
    ):
        check(put, x, key, value, raises=ValueError)
    check(put, x, slice(None), np.ones((1, 1, 4, 5)))
    for value in ("text", object(), None, {}, [[1, 2], [3]]):
        check(put, x, 0, value, raises=ANY)
    check(put, x, 0, 1j, raises=TypeError)


def test_read_only_arrays_refuse_every_write():
    def writes():
        yield lambda xp, v: put(xp, v, 0, 1)
        yield lambda xp, v: put(xp, v, v > 0, 1)
        yield lambda xp, v: put(xp, v, [0], 1)
        yield lambda xp, v: put(xp, v[::2], slice(None), 1)
        yield lambda xp, v: put(xp, v.T, ..., 1)
        yield lambda xp, v: v.fill(1)
        yield lambda xp, v: v.__iadd__(1)
        yield lambda xp, v: xp.copyto(v, 1)
        yield lambda xp, v: xp.putmask(v, v > 0, 1)
        yield lambda xp, v: xp.place(v, v > 0, [1])
        yield lambda xp, v: xp.add(v, 1, out=v)

    for write in writes():
        check(
            lambda xp, x, w=write: w(xp, xp.broadcast_to(x, (4, 5))),
            numbers(5),
            raises=ValueError,
        )


def test_deleting_items_is_refused():
    def delete(xp, x):
        del x[0]

    check(delete, numbers(4), raises=ValueError)


# ---- place, putmask, copyto, where=


def test_putmask():
    x, m = np.arange(12), np.arange(12) % 3 > 0
    for value in ([-33, -44], [7], list(range(100, 112)), list(range(100, 120)), []):
        value = np.array(value, int)
        check(lambda xp, x, m, v: xp.putmask(x, m, v), x, m, value)
        square, corner = x.reshape(3, 4), (x > 5).reshape(3, 4)
        check(lambda xp, x, m, v: xp.putmask(x, m, v), square, corner, value)
        check(lambda xp, x, m, v: xp.putmask(x.T, m.T, v), square, corner, value)
        check(lambda xp, x, m, v: xp.putmask(x[::-2], m[::2], v), x, m, value)
    check(lambda xp, x, m: xp.putmask(x, m, 0), np.array([1, 2, 3, 4]), np.arange(4))
    check(
        lambda xp, x, m, v: xp.putmask(x, m, v),
        numbers((3, 4)),
        mask((3, 4)),
        numbers((2, 3, 4)),
    )
    check(
        lambda xp, x, m: xp.putmask(x.T, m.T, x.T + 50), numbers((3, 4)), mask((3, 4))
    )
    check(lambda xp, x, m: xp.putmask(x, m, x[::-1]), x, m)
    check(lambda xp, x, m: xp.putmask(x, m[:5], 1), x, m, raises=ValueError)
    check(lambda xp, x, m: xp.putmask(x, m, 1.5), x, m)
    check(lambda xp, x, m: xp.putmask(x, m, np.array([1.5])), x, m, raises=ANY)
    check(lambda xp, x, m: xp.putmask(x, mask=m, values=1), x, m)


def test_place():
    x = np.arange(12)
    for value in ([-1, -2], [7], list(range(30)), np.array([1, 2, 3], "i1")):
        check(lambda xp, x, v=value: xp.place(x, x % 3 > 0, v), x)
        check(lambda xp, x, v=value: xp.place(x, x % 3, v), x.reshape(4, 3))
        check(lambda xp, x, v=value: xp.place(x.T, x.T > 4, v), x.reshape(4, 3))
        check(lambda xp, x, v=value: xp.place(x[::-2], x[::2] > 4, v), x)
    check(lambda xp, x: xp.place(x, (x > 4).reshape(3, 4), [9, 8]), x)
    check(lambda xp, x: xp.place(x, x > 99, []), x)
    check(lambda xp, x: xp.place(x, x > 4, []), x, raises=ValueError)
    check(lambda xp, x: xp.place(x, x[:5] > 4, [1]), x, raises=ValueError)
    check(lambda xp, x: xp.place(x, x > 4, [1.5]), x, raises=ANY)
    check(lambda xp, x: xp.place(arr=x, mask=x > 4, vals=[1]), x)


def test_copyto():
    x, y, m = numbers((4, 6)), numbers((4, 6), seed=3), mask((4, 6))
    check_each(
        [
            lambda xp, x, y, m: xp.copyto(x, y),
            lambda xp, x, y, m: xp.copyto(x, y, where=m),
            lambda xp, x, y, m: xp.copyto(x, 5, where=m),
            lambda xp, x, y, m: xp.copyto(x, y[0], where=m[:, :1]),
            lambda xp, x, y, m: xp.copyto(x[::-1, ::2], y[:, 3:], where=m[:, :3]),
            lambda xp, x, y, m: xp.copyto(x, x[::-1], where=m),
            lambda xp, x, y, m: xp.copyto(x, y, where=False),
            lambda xp, x, y, m: xp.copyto(x, y, where=[True, False] * 3),
            lambda xp, x, y, m: xp.copyto(x, y.astype("f4"), casting="unsafe"),
            lambda xp, x, y, m: xp.copyto(dst=x, src=y, casting="no", where=m),
        ],
        x,
        y,
        m,
    )
    for call in (
        lambda xp, x, y, m: xp.copyto(x, y.astype("f4")),
        lambda xp, x, y, m: xp.copyto(x, 1.5, where=m),
        lambda xp, x, y, m: xp.copyto(x, y.astype("i8"), casting="no"),
        lambda xp, x, y, m: xp.copyto(x, y, where=y),
    ):
        check(call, x, y, m, raises=TypeError)
    for call in (
        lambda xp, x, y, m: xp.copyto(x, y[:3]),
        lambda xp, x, y, m: xp.copyto(x, y, where=m[:3]),
        lambda xp, x, y, m: xp.copyto(x, y, casting="sideways"),
    ):
        check(call, x, y, m, raises=ValueError)


def test_ufunc_where_changes_only_the_chosen_cells():
    def strided(xp, x, m, o):
        return xp.add(x[::2, ::2], 1, out=o.T[::2, ::-2], where=m[::2, ::2])

    def twice(xp, x, m, o):
        xp.multiply(x, 2, out=o, where=m)
        xp.negative(x, out=o, where=~m)

    def row_mask(xp, x, m, o):
        return xp.subtract(x, 1, out=o.T, where=m[0])

    arguments = numbers((10, 8)), mask((10, 8)), np.full((8, 10), -5, "i4")
    check_each([strided, row_mask], *arguments)
    check(twice, numbers((4, 5)), mask((4, 5)), np.zeros((4, 5), "i4"))


def test_attributes_cannot_be_set_at_will():
    x = to_device(numbers(4))
    with pytest.raises(AttributeError):
        x.nbytes = 3
    with pytest.raises(AttributeError):
        x.no_such_attribute = 3
    same(x, numbers(4))


HOST_VALUES = [
    300,
    -1,
    2**64,
    1.5,
    float("nan"),
    float("inf"),
    1j,
    None,
    "7",
    "a",
    b"7",
    True,
    np.int64(300),
    np.int64(-1),
    np.uint64(2**63),
    np.float64(3e10),
    np.float32("nan"),
    np.float32("inf"),
    np.float16(7),
    np.complex64(2),
    np.datetime64("2020-01-01"),
    np.timedelta64(5),
    np.array(300),
    np.array([300]),
    np.array([[300]]),
    np.array(["2020"], "M8[D]"),
    np.array([1, 2]),
    [1],
    [300],
    [None],
    [np.int64(300)],
    [[1]],
    (1,),
    [],
    range(1),
    bytearray(b"1"),
    np.void(b"1"),
    {},
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("key", [0, (0,), (0, ...), slice(1), slice(None), [0]])
@pytest.mark.parametrize("dtype", ["i1", "u8", "i4", "f2", "?"])
def test_host_values_are_taken_or_refused_as_in_numpy(dtype, key):
    def assign(xp, x, value):
        x[key] = value
        return x

    for value in HOST_VALUES:
        given = Host(value) if isinstance(value, np.ndarray) else value
        check(assign, np.ones(3, dtype), given, raises=ANY)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("dtype", ["i1", "f4", "i4,f4"])
def test_fill_takes_what_numpys_takes(dtype):
    def fill(xp, x, value):
        x.fill(value)
        return x

    for value in HOST_VALUES:
        given = Host(value) if isinstance(value, np.ndarray) else value
        check(fill, np.ones(3, dtype), given, raises=ANY)
    for value in (np.array(5), np.array([5]), np.ones(2)):
        check(fill, np.ones(3, dtype), value, raises=ANY)


NO_KEYS = (
    np.ones(3, bool),
    np.ones((5, 6), bool),
    (np.ones(5, bool), 10),
    ([0], 10),
    ([0, 1], np.ones(3, bool)),
    ([0, 1], [0, 1, 2]),
    [1, 10],
    (0, 10),
    (slice(None), 10),
    "a",
    (0, 0, 0),
)


@pytest.mark.parametrize("dtype", ["f4", "c8", "i4"])
@pytest.mark.parametrize("key", range(len(NO_KEYS)))
def test_a_bad_key_comes_before_a_bad_value(dtype, key):
    def write(xp, x, value):
        x[NO_KEYS[key]] = value
        return x

    x = np.zeros((5, 4), dtype)
    for value in ("abc", ["a", "b"], {}, [[1, 2], [3]], None, np.zeros(7, "c8")):
        check(write, x, value, raises=ANY)


def test_arrays_assigned_to_one_item():
    def write(xp, x, key, value):
        x[key] = value
        return x

    for dtype in ("c8", "f4", "i8", "bool", "f2", "S3", "i4,f4"):
        for value in (np.zeros(2, "c8"), np.zeros(2, "f4"), np.ones((1, 1), "i8")):
            check(write, np.zeros((), dtype), (), value, raises=ANY)
            check(write, np.zeros(3, dtype), 1, value, raises=ANY)
