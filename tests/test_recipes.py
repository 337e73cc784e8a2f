"""A call that was seen before gives what it gave the first time, for other values."""

import numpy as np
import pytest
from compare import check
from strategies import numbers

import gpuarray
from gpuarray.functions import elementwise

pytestmark = pytest.mark.usefixtures("profile")

SCALARS = [3, -1, 0, 255, 256, 300, -129, 2**40, True, 2.5, -0.0, float("nan"), 1 + 2j]
CALLS = {
    "add": lambda xp, x, y: x + y,
    "greater": lambda xp, x, y: x > y,
    "from the right": lambda xp, x, y: y < x,
    "not equal": lambda xp, x, y: x != y,
    "maximum": lambda xp, x, y: xp.maximum(x, y),
    "logical": lambda xp, x, y: xp.logical_and(x, y),
}


def error_of_numpy(call, *args):
    """The class of the exception that NumPy raises, or None."""
    try:
        call(np, *args)
    except (TypeError, ValueError, OverflowError) as error:
        return type(error)
    return None


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int64", "float32"])
@pytest.mark.parametrize("name", CALLS)
def test_scalars_of_every_type_in_turn(name, dtype):
    x = numbers(7, dtype)
    call = CALLS[name]
    for scalar in [*SCALARS, *SCALARS]:
        wrong = error_of_numpy(call, x, scalar)
        check(lambda xp, x, y=scalar: call(xp, x, y), x, raises=wrong)


@pytest.mark.core
@pytest.mark.parametrize("name", CALLS)
def test_pairs_of_dtypes_in_turn(name):
    pairs = [("int32", "int32"), ("int16", "float32"), ("uint8", "int8"), ("?", "?")]
    for left, right in pairs * 2:
        check(CALLS[name], numbers(9, left), numbers(9, right, seed=1))


def test_each_device_keeps_its_own():
    x = gpuarray.asarray(np.arange(3, dtype="i8"))
    assert (x + x).get().tolist() == [0, 2, 4]
    with gpuarray.device.use_profile("baseline"):
        y = gpuarray.asarray(np.arange(3, dtype="i8"))
        for _ in range(2):
            assert (y + y).get().tolist() == [0, 2, 4]
            with pytest.raises(ValueError, match="different devices"):
                x + y
    assert (x + x).get().tolist() == [0, 2, 4]


def test_the_second_call_of_the_same_types_asks_numpy_nothing(monkeypatch):
    x = gpuarray.asarray(np.arange(3, dtype="i4"))
    np.add(x + 1, x)
    monkeypatch.setattr(elementwise, "_applied", None)
    assert (x + 2).get().tolist() == [2, 3, 4]
    assert np.add(x, x).get().tolist() == [0, 2, 4]


def test_a_subclass_has_its_say():
    class Told(gpuarray.GPUArray):
        __slots__ = ()

        def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
            return "told"

    x = gpuarray.asarray(np.arange(3, dtype="i4"))
    y = Told(x._cell)
    assert y + 1 == x + y == y + x == "told"
