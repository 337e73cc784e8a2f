"""numpy.linalg on the device: results near NumPy's, exact shapes, dtypes and errors."""

import warnings

import numpy as np
import pytest
from compare import ANY, check, public_class, to_device

import gpuarray
from gpuarray.algorithms import decompositions
from gpuarray.algorithms.decompositions import Records
from gpuarray.functions.matrices import copied
from gpuarray.runtime.dispatch import FUNCTIONS

ERROR = np.linalg.LinAlgError
pytestmark = pytest.mark.usefixtures("profile")
SIZES = pytest.mark.parametrize(
    ("dtype", "n"), [("float64", 1), ("float64", 5), ("float64", 33), ("float32", 6)]
)
SHAPES = pytest.mark.parametrize(
    ("dtype", "shape"),
    [
        ("float64", (1, 1)),
        ("float64", (5, 3)),
        ("float64", (3, 5)),
        ("float64", (2, 33, 7)),
        ("float32", (2, 4, 4)),
    ],
)


def matrices(*shape, dtype="float64", seed=0):
    random = np.random.default_rng(seed)
    return (4 * random.standard_normal(shape)).astype(dtype)


def positive(n, dtype="float64", stack=(2,)):
    a = matrices(*stack, n, n)
    return (a @ a.mT + n * np.eye(n)).astype(dtype)


def near(fn, *args, room=100.0, raises=None):
    """fn of NumPy arrays and of device arrays agree in dtype, shape, and value.

    room: how many eps of the largest item values may differ. Or both raise one class.
    """
    want, error = outcome(fn, np, args)
    if raises is not None:
        assert isinstance(error, raises), f"NumPy answers {error!r} {want!r}"
    got, failure = outcome(fn, np, [to_device(a) for a in args])
    if error is not None:
        assert isinstance(failure, public_class(error)), f"{failure!r}, {got!r}"
        return
    if failure is not None:
        raise failure
    for g, w in zip(parts(got), parts(want), strict=True):
        w = np.asarray(w)
        assert (g.shape, g.dtype) == (w.shape, w.dtype)
        close(g.get(), w, room)


def outcome(fn, xp, args):
    try:
        with np.errstate(all="ignore"):
            return fn(xp, *args), None
    except Exception as error:
        return None, error


def parts(value):
    return value if isinstance(value, tuple) else (value,)


def close(got, want, room=100.0):
    eps = np.finfo(want.dtype).eps if want.dtype.kind in "fc" else 0
    finite = np.abs(want[np.isfinite(want)])
    atol = room * eps * finite.max(initial=0)
    np.testing.assert_allclose(got, want, rtol=0, atol=atol)


def unit(array, room=100.0):
    """Assert that each matrix is a unit matrix."""
    one = np.eye(array.shape[-1], dtype=array.dtype)
    close(array.get(), np.broadcast_to(one, array.shape), room)


# ---- equations


@SIZES
def test_solve_inv_det(dtype, n):
    a, b = matrices(3, n, n, dtype=dtype), matrices(3, n, 2, dtype=dtype, seed=1)
    room = 100 * float(np.linalg.cond(a.astype("f8")).max())
    near(lambda xp, a, b: xp.linalg.solve(a, b), a, b, room=room)
    near(lambda xp, a: xp.linalg.inv(a), a, room=room)
    near(lambda xp, a: xp.linalg.det(a), a, room=room)
    near(lambda xp, a: tuple(xp.linalg.slogdet(a)), a, room=room)
    unit(np.linalg.inv(to_device(a)) @ to_device(a), room)


def test_solve_broadcasts():
    a, b = matrices(4, 4), matrices(3, 1, 4, 2)
    near(lambda xp, a, b: xp.linalg.solve(a, b), a, b, room=1e4)
    near(lambda xp, a, b: xp.linalg.solve(a, b), a, b[0, 0, :, 0].copy(), room=1e4)
    for wrong in (b[..., :3, :].copy(), np.ones(3), np.ones(())):
        near(lambda xp, a, b: xp.linalg.solve(a, b), a, wrong, raises=ValueError)


def test_singular_matrices():
    ones = np.ones((2, 3, 3))
    for name in ("det", "slogdet"):
        near(lambda xp, a, name=name: getattr(xp.linalg, name)(a), ones)
    near(lambda xp, a: xp.linalg.inv(a), ones, raises=ERROR)
    near(lambda xp, a: xp.linalg.solve(a, a), ones, raises=ERROR)
    near(lambda xp, a: xp.linalg.cond(a, 1), ones)


