"""Keys of every kind, read and written, against NumPy: values, errors, waits, holes."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from compare import same
from hypothesis import given
from hypothesis import strategies as st
from strategies import mask, numbers, rng

import gpuarray
from gpuarray.algorithms import gather

pytestmark = pytest.mark.usefixtures("profile")

PACKED = np.dtype([("a", "u1"), ("b", "i4"), ("c", "S2")])  # 7 bytes
ALIGNED = np.dtype([("a", "i1"), ("b", "i4")], align=True)
FIELDS = np.dtype([("a", "i1"), ("c", "i1"), ("b", "i4")])[["a", "b"]]


def filled(shape, dtype, seed=0):
    """Numbers of one or two digits, in every field."""
    dtype = np.dtype(dtype)
    if dtype.names is not None:
        x = np.zeros(shape, dtype)
        for name in dtype.names:
            field = x[name]
            field[...] = filled(field.shape, field.dtype, seed + len(name))
        return x
    if dtype.kind == "V":
        return filled(shape, f"S{dtype.itemsize}", seed).view(dtype)
    values = numbers(shape, "int64", 0, 99, seed)
    return values.astype(dtype)


def to_device(key, on_host=()):
    """A key with its arrays on the device, but for those at the given places."""
    if not isinstance(key, tuple):
        return key if 0 in on_host else _moved(key)
    return tuple(k if i in on_host else _moved(k) for i, k in enumerate(key))


def _moved(part):
    return gpuarray.asarray(part) if isinstance(part, np.ndarray) else part


def outcome(fn):
    try:
        return fn(), None
    except Exception as error:
        return None, error


def agree(got, want, where, words=True):
    """The same class of error, in NumPy's words."""
    if want is None and got is not None:
        raise got
    assert got is not None or want is None, f"{where}: {want!r} wanted"
    if want is not None:
        public = [c for c in type(want).__mro__ if not c.__name__.startswith("_")]
        assert isinstance(got, public[0]), (where, got, want)
        if words:
            assert str(got).rstrip(".") == str(want).rstrip("."), where


def check_get(x, key, on_host=(), view=lambda a: a):
    """x[key] of NumPy and of the device: value, dtype, shape, view or copy, error."""
    device = gpuarray.asarray(x)
    want, error = outcome(lambda: view(x)[key])
    got, failure = outcome(lambda: view(device)[to_device(key, on_host)])
    agree(failure, error, f"x[{key!r}] of shape {x.shape}")
    if error is None:
        same(got, np.asarray(want, x.dtype) if x.dtype.kind == "S" else want)
    same(device, x)


def check_put(x, key, value, on_host=(), view=lambda a: a, words=True):
    """x[key] = value of NumPy and of the device: all bytes afterwards, the error."""
    device, given = gpuarray.asarray(x), value
    x = np.frombuffer(bytearray(x.tobytes()), x.dtype).reshape(x.shape)
    if isinstance(value, np.ndarray):
        given = gpuarray.asarray(value)

    def write(target, key, value):
        target[key] = value

    _, error = outcome(lambda: write(view(x), key, value))
    there = to_device(key, on_host)
    _, failure = outcome(lambda: write(view(device), there, given))
    agree(failure, error, f"x[{key!r}] = .. of shape {x.shape}", words)
    assert device.get().tobytes() == x.tobytes(), (key, value, device, x)


# ---- any key


