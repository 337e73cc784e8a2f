"""Records: NumPy's bytes, fields as views, whole records moved at once."""

import numpy as np
import pytest
from compare import ANY, check, check_each, same, to_device
from hypothesis import given
from hypothesis import strategies as st
from strategies import densities, mask, numbers, packed, rng, seeds

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

FLIGHT = [("origin", "S3"), ("delay", "i2"), ("far", "f4"), ("late", "?"), ("id", "i8")]
SHAPES = {
    "packed 18": np.dtype(FLIGHT),
    "aligned": np.dtype(FLIGHT, align=True),
    "odd 7": np.dtype([("a", "u1"), ("b", "i4"), ("c", "u2")]),
    "one byte": np.dtype([("a", "i1")]),
    "three bytes": np.dtype([("a", "S2"), ("b", "u1")]),
    "four bytes": np.dtype([("a", "i2"), ("b", "u2")]),
    "holes": np.dtype(
        {
            "names": ["a", "b"],
            "formats": ["i4", "u2"],
            "offsets": [5, 1],
            "itemsize": 13,
        }
    ),
    "nested": np.dtype(
        [("tag", "u1"), ("pos", [("x", "f4"), ("y", "f4"), ("n", "i2")]), ("id", "u4")]
    ),
    "sub-arrays": np.dtype([("v", "f4", (3,)), ("m", "i2", (2, 2)), ("k", "u1")]),
    "wide": np.dtype([(f"f{i}", "i4") for i in range(20)] + [("z", "S3")]),
}
each_shape = pytest.mark.parametrize("kind", SHAPES)


def records(n, dtype, seed=0):
    """Records of random bytes, except that floats and truths are ordinary."""
    x = np.zeros(n, dtype)
    _fill(x, seed)
    return x


def _fill(x, seed):
    for i, name in enumerate(x.dtype.names):
        field = x[name]
        if field.dtype.names:
            _fill(field, seed + i)
        elif field.dtype.kind == "S":
            field[...] = rng(seed, i).choice([b"", b"a", b"bc", b"LGA"], field.shape)
        else:
            field[...] = numbers(field.shape, field.dtype, seed=seed + i)


def first_plain(x):
    """The name of the first numeric field that is one number a record."""
    for name in x.dtype.names:
        if x.dtype[name].kind in "iuf" and not x.dtype[name].shape:
            return name
    raise LookupError(x.dtype)


# ---- whole records


@pytest.mark.core
@each_shape
def test_upload_and_download_are_copies(kind):
    dtype = SHAPES[kind]
    for n in (0, 1, 2, 3, 5, 257):
        raw = rng(n).integers(0, 256, n * dtype.itemsize, dtype=np.uint8)
        if any(dtype[name].kind == "b" for name in dtype.names):
            raw &= 1
        x = raw.view(dtype)
        device = gpuarray.asarray(x)
        assert device.dtype == x.dtype
        assert n < 2 or device.strides == x.strides
        assert device.get().tobytes() == x.tobytes()  # padding included


@pytest.mark.core
@each_shape
def test_masks_move_whole_records(kind):
    for n in (1, 2, 7, 129, 4099):
        x = records(n, SHAPES[kind], seed=n)
        for density in (0.0, 0.3, 1.0):
            m = mask(n, density, seed=n)
            check(lambda xp, x, m: x[m], x, m)
            check(lambda xp, x, m: x[::-1][m], x, m)
            check(lambda xp, x, m: xp.compress(m, x), x, m)


@each_shape
def test_offsets_and_item_size_stay(kind):
    x = records(40, SHAPES[kind])

    def layout(xp, x, m):
        d = x[m].dtype
        return [d[n] for n in d.names], [d.fields[n][1] for n in d.names], d.itemsize

    check(layout, x, mask(40))


@pytest.mark.core
@each_shape
def test_predicates_on_a_field(kind):
    x = records(1000, SHAPES[kind])
    names = [n for n in x.dtype.names if x.dtype[n].kind in "iufb"]
    for name in names or ["pos"]:
        if name == "pos":
            check(lambda xp, x: x[x["pos"]["x"] > 0], x)
        else:
            check(lambda xp, x, n=name: x[x[n] > 0], x)
            check(lambda xp, x, n=name: xp.nonzero(x[n]), x)


