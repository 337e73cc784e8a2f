"""ufunc.at: every item as often as it is named, in order."""

import numpy as np
import pytest
from compare import ANY, check, same, to_device
from hypothesis import given
from hypothesis import strategies as st
from strategies import TILE, mixed_keys, numbers, rng, seeds, wild

pytestmark = pytest.mark.usefixtures("profile")

ASSOCIATIVE = (np.add, np.subtract, np.multiply, np.maximum, np.minimum, np.fmax)
IN_ORDER = (np.divide, np.floor_divide, np.remainder, np.copysign)
BITS = (np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.left_shift)
LOGIC = (np.logical_and, np.logical_or, np.logical_xor, np.less, np.equal)


def at(ufunc, key=lambda i: i):
    def call(xp, a, i, *b):
        getattr(xp, ufunc.__name__).at(a, key(i), *b)
        return a

    return call


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["int8", "int64", "uint64", "float32"])
@pytest.mark.parametrize("n", [1, 257, TILE + 1])
def test_repeated_positions(dtype, n):
    a, b = numbers(40, dtype), numbers(n, dtype, seed=1)
    i = rng(n).integers(-40, 40, n)
    for ufunc in (np.add, np.maximum, np.subtract):
        check(at(ufunc), a, i, b, returns=0)


@pytest.mark.parametrize("ufunc", [*ASSOCIATIVE, *IN_ORDER], ids=lambda u: u.__name__)
@pytest.mark.parametrize("dtype", ["int16", "uint8", "int32", "float64"])
def test_numbers(ufunc, dtype):
    a, b = numbers(12, dtype, 1, 9), numbers(60, dtype, 1, 3, seed=1)
    check(at(ufunc), a, rng(1).integers(0, 12, 60), b)


@pytest.mark.parametrize("ufunc", [*BITS, *LOGIC], ids=lambda u: u.__name__)
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint64"])
def test_bits_and_truth(ufunc, dtype):
    a, b = numbers(12, dtype), numbers(60, dtype, seed=1)
    check(at(ufunc), a, rng(1).integers(0, 12, 60), b, raises=ANY)


@pytest.mark.parametrize(
    "dtypes", [("f4", "f8"), ("i4", "f4"), ("i8", "u8"), ("f8", "i4"), ("i1", "i8"),
               ("u2", "?"), ("f4", "f2")], ids=str
)  # fmt: skip
def test_two_dtypes(dtypes):
    a, b = numbers(9, dtypes[0]), numbers(50, dtypes[1], seed=2)
    i = rng(2).integers(0, 9, 50)
    for ufunc in (np.add, np.multiply, np.less, np.logical_or, np.true_divide):
        check(at(ufunc), a, i, np.where(b == 0, b + 1, b).astype(b.dtype))


def test_one_argument():
    i = np.array([0, 3, 3, 3, -1])
    for ufunc in (np.negative, np.square, np.sqrt, np.isnan, np.positive, np.floor):
        for dtype in ("i4", "f8"):
            check(at(ufunc), np.arange(2, 8).astype(dtype), i)
    check(at(np.logical_not), np.array([2.5, 0.0, 1.0, 0.0]), np.array([0, 0, 1, 2]))
    check(at(np.invert), np.arange(5), i)


def test_powers():
    i = np.array([0, 1, 1])
    check(at(np.power), np.array([2, 3, 4]), i, np.array([2, 2, 3]))
    # NumPy has changed the first item by then; here a failed call changes nothing.
    a = to_device(np.array([2, 3, 4]))
    with pytest.raises(ValueError, match="negative"):
        np.power.at(a, i, to_device(np.array([2, -1, 3])))
    same(a, np.array([2, 3, 4]))


@given(st.integers(1, 3), seeds, st.data())
def test_keys(ndim, seed, data):
    shape = tuple(rng(seed).integers(1, 5, ndim))
    key = data.draw(mixed_keys(shape))
    a = wild(shape, "int32", seed)
    b = wild(int(rng(seed).integers(1, 4)), "int32", seed + 1)

    def call(xp, a, b):
        xp.add.at(a, key, b)
        return a

    check(call, a, b, raises=ANY)
    check(call, a, np.int32(7), raises=ANY)