@st.composite
def keys(draw, shape):
    """Tuples of every kind of part, some of them wrong, and what stays on the host."""
    parts, axis, dots = [], 0, False
    length = draw(st.integers(0, 3))
    plain = ("slice", "int", "none", "dots", "flag", "list")
    kinds = (*plain, "mask", "plane", "array", "array", "stop", "stop")
    for _ in range(len(shape) + 2):
        kind = draw(st.sampled_from(kinds))
        side = shape[axis] if axis < len(shape) else 2
        if dots:
            side = min(shape, default=2)
        number = st.integers(-side, max(side - 1, -side))
        if kind == "stop" or (axis > len(shape) and draw(st.booleans())):
            break
        if kind == "none":
            parts.append(None)
        elif kind == "dots":
            if not dots or draw(st.integers(0, 9)) == 0:
                parts.append(Ellipsis)
            dots = True
        elif kind == "flag":
            flags = (True, False, np.True_, np.array(True), np.array(False))
            if draw(st.booleans()):
                parts.append(draw(st.sampled_from(flags)))
        elif kind == "plane" and axis + 1 < len(shape):
            parts.append(mask(shape[axis : axis + 2], 0.5, draw(st.integers(0, 9))))
            axis += 1
        elif kind in ("mask", "plane"):
            wrong = draw(st.integers(0, 19)) == 0
            parts.append(mask(side + wrong, 0.5, draw(st.integers(0, 9))))
        elif kind == "list":
            parts.append(draw(st.lists(number, min_size=length, max_size=length)))
        elif kind == "array":
            sizes = ((length,), (length, 1), (1, length), (2, length), (1,), ())
            size = draw(st.sampled_from(sizes))
            r = rng(draw(st.integers(0, 99)))
            array = r.integers(-side, max(side, 1 - side), size)
            array = np.where(r.random(size) < 0.01, side, array)
            dtype = draw(st.sampled_from(("i1", "i2", "i4", "i8", "u1", "u4")))
            parts.append((abs(array) if dtype[0] == "u" else array).astype(dtype))
        elif kind == "int":
            parts.append(draw(number | st.just(np.int16(0))))
        else:
            bound = st.none() | st.integers(-side - 1, side + 1)
            step = st.sampled_from((None, 1, 2, -1, -2))
            parts.append(slice(draw(bound), draw(bound), draw(step)))
        if kind not in ("none", "dots", "flag"):
            axis += 1
    on_host = {i for i in range(len(parts)) if draw(st.booleans())}
    if len(parts) == 1 and draw(st.booleans()):
        return parts[0], on_host
    return tuple(parts), on_host


@st.composite
def programs(draw):
    """An array, a way to look at it, a key, and a value that fits, nearly always."""
    dtype = draw(
        st.sampled_from(("u1", "i4", "f4", "i8", "f2", "?", PACKED, "S3", "V4"))
    )
    shape = draw(st.lists(st.integers(1, 5), min_size=0, max_size=4).map(tuple))
    if draw(st.integers(0, 7)) == 0:
        shape = (*shape, 0)
    x = filled(shape, dtype, draw(st.integers(0, 9)))
    steps = tuple(
        slice(None, None, draw(st.sampled_from((1, 1, -1, 2)))) for _ in shape
    )
    axes = draw(st.permutations(range(len(shape))))

    def view(a):
        return a[steps].transpose(axes) if shape else a

    key, on_host = draw(keys(view(x).shape))
    picked, error = outcome(lambda: view(x)[key])
    sizes = list(np.shape(picked)) if error is None else [2]
    how = draw(
        st.sampled_from(("same", "same", "one", "ones", "tail", "more", "wrong"))
    )
    if how == "one":
        sizes = []
    elif how == "ones":
        sizes = [n if draw(st.booleans()) else 1 for n in sizes]
    elif how == "tail":
        sizes = sizes[draw(st.integers(0, len(sizes))) :]
    elif how == "more":
        sizes = [1, *sizes]
    elif how == "wrong" and sizes:
        sizes[draw(st.integers(0, len(sizes) - 1))] += 1
    plain = np.dtype(dtype).kind not in "SV"
    other = draw(st.sampled_from(("i4", "f4", "u1"))) if plain else dtype
    value = filled(tuple(sizes), other, 77)
    return x, view, key, on_host, value


def _check_program(program):
    x, view, key, on_host, value = program
    check_get(x, key, on_host, view)
    check_put(x, key, value, on_host, view)


@given(programs())
def test_any_key_of_any_array(program):
    _check_program(program)


@pytest.mark.core
@given(programs())
def test_any_key_on_any_device(program):
    _check_program(program)


@given(programs())
def test_any_key_with_winners_found_on_the_device(program):
    few, gather._FEW = gather._FEW, -1
    try:
        _check_program(program)
    finally:
        gather._FEW = few


# ---- NumPy's rules one by one

