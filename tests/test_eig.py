"""eig and eigvals: what makes eigenvalues and vectors, since their order may differ."""

import numpy as np
import pytest
from compare import check

import gpuarray

pytestmark = pytest.mark.usefixtures("profile")


def matrices(shape, dtype, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * rng.standard_normal(shape)
    return x.astype(dtype)


def examine(x):
    """x V = V W, columns of length 1, values near NumPy's, dtypes and forms as its."""
    values, vectors = np.linalg.eig(gpuarray.asarray(x))
    want = np.linalg.eig(x)
    assert (values.dtype, vectors.dtype) == (want[0].dtype, want[1].dtype)
    assert (values.shape, vectors.shape) == (want[0].shape, want[1].shape)
    w, v = values.get(), vectors.get()
    n = x.shape[-1]
    noise = 20 * n * np.finfo(w.dtype).eps
    size = np.abs(x).max()
    assert np.abs(x @ v - v * w[..., None, :]).max() <= noise * size
    assert np.abs(np.linalg.norm(v, axis=-2) - 1).max() <= noise
    alone = np.linalg.eigvals(gpuarray.asarray(x))
    assert alone.dtype == np.linalg.eigvals(x).dtype
    for found in (w, alone.get()):  # each near one of NumPy's, and the other way round
        gap = np.abs(found[..., :, None] - want[0][..., None, :])
        assert max(gap.min(-1).max(), gap.min(-2).max()) <= 100 * noise * size
    if w.dtype.kind == "c":
        top = np.take_along_axis(v, np.abs(v).argmax(-2)[..., None, :], -2)
        assert (top.imag == 0).all()
    if w.dtype.kind == "c" and x.dtype.kind == "f":
        for one, columns in zip(w.reshape(-1, n), v.reshape(-1, n, n), strict=True):
            first = np.flatnonzero(one.imag > 0)
            assert (one[first + 1] == one[first].conj()).all()
            assert (columns[:, first + 1] == columns[:, first].conj()).all()
            assert (columns[:, one.imag == 0].imag == 0).all()


@pytest.mark.core
def test_float32(profile):
    examine(matrices((2, 5, 5), "f4"))


@pytest.mark.parametrize("n", [1, 2, 4, 33])
def test_lengths(n):
    examine(matrices((2, n, n), "f4", n))


@pytest.mark.parametrize("n", [3, 8])
def test_other_dtypes(n):
    examine(matrices((2, 2, n, n), "f8", n))
    examine(matrices((2, n, n), "F", n))
    examine(matrices((n, n), "D", n))
    examine((matrices((n, n), "f8", n) * 9).astype("i8"))


def test_more_rows_than_a_small_workgroup():
    x = matrices((65, 65), "f4")
    found = np.linalg.eigvals(gpuarray.asarray(x)).get()
    gap = np.abs(found[:, None] - np.linalg.eigvals(x.astype("f8")))
    assert max(gap.min(0).max(), gap.min(1).max()) < 1e-3


@pytest.mark.parametrize(
    "x",
    [
        np.zeros((3, 3)),
        np.eye(4) * 3,
        np.diag([1e-3, 1.0, 1e3]),
        np.array([[0.0, 1.0], [0.0, 0.0]]),
        np.array([[2.0, 1.0], [0.0, 2.0]]),
        np.array([[0.0, 0.0], [1.0, 0.0]]),
        np.array([[0.0, -1.0], [1.0, 0.0]]),
        np.eye(6)[[1, 2, 3, 4, 5, 0]],
        np.ones((5, 5)),
        np.triu(np.arange(25.0).reshape(5, 5)),
        np.arange(16.0).reshape(4, 4),
        np.full((2, 2), 1e300) + np.eye(2),
        np.array([[1e-300, 2e-300], [3e-300, 4e-300]]),
        np.array([[0, 1j], [-1j, 0]]),
        np.array([[1, 1], [0, 1]], "D"),
    ],
)
def test_special_matrices(x):
    examine(x)


def test_real_where_all_eigenvalues_are_real():
    real, turning = np.diag([1.0, 2.0]), np.array([[0.0, 1.0], [-1.0, 0.0]])
    assert np.linalg.eigvals(gpuarray.asarray(np.stack([real, real]))).dtype == "f8"
    examine(np.stack([real, turning]))


def test_a_defective_matrix():
    """The only eigenvector of a Jordan block comes four times, but for noise."""
    x = np.eye(4, k=1) + 2 * np.eye(4)
    values, vectors = np.linalg.eig(gpuarray.asarray(x))
    assert values.get().tolist() == [2.0] * 4
    assert np.abs(np.abs(vectors.get()) - np.eye(4)[:, :1]).max() < 1e-14


@pytest.mark.parametrize("name", ["eig", "eigvals"])
def test_errors(name):
    def run(xp, x):
        return getattr(xp.linalg, name)(x)

    for x in (np.ones((2, 3)), np.ones(3), np.array([[np.nan]]), np.diag([1, np.inf])):
        check(run, x, raises=np.linalg.LinAlgError)
    check(run, np.ones((2, 2), "f2"), raises=TypeError)


@pytest.mark.parametrize("dtype", ["f4", "D", "i4"])
@pytest.mark.parametrize("shape", [(0, 0), (0, 3, 3), (2, 0, 0)])
def test_no_items(shape, dtype):
    x = np.zeros(shape, dtype)
    check(lambda xp, a: tuple(xp.linalg.eig(a)), x)
    check(lambda xp, a: xp.linalg.eigvals(a), x)


def test_views_and_repeated_bits():
    x = matrices((4, 6, 6), "F")
    examine(x[::-2, ::-1].swapaxes(-1, -2))
    d = gpuarray.asarray(x)
    first, again = (np.linalg.eig(d)[1].get().tobytes() for _ in range(2))
    assert first == again
