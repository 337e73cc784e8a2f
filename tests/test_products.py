"""matmul and its kin, dot, inner, outer, tensordot, kron beside NumPy's."""

import numpy as np
import pytest
from compare import ANY, check, same, to_device
from strategies import NUMERIC

import gpuarray
from gpuarray.algorithms import multiplication

pytestmark = pytest.mark.usefixtures("profile")

# (shape of a, shape of b): routes by reduction, by items, by tiles, and stacks.
SHAPES = [
    ((3,), (3,)),
    ((4, 3), (3,)),
    ((3,), (3, 5)),
    ((3, 5), (5, 4)),
    ((1, 300), (300, 1)),
    ((2, 1, 40, 7), (3, 7, 1)),
    ((33, 17), (17, 34)),
    ((65, 16), (16, 63)),
    ((2, 64, 33), (33, 70)),
    ((5, 2, 2), (5, 2, 2)),
    ((4, 700), (700, 5)),
    ((0, 3), (3, 2)),
    ((3, 0), (0, 2)),
    ((2, 0, 3, 4), (4, 5)),
]


def small(shape, dtype, seed=0):
    """Small whole numbers, whose sums of products are exact in every dtype."""
    random = np.random.default_rng(seed)
    if dtype == "bool":
        return random.random(shape) < 0.3
    low = 0 if dtype.startswith("u") else -2
    return random.integers(low, 3, shape).astype(dtype)


def exact(a, b):
    """The product of small whole numbers, in the dtype of both."""
    wide = "i8" if a.dtype.kind == "f" else a.dtype
    return np.matmul(a.astype(wide), b.astype(wide)).astype(a.dtype)


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["int64", "float32"])
def test_matmul_on_every_profile(dtype):
    each_route(dtype)


@pytest.mark.parametrize("dtype", [d for d in NUMERIC if d not in ("int64", "float32")])
def test_matmul_of_every_dtype(dtype):
    each_route(dtype)


def each_route(dtype):
    for shape, other in [((33, 17), (17, 34)), ((3, 20), (20, 5)), ((4, 3), (3,))]:
        a, b = small(shape, dtype), small(other, dtype, 1)
        got = np.matmul(to_device(a), to_device(b))
        same(got, exact(a, b), where=f"{shape}@{other}")


@pytest.mark.parametrize("dtype", ["int16", "float32"])
def test_matmul_of_every_shape(dtype):
    for shape, other in SHAPES:
        a, b = small(shape, dtype), small(other, dtype, 1)
        same(
            np.matmul(to_device(a), to_device(b)), exact(a, b), where=f"{shape}@{other}"
        )


def test_matmul_reads_any_view():
    a, b = small((40, 80, 3), "i4"), small((70, 2, 80), "i4", 1)
    views = [
        lambda a, b: (a[:, ::-1, 1], b[::-1, 0].T),
        lambda a, b: (a[::2, :, 0], b[:, 1].T[:, ::-3]),
        lambda a, b: (a[:, :1, 0], b[:1, 1, :]),
        lambda a, b: (np.broadcast_to(a[0, :, 0], (5, 80)), b[:66, 1].T),
    ]
    for view in views:
        check(lambda xp, a, b, view=view: xp.matmul(*view(a, b)), a, b)


def test_matmul_reads_fields_of_packed_records():
    records = np.zeros((9, 40), [("flag", "?"), ("x", "f4"), ("y", "i8")])
    records["x"] = small((9, 40), "f4")
    records["y"] = small((9, 40), "i8")
    check(lambda xp, r: xp.matmul(r["x"], r["x"].T), records)
    check(lambda xp, r: xp.matmul(r["y"], r["y"].T), records)


def test_integers_wrap_around():
    for dtype in ("int8", "uint16", "int32", "uint64"):
        info = np.iinfo(dtype)
        a = np.full((3, 20), info.max, dtype)
        b = np.full((20, 4), info.min + 3, dtype)
        check(lambda xp, a, b: xp.matmul(a, b), a, b)


