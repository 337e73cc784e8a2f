"""What integers select and what reductions return: 0-d arrays that act as scalars."""

import copy

import numpy as np
import pytest
from compare import ANY, check, same

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

INTS = np.arange(4, dtype="i4")
FLOATS = np.array([1.5, np.nan, -0.0], "f4")
RECORDS = np.array([(1, 2.5, b"ab"), (3, 4.5, b"cd")], "i4,f4,S2")
NESTED = np.zeros(2, [("p", [("x", "i2"), ("y", "u1")]), ("m", "f4", (2, 2))])
NESTED["p"]["x"] = [1, 2]
NESTED["m"] = np.arange(8).reshape(2, 2, 2)


def changes(code):
    """A function that runs statements on x and returns it."""

    def run(xp, x):
        exec(code, {"x": x, "xp": xp, "np": np})
        return x

    return run


def gives(code):
    return lambda xp, x: eval(code, {"x": x, "xp": xp, "np": np})


@pytest.mark.parametrize("value", ["1", "True", "np.int64(2)", "np.float32(2)"])
@pytest.mark.parametrize("op", ["+", "-", "*", "//", "**", "%", "&", "<<", "^"])
def test_an_item_is_changed_through_its_array(op, value):
    for x in (INTS, FLOATS[:1], INTS.astype("u8"), INTS == 1):
        check(changes(f"x[0] {op}= {value}"), x, raises=ANY, dispatch=False)


def test_an_item_takes_a_result_of_another_dtype():
    check(changes("x[0] += 1.5"), INTS)
    check(changes("x[2] /= 2"), INTS)
    check(changes("x[0] *= np.float64(2.7)"), INTS.astype("i1"))
    check(changes("x[0]['f0'] += 1.5"), RECORDS)
    check(changes("for r in x: r['f1'] *= 2"), RECORDS)


@pytest.mark.parametrize("made", ["x[1]", "x.sum()", "x[0] + x[1]", "x.max()"])
def test_a_scalar_does_not_change(made):
    def run(xp, x):
        first = second = eval(made, {"x": x})
        second += 1
        second *= 1.5
        return first, second, x

    check(run, INTS)
    check(run, FLOATS)


@pytest.mark.parametrize("made", ["x[1]", "x.sum()", "x[0] + x[1]"])
def test_writing_into_a_scalar_is_refused(made):
    for key in ("0", "...", "()"):
        check(changes(f"({made})[{key}] = 7"), INTS, raises=TypeError)


def test_a_0d_array_changes():
    check(changes("y = x[:1].reshape(()); y += 2; y[...] += 1"), INTS)
    check(changes("x[:1].reshape(()).__iadd__(1.5)"), INTS, raises=TypeError)
    check(changes("x[1, ...] = 5; x[2, ...] += 1"), INTS)


@pytest.mark.parametrize(
    "code",
    ["x[0][0]", "len(x[0])", "list(x[0])", "x[0][0:1]", "0 in x[0]", "x[0]['a']"],
)
def test_a_number_has_no_items(code):
    check(gives(code), INTS, raises=(TypeError, IndexError))
    check(gives(code), FLOATS, raises=(TypeError, IndexError))


@pytest.mark.parametrize(
    "code",
    [
        "x[0][0]",
        "x[0][-1]",
        "len(x[0])",
        "list(x[0])",
        "tuple(x[1])[1]",
        "x[0][()]",
        "x[0][...]",
        "x[0][None]",
        "x[1][0][()]",
        "x[0] == x[0]",
        "x[0] != x[1]",
        "str(x[0])",
        "repr(x[1])",
    ],
)
def test_a_record_has_its_fields(code):
    for x in (RECORDS, NESTED):
        check(gives(code), x)


@pytest.mark.parametrize(
    "code",
    ["x[0][9]", "x[0][-4]", "x[0][0:1]", "x[0][1.5]", "x[0]['no']", "x[0][0][1, 1, 1]"],
)
def test_a_record_has_no_more(code):
    for x in (RECORDS, NESTED):
        check(gives(code), x, raises=(IndexError, ValueError))


@pytest.mark.parametrize(
    "code",
    [
        "x[0][0] = 7",
        "x[0][-1] = 7",
        "x[1]['p'] = (5, 6)",
        "x[1]['p'][1] = 6",
        "x[1]['m'][1] = 6",
        "x[1]['m'][1, 0] += 6",
        "x[1][9] = 6",
        "x[1][...] = 6",
        "x[1][['f0', 'f1']] = 6",
        "x[['f0', 'f1']] = (8, 9)",
        "x[['f0', 'f1']][1] = (8, 9)",
    ],
)
def test_writing_through_a_record(code):
    for x in (RECORDS, NESTED):
        check(changes(code), x, raises=ANY)


