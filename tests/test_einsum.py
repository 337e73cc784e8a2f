"""einsum and einsum_path beside NumPy's."""

import numpy as np
import pytest
from compare import ANY, check, to_device
from hypothesis import given
from hypothesis import strategies as st

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")


def small(*shape, dtype="f4", seed=0):
    random = np.random.default_rng(seed + len(shape))
    return random.integers(-2, 3, shape).astype(dtype)


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("i->", [(5,)]),
        ("ij->ji", [(2, 3)]),
        ("ij", [(2, 3)]),
        ("ji", [(2, 3)]),
        ("ii", [(3, 3)]),
        ("ii->i", [(3, 3)]),
        ("iji->ij", [(3, 2, 3)]),
        ("iij->j", [(3, 3, 2)]),
        ("ij->j", [(2, 3)]),
        ("...i->...", [(2, 3, 4)]),
        ("i...->...i", [(2, 3, 4)]),
        ("i...i->...", [(3, 2, 3)]),
        ("i,i", [(4,), (4,)]),
        ("i,i->i", [(4,), (4,)]),
        ("i,j", [(4,), (3,)]),
        ("i,j->ji", [(4,), (3,)]),
        ("ij,jk", [(2, 3), (3, 4)]),
        ("ij,kj->ik", [(2, 3), (4, 3)]),
        (" i j , j k -> k i ", [(2, 3), (3, 4)]),
        ("Ba,aC", [(2, 3), (3, 4)]),
        ("bij,bjk->bik", [(5, 2, 3), (5, 3, 4)]),
        ("bij,bkj->kbi", [(5, 2, 3), (5, 4, 3)]),
        ("...ij,...jk->...ik", [(5, 1, 2, 3), (6, 3, 4)]),
        ("...,...", [(2, 3), (3,)]),
        ("i...,...i", [(2, 3), (3, 2)]),
        ("ijk,jkl->il", [(2, 3, 4), (3, 4, 5)]),
        ("ij,i->", [(2, 3), (2,)]),
        ("ij,kl->", [(2, 3), (2, 2)]),
        ("ij,kl->il", [(2, 3), (2, 2)]),
        ("i,i", [(1,), (3,)]),
        ("ij,jk->ik", [(2, 1), (3, 4)]),
        ("bij,bjk->bik", [(1, 2, 3), (5, 3, 4)]),
        ("ii,i->i", [(3, 3), (3,)]),
        ("ij,jk,kl->il", [(2, 3), (3, 4), (4, 2)]),
        ("a,ab,abc->abc", [(2,), (1, 3), (2, 3, 1)]),
        ("ea,fb,abcd,gc,hd->efgh", [(2, 3), (2, 3), (3, 3, 3, 3), (2, 3), (2, 3)]),
        ("i,->i", [(3,), ()]),
        (",", [(), ()]),
        ("ij,jk->ik", [(0, 3), (3, 2)]),
        ("ij,jk->ik", [(2, 0), (0, 2)]),
        ("i->", [(0,)]),
    ],
)
def test_subscripts(text, shapes):
    operands = [small(*shape, seed=k) for k, shape in enumerate(shapes)]
    check(lambda xp, *a: xp.einsum(text, *a), *operands)


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("...i->i", [(2, 3)]),
        ("ii->i", [(1, 3)]),
        ("ii", [(2, 3)]),
        ("i,i", [(2,), (3,)]),
        ("i->ii", [(2,)]),
        ("i->j", [(2,)]),
        ("i", [(2, 2)]),
        ("ij", [(2,)]),
        ("i..j", [(2, 2)]),
        ("i$", [(2, 2)]),
        ("i,i", [(2,)]),
        ("i", [(2,), (2,)]),
        ("ij-i", [(2, 2)]),
        ("ij>i", [(2, 2)]),
        ("ij->i->j", [(2, 2)]),
        ("ij->i,", [(2, 2)]),
        ("...ij...", [(2, 2)]),
        ("i...,...i", [(2, 3), (4, 2)]),
    ],
)
def test_errors(text, shapes):
    operands = [small(*shape) for shape in shapes]
    check(lambda xp, *a: xp.einsum(text, *a), *operands, raises=ValueError)


def test_lists_of_subscripts():
    a, b = small(2, 3), small(3, 4)
    check(lambda xp, a, b: xp.einsum(a, [0, 1], b, [1, 2]), a, b)
    check(lambda xp, a, b: xp.einsum(a, [5, 1], b, [1, 2], [2, 5]), a, b)
    check(lambda xp, a, b: xp.einsum(a, [0, Ellipsis], [Ellipsis]), a, b)
    for bad in ([0, "a"], [0, 60], [0], 3):
        check(lambda xp, a, bad=bad: xp.einsum(a, bad), a, raises=ANY)
    check(lambda xp: xp.einsum(""), raises=ValueError, dispatch=False)