def product_bound(a, b):
    """The true product in float64, and how far sums of k terms may be from it."""
    wide_a, wide_b = a.astype("f8"), b.astype("f8")
    eps = np.finfo("f4" if a.dtype == "f2" else a.dtype).eps
    true = wide_a @ wide_b
    bound = a.shape[-1] * eps * (np.abs(wide_a) @ np.abs(wide_b))
    return true, bound + np.finfo(a.dtype).eps * np.abs(true)


@pytest.mark.parametrize("dtype", ["float16", "float32"])
@pytest.mark.parametrize(
    ("shape", "other"),
    [
        ((70, 100), (100, 65)),
        ((3, 2000), (2000, 4)),
        ((5000,), (5000,)),
        ((9, 999), (999,)),
    ],
)
def test_float_products_are_near_the_true_ones(dtype, shape, other):
    random = np.random.default_rng(3)
    a = random.standard_normal(shape).astype(dtype)
    b = random.standard_normal(other).astype(dtype)
    true, bound = product_bound(a, b)
    got = np.matmul(to_device(a), to_device(b))
    assert got.dtype == a.dtype
    assert got.shape == true.shape
    assert (np.abs(got.get().astype("f8") - true) <= bound).all()


def test_float64_products_are_near_those_of_numpy():
    random = np.random.default_rng(4)
    a, b = random.standard_normal((70, 90)), random.standard_normal((90, 66))
    _, bound = product_bound(a, b)
    got = (to_device(a) @ to_device(b)).get()
    assert (np.abs(got - a @ b) <= 2 * bound).all()


def test_the_bits_repeat():
    random = np.random.default_rng(5)
    a = to_device(random.standard_normal((60, 3000)).astype("f4"))
    b = to_device(random.standard_normal((3000, 50)).astype("f4"))
    first = (a @ b).get().tobytes()
    assert all((a @ b).get().tobytes() == first for _ in range(3))
    assert (a.copy() @ b.copy()).get().tobytes() == first


def test_long_sums_are_cut(monkeypatch):
    monkeypatch.setattr(multiplication, "_GROUPS", 1)
    a, b = np.ones((2, 300_000), "f4"), np.ones((300_000, 3), "f4")
    assert ((to_device(a) @ to_device(b)).get() == 300_000).all()
    assert ((to_device(a.repeat(9, 0)) @ to_device(b.repeat(6, 1))).get() == 3e5).all()


def test_nan_and_infinity_spread_to_their_row_and_column_only():
    a = np.ones((66, 20), "f4")
    a[3, 4], a[65, 7] = np.nan, np.inf
    b = np.ones((20, 67), "f4")
    b[5, 66] = -np.inf
    check(lambda xp, a, b: xp.matmul(a, b), a, b)


