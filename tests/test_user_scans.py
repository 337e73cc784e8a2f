"""scan_kernel: against a loop over the items; and inspect_wgsl."""

import numpy as np
import pytest
from compare import same
from hypothesis import given
from hypothesis import strategies as st

import gpuarray
from gpuarray import CompileError, inspect_wgsl, scan_kernel
from gpuarray.runtime.device import current

pytestmark = pytest.mark.usefixtures("profile")
core = pytest.mark.core

LARGEST = scan_kernel("max(a, b)", -(2**31))
AFFINE = np.dtype(
    [("m", "<f4"), ("c", "<f4")]
)  # x -> m x + c, composed: no order but one
COMPOSE = scan_kernel("Item(a.m * b.m, b.m * a.c + b.c)", (1, 0))


def affine(n, seed=0):
    rng = np.random.default_rng(seed)
    x = np.zeros(n, AFFINE)
    x["m"] = rng.choice([-1, 1], n)
    x["c"] = rng.integers(-5, 5, n)
    return x


def composed(x):
    out, before = x.copy(), (1, 0)
    for k, (m, c) in enumerate(x.tolist()):
        before = (before[0] * m, m * before[1] + c)
        out[k] = before
    return out


# ---- numbers


@core
@pytest.mark.parametrize("n", [257, 70_000])
def test_a_scan_of_numbers(n):
    check_largest(n)


@pytest.mark.parametrize("n", [0, 1, 4, 5, 255, 256, 4096, 4097])
def test_a_scan_beside_the_lengths_of_tiles(n):
    check_largest(n)


def check_largest(n):
    x = np.random.default_rng(n).integers(-1000, 1000, n).astype("i4")
    same(LARGEST(gpuarray.asarray(x)), np.maximum.accumulate(x))
    got = LARGEST(gpuarray.asarray(x), exclusive=True)
    same(got, np.maximum.accumulate(np.r_[np.int32(-(2**31)), x])[:-1].astype("i4"))
    same(LARGEST.reduce(gpuarray.asarray(x)), x.max(initial=-(2**31)))


@pytest.mark.parametrize("axis", [0, 1, 2, -1, None])
def test_axes_are_those_of_cumsum(axis):
    x = np.random.default_rng(1).integers(-99, 99, (5, 70, 6)).astype("i4")
    view = gpuarray.asarray(x)[:, ::-1].T
    want = (
        np.maximum.accumulate(x[:, ::-1].T, axis=axis)
        if axis is not None
        else (np.maximum.accumulate(x[:, ::-1].T.ravel()))
    )
    same(LARGEST(view, axis=axis), want)
    same(LARGEST.reduce(view, axis=axis), x[:, ::-1].T.max(axis=axis))
    keep = LARGEST.reduce(view, axis=axis, keepdims=True)
    same(keep, x[:, ::-1].T.max(axis=axis, keepdims=True))


@pytest.mark.parametrize(
    ("dtype", "op", "identity", "ufunc"),
    [
        ("bool", "a && b", True, np.logical_and),
        ("int8", "a * b", 1, np.multiply),
        ("uint8", "a + b", 0, np.add),
        ("int16", "min(a, b)", 32767, np.minimum),
        ("uint16", "a ^ b", 0, np.bitwise_xor),
        ("uint32", "a | b", 0, np.bitwise_or),
        ("int64", "a + b", 0, np.add),
        ("uint64", "a * b", 1, np.multiply),
        ("float16", "max(a, b)", -np.inf, np.maximum),
        ("float64", "min(a, b)", np.inf, np.minimum),
        ("complex64", "a + b", 0, np.add),
    ],
)
def test_dtypes_stay_and_wrap_at_every_step(dtype, op, identity, ufunc):
    x = np.random.default_rng(2).integers(-7, 8, (3, 300)).astype(dtype)
    with_dtype = {} if ufunc is np.logical_and else {"dtype": dtype}
    want = ufunc.accumulate(x, axis=1, **with_dtype)
    same(scan_kernel(op, identity)(gpuarray.asarray(x), axis=1), want)