@SIZES
def test_cholesky(dtype, n):
    a = positive(n, dtype)
    near(lambda xp, a: xp.linalg.cholesky(a), a)
    near(lambda xp, a: xp.linalg.cholesky(a, upper=True), a)
    near(lambda xp, a: xp.linalg.cholesky(-a), a, raises=ERROR)


@SHAPES
def test_qr(dtype, shape):
    a = matrices(*shape, dtype=dtype)
    for mode in ("reduced", "complete"):
        q, r = np.linalg.qr(to_device(a), mode)
        want = np.linalg.qr(a, mode)
        close(q.get(), want.Q, 1000)
        close(r.get(), want.R, 1000)
        close((q @ r).get(), a)
        close(
            (q.mT @ q).get(),
            np.broadcast_to(np.eye(q.shape[-1], dtype=dtype), (q.mT @ q).shape),
        )
    near(lambda xp, a: xp.linalg.qr(a, "r"), a, room=1000)
    near(lambda xp, a: tuple(xp.linalg.qr(a, "raw")), a, room=1000)
    near(lambda xp, a: xp.linalg.qr(a, "wrong"), a, raises=ValueError)


# ---- eigenvalues and singular values


@SIZES
def test_eigh(dtype, n):
    a = matrices(2, n, n, dtype=dtype)
    a = a + a.mT
    near(lambda xp, a: xp.linalg.eigvalsh(a), a)
    values, vectors = np.linalg.eigh(to_device(a))
    close((vectors @ (values[..., None] * vectors.mT)).get(), a)
    unit(vectors.mT @ vectors)


def test_eigh_reads_one_triangle():
    a = matrices(4, 4)
    for triangle in ("L", "U", "u"):
        near(lambda xp, a, t=triangle: xp.linalg.eigvalsh(a, t), a)
    near(lambda xp, a: xp.linalg.eigvalsh(a, "x"), a, raises=ValueError)


def check_svd(a, **options):
    u, s, vh = np.linalg.svd(to_device(a), **options)
    want = np.linalg.svd(a, **options)
    for got, wanted in zip((u, s, vh), want, strict=True):
        assert (got.shape, got.dtype) == (wanted.shape, wanted.dtype)
    close(s.get(), want.S)
    n = s.shape[-1]
    close((u[..., :n] @ (s[..., None] * vh[..., :n, :])).get(), a)
    unit(u.mT @ u)
    unit(vh @ vh.mT)


@SHAPES
def test_svd(dtype, shape):
    a = matrices(*shape, dtype=dtype)
    check_svd(a)
    check_svd(a, full_matrices=False)
    near(lambda xp, a: xp.linalg.svd(a, compute_uv=False), a)
    near(lambda xp, a: xp.linalg.svdvals(a), a)
    near(lambda xp, a: xp.linalg.pinv(a), a, room=1e4)


def test_svd_of_matrices_without_full_rank():
    check_svd(np.ones((4, 3)))
    check_svd(np.zeros((3, 4)))
    a = matrices(6, 2) @ matrices(2, 5)
    check_svd(a)
    near(lambda xp, a: xp.linalg.matrix_rank(a), a)
    near(lambda xp, a: xp.linalg.pinv(a, rcond=1e-10), a, room=1e4)
    check_svd(matrices(4, 4) + matrices(4, 4).T, hermitian=True)


def test_huge_and_tiny_matrices():
    a = matrices(3, 3, dtype="float32")
    for factor in (np.float32(1e37), np.float32(1e-30)):
        near(lambda xp, a, f=factor: xp.linalg.svdvals(a * f) / f, a)
        near(lambda xp, a, f=factor: xp.linalg.eigvalsh((a + a.T) * f) / f, a)
        near(lambda xp, a, f=factor: xp.linalg.qr(a * f, "r") / f, a)


def test_items_that_are_not_finite():
    a = np.full((3, 3), np.nan)
    for name in ("svd", "eigh"):
        near(
            lambda xp, a, n=name: getattr(xp.linalg, n)(a),
            a,
            raises=ERROR,
        )
    near(lambda xp, a: xp.linalg.svdvals(a), np.diag([1, np.inf, 1]))
    near(lambda xp, a: xp.linalg.svdvals(a), a, raises=ERROR)
    near(lambda xp, a: xp.linalg.cond(a), np.array([[1, np.nan], [1, 1]]))