@pytest.mark.core
@each_shape
def test_writing_whole_records(kind):
    x, y = records(300, SHAPES[kind]), records(300, SHAPES[kind], seed=50)
    m = mask(300)

    def masked_array(xp, x, y, m):
        x[m] = y[m]

    def masked_record(xp, x, y, m):
        x[m] = y[7]

    def sliced(xp, x, y, m):
        x[10:200:3] = y[::3][:64]

    def one(xp, x, y, m):
        x[5] = y[6]

    def turned(xp, x, y, m):
        x[:] = x[::-1]

    def gathered(xp, x, y, m):
        x[xp.flatnonzero(m)] = y[: int(xp.count_nonzero(m))]

    check_each([masked_array, masked_record, sliced, one, turned, gathered], x, y, m)


@each_shape
def test_shapes_and_views_of_records(kind):
    x = records(60, SHAPES[kind])
    check_each(
        [
            lambda xp, x: x.reshape(6, 10)[:, mask_of(xp, x)],
            lambda xp, x: x.reshape(6, 10).T,
            lambda xp, x: x.reshape(6, 10)[2, ::-3],
            lambda xp, x: x[[3, -1, 3]],
            lambda xp, x: x.copy(),
            lambda xp, x: x[::2][::-1],
            lambda xp, x: xp.where(mask_of(xp, x, 60), x, x[::-1]),
            lambda xp, x: x[3],
            lambda xp, x: xp.broadcast_to(x[:5], (3, 5)),
            lambda xp, x: xp.delete(x, mask_of(xp, x, 60)),
        ],
        x,
        raises=ANY,
    )


def mask_of(xp, x, n=10):
    m = np.arange(n) % 3 == 1
    return m if isinstance(x, np.ndarray) else gpuarray.asarray(m)


@pytest.mark.core
@given(data=st.data(), n=st.integers(0, 70), seed=seeds, density=densities)
def test_any_record(dtypes, data, n, seed, density):
    plain = st.sampled_from([*dtypes, "S3", "S1", "V5"])
    formats = data.draw(st.lists(plain, min_size=1, max_size=5))
    fields = [(f"f{i}", name) for i, name in enumerate(formats)]
    dtype = np.dtype(fields, align=data.draw(st.booleans()))
    x = np.zeros(n, dtype)
    for i, name in enumerate(dtype.names):
        if dtype[name].kind == "V":
            continue
        values = numbers(n, "u1", 0, 3, seed=seed + i)
        x[name] = values.astype("S") if dtype[name].kind == "S" else values
    m = mask(n, density, seed)
    step = data.draw(st.sampled_from([1, -1]))
    name = data.draw(st.sampled_from(dtype.names))

    def replace(xp, x, m):
        x[m] = x[::-1][m]

    def write_field(xp, x, m):
        x[name][m] = x[name][::-1][m]

    check(lambda xp, x, m: x[::step][m], x, m)
    check_each([replace, write_field, lambda xp, x, m: x[name][m]], x, m)


# ---- fields


@each_shape
def test_fields_are_views(kind):
    x = records(33, SHAPES[kind])
    for name in x.dtype.names:
        check(lambda xp, x, n=name: x[n], x)
        check(lambda xp, x, n=name: x[n].strides, x)
        check(lambda xp, x, n=name: x[::-2][n], x)
        check(lambda xp, x, n=name: x[4:9][n][1:], x)
        check(lambda xp, x, n=name: x[7][n], x)
        check(
            lambda xp, x, n=name: getattr(x.view(np.recarray), n).copy(), x, raises=ANY
        )
    check(lambda xp, x: x["no such field"], x, raises=ValueError)
    check(lambda xp, x: x[["a", "no such field"]], x, raises=KeyError)


@pytest.mark.core
@each_shape
def test_fields_compute(kind):
    x = records(1030, SHAPES[kind])
    for name in x.dtype.names:
        if x.dtype[name].base.kind in "iuf":
            check(lambda xp, x, n=name: xp.cumsum(x[n], axis=0), x)
            check(lambda xp, x, n=name: x[n] + x[n][::-1], x)
            check(lambda xp, x, n=name: (x[n] > 2).astype("u1"), x)