@pytest.mark.parametrize("show", [str, repr, "{:.2f}".format, "{}".format])
def test_text_of_a_scalar_is_numpys(show):
    for x in (INTS, FLOATS, RECORDS, INTS == 1, np.array([b"ab", b"c"])):
        try:
            wanted = show(x[0])
        except Exception as error:
            with pytest.raises(type(error)):
                show(gpuarray.asarray(x)[0])
        else:
            assert show(gpuarray.asarray(x)[0]) == wanted
        assert repr(gpuarray.asarray(x)) == repr(x)


@pytest.mark.parametrize("function", [float, int, bool, complex])
@pytest.mark.filterwarnings("ignore:Conversion of an array with ndim > 0")
@pytest.mark.filterwarnings("ignore:The truth value of an empty array")
def test_python_numbers(function):
    for x in (INTS, FLOATS, INTS == 1, RECORDS, np.array([b"12"])):
        for code in ("x[0]", "x[-1]", "x[:1]", "x[:1].reshape(1, 1)", "x", "x[:0]"):
            check(
                lambda xp, y, code=code: function(eval(code, {"x": y})), x, raises=ANY
            )


def test_copies_of_scalars_are_scalars():
    for copied in (copy.copy, copy.deepcopy, lambda s: s.copy(), lambda s: +s):

        def run(xp, x, copied=copied):
            first = second = copied(x[1])
            second += 1.5
            return first, second

        check(run, INTS)


def test_iterating_gives_items():
    check(lambda xp, x: [v + 1 for v in x], INTS)
    check(lambda xp, x: [v[1] for v in x], RECORDS)
    check(lambda xp, x: list(x), np.ones((2, 3), "i4"))
    check(lambda xp, x: [v for v in x.reshape(())], INTS[:1], raises=TypeError)


def test_a_scalar_is_an_integer_in_a_key():
    def run(xp, x):
        row = x[xp.asarray([0, 1])[1]]  # a view, unlike x[xp.asarray(1)]
        x[1] = 7
        x[xp.asarray([0, 2])[1], 1] = 8
        return row, x, row.base is x, x[xp.asarray(1)].base is None

    x = np.arange(6).reshape(3, 2)
    want = run(np, x.copy())
    got = run(gpuarray, gpuarray.asarray(x))
    assert got[2:] == want[2:] == (True, True)
    for g, w in zip(got[:2], want[:2], strict=True):
        same(g, w)


# ---- errors and corners


def test_negative_powers_of_no_items():
    for x in (np.zeros(0, "i8"), np.zeros((0, 2), "i1"), INTS, np.zeros(0, "u4")):
        check(lambda xp, x: x**-1, x, raises=ANY)
        check(lambda xp, x: x ** np.int64(-1), x, raises=ANY)
        check(lambda xp, x: xp.power(x, x - 1), x, raises=ANY)


@pytest.mark.parametrize(
    "code",
    [
        "x['f0'] = x[:2]",
        "x['f0'] = x[:1]",
        "x[:2] = x[['f0', 'f1']]",
        "x['f0'] = np.arange(3)",
        "x['f1'] = x['f0'][:1]",
        "x[x['f0'] > 0] = x[:1]",
        "x[1] = [1]",
        "x[1] = 5",
    ],
)
def test_refused_records(code):
    check(changes(code), RECORDS, raises=ANY)


@pytest.mark.parametrize("code", ["x[0, m] = 1", "x[0]", "x[0, [1, 2]] = 1", "x[[0]]"])
def test_no_row_zero(code):
    m = np.array([True, False, True, False])
    run = changes(f"m = np.array({m.tolist()})\n{code}")
    check(run, np.zeros((0, 4)), raises=IndexError)


@pytest.mark.parametrize("other", ["'a'", "b'a'", "np.str_('a')", "['a'] * 4"])
@pytest.mark.parametrize("op", ["+", "*", "==", "!=", "<", "&"])
def test_text_beside_numbers(op, other):
    check(gives(f"x {op} {other}"), INTS, raises=ANY)
    check(gives(f"x {op} {other}"), np.ones(4, "f4"), raises=ANY)


@pytest.mark.parametrize("dtype", ["i4", "V3", "f2", "S5"])
@pytest.mark.parametrize("shape", [(0,), (0, 4), (2, 0, 3), ()])
def test_strides_of_no_items(shape, dtype):
    x = np.zeros(shape, dtype)
    codes = ("x", "x.T", "x[..., None]", "x.copy()", "x == x", "xp.empty_like(x)")
    for code in codes:
        check(gives(f"({code}).strides"), x)
    check(lambda xp: xp.zeros(shape, dtype, "F").strides, dispatch=False)


