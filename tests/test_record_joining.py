"""merge_arrays, stack_arrays and join_by against NumPy, gaps and errors included."""

from __future__ import annotations

import numpy as np
import pytest
from compare import ANY, check
from numpy.lib import recfunctions as rfn

pytestmark = pytest.mark.usefixtures("profile")

A = np.array([(3, 1.5), (1, 2.5), (2, -0.0)], [("a", "i4"), ("b", "f4")])
B = np.array([(2, b"x"), (4, b"yz")], [("a", "i4"), ("c", "S3")])
NESTED = np.array([(1, (2, 3))], [("k", "i2"), ("in", [("x", "u1"), ("y", "f2")])])
ROWS = np.array([((1, 2), 3)], [("v", "i2", 2), ("w", "i8")])
ONE = np.array([(7,), (8,)], [("z", "i8")])


@pytest.mark.core
@pytest.mark.parametrize("flatten", [False, True])
def test_merge_arrays(flatten):
    def merge(xp, *arrays):
        return rfn.merge_arrays(arrays, flatten=flatten)

    plain, short = np.array([1.0, 2, 3], "f4"), np.array([1, 2], "i2")
    for arrays in (
        (plain, short),
        (A, short),
        (A, B),
        (NESTED, ROWS, plain),
        (ONE, A, short.reshape(1, 2)),
        (A,),
        (NESTED,),
        (plain,),
        (np.zeros(0, "i4"), plain),
        (np.zeros(0, "i4"), np.zeros(0, "f4")),
    ):
        check(merge, *arrays, raises=ANY)
    check(lambda xp, a: rfn.merge_arrays(a, flatten=flatten), NESTED)


def test_merge_arrays_options():
    short = np.array([1, 2], "i2")
    check(lambda xp, a, b: rfn.merge_arrays((a, b), 5), A, short)
    check(lambda xp, a, b: rfn.merge_arrays([a, b], fill_value=7), short, A)
    check(
        lambda xp, a, b: rfn.merge_arrays([a, b], fill_value="x"), A, short, raises=ANY
    )
    check(lambda xp, a: rfn.merge_arrays((a, [1, 2, 3, 4])), A)


@pytest.mark.core
def test_stack_arrays():
    for defaults in (None, {"b": 4, "c": b"q", "none": 3}):

        def stack(xp, *arrays, defaults=defaults):
            return rfn.stack_arrays(arrays, defaults, usemask=False)

        check(stack, A, B)
        check(stack, B, A, B)
        check(stack, A, A)
        check(stack, A, np.arange(2, dtype="i4"))
        check(stack, np.arange(2, dtype="i4"), A)
        check(stack, ONE, ONE)
        check(stack, A)
        check(stack, A, B[:0])
        check(stack, A[:0], B[:0])


def test_stack_arrays_of_other_dtypes():
    wide = A.astype([("a", "i8"), ("b", "f4")])
    for convert in (False, True):
        check(
            lambda xp, *arrays, c=convert: rfn.stack_arrays(
                arrays, usemask=False, autoconvert=c
            ),
            A,
            wide,
            raises=ANY,
        )


@pytest.mark.parametrize("kind", ["inner", "outer", "leftouter", "other"])
def test_join_by(kind):
    def join(xp, a, b, key="a", **options):
        return rfn.join_by(key, a, b, kind, usemask=False, **options)

    more = np.array([(2, 9.0), (1, 8.0)], A.dtype)
    check(join, A, B, raises=ANY)
    check(join, B, A, raises=ANY)
    check(join, A, more, raises=ANY)
    check(lambda *a: join(*a, r2postfix="_right"), A, more, raises=ANY)
    check(lambda *a: join(*a, r1postfix="", r2postfix=""), A, more, raises=ANY)
    check(lambda *a: join(*a, defaults={"b": -1, "c": b"?"}), A, B, raises=ANY)
    check(lambda *a: join(*a, key=("a", "b")), A, more, raises=ANY)
    check(lambda *a: join(*a, key=["b", "a"]), A, A[::-1], raises=ANY)
    check(join, A[:0], B, raises=ANY)
    check(join, A, B[:0], raises=ANY)
    for key in ("c", "none", ("a", "a")):
        check(lambda *a, key=key: join(*a, key=key), A, B, raises=ANY)


def test_join_by_of_many():
    rng = np.random.default_rng(0)
    a = np.zeros(300, A.dtype)
    b = np.zeros(257, B.dtype)
    a["a"], b["a"] = rng.permutation(400)[:300], rng.permutation(400)[:257]
    a["b"] = np.arange(300)
    for kind in ("inner", "outer"):
        check(lambda xp, a, b, k=kind: rfn.join_by("a", a, b, k, usemask=False), a, b)


def test_masked_results_are_refused():
    import gpuarray

    x = gpuarray.asarray(A)
    for call in (
        lambda: rfn.join_by("a", x, x),
        lambda: rfn.stack_arrays((x, x)),
        lambda: rfn.merge_arrays((x, x), usemask=True),
        lambda: rfn.merge_arrays((x, x), asrecarray=True),
    ):
        with pytest.raises(TypeError, match="masked"):
            call()