def test_lstsq():
    a, b = matrices(6, 3), matrices(6, 2, seed=1)
    near(lambda xp, a, b: tuple(xp.linalg.lstsq(a, b)), a, b, room=1e3)
    near(lambda xp, a, b: tuple(xp.linalg.lstsq(a, b[:, 0])), a, b, room=1e3)
    near(lambda xp, a, b: tuple(xp.linalg.lstsq(a[:2], b[:2])), a, b, room=1e3)
    near(lambda xp, a, b: tuple(xp.linalg.lstsq(a[:, :0], b)), a, b)
    near(lambda xp, a, b: tuple(xp.linalg.lstsq(a[:0], b[:0])), a, b)
    flat = np.ones((6, 3))
    near(lambda xp, a, b: tuple(xp.linalg.lstsq(a, b)), flat, b, room=1e3)
    near(lambda xp, a, b: xp.linalg.lstsq(a, b[:3]), a, b, raises=ERROR)


# ---- norms and powers


@pytest.mark.parametrize(
    "ord", [None, "fro", "nuc", 0, 1, -1, 2, -2, 3, np.inf, -np.inf, "x"]
)
def test_norms(ord):
    a = matrices(2, 3, 4)
    calls = [
        lambda xp, a: xp.linalg.norm(a, ord, axis=(0, 2)),
        lambda xp, a: xp.linalg.norm(a, ord, axis=(2, 1), keepdims=True),
        lambda xp, a: xp.linalg.norm(a, ord, axis=-2),
        lambda xp, a: xp.linalg.norm(a[0], ord),
        lambda xp, a: xp.linalg.norm(a, ord),
        lambda xp, a: xp.linalg.matrix_norm(a, ord=ord),
        lambda xp, a: xp.linalg.vector_norm(a, ord=ord),
        lambda xp, a: xp.linalg.vector_norm(a, axis=(0, 2), ord=ord, keepdims=True),
    ]
    for call in calls:
        near(call, a)


def test_norm_of_other_dtypes_and_axes():
    near(lambda xp, a: xp.linalg.norm(a), np.arange(5, dtype="i4"))
    near(lambda xp, a: xp.linalg.norm(a, 1), np.arange(5, dtype="f2"))
    for axis in ((0, 0), (0, 1, 2), 3, "x", (0, 3)):
        near(lambda xp, a, axis=axis: xp.linalg.norm(a, axis=axis), np.ones((2, 2, 2)))


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (0, 0)])
def test_norms_of_no_items(shape):
    for ord in (None, np.inf, -np.inf, 1, -1, 2, -2, "nuc", "fro", 0, 3):
        for dtype in ("f8", "f4"):
            x = np.ones(shape, dtype)
            check(lambda xp, x, o=ord: xp.linalg.norm(x, o), x, raises=ANY)
        keep = {"ord": ord, "keepdims": True}
        check(lambda xp, x, k=keep: xp.linalg.vector_norm(x, **k), x, raises=ANY)
        check(lambda xp, x, k=keep: xp.linalg.matrix_norm(x, **k), x, raises=ANY)


@pytest.mark.parametrize("p", [None, 1, -1, 2, -2, np.inf, "fro"])
def test_cond(p):
    near(lambda xp, a: xp.linalg.cond(a, p), positive(4), room=1e4)
    near(
        lambda xp, a: xp.linalg.cond(a, p),
        np.empty((0, 3)),
        raises=ERROR,
    )


@pytest.mark.parametrize("n", [0, 1, 2, 3, 7, -1, -2, 1.5])
def test_matrix_power(n):
    near(lambda xp, a: xp.linalg.matrix_power(a, n), matrices(2, 3, 3), room=1e4)
    if n == abs(n):
        whole = np.eye(3, dtype="i4") + 1
        check(lambda xp, a: xp.linalg.matrix_power(a, n), whole, raises=ANY)


