"""NumPy's protocols: mixed operands, and what is missing."""

import numpy as np
import pytest
from compare import Host, check, same, to_device
from strategies import NUMERIC, mask, numbers

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

MISSING = (
    lambda x: np.busday_count(x, x),
    lambda x: np.savetxt("unused", x),
    lambda x: np.isnat(x),
)


@pytest.mark.parametrize("call", range(len(MISSING)))
def test_what_is_missing_is_a_type_error_that_names_it(call):
    names = (
        "busday_count",
        "savetxt",
        "isnat",
    )
    x = to_device(np.arange(4.0))
    with (
        gpuarray.transfer_guard("log") as records,
        pytest.raises(TypeError, match=names[call]),
    ):
        MISSING[call](x)
    assert not records  # nothing was computed on the host behind one's back


@pytest.mark.parametrize("dtype", NUMERIC)
def test_numpy_operands_on_either_side(dtype):
    x, y = numbers((3, 4), dtype), numbers((3, 4), "int16", seed=2)
    check(lambda xp, x, y: x + y, x, Host(y))
    check(lambda xp, x, y: y + x, x, Host(y))
    check(lambda xp, x, y: y < x, x, Host(y[0]))
    check(lambda xp, x, y: xp.multiply(y, x), x, Host(y))
    check(lambda xp, x, y: xp.where(y > 0, x, y), x, Host(y))


def test_numpy_scalars_on_the_left():
    x = numbers((3, 4), "int16")
    for scalar in (np.float32(2), np.int64(3), np.uint8(200), np.bool_(True)):
        check(lambda xp, x, s=scalar: s * x, x)
        check(lambda xp, x, s=scalar: s - x.astype("f4"), x)
        check(lambda xp, x, s=scalar: s > x, x)
        check(lambda xp, x, s=scalar: s == x, x)


def test_writing_into_numpy_arrays_is_refused():
    x = to_device(numbers(4))
    host = np.zeros(4, "i4")
    for write in (
        lambda: np.add(x, 1, out=host),
        lambda: np.cumsum(x, out=host),
        lambda: np.compress(mask(4), x, out=host[:2]),
    ):
        with pytest.raises(TypeError):
            write()
    assert (host == 0).all()
    with pytest.raises(TypeError):
        host += x


def test_functions_are_numpys_and_ours_alike():
    x = to_device(numbers((3, 4)))
    same(gpuarray.cumsum(x), np.cumsum(x).get())
    same(gpuarray.add(x, 1), np.add(x, 1).get())
    same(gpuarray.cumsum([1, 2, 3]), np.array([1, 3, 6]))
    same(gpuarray.nonzero(np.array([0, 1, 1]))[0], np.array([1, 2]))


def test_other_array_types_are_left_alone():
    class Other:
        __array_ufunc__ = None

        def __add__(self, other):
            return "other's add"

        __radd__ = __add__

    class Louder:
        def __array_function__(self, function, types, args, kwargs):
            return "louder"

        def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
            return "louder"

    x = to_device(numbers(4))
    assert x + Other() == "other's add"
    assert Other() + x == "other's add"
    assert np.add(x, Louder()) == "louder"
    assert np.where(x > 0, Louder(), x) == "louder"
    with pytest.raises(TypeError):
        x + object()


def test_records_with_sub_arrays_compare_across_ranks():
    x = np.zeros((2, 3), [("a", "i1"), ("v", "u2", (2,))])
    x["v"][1, 2] = 5, 6
    check(lambda xp, x: (x == x[0], x != x[1], x[:, None] == x), x)
    check(lambda xp, x: x == x[1:], x)
    with pytest.raises(TypeError):
        to_device(x) == 5  # noqa: B015


def test_text_equals_no_number():
    text, n = np.array([b"a", b"b"]), np.arange(2)
    check(lambda xp, x: (x == 5, x != 5), text)
    check(lambda xp, x, y: (x == y, y != x, y == b"a"), text, n)
    with pytest.raises(TypeError, match="add"):
        to_device(text) + b"c"


def test_the_square_of_truths_is_int8():
    check(lambda xp, x: (x**2, x**3, xp.power(x, 2)), np.array([True, False]))
