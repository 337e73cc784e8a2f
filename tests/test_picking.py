"""take, put, choose and their kin against NumPy: values, layouts, modes, errors."""

from __future__ import annotations

import numpy as np
import pytest
from compare import ANY, Host, check
from hypothesis import given
from hypothesis import strategies as st
from strategies import any_bits, numbers, packed, rng, shapes, views

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")
MODES = ("raise", "wrap", "clip")
INDEX_DTYPES = ("int64", "int8", "uint16", "uint8", "int32")


def places(shape, low, high, dtype="int64", seed=0):
    return rng(seed).integers(low, max(high, low + 1), shape).astype(dtype)


# ---- take


@pytest.mark.core
@given(shapes(max_dims=3, max_side=5), st.data())
def test_take_of_any_view_at_any_positions(shape, data):
    x = numbers(shape, "int32", seed=1)
    view = data.draw(views(shape))
    axis = data.draw(st.none() | st.integers(-len(shape), len(shape) - 1))
    mode = data.draw(st.sampled_from(MODES))
    n = x.size if axis is None else shape[axis]
    reach = n + 3 if mode != "raise" else n + data.draw(st.sampled_from([0, 0, 0, 1]))
    dtype = data.draw(st.sampled_from(INDEX_DTYPES))
    low = 0 if dtype[0] == "u" else -reach
    at = places(data.draw(shapes(max_dims=2, max_side=4)), low, reach, dtype)
    host = data.draw(st.booleans())

    def fn(xp, x, at):
        return xp.take(view(x), at, axis, mode=mode)

    check(fn, x, Host(at) if host else at, raises=ANY)


@pytest.mark.parametrize("dtype", ["bool", "float16", "uint64", "S3", "V5"])
def test_take_moves_bits(dtype):
    x = any_bits(60, "float16").view("V6").astype("V5") if dtype == "V5" else None
    if x is None:
        x = any_bits(60, "u1").view("S3") if dtype == "S3" else any_bits(40, "u8")
        x = x.view(dtype) if dtype in ("uint64", "float16") else x.astype(dtype)
    at = np.array([3, 0, -1, 7, 7])
    check(lambda xp, x, at: xp.take(x, at), x, at, bits=True)
    check(lambda xp, x, at: xp.take(x["x"], at), packed(x), at, bits=True)


def test_take_errors_and_scalars():
    x, at = numbers((2, 3), "float32"), np.array([0, 1])
    for bad in (np.array([0.0]), np.array([1], "float32"), np.zeros(0)):
        check(lambda xp, x, b: xp.take(x, b), x, bad, raises=TypeError)
        check(lambda xp, x, b: xp.take(x, b), x, Host(bad), raises=TypeError)
    for good in (1.0, True, [], 2, np.float32(1), [[0, 5], [1, 1]], -6):
        check(lambda xp, x, g=good: xp.take(x, g), x)
    for bad in (6, -7, [0, 6], None, [2**63]):
        check(lambda xp, x, b=bad: xp.take(x, b), x, raises=ANY)
    check(lambda xp, x, b: xp.take(x, b), x, np.array([True, False]))
    check(lambda xp, x, b: xp.take(x, b), x, np.array([1, 2], "uint64"))
    check(lambda xp, x, b: xp.take(x, b), x, np.array([2**63], "uint64"), raises=ANY)
    check(lambda xp, x, a: xp.take(x, a, axis=2), x, at, raises=ValueError)
    check(lambda xp, x, a: xp.take(x, a, mode="back"), x, at, raises=ValueError)
    check(lambda xp, x: xp.take(x, [0]), np.array(3))
    check(lambda xp, x: xp.take(x, [0, 1]), np.array(3), raises=IndexError)
    check(lambda xp, x: x.take([0, 2], axis=1), x)
    for axis in (0, 1):
        for mode in MODES:
            for given_ in ([], [0], [5]):
                check(
                    lambda xp, x, g=given_, a=axis, m=mode: xp.take(x, g, a, mode=m),
                    np.zeros((0, 3)),
                    raises=ANY,
                )


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("at", [2, -7, np.int64(5), np.array(-1), True], ids=repr)
def test_take_at_one_position_of_the_host(mode, at):
    x = np.arange(12.0).reshape(3, 4)
    for axis in (None, 0, -1):
        check(lambda xp, x, a=axis: xp.take(x, at, a, mode=mode), x, raises=ANY)
        check(lambda xp, x, a=axis: x.take(at, axis=a, mode=mode), x, raises=ANY)


@pytest.mark.parametrize("shape", [(3, 2, 0), (0, 2, 3), (3, 0, 2), (2, 0, 0)])
@pytest.mark.parametrize("at", [[5], [-3], [], [[0, 1]]])
def test_take_checks_positions_of_empty_results(shape, at):
    at = np.array(at, "int64")
    for axis in (0, 1, 2, None):
        take = lambda xp, x, a, axis=axis: xp.take(x, a, axis)  # noqa: E731
        check(take, np.zeros(shape), Host(at), raises=ANY)
        check(take, np.zeros(shape), at, raises=ANY)