@pytest.mark.core
@each_shape
def test_writing_one_field_leaves_the_others(kind):
    x = records(130, SHAPES[kind])
    m = mask(130)
    for name in x.dtype.names:
        value = b"q" if x.dtype[name].kind == "S" else 1
        if x.dtype[name].names:
            continue

        def masked(xp, x, m, n=name, v=value):
            x[n][m] = v

        def sliced(xp, x, m, n=name, v=value):
            x[3:90:2][n] = v

        def array(xp, x, m, n=name):
            x[n] = x[n][::-1]

        def in_place(xp, x, m, n=name):
            if x[n].dtype.kind in "iuf":
                x[n] *= 3

        def one(xp, x, m, n=name, v=value):
            x[7][n] = v

        check_each([masked, sliced, array, in_place, one], x, m)


def test_nested_fields():
    x = records(40, SHAPES["nested"])

    def write(xp, x):
        x["pos"]["y"][3:] = 9
        x["pos"]["n"] += 1

    check_each(
        [
            lambda xp, x: x["pos"],
            lambda xp, x: x["pos"]["y"],
            lambda xp, x: x[x["pos"]["x"] > x["pos"]["y"]],
            lambda xp, x: x["pos"][x["tag"] > 4],
            lambda xp, x: x["pos"][["x", "n"]],
            lambda xp, x: xp.cumsum(x["pos"]["n"]),
            lambda xp, x: x[4]["pos"]["x"],
            write,
        ],
        x,
    )


def test_sub_array_fields():
    x = records(33, SHAPES["sub-arrays"])

    def write(xp, x):
        x["v"][x["k"] > 4] = [1, 2, 3]
        x["m"][:, 1] = x["m"][:, 0]
        x["v"][:, 2] *= 2

    check_each(
        [
            lambda xp, x: x["v"],
            lambda xp, x: x["m"],
            lambda xp, x: x["v"].shape,
            lambda xp, x: x[x["v"][:, 0] > 0],
            lambda xp, x: x["v"][x["k"] % 2 == 1],
            lambda xp, x: x["m"][x["v"][:, 1] < 0, 1],
            lambda xp, x: xp.cumsum(x["v"], axis=0),
            lambda xp, x: xp.cumsum(x["m"]),
            lambda xp, x: x[2]["m"],
            lambda xp, x: x.reshape(3, 11)["m"],
            write,
        ],
        x,
    )


def test_several_fields_keep_their_holes():
    x, y = records(30, SHAPES["packed 18"]), records(30, SHAPES["packed 18"], seed=9)
    m = mask(30)

    def write(xp, x, y, m):
        v = x[["id", "origin"]]
        v[2:9] = y[["id", "origin"]][:7]

    def write_masked(xp, x, y, m):
        x[["delay", "late"]][m] = y[["delay", "late"]][m]

    def order(xp, x, y, m):
        return x[["id", "delay"]].dtype.names, x[["id", "delay"]].dtype.itemsize

    check_each(
        [
            lambda xp, x, y, m: x[["delay", "id"]],
            lambda xp, x, y, m: x[["delay", "id"]][m],
            lambda xp, x, y, m: x[m][["far"]],
            lambda xp, x, y, m: x[["delay", "id"]]["id"] + 1,
            lambda xp, x, y, m: x[["id", "far"]].strides,
            order,
            write,
            write_masked,
        ],
        x,
        y,
        m,
    )
    check(lambda xp, x: x[["id", "id"]], x, raises=ANY)


def test_big_endian_fields_are_converted():
    dtype = np.dtype(
        [("s", "S5"), ("b", ">i4"), ("k", "i2"), ("f", ">f4"), ("u", ">u8")]
    )
    x = np.zeros(120, dtype)
    x["s"] = [b"x" * (i % 5) for i in range(120)]
    x["b"], x["f"], x["u"] = np.arange(120) * 1000, np.arange(120) / 4, 2**40 + 5
    x["k"] = numbers(120)
    device = gpuarray.asarray(x)
    native = x.astype(dtype.newbyteorder("="))
    assert device.dtype == native.dtype
    assert device.get().tobytes() == native.tobytes()
    check(lambda xp, x: x[x["k"] > 0], x)
    check(lambda xp, x: x["u"] + 1, native)
    check(lambda xp, x: xp.cumsum(x["b"]), native)