@pytest.mark.parametrize(
    ("name", "shape", "other", "options"),
    [
        ("matmul", (2, 3), (3, 2), {"axes": [(0, 1), (0, 1), (1, 0)]}),
        ("matmul", (3, 2), (3, 2), {"axes": [(1, 0), (-2, -1), (0, 1)]}),
        ("matmul", (3,), (3, 2), {"axes": [0, (0, 1), (0,)]}),
        ("matmul", (4, 3, 2), (3, 4, 5), {"axes": [(2, 1), (0, 2), (0, 2)]}),
        ("matmul", (2, 2), (2, 2), {"axes": [(0, 1), (0, 1)]}),
        ("matmul", (2, 2), (2, 2), {"axes": [(0, 0), (0, 1), (0, 1)]}),
        ("matmul", (2, 2), (2, 2), {"axes": [(0, 1), (0, 2), (0, 1)]}),
        ("matmul", (2, 2), (2, 2), {"axes": 3}),
        ("matmul", (2, 2), (2, 2), {"axis": 0}),
        ("matmul", (2, 2), (2, 2), {"keepdims": True}),
        ("matmul", (2, 2), (2, 2), {"where": True}),
        ("matmul", (2, 3), (2, 3), {}),
        ("matmul", (2, 3), (), {}),
        ("matmul", (), (2, 3), {}),
        ("matmul", (3, 2, 2), (2, 2, 2), {}),
        ("matmul", (2, 2), (2, 2), {"dtype": "i4"}),
        ("matmul", (2, 2), (2, 2), {"dtype": "i4", "casting": "unsafe"}),
        ("vecdot", (2, 3), (2, 3), {}),
        ("vecdot", (2, 3), (2, 3), {"axis": 0}),
        ("vecdot", (2, 3), (2, 3), {"axis": 0, "keepdims": True}),
        ("vecdot", (2, 3), (2, 3), {"axis": 2}),
        ("vecdot", (2, 3), (3, 2), {"axes": [1, 0]}),
        ("vecdot", (2, 3), (3, 2), {"axes": [1, 0, 0], "keepdims": True}),
        ("vecdot", (2, 3), (2, 3), {"axis": 0, "axes": [0, 0]}),
        ("vecdot", (4, 1, 3), (5, 3), {}),
        ("vecdot", (3,), (2,), {}),
        ("vecdot", (0,), (0,), {}),
        ("matvec", (2, 3, 4), (4,), {}),
        ("matvec", (3, 4), (2, 4), {}),
        ("matvec", (4, 3), (2, 4), {"axes": [(1, 0), 1, 0]}),
        ("matvec", (3,), (3,), {}),
        ("vecmat", (2, 3), (3, 4), {}),
        ("vecmat", (3,), (2, 3, 4), {}),
        ("vecmat", (3,), (4, 3), {}),
    ],
)
def test_axes_and_errors_of_the_four(name, shape, other, options):
    a, b = small(shape, "float32"), small(other, "float32", 1)
    check(lambda xp, a, b: getattr(xp, name)(a, b, **options), a, b, raises=ANY)


def test_operands_of_two_dtypes():
    for one, two in [
        ("i1", "f4"),
        ("?", "i2"),
        ("i8", "u8"),
        ("f2", "f4"),
        ("u4", "i4"),
    ]:
        a = small((5, 6), np.dtype(one).name)
        b = small((6, 40), np.dtype(two).name, 1)
        check(lambda xp, a, b: xp.matmul(a, b), a, b)


def test_out():
    a, b = small((4, 3), "int32"), small((3, 2), "int32", 1)
    out = np.zeros((4, 2), "i8")
    check(lambda xp, a, b, o: xp.matmul(a, b, out=o), a, b, out, returns=2)
    check(lambda xp, a, b, o: xp.matmul(a, b, o), a, b, out, returns=2)
    check(lambda xp, a, b, o: xp.matmul(a, b, out=o[::-1]), a, b, out)
    check(lambda xp, a, b, o: xp.matmul(a, b, out=o), a, b, out[None].copy(), returns=2)
    for bad in (np.zeros((4, 3), "i8"), np.zeros((4, 2), "i2"), np.zeros((2,), "i8")):
        check(lambda xp, a, b, o: xp.matmul(a, b, out=o), a, b, bad, raises=ANY)
    square = small((3, 3), "int32")
    check(lambda xp, x: xp.matmul(x, x.T, out=x), square, returns=0)
    check(
        lambda xp, x, y, o: xp.vecdot(x, y, out=o), a, a, np.zeros(4, "f8"), returns=2
    )


def test_the_operator():
    a, b = small((4, 4), "float32"), small((4, 4), "float32", 1)
    check(lambda xp, a, b: a @ b, a, b)

    def inplace(xp, a, b):
        a @= b
        return a

    check(inplace, a, b, returns=0)
    check(inplace, a, b[:, 0].copy(), raises=ANY)
    assert isinstance(np.eye(4, dtype="f4") @ to_device(a), gpuarray.GPUArray)