X = numbers((2, 3, 4), "int32", 0, 99)
RULES = [
    (slice(None), [0] * 5, Ellipsis, [1] * 5),  # an empty ellipsis divides
    (Ellipsis, [0] * 5, slice(None), [1] * 5),
    (slice(None), 0, None, [1] * 5),
    (0, slice(None), True),
    (True, slice(None), 0),
    (slice(None), True, 0),
    (0, slice(None), np.array(1)),
    (slice(None), slice(None), [[], []]),
    ([], [10]),  # nothing selected: nothing checked
    ([], 10),
    ([5], slice(0, 0)),
    (False, [5]),
    (False, [5, 6]),
    (np.zeros(2, bool), [7]),
    (np.ones(2, bool), [1, 2, 0]),
    (np.ones((2, 3), bool), 0),
    (0, np.ones((3, 4), bool)),
    (np.ones((2, 3), bool), None, [0, 1, 2, 3, 0, 1]),
    (None, [[[0]]], 0, Ellipsis, None),
    np.zeros(0, bool),  # NumPy lets masks of no length pass
    np.zeros((0, 3, 4), bool),
    (slice(None), np.zeros(0, bool)),
    np.ones((2, 3, 1), bool),
    np.ones((2, 2), bool),
    np.ones((2, 3, 4, 1), bool),
    (Ellipsis, np.ones((2, 3, 4), bool)),
    (np.ones((2, 3, 4), bool), Ellipsis),
    [[0, 1], [1, 0]],
    [True, False],
    [1, True],
    range(2),
    [range(2)],
    [],
    [[]],
    (),
    Ellipsis,
    None,
    True,
    False,
    np.True_,
    np.array(1),
    (np.array(0), np.array(1), np.array(2)),
    (np.array(0), Ellipsis),
    np.uint64(1),
    np.array([1], "u8"),
    (0, 1, 2),
    (0, 1, 2, Ellipsis),
]
WRONG = [
    1.0,
    [1.0],
    np.array([1.0]),
    np.array(1.0),
    np.zeros(0),
    1j,
    "a",
    ["a"],
    (0, "a"),
    b"a",
    {1: 2},
    [None],
    [slice(0, 2)],
    (0, (None,)),
    2**70,
    [2**70],
    2,
    -3,
    [2],
    [-3],
    (0, [3]),
    (0, 0, np.array([1, 9, 11], "i1")),
    np.array([2**63 + 1], "u8"),
    (0, 0, 0, 0),
    (0, [0], 0, 0),
    (Ellipsis, Ellipsis),
    ([0, 1], [0, 1, 2]),
    ([0, 1], [0, 1, 2], 0),
    slice(None, None, 0),
    slice(1.5),
    np.ones(3, bool),
    (slice(None), np.ones((3, 5), bool)),
    (None,) * 70,
    ((None,) * 61 + ([[0]],)),
]


@pytest.mark.core
@pytest.mark.parametrize("on_host", [(), (0, 1, 2)])
def test_numpy_s_rules(on_host):
    for key in RULES:
        check_get(X, key, on_host)
        check_put(X, key, 5, on_host)
        picked, error = outcome(lambda key=key: X[key])
        if error is None:
            check_put(X, key, filled(np.shape(picked), "f4", 3), on_host)
    for x in (np.array(7), numbers(5)):
        for key in (True, False, None, Ellipsis, (True, True), (None, False), ()):
            check_get(x, key, on_host)
            check_put(x, key, 3, on_host)


@pytest.mark.parametrize("on_host", [(), (0, 1, 2)])
def test_wrong_keys_have_numpy_s_errors_and_words(on_host):
    for key in WRONG:
        check_get(X, key, on_host)
        check_put(X, key, 5, on_host)


VALUES = [(), (1,), (2,), (3,), (0,), (1, 2), (2, 1), (1, 1, 2), (2, 2), (1, 3), (4,)]


def test_values_of_every_shape_fit_or_have_numpy_s_words():
    line, plane = numbers(5), numbers((2, 4))
    some = np.array([True, False, True, False, False])
    targets = [
        (line, some),
        (line, np.zeros(5, bool)),
        (line, (some, Ellipsis)),
        (line, [0, 1]),
        (line, slice(0, 2)),
        (line, 0),
        (plane, plane > 0),
        (plane, np.array([True, False])),
        (plane, (slice(None), np.array([True, False, True, False]))),
        (plane, (slice(None), [1, 3])),
        (plane, 0),
        (plane, (0, 0)),
        (plane, ([0], [0])),
        (plane, Ellipsis),
        (np.array(3), ()),
        (np.array(3), Ellipsis),
        (np.array(3), np.array(True)),
        (np.array(3), np.array(False)),
        (np.array(3), (True, Ellipsis)),
    ]
    for (x, key), shape in itertools.product(targets, VALUES):
        check_put(x, key, filled(shape, "i4", 5))
        check_put(x.astype("?"), key, filled(shape, "f4", 5))