def test_dtype_and_out_are_those_of_cumsum():
    x = np.arange(-5, 5, dtype="i4")
    add = scan_kernel("a + b", 0)
    same(add(gpuarray.asarray(x), dtype="f4"), np.cumsum(x, dtype="f4"))
    out = gpuarray.zeros(10, "f2")
    assert add(gpuarray.asarray(x), out=out) is out
    same(out, np.cumsum(x).astype("f2"))
    with pytest.raises(ValueError, match="provided out"):
        add(gpuarray.asarray(x), out=gpuarray.zeros(3, "i4"))
    same(add(gpuarray.asarray(np.int32(7))), np.array([7], "i4"))


def test_what_it_reads_is_fused():
    x = gpuarray.asarray(np.arange(1000, dtype="i4"))
    _ = LARGEST((x * 7 + 3) % 101)._leaf()
    before = current().counters.dispatches
    got = LARGEST((x * 7 + 3) % 101)
    assert current().counters.dispatches == before + 1  # one tile, no other array
    same(got, np.maximum.accumulate((np.arange(1000) * 7 + 3) % 101).astype("i4"))


def test_floats_have_the_same_bits_every_time():
    x = np.random.default_rng(5).standard_normal(50_000).astype("f4")
    add = scan_kernel("a + b", 0.0)
    first = add(gpuarray.asarray(x)).get()
    again = scan_kernel("a + b", 0.0, name="again")(gpuarray.asarray(x.copy()))
    assert first.tobytes() == again.get().tobytes()
    assert np.allclose(first, np.cumsum(x, dtype="f8"), atol=1e-2)


@given(st.lists(st.integers(0, 2), min_size=1, max_size=300), st.booleans())
def test_an_operation_that_does_not_commute(steps, exclusive):
    # Words of letters as 2x2 matrices modulo 2^32: products tell every order apart.
    x = np.zeros(len(steps), MATRIX)
    for name, letters in zip(MATRIX.names, LETTERS, strict=True):
        x[name] = np.array(letters, "u4")[steps]
    got = PRODUCT(gpuarray.asarray(x), exclusive=exclusive).get()
    whole = np.eye(2, dtype=object)
    for k, step in enumerate(steps):
        ahead, whole = whole, whole @ np.array(GENERATORS[step], object) % 2**32
        want = ahead if exclusive else whole
        assert got[k].tolist() == tuple(want.ravel().tolist())


GENERATORS = [((1, 1), (0, 1)), ((1, 0), (1, 1)), ((2, 3), (5, 7))]
LETTERS = [[g[i][j] for g in GENERATORS] for i in (0, 1) for j in (0, 1)]
MATRIX = np.dtype([("a", "<u4"), ("b", "<u4"), ("c", "<u4"), ("d", "<u4")])
PRODUCT = scan_kernel(
    """
    return Item(
        a.a * b.a + a.b * b.c, a.a * b.b + a.b * b.d,
        a.c * b.a + a.d * b.c, a.c * b.b + a.d * b.d,
    );
    """,
    (1, 0, 0, 1),
)


# ---- records


@core
@pytest.mark.parametrize("n", [1, 300, 9000])
def test_a_scan_of_records(n):
    x = affine(n)
    want = composed(x)
    same(COMPOSE(gpuarray.asarray(x)), want)
    same(COMPOSE.reduce(gpuarray.asarray(x)), want[-1])


def test_records_along_an_axis_and_in_views():
    x = affine(600).reshape(20, 30)
    want = np.array([composed(row) for row in x.T])
    same(COMPOSE(gpuarray.asarray(x).T, axis=1), want)
    same(COMPOSE(gpuarray.asarray(x), axis=0), want.T)
    same(COMPOSE(gpuarray.asarray(x)[::-2], axis=1)[0], composed(x[-1]))


