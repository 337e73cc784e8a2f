"""ufunc.reduce, accumulate and reduceat of every kind of binary ufunc."""

import functools

import numpy as np
import pytest
from compare import ANY, check, same, to_device
from hypothesis import given
from hypothesis import strategies as st
from strategies import TILE, numbers, rng, seeds, wild

pytestmark = pytest.mark.usefixtures("profile")

EXACT = (np.maximum, np.fmin, np.bitwise_xor, np.gcd, np.lcm, np.subtract)
IN_ORDER = (np.subtract, np.divide, np.floor_divide, np.remainder, np.copysign)
# Blocks of 16 items, of 256, and what lies beside their borders.
LENGTHS = (1, 2, 15, 16, 17, 31, 33, 255, 256, 257, 4095, 4097)


def method(ufunc, name, **options):
    def call(xp, x, *args):
        return getattr(getattr(xp, ufunc.__name__), name)(x, *args, **options)

    return call


# ---- folds of whole axes


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["int8", "int64", "uint64", "float32", "float16"])
@pytest.mark.parametrize("ufunc", IN_ORDER, ids=lambda u: u.__name__)
def test_not_associative(ufunc, dtype):
    x = numbers((3, 9, 4), dtype, 1, 5)
    if np.dtype(dtype).kind in "iu" and ufunc in (np.divide, np.copysign):
        pytest.skip("gives float64, which not all profiles have")
    # NumPy rounds float16 after every step or at the end, as the strides are.
    room = {"ulp": 4} if dtype == "float16" else {}
    for axis in (0, 1, -1):
        check(method(ufunc, "accumulate", axis=axis), x, **room)
        check(method(ufunc, "reduce", axis=axis, keepdims=True), x, **room)


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int32", "int64", "uint64"])
@pytest.mark.parametrize("ufunc", EXACT, ids=lambda u: u.__name__)
def test_whole_numbers(ufunc, dtype):
    x = wild((5, 21), dtype)
    for axis in (0, 1):
        check(method(ufunc, "accumulate", axis=axis), x)
        check(method(ufunc, "reduce", axis=axis), x)


@pytest.mark.parametrize("ufunc", [np.fmax, np.fmin], ids=lambda u: u.__name__)
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_fmax_passes_nan_by(ufunc, dtype):
    x = wild((6, 300), dtype)
    x[0] = np.nan
    x[1, :7] = np.nan
    check(method(ufunc, "accumulate", axis=1), np.abs(x))
    check(method(ufunc, "reduce", axis=1), np.abs(x))


def test_smooth_folds():
    x = rng(1).uniform(1, 2, (3, 700)).astype("f4")
    for name in ("accumulate", "reduce"):
        check(method(np.hypot, name, axis=1), x, rtol=1e-5)
    check(method(np.logaddexp, "reduce", axis=1), x, rtol=1e-5)


@pytest.mark.parametrize("ufunc", [np.hypot, np.gcd, np.lcm], ids=lambda u: u.__name__)
def test_the_first_item_keeps_its_sign(ufunc):
    x = np.array([[-4, -6, 3]], "f8" if ufunc is np.hypot else "i4")
    check(method(ufunc, "accumulate", axis=1), x, rtol=1e-15)
    check(method(ufunc, "reduce", axis=1), x[:, :1])
    check(method(ufunc, "reduceat", axis=1), x, np.array([0, 1, 2]), rtol=1e-15)


def test_powers_go_in_order():
    # NumPy's own power.reduce of floats skips items on some processors.
    x = np.array([1.5, 2.0, 0.5, 1.25])
    want = np.array(functools.reduce(np.power, x))
    same(np.power.reduce(to_device(x)), want, ulp=4)
    same(np.power.accumulate(to_device(x))[-1], want, ulp=4)
    check(method(np.power, "reduce"), np.array([3, 2, 2]))
    for items in ([3, 2, -2], [-3, 2, 2], [-3]):
        check(method(np.power, "reduce"), np.array(items), raises=ANY)
        check(method(np.power, "accumulate"), np.array(items), raises=ANY)
        check(method(np.power, "reduceat"), np.array(items), [0], raises=ANY)
    check(method(np.power, "reduceat"), np.array([3, -2, 2]), np.array([0, 1, 2]))