def test_views_copies_and_scalars():
    x = gpuarray.asarray(X)
    for key in (0, (0, slice(None)), Ellipsis, (0, 1, 2, Ellipsis), None):
        assert x[key].base is x
    for key in (np.array(0), [0], (0, True), np.ones(2, bool), (0, [1])):
        assert x[key].base is None
    records = gpuarray.asarray(filled(4, PACKED))
    one = records[2]
    records["b"] = 5
    assert one["b"].item() == 5
    assert records[["a", "c"]].base is records


def test_a_failed_call_writes_nothing():
    x, m = numbers(300, "int32"), mask(300)
    for key, value in (
        (np.array([4, 9, 300]), 7),
        (np.array([4, -301]), 7),
        (m, np.arange(int(m.sum()) + 1)),
        ((m, None), np.arange(3)),
    ):
        check_put(x, key, value)
    records = filled(5, PACKED)
    check_put(records, Ellipsis, filled(5, [("p", "i4")]), words=False)
    device = gpuarray.asarray(records)
    with pytest.raises(TypeError, match="Cannot cast"):
        device[m[:5]] = gpuarray.asarray(filled(int(m[:5].sum()), "V7"))
    same(device, records)


# ---- repeated positions


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["u1", "i2", "i8", PACKED], ids=str)
def test_the_last_of_several_values_stays(dtype):
    x = filled((7, 3), dtype)
    for count in (5, 600):
        rows = rng(count).integers(-7, 7, count)
        columns = rng(count, 1).integers(-3, 3, count)
        for on_host in ((), (0,), (0, 1)):
            check_put(x, rows, filled((count, 3), dtype, 1), on_host)
            check_put(x, rows, filled((count, 1), dtype, 1), on_host)
            check_put(x, rows, filled(3, dtype, 1), on_host)
            check_put(x, (rows, columns), filled(count, dtype, 2), on_host)
            check_put(
                x, (slice(None, None, -1), columns), filled(count, dtype, 2), on_host
            )
            grid = (rows[:5, None], columns[None])
            check_put(x, grid, filled((5, count), dtype, 2), on_host)
    check_put(x, (np.ones((1, 3), bool).repeat(7, 0), None), filled((21, 1), dtype, 4))
    three = np.array([True, False, True, False, True, False, False])
    check_put(x, (three, np.array([[0], [0]])), filled((2, 3), dtype, 3))


def test_many_repeated_positions_from_the_host():
    x = numbers(5000, "int32")
    where = rng(3).integers(-5000, 5000, 20_000)
    check_put(x, where, np.arange(20_000), on_host=(0,))
    check_put(x, where, np.arange(20_000))
    check_get(x, where, on_host=(0,))


@pytest.mark.core
def test_more_index_arrays_than_buffers():
    x = numbers((2, 3, 2, 3, 2, 3, 2), "int32", 0, 999)
    key = tuple(rng(n).integers(-side, side, 40) for n, side in enumerate(x.shape))
    check_get(x, key)
    check_get(x, key[:6], view=lambda a: a[::-1, ::-1])
    check_put(x, key, np.arange(40))
    check_put(x, key[:5], numbers((40, 3, 2), "int32", 0, 99))


def test_positions_that_read_what_is_written():
    def both(change):
        host, device = np.arange(12), gpuarray.asarray(np.arange(12))
        change(host)
        change(device)
        same(device, host)

    def turn(x):
        x[x[::-1]] = x * 2

    def permute(x):
        x[x] = x[::-1]

    def shift(x):
        x[x[:-1] + 1] = x[:-1]

    def masked(x):
        x[(x % 3 == 0)] = x[x % 3 == 0][::-1]

    def rows(x):
        y = x.reshape(4, 3)
        y[y[:, 0] > 2] = y[0]

    for change in (turn, permute, shift, masked, rows):
        both(change)


# ---- records and bytes


CONVERTIBLE = [
    ([("a", "i4"), ("b", "f4")], [("p", "f8"), ("q", "i1")]),
    ([("a", "i4")], "f4"),
    ("f4", [("a", "i4"), ("b", "f4")]),
    ([("a", "i4", (2,))], [("a", "f4", (2,))]),
    ([("a", "i4", (1,))], [("a", "f4", (2,))]),
    ([("a", "i4")], [("a", "f4", (2, 2))]),
    ([("a", "i4", (2,))], [("a", "f4")]),
    ([("a", "i4", (2,))], [("a", "f4", (3, 2))]),
    ([("n", [("b", "i4"), ("c", "S4")]), ("d", "i2", (2,))],
     [("n", [("b", "f4"), ("c", "S7")]), ("d", "i8", (2,))]),
    ("S3", [("a", "S5"), ("b", "S2")]),
    (PACKED, ALIGNED),
    (ALIGNED, PACKED),
    (ALIGNED, ALIGNED),
    (FIELDS, FIELDS),
    ("i1", ALIGNED),
    ([("a", "i4")], "V6"),
    ([("a", "i4"), ("b", "i4")], "V6"),
    ("V5", "S8"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "dtype"), CONVERTIBLE, ids=str)