@pytest.mark.parametrize(
    ("shape", "other"),
    [
        ((), ()),
        ((), (2, 3)),
        ((3,), ()),
        ((3,), (3,)),
        ((2, 3), (3,)),
        ((3,), (4, 3, 2)),
        ((2, 5, 3), (4, 3, 2)),
        ((2, 3), (2,)),
        ((3,), (4,)),
        ((0,), (0,)),
        ((2, 3), (2, 3)),
        ((2, 3), (4, 2, 3)),
        ((6,), (2, 3)),
    ],
)
def test_dot_and_its_kin(shape, other):
    a, b = small(shape, "int16"), small(other, "float32", 1)
    for name in ("dot", "inner", "vdot", "outer", "kron"):
        check(lambda xp, a, b, name=name: getattr(xp, name)(a, b), a, b, raises=ANY)
    check(lambda xp, a, b: a.dot(b), a, b, raises=ANY)


def test_dot_with_scalars_and_out():
    a = small((3, 3), "float32")
    check(lambda xp, a: xp.dot(a, 2), a)
    check(lambda xp, a: xp.dot(2.0, a), a)
    check(lambda xp, a, o: xp.dot(a, a, out=o), a, np.zeros((3, 3), "f4"), returns=1)
    empty = np.zeros((0, 3), "f4")
    check(lambda xp, e, a, o: xp.dot(e, a, out=o), empty, a, empty, returns=2)
    for bad in (np.zeros((3, 3), "f8"), np.zeros((3, 3), "f4").T, np.zeros(9, "f4")):
        check(lambda xp, a, o: xp.dot(a, a, out=o), a, bad, raises=ANY)
    check(lambda xp, a, o: xp.outer(a, a, out=o), a, np.zeros((9, 9), "f8"), returns=1)


@pytest.mark.parametrize(
    "axes",
    [
        0,
        1,
        2,
        3,
        4,
        (1, 0),
        ([1, 2], [0, 1]),
        ([2, 1], [1, 0]),
        ([-1], [-2]),
        ([0], [0, 1]),
    ],
)
def test_tensordot(axes):
    a, b = small((2, 3, 4), "int32"), small((3, 4, 5), "int32", 1)
    check(lambda xp, a, b: xp.tensordot(a, b, axes), a, b, raises=ANY)


def test_a_product_waits_for_nothing():
    a = to_device(small((40, 40), "float32"))
    device = gpuarray.device.current()
    before = device.counters.readbacks
    for _ in range(3):
        a = a @ a
    assert device.counters.readbacks == before


def test_shapes_share_pipelines():
    device = gpuarray.device.current()
    for size in (70, 80):
        found = gpuarray.ones((size, size), "f4") @ gpuarray.ones((size, 66), "f4")
        if size == 70:
            found.get()
            before = device.counters.pipelines
        assert found.get()[0, 0] == size
    assert device.counters.pipelines == before


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_complex_products(dtype):
    def whole(*shape, seed=0):
        parts = small(shape, "float64", seed), small(shape, "float64", seed + 1)
        return (parts[0] + 1j * parts[1]).astype(dtype)

    a, b = whole(33, 20), whole(20, 34, seed=2)
    for got, want in [
        (to_device(a) @ to_device(b), a @ b),
        (np.vecdot(to_device(a), to_device(a[::-1].copy())), np.vecdot(a, a[::-1])),
        (np.vecmat(to_device(a), to_device(b)), np.vecmat(a, b)),
        (np.vdot(to_device(a), to_device(b)[:, :33]), np.vdot(a, b[:, :33])),
        (to_device(a[:3]) @ to_device(b[:, :3]), a[:3] @ b[:, :3]),
    ]:
        assert got.dtype == want.dtype
        assert np.array_equal(got.get(), want)