def test_multi_dot_tensorinv_tensorsolve():
    a, v = matrices(5, 3), matrices(3)
    near(lambda xp, a, v: xp.linalg.multi_dot([v, a.T, a, a.T, a, v]), a, v, room=1e4)
    near(lambda xp, a: xp.linalg.multi_dot([a]), a, raises=ValueError)
    near(lambda xp, a: xp.linalg.multi_dot([a, a, a]), a, raises=ValueError)
    b = matrices(4, 6, 8, 3)
    near(lambda xp, b: xp.linalg.tensorinv(b), b, room=1e6)
    near(lambda xp, b, c: xp.linalg.tensorsolve(b, c), b, matrices(4, 6), room=1e5)
    turned = b.swapaxes(0, 2).copy()
    near(
        lambda xp, b, c: xp.linalg.tensorsolve(b, c, (0,)),
        turned,
        np.ones((6, 4)),
        room=1e5,
    )


# ---- arguments


NAMES = [
    "inv",
    "det",
    "slogdet",
    "cholesky",
    "eigh",
    "eigvalsh",
    "svd",
    "svdvals",
    "pinv",
    "qr",
]


@pytest.mark.parametrize("name", NAMES)
def test_shapes_and_dtypes(name):
    def call(xp, a):
        found = getattr(xp.linalg, name)(a)
        return tuple(found) if isinstance(found, tuple) else found

    for shape in ((0, 0), (2, 0, 0), (0, 3, 3)):
        near(call, np.empty(shape))
    for shape in ((), (3,)):
        near(call, np.ones(shape), raises=ERROR)
    near(call, 3 * np.eye(2, dtype="i4"))
    near(call, np.eye(2, dtype="f2"), raises=TypeError)
    if name not in ("svd", "svdvals", "pinv", "qr"):
        near(call, np.ones((2, 3)), raises=ERROR)
    else:
        near(call, np.empty((0, 3)))


@pytest.mark.parametrize(
    ("shape", "other", "axes"),
    [
        ((3,), (3,), {}),
        ((2, 3), (4, 1, 3), {}),
        ((3, 2), (2, 3), {"axisa": 0, "axisb": 1, "axisc": 0}),
        ((3, 2), (3, 2), {"axis": 0}),
        ((3,), (2,), {}),
        ((2, 2), (2,), {}),
        ((4,), (3,), {}),
        ((), (3,), {}),
    ],
)
def test_cross(shape, other, axes):
    a, b = matrices(*shape).round(), matrices(*other, seed=1).round()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        near(lambda xp, a, b: xp.cross(a, b, **axes), np.asarray(a), np.asarray(b))
        near(lambda xp, a, b: xp.linalg.cross(a, b), np.asarray(a), np.asarray(b))


def test_the_namespace_of_products():
    a = matrices(3, 4, 4)
    near(lambda xp, a: xp.linalg.matmul(a, a), a)
    near(lambda xp, a: xp.linalg.vecdot(a, a, axis=0), a)
    near(lambda xp, a: xp.linalg.tensordot(a, a, axes=1), a)
    near(lambda xp, a: xp.linalg.outer(a[0, 0], a[1, 1]), a)
    near(lambda xp, a: xp.linalg.outer(a, a), a, raises=ValueError)
    check(lambda xp, a: xp.linalg.matrix_transpose(a), a)
    check(lambda xp, a: xp.linalg.matrix_transpose(a[0, 0]), a, raises=ValueError)
    check(lambda xp, a: xp.linalg.diagonal(a, offset=1), a)
    near(lambda xp, a: xp.linalg.trace(a), a)


@pytest.mark.core
def test_tolerances_on_every_profile():
    a = np.stack([np.diag([1.0, 0.2, 0.01]), np.eye(3)]).astype("f4")
    each = np.array([0.1, 1e-3], "f4")
    for limit in (0.1, np.float64(0.5), [0.1, 0.5], np.array([0.1, 1e-3])):
        near(lambda xp, a, t=limit: xp.linalg.pinv(a, rcond=t), a)
        near(lambda xp, a, t=limit: xp.linalg.matrix_rank(a, rtol=t), a)
        near(lambda xp, a, t=limit: xp.linalg.matrix_rank(a, t), a)
    near(lambda xp, a, t: xp.linalg.pinv(a, rtol=t), a, each)
    near(lambda xp, a, t: xp.linalg.matrix_rank(a, t), a, each)


@pytest.mark.core
def test_factors_on_every_profile():
    a = matrices(3, 6, 6, dtype="float32")
    b = positive(6, "float32", stack=(3,))
    x, y = to_device(a), to_device(b)
    unit(np.linalg.inv(y) @ y, 1000)
    lower = np.linalg.cholesky(y)
    close((lower @ lower.mT).get(), b)
    q, r = np.linalg.qr(x)
    close((q @ r).get(), a)
    values, vectors = np.linalg.eigh(y)
    close((vectors @ (values[..., None] * vectors.mT)).get(), b)
    u, s, vh = np.linalg.svd(x)
    close((u @ (s[..., None] * vh)).get(), a)