@pytest.mark.parametrize(
    "key",
    [0, ..., slice(None), (0, 1), (), [0, 0], ([0, 0], [1, 1]), None, (None, [0, 0]),
     ([[0], [0]], [1, 1, 2]), [], 5, [5], 0.5, "a", [True],
     ([True, False, False], [1, 1])],
    ids=repr,
)  # fmt: skip
def test_keys_and_operands(key):
    a = np.arange(12.0).reshape(3, 4)
    for b in (1, [1, 2, 3, 4], np.ones((2, 3)), [1, 2], np.ones((1, 1, 1, 1))):

        def call(xp, a, b=b):
            xp.add.at(a, key, b)
            return a

        if isinstance(key, tuple) and key == (None, [0, 0]) and np.ndim(b) == 4:
            continue  # NumPy looks for an axis that is not there: AxisError
        check(call, a, raises=ANY)


def test_views():
    i = np.array([0, 0, 2])
    a = np.arange(24).reshape(4, 6)

    def part(xp, a, i):
        xp.add.at(a[::-1, 1::2], (i, 0), 5)
        xp.subtract.at(a.T, i, np.arange(4))
        xp.add.at(a[1], i, a[1, :3])
        return a

    check(part, a, i)


def test_bad_calls():
    i = np.array([0, 1])
    for ufunc, b in (
        (np.negative, (1,)), (np.add, ()), (np.add, (1, 2)), (np.divmod, (2,)),
        (np.modf, ()), (np.frexp, ()), (np.add, ("x",)),
    ):  # fmt: skip
        check(at(ufunc), np.ones(3), i, *b, raises=ANY)
    with pytest.raises(TypeError):
        np.add.at(np.ones(3), to_device(i), 1)
    fixed = np.broadcast_to(to_device(np.ones(3)), (3,))
    with pytest.raises(ValueError, match="read-only"):
        np.add.at(fixed, i, 1)


def test_no_warning_of_numbers_that_numpy_never_saw():
    a = to_device(np.full(3, 8.0))
    with np.errstate(all="raise"):
        np.divide.at(a, [0, 0], to_device(np.array([2.0, 2.0])))
        same(np.divide.reduce(a, initial=32), np.array(0.25))
        np.divide.reduce(a, initial=1, out=to_device(np.zeros(())))


def test_the_bits_repeat():
    values = rng(1).normal(size=9000).astype("f4")
    i = rng(2).integers(0, 7, 9000)
    found = []
    for _ in range(2):
        a = to_device(np.zeros(7, "f4"))
        np.add.at(a, to_device(i), to_device(values))
        found.append(a.get())
    assert found[0].tobytes() == found[1].tobytes()
    want = np.bincount(i, values.astype("f8"))
    bound = 40 * 2.0**-24 * np.bincount(i, np.abs(values))
    assert (np.abs(found[0] - want) <= bound).all()


@pytest.mark.core
def test_few_values_of_an_item_go_in_order_to_the_bit():
    a, b = rng(5).normal(size=50).astype("f4"), rng(6).normal(size=900).astype("f4")
    i = rng(7).integers(0, 50, 900)
    for ufunc in (np.add, np.subtract, np.multiply):
        check(at(ufunc), a, i, b, bits=True)


def test_one_position_for_all():
    a = to_device(np.zeros(3, "i8"))
    np.add.at(a, to_device(np.full(3 * TILE, 1)), 1)
    same(a, np.array([0, 3 * TILE, 0]))


COMPLEX = [np.add, np.subtract, np.multiply, np.divide, np.power, np.maximum]


@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
@pytest.mark.parametrize("ufunc", [*COMPLEX, np.logical_and, np.equal])
@pytest.mark.parametrize(
    "dtypes", ["?F", "BF", "iD", "lF", "eF", "fF", "fD", "dD", "Dd", "FD", "DF", "F?"]
)
def test_complex_beside_real(ufunc, dtypes):
    a = np.array([1, 2, 3]).astype(dtypes[0])
    b = np.array([1, 2, 1]).astype(dtypes[1])
    b += (b.dtype.kind == "c") and 0.5j
    check(at(ufunc), a, np.array([0, 0, 2]), b, raises=ANY, rtol=1e-3)


def test_complex_into_real_warns():
    a = to_device(np.zeros(2, "f4"))
    with pytest.warns(np.exceptions.ComplexWarning) as found:
        np.add.at(a, [0, 0], to_device(np.array([1, 2], "F")))
    assert [w.filename for w in found] == [__file__]