def test_take_into_out():
    x, at = numbers((2, 3), "int32"), np.array([[0, 1], [5, 3]])
    for dtype in ("int32", "int8", "int64", "float64", "bool"):
        for shape in ((2, 2), (4,)):
            out = np.zeros(shape, dtype)
            check(lambda xp, x, a, o: xp.take(x, a, out=o), x, at, out, raises=ANY)
    check(lambda xp, x, a, o: xp.take(x, a, None, o), x, at, x[:, :2], returns=2)
    # Nothing is written by a call that fails.
    out = np.full(2, 9, "int32")
    check(
        lambda xp, x, a, o: xp.take(x, a, out=o), x, np.array([0, 9]), out, raises=ANY
    )
    check(lambda xp, x: xp.take(x, [1, 0], 0, x[:2]), numbers((3, 3), "int16"))


# ---- put


@pytest.mark.core
@given(shapes(max_dims=3, max_side=5), st.data())
def test_put_into_any_view(shape, data):
    x = numbers(shape, "int32", seed=1)
    view = data.draw(views(shape))
    mode = data.draw(st.sampled_from(MODES))
    size = view(x).size
    reach = (
        size + 3 if mode != "raise" else size + data.draw(st.sampled_from([0, 0, 1]))
    )
    at = places(data.draw(shapes(max_dims=2, max_side=4)), -reach, reach)
    values = 100 + np.arange(data.draw(st.sampled_from([0, 1, 2, 3, 20])))
    host = data.draw(st.booleans())

    def fn(xp, x, at, v):
        xp.put(view(x), at, v, mode=mode)
        return x

    check(fn, x, Host(at) if host else at, values, raises=ANY)


def test_put_repeats_values_and_lets_the_last_one_win():
    x = numbers((300, 40), "float32")
    at = places(20_000, -x.size, x.size, seed=3)
    values = np.arange(7000, dtype="float32")
    check(lambda xp, x, a, v: (xp.put(x, a, v), x)[1], x, at, values)
    check(lambda xp, x, a, v: (xp.put(x.T, a, v), x)[1], x, at, values)
    check(lambda xp, x, a, v: (xp.put(x[::-2, 3:], a, v), x)[1], x, at % 5000, values)


@pytest.mark.parametrize("value", [1.5, [1.5, 2], "a", 1000, -1, True, [300], None, []])
@pytest.mark.parametrize("dtype", ["int8", "float32", "bool"])
def test_put_converts_host_values_as_numpy(value, dtype):
    x = numbers(6, dtype)
    check(lambda xp, x: (xp.put(x, [1, 2], value), x)[1], x, raises=ANY)
    check(lambda xp, x: (x.put([1, 2], value), x)[1], x, raises=ANY)


def test_put_errors():
    x = numbers((2, 3), "int32")
    for at in ([0, 6], [-7], [0.5], np.array([0.5]), None, [[1, 2], [0, 1]], True):
        check(lambda xp, x, a=at: (xp.put(x, a, [7, 8]), x)[1], x, raises=ANY)
    for mode in MODES:
        check(
            lambda xp, x, m=mode: xp.put(x, [0], 1, m), np.zeros(0), raises=IndexError
        )
        check(lambda xp, x, m=mode: xp.put(x, [], 1, m), np.zeros(0))
    check(lambda xp, x: xp.put(x, [0], 1, mode="back"), x, raises=ValueError)
    check(
        lambda xp, x: xp.put(xp.broadcast_to(x, (2, 3)), [0], 1),
        x[0],
        raises=ValueError,
    )
    records = packed(numbers(5, "int16"))
    check(lambda xp, r: (xp.put(r["x"], [4, 0], [7, 8]), r)[1], records)
    check(lambda xp, r: (xp.put(r, [4, 0], r[1:3]), r)[1], records)


# ---- along an axis


@pytest.mark.core
@given(shapes(max_dims=3, max_side=4, min_side=1), st.data())
def test_along_axis(shape, data):
    x = numbers(shape, "int32", seed=1)
    axis = data.draw(st.none() | st.integers(-len(shape), len(shape) - 1))
    n = x.size if axis is None else shape[axis]
    lengths = [data.draw(st.sampled_from([1, side])) for side in shape]
    lengths = lengths if axis is not None else [1]
    lengths[axis or 0] = data.draw(st.integers(0, 5))
    reach = n + data.draw(st.sampled_from([0, 0, 0, 1]))
    dtype = data.draw(st.sampled_from(INDEX_DTYPES))
    at = places(lengths, 0 if dtype[0] == "u" else -reach, reach, dtype, 2)
    view = data.draw(views(shape))
    if view(x).shape == shape:
        check(lambda xp, x, a: xp.take_along_axis(view(x), a, axis), x, at, raises=ANY)
    check(lambda xp, x, a: xp.take_along_axis(x, a, axis), x, Host(at), raises=ANY)
    shown = list(at.shape)
    if axis is not None:
        shown = [
            a if d == axis % x.ndim else s
            for d, (a, s) in enumerate(zip(at.shape, shape, strict=True))
        ]
    values = 100 + np.arange(np.prod(shown, dtype=int)).reshape(shown)

    def put(xp, x, a, v):
        xp.put_along_axis(x, a, v, axis)
        return x

    check(put, x, at, values, raises=ANY)
    check(put, x, at, np.int64(7), raises=ANY)