def test_one_operand_without_sums_is_a_view():
    def assigned(xp, a):
        xp.einsum("ii->i", a)[...] = 9
        xp.einsum("ij->ji", a)[0, 1] = 7
        return a

    check(assigned, small(3, 3), returns=0)


def test_dtypes():
    for dtype in ("bool", "int8", "uint64", "float16"):
        a, b = small(3, 40).astype(dtype), small(40, 2).astype(dtype)
        check(lambda xp, a, b: xp.einsum("ij,jk", a, b), a, b)
        check(lambda xp, a, b: xp.einsum("ij->i", a), a, b)
    a, b = small(5, dtype="i1"), small(5, dtype="i2")
    check(lambda xp, a, b: xp.einsum("i,i", a, b), a, b)
    check(lambda xp, a, b: xp.einsum("i,i->i", a, b, dtype="f8"), a, b)
    check(lambda xp, a, b: xp.einsum("i,i", a, b, dtype="i1"), a, b, raises=TypeError)
    check(lambda xp, a, b: xp.einsum("i,i", a, b, dtype="i1", casting="unsafe"), a, b)
    check(lambda xp, a: xp.einsum("i,->i", a, 200), a)
    check(lambda xp, a: xp.einsum("i,i->i", a, a, order="F"), a)
    check(lambda xp, a: xp.einsum("i", a, order="Q"), a, raises=ValueError)


def test_out():
    a, b = small(2, 3, dtype="i4"), small(3, 4, dtype="i4")
    out = np.zeros((2, 4), "i8")
    check(lambda xp, a, b, o: xp.einsum("ij,jk", a, b, out=o), a, b, out, returns=2)
    narrow = np.zeros((2, 4), "f4")
    for bad in (narrow, np.zeros((3, 4), "i8")):
        check(
            lambda xp, a, b, o: xp.einsum("ij,jk", a, b, out=o), a, b, bad, raises=ANY
        )


@pytest.mark.parametrize(
    "optimize",
    [
        True,
        "greedy",
        "optimal",
        ["einsum_path", (0, 2), (0, 1)],
        ["einsum_path", (0, 1, 2)],
    ],
)
def test_orders_of_contraction(optimize):
    operands = [small(2, 3), small(3, 4), small(4, 2)]
    check(lambda xp, *a: xp.einsum("ij,jk,kl", *a, optimize=optimize), *operands)


def test_einsum_path_looks_at_shapes_only():
    operands = [np.ones((2, 3)), np.ones((3, 4)), np.ones((4, 2))]
    want = np.einsum_path("ij,jk,kl", *operands)
    given = [to_device(a) for a in operands]
    readbacks = gpuarray.device.current().counters.readbacks
    assert np.einsum_path("ij,jk,kl", *given) == want
    assert gpuarray.einsum_path("ij,jk,kl", *given, optimize="optimal")[0] == want[0]
    assert gpuarray.device.current().counters.readbacks == readbacks


LENGTHS = dict(zip("abcd", (2, 3, 1, 4), strict=True))


@given(st.data())
def test_random_contractions(data):
    """Any labels on any of up to three operands, any subset of them in the result."""
    terms = data.draw(st.lists(st.text("abcd", max_size=3), min_size=1, max_size=3))
    used = sorted(set("".join(terms)))
    result = data.draw(st.permutations(used))[: data.draw(st.integers(0, len(used)))]
    text = ",".join(terms) + "->" + "".join(result)
    operands = [small(*[LENGTHS[n] for n in term], dtype="i4") for term in terms]
    check(lambda xp, *a: xp.einsum(text, *a), *operands)


def test_one_operand_without_sums_is_seen_not_converted():
    x = np.arange(6, dtype="i2").reshape(2, 3)
    for text in ("ij", "ij->ji", "ij->ij...", "ji", "...ij->...ji"):
        check(lambda xp, x, t=text: xp.einsum(t, x, dtype="f4"), x)
        check(lambda xp, x, t=text: xp.einsum(t, x).base is x, x)
    check(lambda xp, x: xp.einsum("ii->i", x[:, :2], dtype="i1"), x)
    check(lambda xp, x: xp.einsum("ij->i", x, dtype="f4"), x)