def test_where_and_initial():
    x = numbers((4, 7), "float64", 1, 5)
    keep = rng(2).random((4, 7)) < 0.5

    def masked(xp, x, keep, ufunc, **options):
        return getattr(xp, ufunc.__name__).reduce(x, axis=1, where=keep, **options)

    for ufunc in (np.subtract, np.divide, np.fmax, np.hypot):
        check(masked, x, keep, ufunc, raises=ANY, rtol=1e-13)
        for initial in (2, None):
            once = functools.partial(masked, initial=initial)
            check(once, x, keep, ufunc, raises=ANY, rtol=1e-13)


def test_out_and_dtype():
    x = numbers((3, 5), "int32", 1, 9)
    for out in (np.zeros(3), np.zeros(3, "i2"), np.zeros(4), np.zeros((3, 1))):
        for ufunc in (np.subtract, np.divide, np.gcd, np.add):

            def into(xp, x, out, ufunc=ufunc):
                return getattr(xp, ufunc.__name__).reduce(x, axis=1, out=(out,))

            check(into, x, out, raises=ANY)
            check(method(ufunc, "accumulate", dtype="f4"), x, raises=ANY)
            check(method(ufunc, "reduceat", dtype="f4"), x, [0, 2], raises=ANY)


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), ()])
def test_nothing_to_fold(shape):
    for ufunc in (np.subtract, np.hypot, np.gcd, np.divide):
        for name in ("reduce", "accumulate"):
            x = np.zeros(shape, "f4" if ufunc is np.hypot else "i4")
            check(method(ufunc, name), x, raises=ANY)
            check(method(ufunc, name, axis=None), x, raises=ANY)
            check(method(ufunc, name, axis=-1), x, raises=ANY)


def test_a_long_column_takes_several_dispatches(monkeypatch):
    from gpuarray.algorithms import ordered

    monkeypatch.setattr(ordered, "_STEPS", 10)
    x = numbers((2, 64, 3), "float64", 1, 3)
    check(method(np.divide, "accumulate", axis=1), x)
    check(method(np.divide, "reduce", axis=1), x)
    check(method(np.floor_divide, "reduceat", axis=1), x, np.array([9, 10, 3, 63, 0]))


# ---- reduceat


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["int8", "int64", "float32", "bool"])
@pytest.mark.parametrize("n", LENGTHS)
def test_reduceat(dtype, n):
    x = numbers(n, dtype)
    at = rng(n).integers(0, n, 40)
    for ufunc in (np.add, np.maximum):
        check(method(ufunc, "reduceat"), x, at)
        check(method(ufunc, "reduceat"), x, np.sort(at))


@given(
    st.sampled_from([np.add, np.subtract, np.minimum, np.logical_or]),
    st.sampled_from(["int16", "uint64", "int32"]),
    st.integers(0, 2),
    seeds,
)
def test_reduceat_along_axes(ufunc, dtype, axis, seed):
    r = rng(seed)
    shape = list(r.integers(1, 5, 3))
    shape[axis] = n = int(r.integers(1, 300))
    x = wild(shape, dtype, seed)
    at = r.integers(0, n, r.integers(0, 9))
    check(method(ufunc, "reduceat", axis=axis), x, at)
    check(method(ufunc, "reduceat", axis=axis), x[::-1], (at % 256).astype("u1"))


def test_reduceat_of_many_short_ranges():
    x = wild(3 * TILE + 1, "int64")
    check(method(np.add, "reduceat"), x, np.arange(x.size))
    check(method(np.add, "reduceat"), x, np.arange(x.size)[::-1])


@pytest.mark.parametrize(
    "indices",
    [[0, 9], [-1], [], [0.5], [[0]], 0, [True], (1, 0), None, "a",
     np.array([0, 9]), np.array([-1, 0]), np.array([0.0]), np.array([[0]]),
     np.array(0), np.array([], int), np.array([True]), np.array([0], "u8")],
    ids=repr,
)  # fmt: skip
def test_reduceat_indices(indices):
    check(method(np.add, "reduceat"), np.arange(4), indices, raises=ANY)


