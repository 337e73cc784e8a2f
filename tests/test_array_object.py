"""The array object: conversions, protocols, copies, casts, and reading it as text."""

import copy
import io
import operator
import pickle
import re

import numpy as np
import pytest
from compare import ANY, check, check_each, same, to_device
from strategies import INTEGERS, NUMERIC, any_bits, numbers, packed, specials, wild

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

each_dtype = pytest.mark.parametrize("dtype", NUMERIC)
SAMPLES = (
    np.array(3),
    np.array(2.5, "f4"),
    np.array(True),
    np.array([7]),
    np.array([[1.5]], "f8"),
    np.array([], "i4"),
    np.array([0]),
    np.arange(4),
    np.ones((0, 3)),
    np.array([False, True]),
    np.array(b"ab", "S3"),
    np.array(2**63, "u8"),
)


# ---- text


@each_dtype
def test_text_of_every_dtype(dtype):
    for x in (specials(dtype), numbers((3, 4), dtype), np.array(1, dtype)):
        check(lambda xp, x: str(x), x)
        check(lambda xp, x: f"{x}", x)


def test_text_of_shapes_and_options():
    with np.printoptions(precision=3, threshold=20, suppress=True):
        for x in (*SAMPLES, numbers((30, 40)), packed(numbers(3)), np.ones((2, 0, 3))):
            check(lambda xp, x: str(x), x)
    check(lambda xp, x: f"{x:.2f}", np.array(2.5))
    check(lambda xp, x: f"{x[1]:05d}", np.arange(3))
    check(lambda xp, x: f"{x:.2f}", np.array([1.5, 2.5]), raises=TypeError)


@pytest.mark.parametrize("sample", range(len(SAMPLES)))
def test_repr_shows_what_numpys_shows(sample):
    def inner(text):
        return "".join(re.fullmatch(r"[\w.]+\((.*)\)", text, re.DOTALL)[1].split())

    x = SAMPLES[sample]
    assert inner(repr(x)) in inner(repr(to_device(x)))
    big = np.arange(5000.0)
    assert inner(repr(big)) in inner(repr(to_device(big)))
    assert inner(repr(packed(numbers(3)))) in inner(repr(to_device(packed(numbers(3)))))


# ---- Python's own types


@pytest.mark.parametrize("sample", range(len(SAMPLES)))
def test_conversions(sample):
    for function in (
        len,
        bool,
        int,
        float,
        complex,
        operator.index,
        hash,
        iter,
        list,
        lambda x: x.item(),
        lambda x: x.tolist(),
        lambda x: x.item(0),
        lambda x: [1, 2, 3][x],
        lambda x: "abc" * x,
        lambda x: round(x),
    ):
        if function is iter:
            check(lambda xp, x: list(map(float, x)), SAMPLES[sample], raises=ANY)
        elif function is list:
            check(lambda xp, x: list(x), SAMPLES[sample], raises=ANY)
        else:
            check(lambda xp, x, f=function: f(x), SAMPLES[sample], raises=ANY)


def test_the_truth_of_several_is_ambiguous():
    with pytest.raises(ValueError, match="ambiguous"):
        bool(to_device(np.arange(3)))
    with pytest.raises(TypeError, match="unhashable"):
        hash(to_device(np.arange(3)))
    with pytest.raises(TypeError, match="unsized"):
        len(to_device(np.array(3)))
    with pytest.raises(TypeError, match="0-d"):
        list(to_device(np.array(3)))


@pytest.mark.core
def test_items_and_lists(dtypes):
    for dtype in dtypes:
        x = specials(dtype)
        check(lambda xp, x: x.tolist(), x)
        check(lambda xp, x: x.reshape(-1, 1).tolist(), x)
        check(lambda xp, x: x[1].tolist(), x)
        check(lambda xp, x: [x.item(i) for i in (0, 1, -1)], x)
        check(lambda xp, x: x[1:2].item(), x)
    x = numbers((3, 4))
    check(lambda xp, x: (x.item(1, 2), x.item((2, -1)), x.item(11), x.T.item(1)), x)
    check(lambda xp, x: x.item(), x, raises=ValueError)
    for arguments in ((12,), (-13,), (3, 0), (0, 4)):
        check(lambda xp, x, a=arguments: x.item(*a), x, raises=IndexError)
    for arguments in ((0, 0, 0), ("a",), (1.5,)):
        check(lambda xp, x, a=arguments: x.item(*a), x, raises=ANY)


