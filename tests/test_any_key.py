"""Keys of every make in every order, read, written and added to, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from compare import ANY, check
from hypothesis import given
from hypothesis import strategies as st
from strategies import numbers, rng, seeds, shapes, views

pytestmark = pytest.mark.usefixtures("profile")

RECORD = np.dtype([("a", "u1"), ("b", "i2")])


@st.composite
def entries(draw, side, length):
    """One part of a key, for an axis of some length; seldom out of bounds."""
    low, high = (-side, side - 1) if side else (0, 0)
    past = draw(st.integers(0, 40)) == 0
    at = rng(draw(seeds)).integers(low, high + 1 + past, size=(2, length))
    kind = draw(
        st.sampled_from(
            ["int", "slice", "array", "table", "list", "scalar", "mask", "none", "bool"]
        )
    )
    if kind == "int":
        return draw(st.integers(low, high)) if side else 0
    if kind == "slice":
        bound = st.none() | st.integers(-side - 1, side + 1)
        return slice(draw(bound), draw(bound), draw(st.sampled_from([None, 2, -1])))
    if kind == "mask":
        drawn = rng(draw(seeds)).random(side + past) < draw(st.sampled_from([0.0, 0.5]))
        return drawn if draw(st.booleans()) else drawn.tolist()
    if kind == "none":
        return draw(st.sampled_from([[], np.zeros(0, int), np.zeros((0, 1), "i2")]))
    if kind == "bool":
        return draw(st.sampled_from([True, False, np.True_, np.array(False)]))
    if not side:
        return np.zeros(0, int)
    if kind == "scalar":
        return draw(st.sampled_from([at[0, 0], np.array(at[0, 0])]))
    if kind == "list":
        return at[0].tolist()
    dtype = draw(st.sampled_from(["int64", "int8", "uint16"]))
    at = np.abs(at) if dtype == "uint16" else at
    return (at[0] if kind == "array" else at[:, :1]).astype(dtype)


@st.composite
def keys(draw, shape):
    """Parts of every make, with newaxis, an ellipsis and masks of two axes between."""
    length, key, axis = draw(st.integers(1, 3)), [], 0
    while axis < len(shape):
        kind = draw(
            st.sampled_from(
                ["part", "part", "part", "part", "new", "dots", "plane", "stop"]
            )
        )
        if kind == "stop":
            break
        if kind == "new":
            key.append(None)
        elif kind == "dots" and Ellipsis not in [k for k in key if k is Ellipsis]:
            key.append(Ellipsis)
        elif kind == "plane" and axis + 2 <= len(shape):
            key.append(rng(draw(seeds)).random(shape[axis : axis + 2]) < 0.5)
            axis += 2
        else:
            key.append(draw(entries(shape[axis], length)))
            axis += 1
    return key[0] if len(key) == 1 and draw(st.booleans()) else tuple(key)


@pytest.mark.core
@given(shapes(max_dims=4, max_side=4), st.data())
def test_any_key(shape, data):
    dtype = data.draw(st.sampled_from(["int32", "uint8", "float32"]))
    x = numbers(shape, dtype)
    view = data.draw(views(shape))
    key = data.draw(keys(view(x).shape))
    try:
        chosen = view(x)[key].shape
    except IndexError:
        chosen = (2,)
    check(lambda xp, x, k: view(x)[k], x, key, raises=ANY)
    chosen = [data.draw(st.sampled_from([1, side, side, side])) for side in chosen]
    chosen = data.draw(st.sampled_from([chosen, [1, *chosen], chosen[1:], [], [5]]))
    value = np.asarray(numbers(chosen, dtype, seed=7))

    def write(xp, x, key, value):
        view(x)[key] = value
        return x

    def add(xp, x, key, value):
        view(x)[key] += value
        return x

    check(write, x, key, value, raises=ANY)
    check(add, x, key, value, raises=ANY)


@pytest.mark.core
@given(shapes(max_dims=3, max_side=4), st.data())
def test_any_key_of_records(shape, data):
    x = np.zeros(shape, RECORD)
    x["a"], x["b"] = numbers(shape, "uint8"), numbers(shape, "int16", seed=1)
    key = data.draw(keys(shape))

    def write(xp, x, key):
        x["b"][key] = 7
        x[key]["a"] = 9  # of a copy, where the key has arrays
        return x

    check(lambda xp, x, k: x[k]["b"], x, key, raises=ANY)
    check(lambda xp, x, k: x[["b"]][k], x, key, raises=ANY)
    check(write, x, key, raises=ANY)