def test_reduceat_errors():
    x = np.arange(12.0).reshape(3, 4)
    for options in (
        {"axis": 2}, {"axis": None}, {"axis": (0, 1)}, {"axis": (0,)}, {"axis": 0.5},
        {"out": 3}, {"out": ()}, {"where": 1}, {"initial": 1},
    ):  # fmt: skip
        check(method(np.add, "reduceat", **options), x, [0, 2], raises=ANY)
    check(method(np.add, "reduceat"), np.float64(3), [0], raises=TypeError)
    check(method(np.add, "reduceat"), np.zeros(0), [0], raises=IndexError)
    check(method(np.add, "reduceat"), np.zeros((0, 3)), np.zeros(0, int))
    for ufunc in (np.sin, np.divmod, np.less):
        check(method(ufunc, "reduceat"), x, [0], raises=ANY)
    for out in (np.zeros((2, 4)), np.zeros((2, 4), "i4"), np.zeros((3, 4))):

        def into(xp, x, out):
            return xp.add.reduceat(x, [0, 1], out=out)

        check(into, x, out, raises=ANY)


def test_float_sums_repeat_their_bits():
    x = to_device(rng(3).normal(size=70_000).astype("f4"))
    at = to_device(rng(4).integers(0, 70_000, 500))
    first = np.add.reduceat(x, at).get()
    assert first.tobytes() == np.add.reduceat(x, at).get().tobytes()
    wide = np.add.reduceat(x.get().astype("f8"), at.get())
    bound = 40 * 2.0**-24 * np.add.reduceat(np.abs(x.get()).astype("f8"), at.get())
    assert (np.abs(first - wide) <= bound).all()


# ---- arguments


def test_keywords_of_calls():
    x, y = np.arange(1.0, 7).reshape(2, 3), np.arange(1.0, 4)
    for options in (
        {"order": "C"}, {"order": "F"}, {"order": "X"}, {"order": 1}, {"order": None},
        {"subok": False}, {"subok": 1}, {"casting": "bad"}, {"casting": "no"},
        {"dtype": "f4"}, {"dtype": "i4"}, {"dtype": "i4", "casting": "unsafe"},
        {"signature": "ff->f"}, {"signature": "f"}, {"signature": ("f4",) * 3},
        {"sig": "dd->d"}, {"dtype": "f4", "signature": "ff->f"}, {"foo": 1},
        {"axis": 0}, {"keepdims": True}, {"out": ()}, {"out": (None, None)}, {"out": 3},
    ):  # fmt: skip

        def added(xp, x, y, options=options):
            return np.add(x, y, **options)

        def paired(xp, x, y, options=options):
            return np.add.outer(x, y, **options)

        check(added, x, y, raises=ANY)
        check(paired, x, y, raises=ANY)


def test_keywords_of_folds():
    x = np.arange(6).reshape(2, 3)
    for options in (
        {"axis": 2}, {"axis": (0, 0)}, {"axis": 0.5}, {"axis": "a"}, {"axis": ()},
        {"keepdims": 1}, {"initial": 2}, {"initial": "a"}, {"initial": [1, 2]},
        {"where": 0}, {"where": [[True], [False]]}, {"where": np.array([1, 0, 1])},
        {"where": np.ones(2, bool)}, {"where": np.ones((3, 2, 3), bool)},
        {"casting": "no"}, {"order": "C"}, {"dtype": "zz"}, {"out": ()}, {"out": 3},
    ):  # fmt: skip
        for ufunc in (np.add, np.maximum, np.subtract, np.less, np.hypot):
            for name in ("reduce", "accumulate"):
                check(method(ufunc, name, **options), x, raises=ANY)


def test_two_results():
    x, y = np.arange(1.0, 7).reshape(2, 3), np.arange(1.0, 4)
    for options in (
        {}, {"out": None}, {"out": (None, None)}, {"out": (None,)}, {"out": 3},
        {"dtype": "f4"}, {"dtype": "i4"}, {"casting": "no", "dtype": "f4"},
    ):  # fmt: skip
        check(lambda xp, x, y, o=options: np.divmod(x, y, **o), x, y, raises=ANY)
        check(lambda xp, x, o=options: np.modf(x, **o), x, raises=ANY)

    def into(xp, x, y, first, second):
        return xp.divmod(x, y, out=(first, second))

    check(into, x, y, np.zeros((2, 3)), np.zeros((2, 3)))
    check(into, x, y, np.zeros((2, 3), "i4"), np.zeros((2, 3)), raises=TypeError)