def test_iteration():
    x = numbers((3, 4), "int16")
    check_each(
        [
            lambda xp, x: list(x),
            lambda xp, x: [v.shape for v in x],
            lambda xp, x: list(x[0]),
            lambda xp, x: [r + 1 for r in x.T],
            lambda xp, x: list(reversed(x)),
            lambda xp, x: list(zip(x[0], x[1], strict=True)),
            lambda xp, x: list(enumerate(x[1]))[2],
            lambda xp, x: sum(x),
            lambda xp, x: max(x[0]),
            lambda xp, x: sorted(x[0]),
        ],
        x,
    )

    def unpack(xp, x):
        a, b, c = x
        d, *rest = x[0]
        return a, b, c, d, rest

    def write_rows(xp, x):
        for row in x:
            row[1:] = row[:-1]

    check_each([unpack, write_rows], x)


def test_membership():
    x = numbers((3, 4))
    for value in (int(x[1, 2]), 99, 1.5, np.int8(3), True):
        check(lambda xp, x, v=value: v in x, x)
    check(lambda xp, x: np.nan in x, np.array([1.0, np.nan]))
    check(lambda xp, x: 3 in x, np.ones(0))


# ---- host arrays and NumPy's protocols


def test_numpy_reads_it():
    x = numbers((3, 4), "int16")
    device = to_device(x)
    for host in (np.asarray(device), np.array(device), gpuarray.asnumpy(device)):
        assert type(host) is np.ndarray
        assert host.dtype == x.dtype
        assert (host == x).all()
    assert np.asarray(device, dtype="f4").dtype == np.float32
    assert np.asarray(device[0, 1]).shape == ()
    assert (np.asarray(device.T) == x.T).all()
    with pytest.raises(ValueError, match="copy"):
        np.asarray(device, copy=False)
    np.array(device)[:] = 0
    same(device, x)
    x[:] = 5
    x[1] = device[2]  # a host array takes values by __array__
    assert (x[1] == device.get()[2]).all()


def test_array_attributes():
    x = numbers((3, 4), "int16")
    check_each(
        [
            lambda xp, x: (x.shape, x.ndim, x.size, x.itemsize, x.nbytes, x.strides),
            lambda xp, x: x.dtype,
            lambda xp, x: (len(x), len(x[0])),
            lambda xp, x: (np.shape(x), np.ndim(x), np.size(x), np.size(x, 1)),
            lambda xp, x: xp.shape(x),
        ],
        x,
    )
    device = to_device(x)
    assert device.__array_namespace__() is gpuarray
    assert isinstance(device.dtype, np.dtype)
    for attribute in ("no_such_attribute", "__no_such__"):
        with pytest.raises(AttributeError, match=attribute):
            getattr(device, attribute)


def test_attributes_cannot_be_set_at_will():
    x = to_device(numbers(4))
    for attribute in ("nbytes", "size", "T", "no_such_attribute"):
        with pytest.raises(AttributeError):
            setattr(x, attribute, 3)
    same(x, numbers(4))


def test_no_subclass_of_ndarray():
    assert not isinstance(to_device(numbers(3)), np.ndarray)
    assert gpuarray.ndarray is gpuarray.GPUArray


def test_bytes_are_those_of_the_items():
    for x in (np.arange(6, dtype="i2").reshape(2, 3), np.array(7), np.zeros((0, 2))):
        check(lambda xp, x: bytes(x), x)
        check(lambda xp, x: bytes(x.T), x)


def test_construction_as_ndarrays():
    for arguments in (
        ((2, 3), "f4"),
        (3,),
        ((), "u1"),
        ((2, 3, 4), "i2", None, 0, None, "F"),
        ((2, 3), "f4", None, 0, (4, 8)),
        (None,),
        (1.0,),
        ((2, 3), "f4", None, 0, (20, 4)),
        ((2, 3), "f4", None, 0, (4,)),
        ((2, 3), "f4", None, 0, None, "!"),
        ((1,) * 65, "i1"),
        (),
    ):

        def made(xp, arguments=arguments):
            x = xp.ndarray(*arguments)
            return x.shape, x.strides, x.dtype, x.flags.c_contiguous

        check(made, raises=ANY, dispatch=False)


def test_construction_over_memory():
    x = np.arange(24, dtype="u1")
    check(lambda xp, x: xp.ndarray((2, 3), "i4", x).copy(), x, dispatch=False)
    check(lambda xp, x: xp.ndarray(3, "i2", x, 2, (4,)).copy(), x, dispatch=False)
    check(lambda xp, x: xp.ndarray(4, "i2", x, 20), x, raises=TypeError, dispatch=False)
    device = to_device(x)
    shared = gpuarray.ndarray((2, 3), "i4", device.buffer)
    shared[1, 2] = -1
    assert device[-4:].tolist() == [255] * 4
    with pytest.raises(TypeError, match="buffer"):
        gpuarray.ndarray(3, "i4", x)