# ---- attributes


def test_attribute_access():
    x = to_device(records(50, SHAPES["nested"]))
    host = records(50, SHAPES["nested"])
    same(x.id, host["id"])
    same(x.pos.x, host["pos"]["x"])
    same(x[x.pos.x > 0].id, host[host["pos"]["x"] > 0]["id"])
    same(x[3].id, host[3]["id"])
    same(x[3].pos.y, host[3]["pos"]["y"])
    with pytest.raises(AttributeError, match="no_such_field"):
        _ = x.no_such_field
    with pytest.raises(AttributeError):
        _ = to_device(numbers(4)).id


def test_attribute_assignment():
    x, host = (f(records(50, SHAPES["nested"])) for f in (to_device, np.copy))
    x.id = 7
    host["id"] = 7
    same(x, host)
    x.id = numbers(50, "u4", seed=5)
    host["id"] = numbers(50, "u4", seed=5)
    x.pos.y = -1.5
    host["pos"]["y"] = -1.5
    x[10:].tag = 3
    host[10:]["tag"] = 3
    same(x, host)
    with pytest.raises(ValueError):
        x.id = np.arange(3)
    with pytest.raises(AttributeError):
        x.no_such_field = 1
    same(x, host)


def test_names_that_collide_with_attributes():
    dtype = np.dtype([("shape", "i4"), ("T", "f4"), ("sum", "u1"), ("plain", "i2")])
    host = records(12, dtype)
    x, rec = to_device(host), host.view(np.recarray)
    # real attributes win on reading, as in np.recarray ..
    assert x.shape == rec.shape == (12,)
    assert callable(x.sum)
    same(x.T, host.T)
    # .. and the fields stay within reach of the brackets
    for name in dtype.names:
        same(x[name], host[name])
    same(x.plain, host["plain"])
    x["shape"] = 5
    host["shape"] = 5
    x.plain = 6
    host["plain"] = 6
    same(x, host)


# ---- comparisons


@pytest.mark.core
@each_shape
def test_equal_and_not_equal(kind):
    x = records(200, SHAPES[kind])
    y = x.copy()
    y[::3] = records(67, SHAPES[kind], seed=77)
    check_each(
        [
            lambda xp, x, y: x == y,
            lambda xp, x, y: x != y,
            lambda xp, x, y: x == y[0],
            lambda xp, x, y: x[::-1] == y[::-1],
            lambda xp, x, y: xp.count_nonzero(x == y),
            lambda xp, x, y: x[x != y],
        ],
        x,
        y,
        raises=ANY,
    )


def test_equality_looks_at_values_not_bytes():
    dtype = np.dtype([("f", "f4"), ("k", "u1")], align=True)
    x, y = np.zeros(6, dtype), np.zeros(6, dtype)
    x["f"] = [0.0, -0.0, np.nan, 1, np.inf, 2]
    y["f"] = [-0.0, 0.0, np.nan, 1, np.inf, 3]
    y.view("u1").reshape(6, 8)[:, 5:] = 255  # padding only
    for call in (lambda xp, x, y: x == y, lambda xp, x, y: x != y):
        check(call, x, y)


def test_comparisons_of_different_records():
    x = records(8, SHAPES["odd 7"])
    other = np.zeros(8, [("a", "u1"), ("d", "i4"), ("c", "u2")])
    wider = np.zeros(8, [("a", "u2"), ("b", "i8"), ("c", "u4")])
    for y in (other, wider, x[:3], numbers(8)):
        check(lambda xp, x, y: x == y, x, y, raises=ANY)
        check(lambda xp, x, y: x != y, x, y, raises=ANY)
    for call in (
        lambda xp, x: x < x,
        lambda xp, x: x + x,
        lambda xp, x: -x,
        lambda xp, x: x & x,
        lambda xp, x: xp.cumsum(x),
    ):
        check(call, x, raises=TypeError)


