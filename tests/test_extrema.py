"""argmax, argmin and their nan twins, against NumPy."""

import numpy as np
import pytest
from compare import ANY, check
from hypothesis import given
from hypothesis import strategies as st
from strategies import NUMERIC, any_bits, mask, numbers, seeds, shapes, views, wild

pytestmark = pytest.mark.usefixtures("profile")

NAMES = ("argmax", "argmin")
AXES = (None, 0, 1, -1, 2, 3, (0, 1), 1.5)
each = pytest.mark.parametrize("name", NAMES)


def place(name, **kwargs):
    return lambda xp, x: getattr(xp, name)(x, **kwargs)


@pytest.mark.core
@each
@pytest.mark.parametrize("dtype", NUMERIC)
def test_values_of_every_dtype(name, dtype):
    for size in (1, 255, 4097):
        x = any_bits(size, dtype) if dtype != "bool" else wild(size, dtype)
        check(place(name), x)
        check(place(name), numbers(size, dtype))
    x = wild((5, 33, 7), dtype)
    for axis in (0, 1, 2):
        check(place(name, axis=axis), x)


@each
def test_axes_and_keepdims(name):
    x = numbers((4, 5, 6), "i2", 0, 4)
    for axis in AXES:
        for keepdims in (False, True):
            check(place(name, axis=axis, keepdims=keepdims), x, raises=ANY)
    check(lambda xp, x: getattr(x, name)(1), x)
    check(lambda xp, x: getattr(x, name)(keepdims=True), x)


@each
def test_no_items_and_no_axes(name):
    for shape in ((), (0,), (3, 0), (0, 3), (1, 1), (2, 0, 3)):
        for axis in (None, 0, -1, 1):
            for keepdims in (False, True):
                call = place(name, axis=axis, keepdims=keepdims)
                check(call, np.ones(shape, "f4"), raises=ANY)


@each
def test_the_first_of_equals_far_apart(name):
    x = np.zeros(70_000, "f4")
    x[::2] = -0.0
    check(place(name), x)
    for best in (np.nan, np.inf, -np.inf):
        x[[4_096, 69_999]] = best
        check(place(name), x)
    check(place(name), x.reshape(7, 10_000)[:, ::-1].T)
    check(place(name, axis=0), np.full((70_000, 2), 2**60))


@each
def test_fused_expressions(name):
    x = numbers((40, 50), "i4")
    check(lambda xp, x: getattr(xp, name)((x * 7 + 3) % 101, axis=1), x)
    check(lambda xp, x: getattr(xp, name)(x * 7 % 101 > 90), x)


@each
def test_out(name):
    x = numbers((4, 5), "f4")
    for dtype in ("i8", "i4", "f8", "u8", "?"):

        def into(xp, x, o):
            return getattr(xp, name)(x, 1, o)

        check(into, x, np.zeros(4, dtype), raises=ANY)
    check(into, x, np.zeros(4, "i8"), returns=1)
    check(into, x, np.zeros(5, "i8"), raises=ValueError)
    check(
        lambda xp, x, o: getattr(xp, name)(x, 1, o, keepdims=True),
        x,
        np.zeros((4, 1), "i8"),
        returns=1,
    )


@pytest.mark.parametrize("name", ["nanargmax", "nanargmin"])
def test_nan_twins(name):
    for dtype in ("f2", "f4", "f8", "i2", "i8"):
        x = numbers((6, 70), dtype)
        if x.dtype.kind == "f":
            x[mask(x.shape, 0.3)] = np.nan
        for axis in (None, 0, 1, -1, 2):
            check(place(name, axis=axis), x, raises=ANY)
        check(place(name, axis=1, keepdims=True), x)
    check(place(name), np.array([np.nan, -np.inf, np.nan], "f4"))
    x[3] = 0
    x = x.astype("f4")
    x[3] = np.nan
    check(place(name, axis=0), x)
    check(place(name, axis=1), x, raises=ValueError)
    check(place(name), np.full(3, np.nan), raises=ValueError)
    check(place(name), np.zeros(0), raises=ValueError)
    check(lambda xp, x, o: getattr(xp, name)(x, 0, o), x, np.zeros(70, "i8"), returns=1)


@given(st.data())
def test_views(profile, data):
    shape = data.draw(shapes(min_side=1))
    x = wild(shape, data.draw(st.sampled_from(NUMERIC)), data.draw(seeds))
    view = data.draw(views(shape))
    axis = data.draw(st.sampled_from([None, *range(len(shape))]))
    for name in NAMES:
        check(lambda xp, x, f=name: getattr(xp, f)(view(x), axis), x, raises=ANY)