# ---- copies


def test_copies():
    x = numbers((3, 4), "int16")
    check_each(
        [
            lambda xp, x: x.copy(),
            lambda xp, x: xp.copy(x),
            lambda xp, x: x.T.copy().strides,
            lambda xp, x: x.T.copy("K").strides,
            lambda xp, x: x.copy(order="F").strides,
            lambda xp, x: x[:, ::-2].copy(order="A"),
            lambda xp, x: copy.copy(x),
            lambda xp, x: copy.deepcopy(x[::-1]),
            lambda xp, x: copy.deepcopy({"a": [x]})["a"][0],
        ],
        x,
    )
    device = to_device(x)
    for other in (device.copy(), copy.copy(device), copy.deepcopy(device)):
        other[:] = 0
        same(device, x)


@each_dtype
def test_pickles(dtype):
    x = any_bits(123, dtype) if dtype != "bool" else numbers(123, "bool")
    device = to_device(x)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        for part in (np.s_[:], np.s_[::-2], np.s_[5], np.s_[:0]):
            back = pickle.loads(pickle.dumps(device[part], protocol))
            same(back, x[part], bits=True)
    back[...] = 1
    same(device, x, bits=True)


def test_pickles_of_records_and_expressions():
    x = packed(numbers(50, "int64"))
    same(pickle.loads(pickle.dumps(to_device(x))), x)
    same(pickle.loads(pickle.dumps(to_device(x)["x"])), x["x"])
    same(pickle.loads(pickle.dumps(to_device(x)["x"] + 1)), x["x"] + 1)


def test_files_of_the_host_copy():
    x = packed(numbers(50, "float32"))
    file = io.BytesIO()
    np.save(file, to_device(x).get())
    file.seek(0)
    same(gpuarray.asarray(np.load(file)), x)


# ---- casts


@pytest.mark.core
def test_casts_between_all_dtypes(dtypes):
    for source in dtypes:
        for target in dtypes:
            x = numbers(300, source, -90, 100)
            if np.dtype(target).kind == "u" and x.dtype.kind == "f":
                x = abs(x)
            check(lambda xp, x, t=target: x.astype(t), x)
            if x.dtype.kind != "f" or np.dtype(target).kind in "fb":
                check(
                    lambda xp, x, t=target: x.astype(t), wild(999, source), flush=True
                )
                check(lambda xp, x, t=target: x.astype(t), specials(source), flush=True)


@pytest.mark.core
def test_casts_of_fractions_and_halves(dtypes):
    for source in ("float16", "float32", "float64"):
        if source not in dtypes:
            continue
        x = np.array([2.5, -2.5, 0.99, -0.99, 3.999, -3.999, 100.5, -0.0], source)
        for target in dtypes:
            if np.dtype(target).kind == "u":
                check(lambda xp, x, t=target: x.astype(t), abs(x))
            else:
                check(lambda xp, x, t=target: x.astype(t), x)
    x = any_bits(20_001, "float32")
    check(lambda xp, x: x.astype("f2"), x)
    every_half = np.arange(65_536, dtype="u2").view("f2")
    check(lambda xp, x: x.astype("f4"), every_half)
    check(lambda xp, x: x.astype("f4").astype("f2"), every_half)
    check(lambda xp, x: x.astype("?"), every_half)


def test_casts_of_wide_integers_round_to_nearest_even():
    edge = 2**24 + np.arange(-3, 9)
    x = np.concatenate([edge, edge * 2**11, edge * 2**38, -edge, 2**53 + edge - 2**24])
    for target in ("float32", "float64", "float16"):
        check(lambda xp, x, t=target: x.astype(t), x)
        check(
            lambda xp, x, t=target: x.astype(t), abs(x).astype("u8") + np.uint64(2**63)
        )
        check(lambda xp, x, t=target: x.astype("i4").astype(t), x)


def test_cast_options():
    x = numbers((3, 4), "int32")
    check_each(
        [
            lambda xp, x: x.astype(float),
            lambda xp, x: x.astype("f4", copy=False),
            lambda xp, x: x.astype(x.dtype, copy=False) is x,
            lambda xp, x: x.astype(x.dtype) is x,
            lambda xp, x: x.astype("f4", order="F").strides,
            lambda xp, x: x.astype("i8", casting="safe"),
            lambda xp, x: xp.astype(x, np.dtype("u1")),
            lambda xp, x: x.astype(dtype=bool),
        ],
        x,
    )
    for arguments in (
        ("i2", "K", "safe"),
        ("f4", "K", "safe"),
        ("u4", "K", "same_kind"),
    ):
        check(lambda xp, x, a=arguments: x.astype(*a), x, raises=ANY)
    check(lambda xp, x: x.astype("no such dtype"), x, raises=TypeError)
    check(lambda xp, x: x.astype("f4", casting="maybe"), x, raises=ValueError)
    check(lambda xp, x: x.astype("f4", order="Z"), x, raises=ValueError)