def test_along_axis_errors():
    x = numbers((2, 3), "float32")
    for at in ([[0.0]], [[True]], [0], [[0], [0], [0]], [[3]], [[-4]], 0):
        for axis in (0, 1, 2, None):
            host = np.array(at)
            check(
                lambda xp, x, h, a=axis: xp.take_along_axis(x, h, a),
                x,
                host,
                raises=ANY,
            )
            check(
                lambda xp, x, h, a=axis: (xp.put_along_axis(x, h, 5, a), x)[1],
                x, host, raises=ANY,
            )  # fmt: skip
    at = np.array([[1, 0]])
    for values in ([1, 2, 3], [[1], [2], [3]], [[1, 2]], 5, [[[1, 2]]]):
        check(
            lambda xp, x, a, v=values: (xp.put_along_axis(x, a, v, 1), x)[1],
            x, at, raises=ANY,
        )  # fmt: skip


def test_put_along_axis_lets_the_last_one_win():
    x = numbers((40, 300), "int16")
    at = places((40, 900), -300, 300, seed=5)
    values = np.arange(at.size, dtype="int16").reshape(at.shape)
    check(lambda xp, x, a, v: (xp.put_along_axis(x, a, v, 1), x)[1], x, at, values)
    check(
        lambda xp, x, a, v: (xp.put_along_axis(x.T, a.T, v.T, 0), x)[1], x, at, values
    )


# ---- choose


@pytest.mark.core
@pytest.mark.parametrize("mode", MODES)
def test_choose(mode):
    a = np.array([[0, 2, 1], [1, 0, 2]])
    wild = np.array([[0, 2, -1], [5, -7, 2]])
    choices = (numbers((2, 3), "int16"), numbers(3, "int32"), numbers((2, 1), "int8"))
    for numbers_ in (a, wild, a.astype("uint8"), a > 0):
        check(
            lambda xp, a, *c: xp.choose(a, c, mode=mode), numbers_, *choices, raises=ANY
        )
        check(
            lambda xp, a, c: xp.choose(a, c, mode=mode),
            numbers_,
            numbers((3, 2, 3)),
            raises=ANY,
        )
        check(
            lambda xp, a, c: xp.choose(a, c, mode=mode),
            numbers_,
            numbers((3, 1)),
            raises=ANY,
        )
        check(lambda xp, a: a.choose([1, 2, 3], mode=mode), numbers_, raises=ANY)


def test_choose_of_many_arrays_and_scalars():
    a = places((20, 30), 0, 30)
    rows = tuple(numbers(30, "float32", seed=k) for k in range(30))
    check(lambda xp, a, *c: xp.choose(a, c), a, *rows)
    check(lambda xp, a, c: xp.choose(a % 3, [c, 5, 2]), a, numbers(30, "int8"))
    check(lambda xp, a, c: xp.choose(a % 2, [c, 2.5]), a, numbers(30, "float32"))


@pytest.mark.parametrize("dtype", ["u1", "i8", "f4", "?"])
def test_choose_wraps_numbers_as_numpy(dtype):
    x, number = np.ones(2, dtype), np.array([0, 1], "u1")
    for value in (300, -1, 1.5, 2**40, 2**63, 2**64, 2**70, 1j, True, np.int64(300)):
        check(lambda xp, n, x, v=value: xp.choose(n, [x, v]), number, x, raises=ANY)


def test_choose_errors():
    a, c = np.array([0, 1]), (np.array([1, 2]), np.array([3.5, 4], "float32"))
    for dtype in ("int8", "float32", "int64"):
        for shape in (2, 3, (1, 2)):
            out = np.zeros(shape, dtype)
            check(lambda xp, a, c, o: xp.choose(a, c, o), a, c, out, raises=ANY)
    for bad in (np.array([0.0, 1]), np.array([0, 1], "uint64"), np.array([0, 1, 1])):
        check(lambda xp, a, c: xp.choose(a, c), bad, c, raises=ANY)
    check(lambda xp, a: xp.choose(a, []), a, raises=ValueError)
    check(lambda xp, a: xp.choose(a, 5), a, raises=TypeError)
    check(lambda xp, a, c: xp.choose(a, c, mode="up"), a, c, raises=ValueError)
    check(lambda xp, a, c, o: xp.choose(a, c, o), a, c, np.zeros(2), returns=2)


def test_only_unknown_positions_wait():
    """mode="wrap" and host positions are checked without asking the device."""
    x = gpuarray.asarray(numbers(10, "int32"))
    at = gpuarray.asarray(np.array([1, 12]))
    with gpuarray.transfer_guard("forbid"):
        np.take(x, at, mode="wrap")
        np.take(x, 3)
        np.put(x, at, x[:2], mode="clip")