@pytest.mark.core
def test_byte_strings_compare():
    words = [b"", b"a", b"ab", b"abc", b"b", b"JFK", b"LGA", b"EWR"]
    x = rng(1).choice(np.array(words, "S3"), 300)
    y = rng(2).choice(np.array([*words, b"abcde"], "S5"), 300)
    check_each(
        [
            lambda xp, x, y: x == y,
            lambda xp, x, y: x != y,
            lambda xp, x, y: x == x[5],
            lambda xp, x, y: x == b"JFK",
            lambda xp, x, y: x != b"LGA",
            lambda xp, x, y: x[x == b"JFK"],
            lambda xp, x, y: y[(y == b"abcde") | (x == b"a")],
            lambda xp, x, y: x[::-2] == y[::-2],
        ],
        x,
        y,
    )
    check(lambda xp, r: r[r["x"] == b"EWR"], packed(x))


def test_byte_strings_order_is_refused_or_right():
    x = np.array([b"b", b"a", b"ab", b"", b"abc"], "S3")
    device = to_device(x)
    try:
        got = device < b"ab"
    except TypeError:
        pass
    else:
        same(got, x < b"ab")


def test_byte_strings_are_written():
    x = np.array([b"one", b"two", b"six", b""], "S4")

    def write(xp, x):
        x[1] = b"xy"
        x[x == b"six"] = b"sevens"
        x[3:] = [b"z"]

    check(write, x)
    check(lambda xp, x: xp.nonzero(x), x, raises=ANY)
    check(lambda xp, x: x.astype("S2"), x, raises=ANY)


# ---- one record


def test_one_record():
    x = records(10, SHAPES["packed 18"])
    check_each(
        [
            lambda xp, x: x[3],
            lambda xp, x: x[-1]["far"],
            lambda xp, x: x[3].item(),
            lambda xp, x: x[3].shape,
            lambda xp, x: x[3].dtype,
            lambda xp, x: x[3:5].tolist(),
            lambda xp, x: x[3].tolist(),
        ],
        x,
    )

    def from_tuple(xp, x):
        x[2] = (b"AAA", 5, 2.5, True, 2**40)

    def fill_with_tuple(xp, x):
        x[4:8] = (b"AAA", 5, 2.5, True, 2**40)

    def masked_tuple(xp, x):
        x[x["delay"] > 0] = (b"AAA", 5, 2.5, True, 2**40)

    check_each([from_tuple, fill_with_tuple, masked_tuple], x)

    def wrong_length(xp, x):
        x[2] = (1, 2)

    check(wrong_length, x, raises=ValueError)


def test_a_selection_of_the_records_of_a_table():
    table = records(5000, SHAPES["packed 18"])
    x = to_device(table)
    late = x[x.late]
    same(late, table[table["late"]])
    both = x[(x.delay > 3) & (x.origin == b"LGA")]
    same(both, table[(table["delay"] > 3) & (table["origin"] == b"LGA")])
    same(np.cumsum(late.delay), np.cumsum(table[table["late"]]["delay"]))
    x.far[x.delay < 0] = 0
    table["far"][table["delay"] < 0] = 0
    same(x, table)


@pytest.mark.parametrize("shape", [(5,), (), (5, 1)])
def test_place_writes_only_the_fields_of_a_view(shape):
    x = np.zeros(shape, [("p", "i4"), ("q", "i4"), ("z", "i2")])
    x["q"] = 7
    given = np.array([(1, 2), (3, 4)], x[["p", "z"]].dtype)
    keep = np.resize([True, False, True, True, False], shape)

    def place(xp, x, keep, given):
        np.place(x[["p", "z"]], keep, given)
        return x

    check(place, x, keep, given)


def test_attributes_that_share_their_name_with_a_field():
    """As np.recarray: what can be set as an attribute is, the rest names the field."""
    host = np.zeros(2, [("T", "i4"), ("sum", "i4"), ("shape", "i4"), ("mro", "i4")])
    device = to_device(host)
    for x in (host.view(np.recarray), device):
        x.T = 3
        x.sum = 4
        x.mro = 5
        x.shape = (2, 1)
        with pytest.raises(AttributeError):
            x.data_of_nobody.a = 1
    same(device, host.reshape(2, 1))
    with pytest.raises(AttributeError):
        to_device(np.zeros(2)).sum = 3