@pytest.mark.parametrize(
    "dtype",
    [
        [("k", "u1"), ("v", "<f4", 2), ("h", "<i2")],  # packed
        {"names": ["k", "v", "h"], "formats": ["u1", ("<f4", (2,)), "<i2"],
         "offsets": [0, 4, 2], "itemsize": 16},  # padding after the fields
        [("k", "?"), ("v", "<f2", 2), ("h", "i1")],
    ],
)  # fmt: skip
def test_records_of_any_layout_up_to_16_bytes(dtype):
    x = np.zeros(700, dtype)
    x["k"] = np.arange(700) % 200 == 199
    x["v"] = np.arange(1400).reshape(700, 2) % 13
    x["h"] = np.arange(700) % 7
    larger = "a.k || b.k" if x.dtype["k"].kind == "b" else "max(a.k, b.k)"
    kernel = scan_kernel(f"Item({larger}, max(a.v, b.v), a.h + b.h)", (0, (0, 0), 0))
    got = kernel(gpuarray.asarray(x))
    assert got.dtype == x.dtype
    same(got["k"], np.maximum.accumulate(x["k"]))
    same(got["v"], np.maximum.accumulate(x["v"]))
    same(got["h"], np.cumsum(x["h"], dtype=x.dtype["h"]))


@pytest.mark.parametrize("value", ["<i8", "<f8", "<c8"])
def test_records_with_wide_numbers(value):
    x = np.zeros(500, [("n", "<u4"), ("s", value)])
    x["n"], x["s"] = 1, np.arange(500)
    kernel = scan_kernel("Item(a.n + b.n, a.s + b.s)", (0, 0))
    got = kernel(gpuarray.asarray(x))
    same(got["n"], np.arange(1, 501, dtype="u4"))
    same(got["s"], np.cumsum(x["s"]))


@core
def test_a_new_identity_or_shape_compiles_nothing():
    def run(n, least):
        _ = scan_kernel("max(a, b + 0)", least)(gpuarray.arange(n, dtype="i4"))._leaf()

    run(70_000, 0)
    before = current().counters.pipelines
    for n, least in [(75_000, 1), (70_001, 2), (99_999, 3)]:
        run(n, least)
    assert current().counters.pipelines == before


def test_buffers_larger_than_a_binding(monkeypatch):
    x = np.random.default_rng(3).integers(-99, 99, (4, 150_000)).astype("i4")
    r = affine(100_000)
    d, e = gpuarray.asarray(x), gpuarray.asarray(r)
    monkeypatch.setattr(current(), "max_binding", 1 << 19)
    same(LARGEST(d), np.maximum.accumulate(x.ravel()))
    same(LARGEST(d, axis=0), np.maximum.accumulate(x, axis=0))
    same(LARGEST.reduce(d, axis=0), x.max(axis=0))
    same(COMPOSE(e), composed(r))
    same(gpuarray.elementwise("x * 3")(d), x * 3)


# ---- errors


def test_errors():
    i, r = gpuarray.arange(5, dtype="i4"), gpuarray.asarray(affine(5))
    with pytest.raises(CompileError) as caught:
        scan_kernel("let s = a + b;\nreturn s * weight;", 0)(i)
    assert (caught.value.line, caught.value.column) == (2, 12)
    with pytest.raises(CompileError, match="type bool, but i32 is wanted"):
        scan_kernel("a > b", 0)(i)
    with pytest.raises(CompileError, match="field accessor `z`"):
        scan_kernel("Item(a.m * b.z, b.c)", (1, 0))(r)
    with pytest.raises(CompileError, match="Item"):
        scan_kernel("a.m * b.m", (1, 0))(r)
    for bad in ((1, 2), None, "x"):
        with pytest.raises(TypeError, match="identity"):
            scan_kernel("a + b", bad)(i)
    with pytest.raises(np.exceptions.AxisError):
        LARGEST(i, axis=1)
    with pytest.raises(TypeError, match="too large for a scan"):
        scan_kernel("a", 0)(gpuarray.zeros(3, [("v", "<f8", 2), ("n", "u1")]))
    with pytest.raises(TypeError, match="has no value in WGSL"):
        scan_kernel("a", (b"", 0))(gpuarray.zeros(3, [("s", "S4"), ("n", "<u4")]))
    with pytest.raises(TypeError, match="numbers or records"):
        LARGEST(gpuarray.asarray(np.array([b"a"])))


# ---- what runs