def test_stacks_over_one_binding(monkeypatch):
    a = positive(40, stack=(7,))
    device = gpuarray.device.current()
    work = Records(device, (7,), 1600, a.dtype)
    work.fill(0, to_device(a)._cell.node, 40, 40)
    with monkeypatch.context() as patch:
        patch.setattr(device, "max_binding", 32 << 10)  # two matrices
        work.run("cholesky", 32, 40, 60, work.marks(1), rows=40)
        with pytest.raises(gpuarray.DeviceMemoryError, match="larger than"):
            Records(device, (7,), 8000, a.dtype)
    close(copied(work.part(0, 40, 40)).get(), np.linalg.cholesky(a))


def test_the_two_namespaces_are_one():
    for name in gpuarray.linalg.__all__:
        if name != "LinAlgError":
            ours = FUNCTIONS[getattr(np.linalg, name)]
            assert ours is getattr(gpuarray.linalg, name)


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_complex_matrices(dtype):
    def some(*shape, seed=0):
        parts = matrices(*shape, seed=seed), matrices(*shape, seed=seed + 9)
        return (parts[0] + 1j * parts[1]).astype(dtype)

    a, b = some(2, 4, 4), some(2, 4, 3, seed=1)
    near(lambda xp, a, b: xp.linalg.solve(a, b), a, b, room=1e4)
    near(lambda xp, a: xp.linalg.det(a), a, room=1e3)
    near(lambda xp, a: tuple(xp.linalg.slogdet(a)), a, room=1e3)
    near(lambda xp, b: tuple(xp.linalg.qr(b)), b, room=1e3)
    near(lambda xp, b: xp.linalg.svdvals(b), b)
    near(lambda xp, a: xp.linalg.eigvalsh(a), a)
    near(lambda xp, b: xp.linalg.pinv(b), b, room=1e4)
    near(lambda xp, a: xp.linalg.cholesky(a), a @ a.conj().mT + np.eye(4, dtype=dtype))
    x = to_device(a + a.conj().mT)
    values, vectors = np.linalg.eigh(x)
    turned = np.conjugate(vectors.mT)
    close((vectors @ (values[..., None] * turned)).get(), x.get())
    u, s, vh = np.linalg.svd(to_device(b))
    close((u[..., :3] @ (s[..., None] * vh)).get(), b)
    unit(np.conjugate(u.mT) @ u)


def test_factors_of_huge_and_tiny_matrices():
    for dtype, sizes in (("f4", (1e30, 1e-30)), ("f8", (1e200, 1e-200, 1e-310))):
        for size in sizes:
            x = np.array([[3, 1], [4, 2], [0, 5]], dtype) * np.dtype(dtype).type(size)
            check(lambda xp, x: xp.linalg.svdvals(x), x, rtol=1e-6)
            check(lambda xp, x: xp.linalg.qr(x)[1], x, rtol=1e-6)
            check(lambda xp, x: xp.linalg.svd(x[:1]).S, x, rtol=1e-6)


def test_work_cut_into_dispatches(monkeypatch):
    """Few loops a dispatch: every factorisation is interrupted, and goes on."""
    a = matrices(2, 9, 9)
    calls = [
        lambda xp, a: xp.linalg.inv(a),
        lambda xp, a: tuple(xp.linalg.qr(a)),
        lambda xp, a: xp.linalg.svdvals(a),
        lambda xp, a: xp.linalg.eigvalsh(a),
        lambda xp, a: xp.linalg.cholesky(a @ a.mT + xp.eye(9)),
    ]
    monkeypatch.setattr(decompositions, "LOOPS", 250)
    for call in calls:
        near(call, a, room=1e5)


def test_matrices_with_more_rows_than_a_software_device_loops_in_one_dispatch():
    a = matrices(70, 70, dtype="float32")
    near(lambda xp, a: xp.linalg.svdvals(a), a)
    near(lambda xp, a: xp.linalg.eigvalsh(a), a)
    b = matrices(300, 300)
    unit(np.linalg.inv(to_device(b)) @ to_device(b), 1e4)