# ---- fill


@each_dtype
def test_fill(dtype):
    def fill(xp, x, value):
        x.fill(value)

    def fill_view(xp, x, value):
        x[1:, ::-2].fill(value)

    for value in (0, 1, True, np.int8(1), np.float32(1)):
        check(fill, numbers((3, 5), dtype), value)
        check(fill_view, numbers((3, 5), dtype), value)
    for value in (300, -1, 2.5, float("nan"), 2**70, "text", None, [1, 2]):
        if dtype == "bool" and isinstance(value, list):
            continue  # NumPy asks a list for its truth
        if np.dtype(dtype).kind in "iu" and value != value:
            continue  # what NaN becomes is the processor's choice
        check(fill, numbers((3, 5), dtype), value, raises=ANY)
    check(fill, np.zeros((0, 3), dtype), 1)
    check(fill, np.zeros((), dtype), 1)


# ---- what the device cannot hold or do


UNSUPPORTED = (
    np.array([1, "a", None], object),
    np.array(["2020-01-01"], "M8[D]"),
    np.array([1, 2], "m8[s]"),
    np.array(["text"]),
    np.array([1j, 2], np.clongdouble),
    np.array([1, 2], np.longdouble),
    np.zeros(2, [("a", "i4"), ("b", "O")]),
    np.zeros(2, [("a", "i4"), ("n", [("u", "U3")])]),
)


@pytest.mark.core
@pytest.mark.parametrize("sample", range(len(UNSUPPORTED)))
def test_dtypes_that_are_refused_by_name(sample):
    x = UNSUPPORTED[sample]
    plain = x.dtype if x.dtype.names is None else "object" if sample == 6 else "U3"
    for make in (
        lambda: gpuarray.asarray(x),
        lambda: gpuarray.array(x),
        lambda: gpuarray.zeros(3, x.dtype),
        lambda: gpuarray.empty(3, x.dtype),
        lambda: to_device(np.arange(3)).astype(x.dtype),
    ):
        with pytest.raises(TypeError, match=re.escape(str(plain).lstrip("<"))):
            make()


@pytest.mark.core
def test_float64_without_the_feature_names_dtype_device_and_remedy(profile, xp):
    if profile in ("full", "no-subgroups"):
        same(to_device(np.array([0.1, 0.2])) + 0.3, np.array([0.1, 0.2]) + 0.3)
        return
    x = np.array([0.1, 0.2])
    name = xp.device.current().name
    integers = to_device(np.arange(3))
    for compute in (
        lambda: to_device(x) + 1,
        lambda: np.cumsum(to_device(x)),
        lambda: integers / 2,
        lambda: integers + 0.5,
        lambda: integers.astype("f8"),
        lambda: np.cumsum(integers, dtype="f8"),
        lambda: np.add(integers, integers, dtype="f8"),
    ):
        with pytest.raises(TypeError) as error:
            compute().get()
        words = str(error.value)
        assert "float64" in words
        assert name in words
        assert "float32" in words  # the remedy
    # bytes may be kept and moved: nothing is computed with them
    try:
        kept = to_device(x)
    except TypeError as refusal:
        words = str(refusal)
    else:
        same(kept, x)
        same(kept[::-1], x[::-1])


@pytest.mark.core
def test_64_bit_integers_have_the_same_bits_everywhere():
    x, y = wild(3001, "int64", 1), wild(3001, "int64", 2)
    u, v = wild(3001, "uint64", 1), wild(3001, "uint64", 2)
    for a, b in ((x, y), (u, v)):
        for name in ("add", "sub", "mul", "xor", "floordiv", "mod", "lt", "eq", "ge"):
            check(lambda xp, a, b, n=name: getattr(operator, n)(a, b), a, b)
        for count in (0, 1, 31, 32, 33, 63):
            check(lambda xp, a, b, c=count: (a << c, a >> c), a, b)
        check(lambda xp, a, b: (a.astype("f4"), (b >> 3).astype("i4")), a, b)
        check(lambda xp, a, b: xp.cumsum(a * b), a, b)
        check(lambda xp, a, b: a[a > b], a, b)
    for dtype in INTEGERS:
        check(lambda xp, a, t=dtype: a.astype(t), x)