def test_arrays_of_ones_of_any_dtype():
    for dtype in ("V3", "V8", "S3", "i4,f4", "?"):
        check(lambda xp, dtype=dtype: xp.ones(3, dtype), dispatch=False)
        check(lambda xp, dtype=dtype: xp.full((), 1, dtype), dispatch=False)
    check(lambda xp: xp.eye(3, 4, 1, dtype="S2"), dispatch=False)


ZEROS = np.array([0.0, -0.0, 0.0, -0.0, 1.0, np.nan, -0.0], "f2")


def test_which_zero_of_float16_is_largest():
    for name in ("maximum", "minimum", "fmax", "fmin"):
        check(lambda xp, x, n=name: getattr(xp, n).outer(x, x[::-1]), ZEROS)
        check(lambda xp, x, n=name: getattr(xp, n).accumulate(x), ZEROS)


@pytest.mark.parametrize("name", ["fmax", "fmin"])
@pytest.mark.parametrize("dtype", ["f2", "f4", "i2", "u8", "?"])
def test_extrema_past_nan(name, dtype):
    x = np.random.default_rng(0).integers(0, 90, (3, 700)).astype(dtype)
    if x.dtype.kind == "f":
        x[0, :300] = x[1] = x[2, 5::2] = np.nan
    for axis in (0, 1):
        check(lambda xp, x, a=axis: getattr(xp, name).reduce(x, a), x)
        check(lambda xp, x, a=axis: getattr(xp, name).accumulate(x, a), x)
    check(lambda xp, x: getattr(xp, name).reduce(x), x[:, :0], raises=ANY)
    check(lambda xp, x: getattr(xp, name).reduce(x, axis=1), x[:, :0], raises=ANY)


def test_replacing_in_a_scalar_is_refused():
    for name in ("place", "putmask"):
        run = changes(f"xp.{name}(x[0], [True], [1])")
        check(run, INTS, raises=TypeError)
    check(changes("xp.copyto(x[0], 1)"), INTS, raises=TypeError)


def test_copyto_of_records_and_wrong_masks():
    check(changes("xp.copyto(x, 3, casting='unsafe')"), RECORDS[["f0", "f1"]])
    check(changes("xp.copyto(x, 7, where=[1, 0])"), INTS, raises=ValueError)
    check(gives("x.imag"), RECORDS)
    check(gives("x.view(None)"), np.arange(6, dtype="i4"))
    check(gives("x.view(None)"), np.zeros(3, "S3"), raises=ValueError)
    for index in ((0,), (2,), ((1, 1),), ((9,),), ((0, 0, 0),), ((0,),)):
        check(lambda xp, x, i=index: x.item(*i), np.arange(6).reshape(2, 3), raises=ANY)


@pytest.mark.parametrize("digits", [(), (None,), (0,), (1,), (-1,), (1.0,)])
@pytest.mark.parametrize("kind", ["i1", "u8", "f2", "f4", "?", "c8", "S3"])
def test_round(kind, digits):
    x = np.array([26, 25]).astype(kind)
    if kind[0] == "f":
        x /= np.array(10).astype(kind)
    check(lambda xp, x: round(x[0], *digits), x, raises=ANY)
    check(lambda xp, x: round(x[1], *digits), x, raises=ANY)
    check(lambda xp, x: round(xp.max(x), *digits), x, raises=ANY)


def test_round_of_arrays_and_of_nan():
    check(lambda xp, x: round(x), FLOATS, raises=ANY)
    check(lambda xp, x: round(x[1:2].reshape(())), FLOATS, raises=ANY)
    check(lambda xp, x: round(x[1]), FLOATS, raises=ANY)
    x = gpuarray.asarray(FLOATS)
    assert type(round(x[0])) is int
    assert round(x[0], 1).ndim == 0


@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
@pytest.mark.parametrize("convert", [float, int, complex, bool])
def test_python_numbers_of_complex_items(convert):
    x = np.array([[1.5 + 2j, 0], [-2.5, 1j]], "c8")
    for pick in (
        lambda x: x[0, 0],
        lambda x: x[1, 1],
        lambda x: x.sum(),
        lambda x: x[0, :1],
        lambda x: x[0, :1].reshape(()),
        lambda x: x,
    ):
        check(lambda xp, x, pick=pick: convert(pick(x)), x, raises=ANY)


def test_a_discarded_imaginary_part_is_warned_of():
    x = gpuarray.asarray(np.array([1.5 + 2j], "c8"))
    for convert in (float, int):
        with pytest.warns(np.exceptions.ComplexWarning):
            convert(x[0])
