"""numpy.lib.recfunctions against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from compare import ANY, check
from hypothesis import given
from hypothesis import strategies as st
from numpy.lib import recfunctions as rfn
from strategies import numbers, shapes, views

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

PLAIN = np.dtype([("x", "f4"), ("y", "f4"), ("z", "f4")])
MIXED = np.dtype([("a", "u1"), ("b", "i4", (2,)), ("c", [("d", "i2"), ("e", "f4")])])
EVEN = np.dtype([("a", "i2"), ("pad", "i2"), ("b", "i2")])[["a", "b"]]
BACK = np.dtype({"names": ["a", "b"], "formats": ["i4", "i4"], "offsets": [4, 0]})


def filled(shape, dtype, seed=0):
    x = np.zeros(shape, dtype)
    for k, name in enumerate(x.dtype.names):
        field = x[name]
        if field.dtype.names:
            field[...] = filled(field.shape, field.dtype, seed + k)
        else:
            field[...] = numbers(field.shape, "int64", 0, 99, seed + k)
    return x


@pytest.mark.core
@given(shapes(max_dims=2, max_side=4), st.data())
def test_to_columns_and_back(shape, data):
    dtype = data.draw(st.sampled_from([PLAIN, EVEN, BACK, MIXED]))
    view = data.draw(views(shape))
    x = filled(shape, dtype)
    kept = {"dtype": "f4"} if dtype is MIXED else {}
    for options in (kept, {"dtype": "i2"}, {"copy": True, **kept}):
        check(lambda _, x, o=options: rfn.structured_to_unstructured(view(x), **o), x)
    y = numbers((*shape, 5 if dtype is MIXED else len(dtype.names)), "int16")
    check(lambda _, y: rfn.unstructured_to_structured(y, dtype), y, raises=ANY)
    check(lambda _, y: rfn.unstructured_to_structured(y.astype("f4")), y, raises=ANY)


def test_columns_are_a_view_where_they_can_be():
    def written(_, x):
        rfn.structured_to_unstructured(x)[..., 1] = 7
        return x

    for dtype in (PLAIN, EVEN, BACK):
        check(written, filled((2, 3), dtype))
    check(lambda _, x: rfn.apply_along_fields(np.sum, x), filled(4, PLAIN))
    check(lambda _, x: rfn.structured_to_unstructured(x), np.zeros(3, "f4"), raises=ANY)
    unsafe = {"dtype": "i1", "casting": "safe"}
    check(
        lambda _, x: rfn.structured_to_unstructured(x, **unsafe),
        filled(3, PLAIN),
        raises=TypeError,
    )
    y = numbers((2, 3), "int16")
    check(lambda _, y: rfn.unstructured_to_structured(y, names=["p", "q", "r"]), y)
    check(lambda _, y: rfn.unstructured_to_structured(y, EVEN), y, raises=ValueError)
    check(lambda _, y: rfn.unstructured_to_structured(y, PLAIN, "abc"), y, raises=ANY)


def test_layouts_and_names():
    x = filled((2, 3), MIXED)
    for options in ((), (True,), (False, True), (True, True)):
        check(lambda _, x, o=options: rfn.repack_fields(x, *o), x)
    check(lambda _, x: rfn.repack_fields(x[["a", "c"]]), x)
    check(lambda _, x: rfn.rename_fields(x, {"a": "first", "d": "inner"}), x)
    check(lambda _, x: rfn.require_fields(x, [("c", [("e", "f4")]), ("n", "i2")]), x)

    def assigned(_, x, zero):
        y = x.copy()
        rfn.assign_fields_by_name(y, x[["a"]][::-1], zero)
        return y

    for zero in (True, False):
        check(lambda _, x, z=zero: assigned(_, x, z), x)
    check(lambda _, x, y: rfn.recursive_fill_fields(x, y), x[0][:2], x[1])


def test_dropping_and_appending():
    x, new = filled(4, MIXED), numbers(4, "int16")
    for names in ("a", ["b", "d"], ["c"]):
        check(lambda _, x, n=names: rfn.drop_fields(x, n, usemask=False), x)
    check(lambda _, x, n: rfn.append_fields(x, "n", n, usemask=False), x, new)
    check(lambda _, x, n: rfn.append_fields(x, "n", n, "f4", usemask=False), x, new)

    def two(_, x, n):
        return rfn.append_fields(x, ["n", "m"], [n, n[:2]], usemask=False)

    check(two, x, new)
    check(
        lambda _, x, n: rfn.append_fields(x, ["n", "m"], [n], usemask=False),
        x, new, raises=ValueError,
    )  # fmt: skip
    for call in (rfn.drop_fields, lambda x, n: rfn.append_fields(x, n, x["a"])):
        with pytest.raises(TypeError, match="usemask"):
            call(gpuarray.asarray(x), "a")