def test_records_convert_field_by_field_and_spare_the_holes(source, dtype):
    source, dtype = np.dtype(source), np.dtype(dtype)
    old = np.frombuffer(b"\xaa" * (5 * dtype.itemsize), dtype)
    value = filled(5, source, 3)
    some = np.array([True, False, True, True, False])
    check_put(old, Ellipsis, value, words=False)
    check_put(old, some, value[:3], words=False)
    check_put(old, some, value[:1].reshape(()), words=False)
    check_put(old, slice(None, None, -2), value[:3], words=False)
    # NumPy's index arrays overwrite the holes, ours do not: compare the fields.
    for key in (np.array([4, 0, 4]), (some, None)):
        device = gpuarray.asarray(old)
        given = value[:3] if isinstance(key, np.ndarray) else value[:3, None]
        want = old.copy()
        try:
            want[key] = given
        except (TypeError, ValueError):
            continue
        device[to_device(key)] = gpuarray.asarray(given)
        same(device, want)


def test_byte_strings_of_every_length():
    lengths = ("S1", "S2", "S3", "S4", "S5", "S8", "S9", "V1", "V4", "V7", "V8", "V12")
    for source, dtype in itertools.product((*lengths, "i4", "i8", "u1"), lengths):
        if np.dtype(source).kind not in "SV" and dtype[0] == "S":
            continue
        check_put(filled(5, dtype), Ellipsis, filled(5, source, 3), words=False)


def test_fields_as_keys():
    x = filled(
        (4, 3), [("a", "i4"), ("v", "f4", (2,)), ("n", [("s", "S3"), ("k", "u1")])]
    )
    for key in (
        "a",
        "v",
        "n",
        ["a", "n"],
        ["v"],
        "zz",
        ["zz"],
        ["a", "a"],
        (0, "a"),
        [],
    ):
        check_get(x, key)
    check_put(x, "a", 7)
    check_put(x, "a", filled((4, 3), "f4"))
    check_put(x, "v", filled((4, 3, 2), "i1"))
    check_put(x, "n", filled(3, x.dtype["n"], 5))
    check_put(x, ["a", "v"], filled((4, 3), x.dtype, 5)[["a", "v"]])
    check_put(x, "a", filled(5, "f4"))


def test_text_is_not_converted_on_the_device():
    x = gpuarray.asarray(np.arange(3))
    with pytest.raises(TypeError, match="on the device"):
        x[...] = gpuarray.asarray(np.array([b"1", b"2", b"3"]))
    same(x, np.arange(3))


# ---- how often the device is waited for


@pytest.mark.parametrize(
    ("key", "value", "waits"),
    [
        (mask((300, 4)), None, 1),
        (mask(300), None, 1),
        ((2, mask(4)), None, 1),
        (np.arange(0, 300, 7), None, 1),
        (np.arange(0, 200, 7).astype("u1"), None, 0),  # no uint8 is past the axis
        (mask((300, 4)), 5, 0),
        (mask(300), 5, 0),
        (mask(300), np.arange(4), 0),
        ((mask(300), 2), 5, 0),
        ((slice(None), mask(4)), 5, 0),
        (mask((300, 4)), np.arange(mask((300, 4)).sum()), 1),
        (np.arange(0, 300, 7), 5, 1),
        ((np.array([4, 9, -1]), np.array([1, 2, 3])), np.arange(3), 1),
        ([4, 9, -1], None, 0),
        ([4, 9, -1], 5, 0),
        (np.array(4), None, 1),
    ],
)
def test_how_often_the_device_is_waited_for(key, value, waits):
    x = gpuarray.asarray(numbers((300, 4), "int32"))
    there = to_device(key)
    if isinstance(value, np.ndarray):
        value = gpuarray.asarray(value)
    counters = gpuarray.device.current().counters
    before = counters.readbacks
    if value is None:
        x[there]
    else:
        x[there] = value
    assert counters.readbacks - before == waits
