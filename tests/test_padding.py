"""pad in every mode against NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from compare import ANY, check
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_bits, numbers, packed, shapes, views, wild

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")
MOVES = ("edge", "wrap", "reflect", "symmetric", "constant")


@st.composite
def widths(draw, ndim, most=11):
    """Numbers of every spelling for pad_width."""
    width = st.integers(0, most)
    pair = st.tuples(width, width)
    spelled = [
        width,
        pair,
        st.tuples(*[pair] * ndim),
        st.tuples(pair),
        st.tuples(width),
    ]
    spelled.append(st.dictionaries(st.integers(-ndim, ndim - 1), width | pair))
    return draw(st.one_of(*spelled))


@pytest.mark.core
@given(shapes(max_dims=3, max_side=4), st.data())
def test_modes_that_move_items(shape, data):
    x = numbers(shape, data.draw(st.sampled_from(["int16", "float32", "int64"])))
    view = data.draw(views(shape))
    width = data.draw(widths(len(shape)))
    mode = data.draw(st.sampled_from(MOVES))
    check(lambda xp, x: xp.pad(view(x), width, mode), x, raises=ANY)


@given(shapes(max_dims=3, max_side=4), st.data())
def test_modes_that_compute(shape, data):
    x = numbers(shape, data.draw(st.sampled_from(["int16", "float32", "float64"])))
    view = data.draw(views(shape))
    width = data.draw(widths(len(shape)))
    mode = data.draw(st.sampled_from(["maximum", "minimum", "mean", "median"]))
    lengths = data.draw(st.none() | widths(len(shape), 4))
    if isinstance(lengths, dict) or lengths in (0, (0,)):
        lengths = None
    if mode in ("mean", "median") and np.min(lengths or 1) == 0:
        lengths = None  # the mean of nothing: a warning, and whatever C makes of NaN
    check(
        lambda xp, x: xp.pad(view(x), width, mode, stat_length=lengths), x, raises=ANY
    )
    for mode in ("reflect", "symmetric"):
        check(
            lambda xp, x, m=mode: xp.pad(view(x), width, m, reflect_type="odd"),
            x,
            raises=ANY,
        )
    ends = data.draw(st.sampled_from([0, 5, (2, -7.5), ((1, 9),)]))
    check(
        lambda xp, x: xp.pad(view(x), width, "linear_ramp", end_values=ends),
        x,
        raises=ANY,
    )


def test_ramps_of_every_dtype():
    for dtype in ("uint8", "float32"):
        x = numbers((5, 7), dtype)
        for ends in (3.5, [[1, 2], [3, 4]]):
            check(
                lambda xp, x, e=ends: xp.pad(
                    x, ((3, 11), (7, 0)), "linear_ramp", end_values=e
                ),
                x,
            )


def test_constants():
    x = numbers((2, 3), "float32")
    for values in (7, (1, 2), ((1, 2), (3, 4)), 2.5, ((1,), (2,)), np.float64(9), -1):
        check(lambda xp, x, v=values: xp.pad(x, ((1, 2), (0, 3)), constant_values=v), x)
        check(
            lambda xp, x, v=values: xp.pad(x, 2, constant_values=v), x.astype("int16")
        )
    check(lambda xp, x: xp.pad(x, 2), x > 0)
    check(lambda xp, x: xp.pad(x, 1), np.full((), 3, "f4"))
    check(lambda xp, x: xp.pad(x, 300, "wrap"), x)
    check(lambda xp, x: xp.pad(x, (1, 0), constant_values="a"), x, raises=ValueError)
    check(lambda xp, x: xp.pad(x, (3, 5), "empty")[3:5, 3:6], x)
    check(lambda xp, x: xp.pad(x, 1, "edge").flags.f_contiguous, np.asfortranarray(x))


def test_items_move_bit_for_bit():
    x = any_bits(50, "float32")
    for mode in MOVES:
        check(lambda xp, x, m=mode: xp.pad(x, 33, m), x, bits=True)
        check(lambda xp, r, m=mode: xp.pad(r["x"], (70, 1), m), packed(x), bits=True)
    check(lambda xp, r: xp.pad(r, 3, "symmetric"), packed(wild(7, "int16")))


def test_empty_axes():
    x = np.zeros((0, 3), "f4")
    for mode in (*MOVES, "mean", "linear_ramp", "maximum", "empty"):
        for width in (1, ((0, 0), (1, 2)), 0):
            check(lambda xp, x, m=mode, w=width: xp.pad(x, w, m).shape, x, raises=ANY)


def test_functions_change_rows_in_place():
    def with_padding(row, pair, axis, kwargs):
        row[: pair[0]] = kwargs.get("padder", 10) + axis
        row[row.shape[0] - pair[1] :] = -axis

    x = numbers((2, 3), "int32")
    check(lambda xp, x: xp.pad(x, ((1, 2), (0, 3)), with_padding), x)
    check(lambda xp, x: xp.pad(x, 2, with_padding, padder=100), x)


def test_errors():
    x = numbers((2, 3), "float32")
    for width in (
        -1,
        1.5,
        (1, 2, 3),
        ((1, 2), (3, 4), (5, 6)),
        "a",
        None,
        ((1, -2),),
        (),
        {5: 1},
    ):
        check(lambda xp, x, w=width: xp.pad(x, w), x, raises=ANY)
        check(lambda xp, x, w=width: xp.pad(x, w, "edge"), x, raises=ANY)
    check(lambda xp, x: xp.pad(x, 1, "mirror"), x, raises=ValueError)
    check(lambda xp, x: xp.pad(x, 1, "edge", constant_values=1), x, raises=ValueError)
    check(lambda xp, x: xp.pad(x, 1, "maximum", stat_length=0), x, raises=ValueError)
    check(lambda xp, x: xp.pad(x, 1, "maximum", stat_length=-1), x, raises=ValueError)


def test_nothing_waits():
    x = gpuarray.asarray(numbers((20, 30), "float32"))
    with gpuarray.transfer_guard("forbid"):
        for mode in (*MOVES, "mean", "linear_ramp", "maximum"):
            np.pad(x, ((3, 4), (50, 1)), mode)
