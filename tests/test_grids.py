"""Grids of positions, diagonals and triangles against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from compare import ANY, Host, check
from hypothesis import given
from hypothesis import strategies as st
from strategies import numbers, packed, rng, shapes, views, wild

pytestmark = pytest.mark.usefixtures("profile")


# ---- positions and indices


@pytest.mark.core
@given(shapes(max_dims=4, max_side=6, min_side=1), st.data())
def test_unravel_and_ravel(shape, data):
    size = int(np.prod(shape))
    wrong = data.draw(st.sampled_from([0, 0, 0, 0, 1]))
    at = rng(1).integers(
        -wrong, size + wrong, data.draw(shapes(max_dims=2, max_side=5))
    )
    order = data.draw(st.sampled_from("CF"))
    dtype = (
        data.draw(st.sampled_from(["int64", "uint8", "int32"]))
        if not wrong
        else "int64"
    )
    at = at.astype(dtype) if size < 256 else at
    check(lambda xp, a: xp.unravel_index(a, shape, order), at, raises=ANY)
    parts = tuple(
        rng(d).integers(-3, n + 3, at.shape)
        if wrong
        else rng(d).integers(0, n, at.shape)
        for d, n in enumerate(shape)
    )
    modes = tuple(data.draw(st.sampled_from(["raise", "wrap", "clip"])) for _ in shape)
    for mode in ("raise", "wrap", "clip", modes):
        check(
            lambda xp, p, m=mode: xp.ravel_multi_index(p, shape, m, order),
            parts,
            raises=ANY,
        )


def test_positions_beyond_32_bits():
    shape = (3, 2**20, 2**21)
    at = rng(2).integers(0, 3 * 2**41, 70)
    for order in "CF":
        check(lambda xp, a, o=order: xp.unravel_index(a, shape, o), at)
        parts = tuple(rng(d).integers(0, n, 70) for d, n in enumerate(shape))
        check(lambda xp, p, o=order: xp.ravel_multi_index(p, shape, order=o), parts)


def test_unravel_and_ravel_errors():
    at, shape = np.array([3, 5]), (2, 3)
    for bad in (
        np.array([6]),
        np.array([-1]),
        np.array([0.0]),
        np.zeros(0),
        np.array(7),
    ):
        check(lambda xp, a: xp.unravel_index(a, shape), bad, raises=ANY)
    for good in (
        np.array(3),
        np.array([True, False]),
        np.array([[1]], "u8"),
        np.zeros((0, 2), int),
    ):
        check(lambda xp, a: xp.unravel_index(a, shape), good)
    for lengths in ((), (0, 3), 6, (2, -3), (2.0, 3), (2**40, 2**40), [2, 3]):
        check(lambda xp, a, s=lengths: xp.unravel_index(a, s), at, raises=ANY)
        check(lambda xp, a, s=lengths: xp.unravel_index(a[0] * 0, s), at, raises=ANY)
        check(
            lambda xp, a, s=lengths: xp.ravel_multi_index((a, a), s), at * 0, raises=ANY
        )
    check(lambda xp, a: xp.unravel_index(a, shape, "K"), at, raises=ValueError)
    check(
        lambda xp, a: xp.ravel_multi_index((a, a), (9, 9), order="A"),
        at,
        raises=ValueError,
    )
    check(
        lambda xp, a: xp.ravel_multi_index((a, a), (9, 9), "no"), at, raises=ValueError
    )
    check(
        lambda xp, a: xp.ravel_multi_index((a, a), (9, 9), ("wrap",)),
        at,
        raises=ValueError,
    )
    check(lambda xp, a: xp.ravel_multi_index(a, (9, 9)), at)
    check(lambda xp, a: xp.ravel_multi_index(a, (9, 9, 9)), at, raises=ValueError)
    check(lambda xp, a: xp.ravel_multi_index((a, 4), (9, 9)), at)
    check(lambda xp, a: xp.ravel_multi_index((a[:, None], a), (9, 9)), at)
    check(
        lambda xp, a: xp.ravel_multi_index((a, a + 0.5), (9, 9)), at, raises=TypeError
    )
    check(
        lambda xp, a, b: xp.ravel_multi_index((a, b), (9, 9)),
        at,
        np.arange(3),
        raises=ValueError,
    )


# ---- grids


def test_indices():
    for shape in ((), (0,), (3,), (2, 3), (2, 0, 3), [2, 1, 2]):
        for dtype in (int, "int8", "float32", bool):
            check(
                lambda xp, s=shape, t=dtype: xp.indices(s, t),
                dispatch=False,
                raises=ANY,
            )
        check(lambda xp, s=shape: xp.indices(s, sparse=True), dispatch=False)
    check(lambda xp: xp.indices(3), dispatch=False, raises=TypeError)


def test_ix():
    rows, mask = np.array([2, 0, 0]), np.array([True, False, True, True])
    x = numbers((3, 4, 2), "int32")
    check(lambda xp, r, m: xp.ix_(r, m), rows, mask)
    check(lambda xp, x, r, m: x[xp.ix_(r, m, [1])], x, rows, mask)
    check(lambda xp, r: xp.ix_(r, []), rows)
    check(lambda xp, r: xp.ix_(r, [[1]]), rows, raises=ValueError)
    check(lambda xp, r: xp.ix_(r, 3), rows, raises=ValueError)
    check(lambda xp, r: xp.ix_(r * 0.5), rows)


def test_meshgrid():
    a, b, c = numbers(3, "int16"), numbers(4, "float32"), numbers((1, 2), "uint8")
    for options in (
        {},
        {"indexing": "ij"},
        {"sparse": True},
        {"sparse": True, "indexing": "ij"},
        {"copy": False},
    ):
        for count in range(1, 4):
            check(lambda xp, *v, o=options: xp.meshgrid(*v, **o), *(a, b, c)[:count])
        check(lambda xp, a, o=options: xp.meshgrid(a, 3, **o), a)
    check(lambda xp, a: xp.meshgrid(a, indexing="ji"), a, raises=ValueError)
    check(lambda xp: xp.meshgrid(), dispatch=False)

    def written(xp, a):
        grids = xp.meshgrid(a, a, sparse=True)
        grids[0][...] = 77
        return a

    check(written, a)


def test_mgrid_between_arrays():
    low, high = np.zeros((5, 1)), np.arange(1.0, 6)[:, None]
    check(lambda xp, a, b: xp.mgrid[a:b:5j, a:b:4j], low, high, dispatch=False)
    check(lambda xp, a, b: xp.mgrid[a:b:5j, :3:1j], low, high[0], dispatch=False)


def test_mgrid_and_ogrid():
    for key in (
        np.s_[0:3],
        np.s_[0:3:2j],
        np.s_[0:3, 1:5:2],
        np.s_[0:1:0.25, 0 : np.float32(1) : 0.5],
        np.s_[-1:1:5j, :4],
        np.s_[2:2, 0:3],
        (),
    ):
        check(lambda xp, k=key: xp.mgrid[k], dispatch=False)
        check(lambda xp, k=key: xp.ogrid[k], dispatch=False)


# ---- triangles


@pytest.mark.core
@given(shapes(max_dims=4, max_side=5, min_dims=1), st.integers(-7, 7), st.data())
def test_triangles(shape, k, data):
    dtype = data.draw(st.sampled_from(["int8", "bool", "float32", "int64", "float16"]))
    view = data.draw(views(shape))
    x = numbers(shape, dtype)
    for name in ("tril", "triu"):
        check(lambda xp, x, n=name: getattr(xp, n)(view(x), k), x)
    if view(x).ndim == 2:
        check(lambda xp, x: xp.tril_indices_from(view(x), k), x)
        check(lambda xp, x: xp.triu_indices_from(view(x), k), x)


def test_triangles_move_bits_and_fuse():
    x = packed(wild((17, 33), "float32"))
    check(lambda xp, x: xp.tril(x["x"], 2), x, bits=True)
    check(lambda xp, x: xp.triu(x), x, bits=True)
    check(lambda xp, x: xp.tril(x["x"] + 1) * 2 - xp.triu(x["x"]), x)
    check(lambda xp, x: xp.tril(x), np.zeros(()), raises=TypeError)
    check(lambda xp, x: xp.triu(x, 0.5), np.ones((2, 2), "f4"))


def test_tri_and_its_indices():
    for n, m, k in (
        (3, None, 0),
        (3, 5, 1),
        (4, 2, -1),
        (0, 3, 0),
        (2, 0, 9),
        (3, 3, -9),
    ):
        for dtype in ("float32", "int8", bool, "uint64"):
            check(lambda xp, n=n, m=m, k=k, t=dtype: xp.tri(n, m, k, t), dispatch=False)
        check(lambda xp, n=n, m=m, k=k: xp.tril_indices(n, k, m), dispatch=False)
        check(lambda xp, n=n, m=m, k=k: xp.triu_indices(n, k, m), dispatch=False)
    check(lambda xp: xp.tri(2.5, -1, 0.5, "i2"), dispatch=False)
    check(lambda xp: xp.mask_indices(4, xp.triu, 1), dispatch=False)
    check(lambda xp, x: xp.tril_indices_from(x), np.zeros(3), raises=ValueError)


# ---- diagonals


@pytest.mark.core
@given(st.integers(-4, 4), st.data())
def test_diag(k, data):
    shape = data.draw(shapes(max_dims=2, max_side=5))
    x = numbers(shape, data.draw(st.sampled_from(["int8", "float32", "int64"])))
    view = data.draw(views(shape))
    check(lambda xp, x: xp.diag(view(x), k), x)
    check(lambda xp, x: xp.diagflat(view(x), k), x)
    if len(shape) > 1:
        check(lambda xp, x: xp.trace(view(x), k), x)
        check(lambda xp, x: xp.diagonal(view(x), k, 1, 0), x)


def test_diag_errors_and_records():
    check(lambda xp, x: xp.diag(x), np.zeros((2, 2, 2)), raises=ValueError)
    check(lambda xp, x: xp.diag(x), np.zeros(()), raises=ValueError)
    check(lambda xp, x: xp.diagflat(x), np.full((), 3, "f4"))
    check(lambda xp, x: xp.diag(x, 1), packed(numbers(3, "int16")))
    check(
        lambda xp, x: xp.diag(x).__setitem__(0, 1), np.zeros((2, 2)), raises=ValueError
    )


def test_trace():
    x = numbers((3, 4, 5), "int8", 90, 120)
    for args in ((), (1,), (-1, 1, 2), (0, 2, 0, "float32"), (9,)):
        check(lambda xp, x, a=args: xp.trace(x, *a), x)
        check(lambda xp, x, a=args: x.trace(*a), x)
    check(lambda xp, x, o: xp.trace(x, out=o), x, np.zeros(5, "int64"), returns=1)
    check(lambda xp, x: xp.trace(x), x[0, 0], raises=ValueError)
    check(lambda xp, x: xp.trace(x, 0, 1, 1), x, raises=ValueError)


@pytest.mark.core
@given(st.data())
def test_fill_diagonal(data):
    n = data.draw(st.integers(0, 5))
    ndim = data.draw(st.integers(2, 4))
    shape = (data.draw(st.integers(0, 12)), n) if ndim == 2 else (n,) * ndim
    x = numbers(shape, "int32")
    axes = tuple(data.draw(st.permutations(range(ndim))))
    value = data.draw(
        st.sampled_from([7, np.arange(3), np.arange(40, dtype="f4").reshape(2, 20), []])
    )
    wrap = data.draw(st.booleans())

    def fill(xp, x, v):
        xp.fill_diagonal(x.transpose(axes), v, wrap)
        return x

    check(fill, x, value, raises=ANY)
    check(fill, x, Host(value), raises=ANY)


def test_fill_diagonal_errors_and_indices():
    for shape in (3, (2, 3, 3), ()):
        check(
            lambda xp, x: xp.fill_diagonal(x, 1),
            np.zeros(shape, "f4"),
            raises=ValueError,
        )
        check(lambda xp, x: xp.diag_indices_from(x), np.zeros(shape, "f4"), raises=ANY)
    check(
        lambda xp, x: xp.fill_diagonal(x, "a"),
        np.zeros((2, 2), "f4"),
        raises=ValueError,
    )
    check(lambda xp, x: (xp.fill_diagonal(x, 1.5), x)[1], np.zeros((2, 2), "i4"))
    check(lambda xp, x: xp.diag_indices_from(x), np.zeros((3, 3, 3), "f4"))
    for n, ndim in ((4, 3), (0, 2), (-3, 2), (3, 0), (3, -2)):
        check(lambda xp, n=n, d=ndim: xp.diag_indices(n, d), dispatch=False)
    check(
        lambda xp, x: xp.fill_diagonal(xp.broadcast_to(x, (2, 2)), 1),
        np.zeros(2, "f4"),
        raises=ValueError,
    )
