"""x.flat, ravel's orders, resize in place, r_ and c_ against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from compare import ANY, Host, check
from hypothesis import given
from hypothesis import strategies as st
from strategies import numbers, packed, shapes, views

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")


@pytest.mark.core
@given(shapes(max_dims=3, max_side=4), st.data())
def test_flat_keys(shape, data):
    x = numbers(shape, "int32")
    view = data.draw(views(shape))
    n = view(x).size
    place = st.integers(-n - 1, n)
    bound = st.none() | place
    key = data.draw(
        st.one_of(
            place,
            st.builds(slice, bound, bound, st.sampled_from([None, 2, -1])),
            st.lists(place, max_size=4),
            st.just(...),
            st.just(np.arange(n) % 3 == 0),
            st.lists(place, min_size=1, max_size=3).map(np.array),
        )
    )
    values = data.draw(st.sampled_from([7, [7, 8], np.arange(5), [], 1.5, [[1], [2]]]))

    def write(xp, x, key, values):
        view(x).flat[key] = values
        return x

    check(lambda xp, x, key: view(x).flat[key], x, key, raises=ANY)
    check(write, x, key, values, raises=ANY)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "key",
    [
        *(1.5, -4.5, -5.5, np.float32(1), np.nan, 1j, (1.5,), [1.5], [[1.7, 2]], [9.0]),
        *(True, False, (True,), np.True_, [True, False, True, False], [], "a", ["a"]),
        *(None, np.array(1), object(), {}, Host(np.array(1.5)), Host(np.zeros(0))),
    ],
)
def test_flat_keys_that_are_no_integers(key):
    def write(xp, x, key):
        x.flat[key] = 7
        return x

    x = np.arange(4, dtype="f4")
    check(lambda xp, x, key: x.flat[key], x, key, raises=ANY)
    check(write, x, key, raises=ANY)


def test_flat_keys_of_floats_warn():
    with pytest.warns(DeprecationWarning, match="no integer"):
        gpuarray.arange(4).flat[1.5]


def test_flat_as_an_iterator_and_an_operand():
    x = numbers((3, 4), "float32")

    def written(xp, x, values):
        x.T.flat = values
        return x

    for values in (3, [1, 2], np.arange(30.0, dtype="f4").reshape(5, 6), []):
        check(written, x, values)
    check(lambda xp, x: list(x.T.flat), x)
    check(lambda xp, x: (len(x.flat), x.flat.base is x, x.flat.coords), x)
    check(lambda xp, x: x.T.flat.copy(), x)
    check(lambda xp, x: [xp.sum(x.flat), xp.add(x.flat, 1), x.flat < 3], x)
    check(lambda xp, x: [x.flat == x.ravel(), x.flat != 0, x.flat >= x.T.flat], x)
    check(lambda xp, r: r["x"].flat[1::2], packed(x))
    for key in ((1, 2), None, "a", np.array([0.5]), (), np.array([True])):
        check(lambda xp, x, k=key: x.flat.__setitem__(k, 1), x, raises=ANY)
    check(lambda xp, x: (x.flat[()], x.flat[(1,)], x.flat[(slice(2),)]), x)
    check(lambda xp, x: x.flat.__setitem__(0, [1, 2]), x, raises=ValueError)

    def walked(xp, x):
        it = x.flat
        first, second = next(it), next(it)
        return first, second, it.index, it.coords

    check(walked, x)


@given(shapes(max_dims=4, max_side=3), st.data())
def test_ravel_in_every_order(shape, data):
    x = numbers(shape, "int16")
    view = data.draw(views(shape))
    order = data.draw(st.sampled_from("CFAKcfak"))
    ahead = data.draw(st.integers(0, 3))

    def wide(xp, x):
        return xp.broadcast_to(view(x), (ahead, *view(x).shape)) if ahead else view(x)

    check(lambda xp, x: wide(xp, x).ravel(order), x)
    check(lambda xp, x: wide(xp, x).flatten(order), x)
    check(lambda xp, x: xp.ravel(wide(xp, x), order).flags.c_contiguous, x)
    check(lambda xp, x: view(x).reshape(-1, order=order), x, raises=ANY)


def test_resize_in_place():
    x = numbers((3, 4), "int16")

    def resized(xp, x, *shape):
        x = x.copy(order="K")
        x.resize(*shape, refcheck=False)
        return x

    for shape in ((2, 2), (5, 5), (12,), ((3, 5),), (0,), (20,), ((),), ()):
        check(lambda xp, x, s=shape: resized(xp, x, *s), x)
        check(lambda xp, x, s=shape: resized(xp, x, *s), np.asfortranarray(x))
    check(lambda xp, x: resized(xp, x, -1), x, raises=ValueError)
    check(lambda xp, x: x[1:].resize(3), x, raises=ValueError)


def test_square_brackets():
    a, b = numbers((3, 2), "int16"), numbers((3, 1), "float32")
    check(lambda xp, a, b: xp.c_[a, b], a, b, dispatch=False)
    check(lambda xp, a: xp.c_[a[:, 0], a[:, 1]], a, dispatch=False)
    check(lambda xp, a: xp.r_[a[0], 0, 1.5, [3], 1:4, -1:1:3j], a, dispatch=False)
    check(lambda xp, a: xp.r_["1", a, a], a, dispatch=False)
    check(lambda xp, a: xp.r_["0,3", a, a], a, dispatch=False)
    check(lambda xp, a: xp.r_["0,2,0", a[0], a[1]], a, dispatch=False)
    check(lambda xp, a: xp.r_["1,3,-1", a[0], a[1]], a, dispatch=False)
    check(lambda xp: xp.r_[0, 0.5, -1], dispatch=False)
    check(lambda xp, a: xp.r_[a, "1"], a, dispatch=False, raises=ValueError)
    check(lambda xp, a: xp.r_["x", a], a, dispatch=False, raises=ValueError)
    check(lambda xp, a, b: xp.r_[a, b], a, b, dispatch=False, raises=ValueError)


def test_broadcast_objects():
    a, b = numbers((3, 1), "int16"), numbers(2, "float32")

    def described(xp, a, b):
        both = xp.broadcast(a, b)
        shown = both.shape, both.size, both.ndim, both.nd, both.numiter, both.index
        next(both)
        return *shown, both.index, list(both)

    check(described, a, b, dispatch=False)
    check(lambda xp, a: xp.broadcast(a, a[:2]), a, dispatch=False, raises=ValueError)


def test_row_stack_warns():
    x = numbers((2, 3), "int16")
    with pytest.warns(DeprecationWarning, match="vstack"):
        check(lambda xp, x: xp.row_stack((x, x[0])), x)


def test_copyto_where_of_a_python_number():
    for where in (0, 4, 3.2, True, False):

        def copied(xp, x, w=where):
            xp.copyto(x, 5, where=w)
            return x

        check(copied, numbers(4, "int16"))
