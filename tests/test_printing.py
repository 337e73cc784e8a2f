"""What people see: repr, str, format and the notebook's table."""

import numpy as np
import pytest
from compare import check

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")

SHAPES = [(), (0,), (0, 3), (5,), (1000,), (1001,), (40, 50), (3, 400), (400, 3)]
SHAPES += [(7, 200), (5, 5, 5, 9), (3, 4, 5, 6, 7), (2000, 1, 2), (12, 12, 12)]
DTYPES = ["bool", "int8", "int64", "uint64", "float16", "float32", "S3", "i4,f4"]


def items(shape, dtype):
    size = int(np.prod(shape))
    values = (np.arange(size) * 7919 % 1013 - 500) / 8
    if dtype == "S3":
        return values.astype("S3").reshape(shape)
    if "," in dtype:
        made = np.zeros(size, dtype)
        made["f0"], made["f1"] = values, values
        return made.reshape(shape)
    if np.dtype(dtype).kind == "u":
        values = np.abs(values)
    return values.astype(dtype).reshape(shape)


@pytest.mark.parametrize("dtype", DTYPES)
def test_repr_and_str_are_numpys(dtype):
    for shape in SHAPES:
        x = items(shape, dtype)
        check(lambda np, x: repr(x), x)
        check(lambda np, x: str(x), x)
        check(lambda np, x: f"{x}", x)


@pytest.mark.parametrize(
    "options",
    [
        {"edgeitems": 1},
        {"edgeitems": 0, "threshold": 3},
        {"threshold": 5},
        {"linewidth": 40},
        {"precision": 2, "suppress": True},
        {"threshold": 10**6},
        {"formatter": {"all": lambda item: "*"}},
    ],
)
def test_print_options_hold(options):
    with np.printoptions(**options):
        for shape in [(4,), (1200,), (30, 40), (1100, 2)]:
            for view in (lambda x: x, lambda x: x.T, lambda x: x[::-1] + 1):
                check(lambda np, x, v=view: repr(v(x)), items(shape, "f4"))
                check(lambda np, x, v=view: str(v(x)), items(shape, "f4"))


def test_only_the_corners_of_a_long_array_are_copied():
    counters = gpuarray.device.current().counters
    for shape, most in [((10**6,), 7), ((1000, 1000), 49), ((100, 100, 100), 343)]:
        x = gpuarray.zeros(shape, "i4")
        before = counters.readback_bytes
        text = repr(x)
        assert counters.readback_bytes - before <= 4 * most
        assert text == repr(np.zeros(shape, "i4"))


def test_format_of_one_item_takes_a_specification():
    check(lambda np, x: f"{x:.2f}", np.array(1.2345, "f4"))
    check(lambda np, x: f"{x:5d}", np.array(12, "i2"))
    check(lambda np, x: f"{x:.2f}", np.ones(3, "f4"), raises=TypeError)


def test_records_are_a_table_in_notebooks():
    x = np.array([(1, b"<a>"), (2, b"&")], [("n", "i4"), ("s", "S3")])
    table = gpuarray.asarray(x)._repr_html_()
    assert table == (
        "<table><tr><th></th><th>n</th><th>s</th></tr>"
        "<tr><td>0</td><td>1</td><td>b&#x27;&lt;a&gt;&#x27;</td></tr>"
        "<tr><td>1</td><td>2</td><td>b&#x27;&amp;&#x27;</td></tr></table>"
        "<p>2 records</p>"
    )
    assert gpuarray.asarray(x["n"])._repr_html_() is None


def test_a_long_table_shows_its_ends():
    x = np.zeros(5000, [("n", "i4"), ("x", "f4")])
    x["n"] = np.arange(5000)
    counters = gpuarray.device.current().counters
    device = gpuarray.asarray(x)
    before = counters.readback_bytes
    table = device._repr_html_()
    assert counters.readback_bytes - before <= 7 * x.itemsize
    for at in (0, 1, 2, 4997, 4998, 4999):
        assert f"<td>{at}</td><td>{at}</td><td>0.0</td>" in table
    assert "<td>3</td>" not in table
    assert table.count("<tr>") == 8
    assert table.endswith("<p>5000 records</p>")


def test_numpys_functions_that_write_text():
    for x in (items((5,), "f4"), items((40, 50), "f4"), items((), "i2")):
        for name in ("array2string", "array_repr", "array_str"):
            check(lambda xp, x, n=name: getattr(xp, n)(x), x)
            check(lambda xp, x, n=name: getattr(xp, n)(x, 40, 2, True), x)
        for options in ({"threshold": 3, "edgeitems": 1}, {"separator": ";"}):
            check(lambda xp, x, o=options: xp.array2string(x, **o), x)
