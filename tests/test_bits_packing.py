"""packbits and unpackbits against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from compare import ANY, check
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import numbers, packed, shapes, views, wild

pytestmark = pytest.mark.usefixtures("profile")


@pytest.mark.core
@settings(max_examples=8)
@given(shapes(max_dims=2, max_side=19), st.data())
def test_both_ways(shape, data):
    view = data.draw(views(shape))
    axis = data.draw(st.none() | st.integers(-len(shape), len(shape) - 1))
    order = data.draw(st.sampled_from(["big", "little"]))
    dtype = data.draw(st.sampled_from(["bool", "int64"]))
    x = numbers(shape, dtype, -1, 2)
    check(lambda xp, x: xp.packbits(view(x), axis, order), x)
    count = data.draw(st.none() | st.integers(-40, 200))
    bits = wild(shape, "uint8")
    if view(bits).size == 0 and count:
        count = None  # NumPy leaves the missing bits of nothing undefined
    check(lambda xp, x: xp.unpackbits(view(x), axis, count, order), bits, raises=ANY)


def test_sizes_and_fields():
    for n in (0, 1, 7, 8, 9, 2047, 2048, 2049):
        check(lambda xp, x: xp.packbits(x), numbers(n, "bool"))
        check(lambda xp, x: xp.unpackbits(x), wild(n, "uint8"))
    check(
        lambda xp, r: xp.unpackbits(r["x"], bitorder="little"), packed(wild(33, "u1"))
    )
    check(lambda xp, r: xp.packbits(r["x"]), packed(numbers(33, "int16", -1, 2)))
    check(lambda xp, x: xp.packbits(x > 0), numbers((5, 9), "int32"))


def test_errors():
    bits = np.array([1, 0, 1])
    for axis in (None, 0, 1):
        check(lambda xp, x, a=axis: xp.packbits(x, a), np.array(5), raises=ANY)
        check(lambda xp, x, a=axis: xp.unpackbits(x, a), np.array(5, "u1"), raises=ANY)
        check(lambda xp, x, a=axis: xp.packbits(x, a), bits, raises=ANY)
    check(lambda xp, x: xp.packbits(x), bits.astype("f4"), raises=TypeError)
    check(lambda xp, x: xp.unpackbits(x), bits, raises=TypeError)
    check(lambda xp, x: xp.packbits(x, bitorder="up"), bits, raises=ValueError)
    check(
        lambda xp, x: xp.unpackbits(x, bitorder="up"),
        np.zeros(1, "u1"),
        raises=ValueError,
    )