def test_inspect_shows_the_users_line_and_computes_nothing():
    x = gpuarray.arange(1000, dtype="f4")
    pending = gpuarray.elementwise("a * x - 12.5")(2, x) + 1
    text = inspect_wgsl(pending)
    assert text.startswith("// ---- map.wgsl\n")
    assert "\na * x - 12.5\n" in text
    assert "fn load(i: u32)" in text
    assert pending._cell.node.args  # still pending
    assert inspect_wgsl(x).startswith("// nothing is pending")
    current().gpu.create_shader_module(code=text)  # whole: it compiles


def test_inspect_shows_the_kernels_of_a_call():
    x = gpuarray.arange(1000, dtype="i4")
    assert "// ---- scan_tiles.wgsl" in inspect_wgsl(LARGEST, x, axis=0)
    assert "max(a, b)" in inspect_wgsl(LARGEST, x)
    assert inspect_wgsl(np.cumsum, x).count("// ---- ") == 1
    assert "// ---- scan_tiles.wgsl" in inspect_wgsl(np.cumsum, x)
    assert "// ---- compact_tiles.wgsl" in inspect_wgsl(lambda: x[x > 3])
    code = "@compute @workgroup_size(W) fn main() {}"
    raw = gpuarray.raw_kernel(code, workgroup_size=8)
    assert inspect_wgsl(raw) == code + "\nconst W = 8u;"
    with pytest.raises(TypeError, match="neither"):
        inspect_wgsl(3)


# ---- counts on the device


@core
@pytest.mark.parametrize("n", [1, 257, 20_000])
@pytest.mark.parametrize("share", [0, 3, 1])
def test_the_counted_items_are_scanned_and_folded_without_a_wait(n, share):
    x = np.arange(n, dtype="i4")
    d = gpuarray.asarray(x)
    keep = x % share == 0 if share else x < 0
    host = x[keep]
    most = gpuarray.scan_kernel("max(a, b)", identity=-7)
    c = gpuarray.compact(d, gpuarray.asarray(keep), fill_value=1 << 30)
    readbacks = current().counters.readbacks
    found, whole = most(c * 2), most.reduce(c)
    ahead = most(c, exclusive=True)
    assert current().counters.readbacks == readbacks
    same(found.array(), np.maximum.accumulate(2 * host))
    same(whole, np.max(host, initial=-7).astype("i4"))
    same(ahead.array(), np.array([-7, *host[:-1]][: len(host)], "i4"))
    sums = gpuarray.scan_kernel("a + b", identity=0)
    same(sums(c).array(), np.cumsum(host, dtype="i4"))
    same(sums.reduce(c), np.sum(host, dtype="i4"))


def test_counted_records_and_rows():
    records = np.zeros(3000, [("a", "u1"), ("b", "f4")])
    records["a"], records["b"] = np.arange(3000) % 100, np.arange(3000)
    d = gpuarray.asarray(records)
    c, h = gpuarray.compact(d, d["a"] > 50), records[records["a"] > 50]
    both = gpuarray.scan_kernel("Item(max(a.a, b.a), a.b + b.b)", identity=(0, 0))
    got = both(c).get()
    assert (got["a"] == np.maximum.accumulate(h["a"])).all()
    assert np.allclose(got["b"], np.cumsum(h["b"], dtype="f8"), rtol=1e-5)
    assert both.reduce(c).get()["a"] == 99
    rows = np.arange(4000, dtype="i4").reshape(1000, 4)
    d = gpuarray.asarray(rows)
    c, h = gpuarray.compact(d, d[:, 0] % 3 == 0), rows[rows[:, 0] % 3 == 0]
    total = gpuarray.scan_kernel("a + b", identity=0)
    same(total(c, 0).array(), np.cumsum(h, 0, dtype="i4"))
    same(total.reduce(c, 0), np.sum(h, 0, dtype="i4"))
    same(total.reduce(c), np.sum(h, dtype="i4"))
    with pytest.raises(ValueError, match="counted one, not 1"):
        total(c, 1)
    with pytest.raises(TypeError, match="out= takes no Compacted"):
        total(c, 0, out=d)
