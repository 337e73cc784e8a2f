"""Selection by mask: every layout of either, every mixture of keys."""

import numpy as np
import pytest
from compare import ANY, Host, check, check_each, same, to_device
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
    mixed_keys,
    numbers,
    packed,
    seeds,
    shapes,
    views,
    wild,
)

pytestmark = pytest.mark.usefixtures("profile")

each_dtype = pytest.mark.parametrize("dtype", NUMERIC)


def pick(xp, x, key):
    return x[key]


# ---- whole masks


@pytest.mark.core
def test_lengths_beside_every_boundary():
    for n in SIZES:
        for density in DENSITIES:
            check(pick, np.arange(n, dtype="i4"), mask(n, density, seed=n))


@pytest.mark.core
@each_dtype
def test_every_dtype_moves_bit_for_bit(dtype):
    for n in (1, 3, 129, 257, 4099, 12_293):
        x = any_bits(n, dtype, seed=n) if dtype != "bool" else mask(n)
        for density in (0.05, 0.5, 1.0):
            check(pick, x, mask(n, density), bits=True)


@pytest.mark.core
def test_the_first_and_the_last_survivor():
    for n in (1, 2, 31, 32, 33, 64, 65, 128, 129, 256, 257, 1025, 4096, 4097, 65_537):
        chosen = np.zeros(n, bool)
        chosen[[0, n // 2, n - 1]] = True
        for dtype in ("i4", "u1"):
            check(pick, np.arange(n).astype(dtype), chosen)
            check(pick, np.arange(n).astype(dtype), ~chosen)


def test_few_survivors_never_two_in_a_block():
    n = 75_000
    every = np.arange(n) % 277 == 0
    check(pick, np.arange(n), every)
    check(pick, np.arange(2 * n, dtype="i2").reshape(n, 2), every)


def test_a_run_of_survivors_keeps_its_order():
    chosen = np.zeros(19_800, bool)
    chosen[1560:8610] = True
    check(pick, np.arange(19_800), chosen)
    chosen[[0, -1]] = True
    check(pick, np.arange(19_800), chosen)


@pytest.mark.core
def test_masks_over_leading_axes():
    x = numbers((6, 7, 5), "int16", -999, 999)
    for shape in ((6,), (6, 7), (6, 7, 5)):
        for density in DENSITIES:
            check(pick, x, mask(shape, density))
    for row in (1, 2, 3, 5, 6, 7, 9, 130):
        check(pick, numbers((300, row), "uint8", 0, 255), mask(300))
    check(pick, numbers((30, 4, 5), "float32"), mask((30, 4), 0.2))


def test_nothing_and_everything():
    for shape, dtype in (
        ((7,), "u1"),
        ((7, 3), "f4"),
        ((2, 3, 4), "i8"),
        ((5, 1), "?"),
    ):
        x = numbers(shape, dtype)
        for value in (False, True):
            for chosen in (np.full(shape, value), np.full(shape[:1], value)):
                check_each(
                    [
                        pick,
                        lambda xp, x, m: xp.cumsum(x[m]),
                        lambda xp, x, m: xp.nonzero(x[m]),
                        lambda xp, x, m: x[m] + 1 if x.dtype != bool else ~x[m],
                        lambda xp, x, m: x[m].shape,
                    ],
                    x,
                    chosen,
                )


def test_empty_arrays():
    for shape in ((0,), (0, 3), (3, 0), (2, 0, 4)):
        x = np.ones(shape, "f4")
        check(pick, x, np.ones(shape, bool))
        check(pick, x, np.ones(shape[:1], bool))
        check(lambda xp, x: x[x > 0], x)


@pytest.mark.core
@given(shape=shapes(), data=st.data())
def test_any_layout_of_array_and_mask(dtypes, shape, data):
    dtype = data.draw(st.sampled_from(dtypes))
    view = data.draw(views(shape))
    x = wild(shape, dtype, data.draw(seeds))
    chosen = mask(shape, data.draw(densities), data.draw(seeds))
    record = packed(x)
    lead = data.draw(st.integers(1, len(shape)))

    def both(xp, x, m):
        return view(x)[view(m)]

    def leading(xp, x, m):
        v = view(x)
        return v[view(m)[(..., *(0,) * (len(shape) - lead))]] if 0 not in v.shape else v

    check(both, x, chosen, bits=True)
    check(leading, x, chosen, bits=True)
    check(lambda xp, r, m: view(r["x"])[view(m)], record, chosen, bits=True)
    check(lambda xp, r, m: view(r)[view(m)], record, chosen)


def test_layouts_by_hand():
    x, m = numbers((40, 30), "int16", -99, 99), mask((40, 30))
    check_each(
        [
            lambda xp, x, m: x.T[m.T],
            lambda xp, x, m: x[m.T.T],
            lambda xp, x, m: x[::-1][m],
            lambda xp, x, m: x[m[::-1, ::-1]],
            lambda xp, x, m: x[5:25, 3:][m[5:25, 3:]],
            lambda xp, x, m: x[::2, ::3][m[1::2, 2::3]],
            lambda xp, x, m: xp.broadcast_to(x[3], (40, 30))[m],
            lambda xp, x, m: x[xp.broadcast_to(m[:, :1], (40, 30))],
            lambda xp, x, m: x[:, 4][m[:, 4]],
            lambda xp, x, m: x[m[:, 2]],
            lambda xp, x, m: x.reshape(-1)[m.reshape(-1)],
        ],
        x,
        m,
    )
    check(pick, np.asfortranarray(x), m)
    check(pick, x, np.asfortranarray(m))
    check(lambda xp, x, m: x[m["x"]], x, packed(m))


def test_masks_cut_from_the_middle():
    x, m = numbers(640, "int16", -99, 99), mask(640)
    for low, high in ((10, 20), (1, 2), (3, 640), (639, 640), (5, 5), (33, 257)):
        check_each(
            [
                lambda xp, x, m, a=low, b=high: x[a:b][m[a:b]],
                lambda xp, x, m, a=low, b=high: x[: b - a][m[a:b]],
                lambda xp, x, m, a=low, b=high: xp.nonzero(m[a:b]),
                lambda xp, x, m, a=low, b=high: x[a:b][m[a:b][::-1]],
            ],
            x,
            m,
        )


# ---- predicates


@pytest.mark.core
def test_predicates_of_comparisons(dtypes):
    for dtype in dtypes:
        x = wild(4100, dtype)
        if dtype == "bool":
            check(lambda xp, x: x[~x], x)
            continue
        check_each(
            [
                lambda xp, x: x[x > 0],
                lambda xp, x: x[(x > 1) & (x < 100)],
                lambda xp, x: x[(x <= 1) | (x == 3)],
                lambda xp, x: x[~((x > 0) ^ (x == 2))],
            ],
            x,
        )


def test_predicates_of_other_arrays():
    x, y = numbers((60, 50)), numbers((60, 50), "float32", seed=2)
    check_each(
        [
            lambda xp, x, y: x[y > x],
            lambda xp, x, y: y[(x + y) * 2 >= x],
            lambda xp, x, y: x[x > 0][x[x > 0] % 3 == 1],
            lambda xp, x, y: (x * 2 + 1)[x > y],
            lambda xp, x, y: (x > y)[x > 0],
            lambda xp, x, y: x[(x > 0).T.T],
            lambda xp, x, y: x[y[:, 0] > 0],
            lambda xp, x, y: x[:, y[0] > 0],
            lambda xp, x, y: x[x == x[3, 4]],
            lambda xp, x, y: x[(x > 0).any(axis=1)],
            lambda xp, x, y: x[:, (x > 0).sum(axis=0) > 30],
        ],
        x,
        y,
    )
    check(lambda xp, x: x[x.sum(-1) <= 2], np.array([[0, 1], [1, 1], [2, 2]]))


@pytest.mark.core
@pytest.mark.parametrize("dtype", FLOATS)
def test_nan_infinities_and_zeros_in_predicates(dtype):
    x = np.array([np.nan, 1, -np.inf, 0, -0.0, np.inf, np.nan, -1, 65504, -np.nan])
    x = x.astype(dtype)
    check_each(
        [
            lambda xp, x: x[x > 0],
            lambda xp, x: x[~(x > 0)],
            lambda xp, x: x[x <= 0],
            lambda xp, x: x[x != x],
            lambda xp, x: x[x == x],
            lambda xp, x: x[x == np.inf],
            lambda xp, x: x[x < np.inf],
            lambda xp, x: x[x >= -np.inf],
            lambda xp, x: x[x == 0],
            lambda xp, x: x[x[::-1] > x],
            lambda xp, x: x[x.astype(bool)],
        ],
        np.resize(x, 331),
        bits=True,
    )


def test_bytes_become_truths():
    x, raw = numbers(300), (np.arange(300) % 5 * 63).astype("u1")
    check_each(
        [
            lambda xp, x, b: x[b.astype(bool)],
            lambda xp, x, b: x[b != 0],
            lambda xp, x, b: b.astype(bool).astype("u1"),
            lambda xp, x, b: xp.cumsum(b.astype(bool)),
        ],
        x,
        raw,
    )


# ---- keys of several parts


def test_masks_beside_slices_newaxis_and_ellipsis():
    x = numbers((4, 5, 3))
    masks = mask(5), mask(4), mask((4, 5)), mask(3)
    check_each(
        [
            lambda xp, x, p, q, r, s: x[None, q],
            lambda xp, x, p, q, r, s: x[q, None],
            lambda xp, x, p, q, r, s: x[:, p],
            lambda xp, x, p, q, r, s: x[:, p, None],
            lambda xp, x, p, q, r, s: x[..., p, :],
            lambda xp, x, p, q, r, s: x[..., s],
            lambda xp, x, p, q, r, s: x[q, ...],
            lambda xp, x, p, q, r, s: x[None, r],
            lambda xp, x, p, q, r, s: x[r, None, :],
            lambda xp, x, p, q, r, s: x[r, ..., None],
            lambda xp, x, p, q, r, s: x[q, 1:4, ::-1],
            lambda xp, x, p, q, r, s: x[::-2, p, 1:],
            lambda xp, x, p, q, r, s: x[None, ..., r, :],
            lambda xp, x, p, q, r, s: x[1:3, None, p],
            lambda xp, x, p, q, r, s: x[r, ::2],
        ],
        x,
        *masks,
    )


def test_masks_beside_integers():
    x = numbers((4, 5, 3), "f4")
    plane, row, last = mask((4, 5)), mask(5), mask(3)
    check_each(
        [
            lambda xp, x, m, r, s: x[m, 0],
            lambda xp, x, m, r, s: x[m, -1],
            lambda xp, x, m, r, s: x[2, r],
            lambda xp, x, m, r, s: x[2, r, 1],
            lambda xp, x, m, r, s: x[:, r, 1],
            lambda xp, x, m, r, s: x[0, r, :2],
            lambda xp, x, m, r, s: x[0, :, s],
            lambda xp, x, m, r, s: x[1, ..., s],
            lambda xp, x, m, r, s: x[None, 1, :, s],
            lambda xp, x, m, r, s: x[np.int8(1), r],
            lambda xp, x, m, r, s: x[s.sum(), :, s],
        ],
        x,
        plane,
        row,
        last,
    )
    check(lambda xp, x, m: x[m, 3], x, plane, raises=IndexError)
    check(lambda xp, x, m: x[4, m], x, row, raises=IndexError)


def test_masks_beside_index_arrays():
    x = numbers((4, 5, 3))
    m = np.array([True, False, True, True, False])
    three, one, two = np.array([0, 3, 1]), np.array([2]), np.array([0, 1])
    check(lambda xp, x, m, i: x[i, m], x, m, three)
    check(lambda xp, x, m, i: x[:, m, i - 1], x, m, three)
    check(lambda xp, x, m, i: x[i, m], x, m, one)
    check(lambda xp, x, m, i: x[i[:, None], m], x, m, two)
    check(lambda xp, x, m, i: x[i, :, m[:3]], x, m, two)
    check(lambda xp, x, m, i: x[m[:4], i], x, m, three)
    check(lambda xp, x, m, i: x[i, m], x, m, two, raises=IndexError)
    check(lambda xp, x, m, i: x[i, m], x, m, np.array([4, 0, 0]), raises=IndexError)
    check(lambda xp, x, m: x[[1, 2], :, 0], x, m)
    check(lambda xp, x, m: x[m[:4], m, 0], x, m, raises=ANY)
    check(lambda xp, x, m: x[m[1:], m], x, np.array([True] * 4 + [False]), raises=ANY)


@pytest.mark.core
@given(shape=shapes(min_side=1, max_side=5), data=st.data())
def test_any_mixture_of_keys(shape, data):
    x = numbers(shape, "int32", -999, 999)
    key = data.draw(mixed_keys(shape))
    check(pick, x, key, raises=ANY)


@given(shape=shapes(max_side=3), data=st.data())
def test_any_mixture_of_keys_with_empty_axes(shape, data):
    check(pick, numbers(shape, "u1"), data.draw(mixed_keys(shape)), raises=ANY)


def test_wrong_shapes_are_index_errors():
    x = numbers((3, 4, 5))
    for shape in ((4,), (2,), (0,), (3, 5), (3, 1), (1, 4), (3, 4, 1), (3, 4, 5, 1)):
        for value in (False, True):
            wanted = ANY if shape == (0,) else IndexError  # NumPy takes (0,) as False
            check(pick, x, np.full(shape, value), raises=wanted)
    for shape in ((1,), (3,), (5, 4)):
        chosen = np.ones(shape, bool)
        check(lambda xp, x, m: x[:, m], x, chosen, raises=IndexError)
        check(lambda xp, x, m: x[1, m, 1], x, chosen, raises=IndexError)
    check(lambda xp, x, m: x[..., m], x, np.ones(1, bool), raises=IndexError)
    check(lambda xp, x, m: x[0, 0, 0, m], x, np.ones(1, bool), raises=IndexError)
    check(lambda xp, x, m: x[0, 0, 0, m], x, np.array(True))
    check(lambda xp, x: x[x.sum(-1, keepdims=True) <= 2], x, raises=IndexError)


def test_the_error_is_worded_like_numpys():
    x = to_device(numbers(3))
    words = "boolean index did not match indexed array along axis 0; size of axis is 3"
    with pytest.raises(IndexError, match=words):
        x[to_device(np.ones(4, bool))]
    with pytest.raises(IndexError, match="too many indices for array"):
        x[to_device(np.ones((3, 1), bool))]


def test_truth_scalars_add_an_axis():
    keys = (
        True,
        False,
        np.True_,
        np.False_,
        (True, False),
        (True, True),
        (..., True),
        (None, True),
        (True, ...),
        (False, None),
        (True, None, True),
    )
    for x in (numbers(5), numbers((3, 2)), np.array(7), numbers((2, 0))):
        for key in keys:
            check(lambda xp, x, k=key: x[k], x)
        for value in (True, False):
            check(pick, x, np.array(value))
    x = numbers((3, 2))
    check_each([lambda xp, x: x[True, 1], lambda xp, x: x[:, True]], x)
    check_each([lambda xp, x: x[False, 0], lambda xp, x: x[0, True, 1]], x)


def test_zero_dimensions():
    for value in (0.0, 3.0, -0.0, np.nan):
        x = np.array(value)
        check_each(
            [
                lambda xp, x: x[x != 0],
                lambda xp, x: x[x == 0],
                lambda xp, x: x[()],
                lambda xp, x: x[...],
                lambda xp, x: x[None],
                lambda xp, x: x[None, x > 0],
            ],
            x,
        )
    check(pick, np.array(3), np.array([True]), raises=IndexError)


def test_lists_as_masks_and_indices():
    x = numbers((4, 3))
    keys = (
        [True, False, True, True],
        [False] * 4,
        [[True, False, True]] * 4,
        ([True, False, False, True], 1),
        (slice(None), [True, False, True]),
        [0, 2, -1],
        [],
        [[0, 1], [2, 3]],
        ([0, 1], [True, False, True]),
        (0, []),
    )
    for key in keys:
        check(lambda xp, x, k=key: x[k], x)
    for key in ([True] * 5, [True], [[True] * 4], [4], ([True, True], 0), [0.5], ["a"]):
        check(lambda xp, x, k=key: x[k], x, raises=IndexError)
    check(lambda xp, x: x[[[True, False], [True]]], x, raises=ANY)


def test_numpy_masks_on_device_arrays():
    x = numbers((5, 4), "f4")
    for shape in ((5,), (5, 4)):
        check(pick, x, Host(mask(shape)))
    check(lambda xp, x, m: x[:, m], x, Host(mask(4)))
    check(lambda xp, x, m: x[m, 1:], x, Host(mask(5)))
    check(pick, x, Host(np.array([0, -1, 2])))
    check(pick, x, Host(np.ones(4, bool)), raises=IndexError)
    check(pick, x, Host(np.array([0.5, 1])), raises=IndexError)


def test_keys_that_are_no_keys():
    x = numbers((3, 4))
    for key in (1.0, "name", 2j, (0, 1.5), {1: 2}, object(), np.float32(1), (..., ...)):
        check(lambda xp, x, k=key: x[k], x, raises=IndexError)
    check(pick, x, np.array([1.0, 2.0]), raises=IndexError)
    for key in (3, -4, (0, 4), (0, 0, 0), (..., 0, 0, 0), 2**70, [3], [-4]):
        check(lambda xp, x, k=key: x[k], x, raises=IndexError)


@pytest.mark.core
def test_index_arrays():
    x = numbers((50, 3, 2), "int64", -(2**40), 2**40)
    for dtype in ("i1", "u1", "i2", "i4", "u4", "i8", "u8"):
        check(pick, x, np.array([0, 49, 7, 7, 3], dtype))
    check(pick, x, np.array([[-1, 0], [-50, 49]]))
    check(pick, x, np.array(5))
    check(lambda xp, x, i: x[:, i], x, np.array([2, 0, 0]))
    check(lambda xp, x, i: x[i, i - 1], x, np.array([2, 0, 1]))
    check(lambda xp, x, i: x[i[:, None], i[::-1]], x, np.array([2, 0, 1]))
    check(lambda xp, x, i: x[..., i], x, np.array([[1, 0]]))
    for bad in (50, -51, 2**31, 2**32, -(2**63)):
        check(pick, x, np.array([0, bad]), raises=IndexError)
    check(pick, x, np.array([0, 2**63], "u8"), raises=IndexError)
    check(pick, x, np.zeros((0, 2), int))
    check(pick, x[:0], np.zeros(0, int))


def test_results_own_their_memory():
    def write_into_the_result(xp, x, m):
        y = x[m]
        y[:] = 7
        z = x[x > 0]
        z += 1
        return y, z

    check(write_into_the_result, numbers(500), mask(500))


def test_results_are_device_arrays():
    x, m = to_device(numbers((4, 6))), to_device(mask((4, 6)))
    kind = type(x)
    for result in (
        x[m],
        x[0],
        x[0, 0],
        x[:, 1],
        x > 2,
        np.nonzero(x)[0],
        x.nonzero()[1],
        np.where(m, x, 0),
        np.compress([True, False], x, axis=0),
        np.add(x, 1),
        np.maximum.accumulate(x),
        np.argwhere(x),
        np.flatnonzero(x),
        np.extract(m, x),
        np.delete(x, 1, axis=0),
        np.count_nonzero(x, axis=0),
        np.cumsum(x),
    ):
        assert type(result) is kind


def test_selected_and_dropped_make_the_whole():
    x, m = numbers(9000, "i8", -(2**50), 2**50), mask(9000, 0.3)
    device, chosen = to_device(x), to_device(m)
    kept, dropped = device[chosen], device[~chosen]
    assert kept.size == int(np.count_nonzero(chosen))
    assert kept.size + dropped.size == x.size
    whole = np.empty_like(x)
    whole[m], whole[~m] = kept.get(), dropped.get()
    same(device, whole)


def test_a_growing_expression_is_stored_by_its_selections(xp):
    """Else each turn compiles a longer expression into both passes, 16 times over."""
    counters = xp.device.current().counters
    host = np.arange(1000, dtype="f4")
    x, expected, compiled = xp.asarray(host), host, []
    for _ in range(8):
        x, expected = x * np.float32(2) - 3, expected * np.float32(2) - 3
        np.testing.assert_array_equal(x[x > 500].get(), expected[expected > 500])
        compiled.append(counters.pipelines)
    assert compiled[-1] == compiled[2]


def test_long_conditions_are_stored(xp):
    """As bools, which is less to read twice than their operands."""
    a, b = (np.linspace(-2, 3, 5000, dtype="f4") for _ in range(2))
    check(lambda xp, a, b: a[a * a + b * b + a * b < 1], a, b)
    check(lambda xp, a, b: xp.nonzero(xp.sqrt(a * a + b * b) - a > 1), a, b)
    check(lambda xp, a, b: xp.count_nonzero(a * a + b * b - a * b < 1), a, b)


def test_masks_that_are_no_arrays_of_bools():
    def copied(xp, x, where):
        xp.copyto(x, 1, where=where)
        return x

    def added(xp, x, where):
        return xp.add(x, 1, out=x, where=where)

    def summed(xp, x, where):
        return xp.sum(x, where=where)

    for where in (
        *(np.int64(1), np.int64(0), np.float64(2), np.bool_(False), 1, 0.0, None, "a"),
        *([1, 0, 1], (0, 0, 1), [[1]], [True, False]),
        *(np.array([1, 0, 1]), np.array(1), np.array(1, "u1"), np.ones(3, bool)),
    ):
        x = np.arange(3.0)
        check_each([copied, added, summed], x, where, raises=ANY)
        if isinstance(where, np.ndarray):
            check_each([copied, added, summed], x, Host(where), raises=ANY)
