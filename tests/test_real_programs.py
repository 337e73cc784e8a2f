"""Programs of other packages, unchanged: device arrays in, NumPy's answers out."""

import importlib

import numpy as np
import pytest

import gpuarray

pytestmark = [
    pytest.mark.usefixtures("profile"),
    pytest.mark.filterwarnings("default"),  # other people's warnings are theirs
]
RNG = np.random.default_rng(7)
X = RNG.normal(size=(8, 6))
LABELS = RNG.integers(0, 3, 8)


def package(name):
    """The module, or a skip that says what to install."""
    return pytest.importorskip(
        name, reason=f"{name} is not installed: pip install 'gpuarray-wgpu[interop]'"
    )


def agree(program, *arrays, rtol=1e-9, host=False):
    """The program's results from device arrays are NumPy's, and on the device.

    host: the program answers with numbers or host arrays.
    """
    want = program(np, *(a.copy() for a in arrays))
    got = program(gpuarray, *(gpuarray.asarray(a) for a in arrays))
    one = not isinstance(want, (tuple, list))
    pairs = [(got, want)] if one else zip(got, want, strict=True)
    for g, w in pairs:
        if not host:
            assert isinstance(g, gpuarray.GPUArray), type(g)
        w = np.asarray(w)
        g = g.get() if isinstance(g, gpuarray.GPUArray) else np.asarray(g)
        assert g.dtype == w.dtype
        assert g.shape == w.shape
        np.testing.assert_allclose(g, w, rtol=rtol, atol=1e-12)


def each(**programs):
    """A parametrization over named programs."""
    return pytest.mark.parametrize(
        "program", list(programs.values()), ids=list(programs)
    )


# ---- einops: the array API interface


@each(
    rearrange=lambda e, x: e.rearrange(x, "(a b) c -> b (c a)", a=2),
    reduce=lambda e, x: e.reduce(x, "a (b c) -> a b", "max", c=3),
    mean=lambda e, x: e.reduce(x, "(a b) c -> a c", "mean", b=4),
    repeat=lambda e, x: e.repeat(x, "a b -> b 3 a"),
    pack=lambda e, x: e.pack([x, x], "* b")[0],
    unpack=lambda e, x: e.unpack(x, [[2], [6]], "* b"),
)
def test_einops(program):
    einops = package("einops.array_api")
    agree(lambda xp, x: program(einops, x), X)


# ---- array-api-compat and array-api-extra


def test_array_api_compat_knows_the_arrays():
    compat = package("array_api_compat")
    x = gpuarray.asarray(X)
    assert compat.is_array_api_obj(x)
    assert compat.array_namespace(x, 1.5) is gpuarray
    assert compat.device(x) is x.device
    assert compat.to_device(x, x.device) is x
    assert compat.size(x) == X.size
    assert compat.is_writeable_array(x)
    assert not compat.is_lazy_array(x)


@each(
    at=lambda e, xp, x: e.at(x, 1).set(5.0),
    at_mask=lambda e, xp, x: e.at(x)[x > 0].add(1.0),
    apply_where=lambda e, xp, x: e.apply_where(x > 0, x, xp.log, fill_value=-1.0),
    atleast_nd=lambda e, xp, x: e.atleast_nd(x, ndim=4),
    cov=lambda e, xp, x: e.cov(x),
    create_diagonal=lambda e, xp, x: e.create_diagonal(x[0], offset=1),
    nan_to_num=lambda e, xp, x: e.nan_to_num(xp.where(x > 0, x, xp.nan)),
    isclose=lambda e, xp, x: e.isclose(x, x + 1e-9),
    kron=lambda e, xp, x: e.kron(x, x),
    one_hot=lambda e, xp, x: e.one_hot(xp.asarray([0, 2, 1]), 3),
    pad=lambda e, xp, x: e.pad(x, 2),
    sinc=lambda e, xp, x: e.sinc(x),
)
def test_array_api_extra(program):
    extra = package("array_api_extra")
    agree(lambda xp, x: program(extra, xp, x), X)


# ---- SciPy, with SCIPY_ARRAY_API=1 (set in conftest.py)

SCIPY = ("special", "stats", "cluster.vq", "integrate", "differentiate", "signal")
SCIPY += ("spatial.transform",)


@each(
    softmax=lambda s, xp, x: s.special.softmax(x, axis=1),
    logsumexp=lambda s, xp, x: s.special.logsumexp(x, axis=0),
    zscore=lambda s, xp, x: s.stats.zscore(x),
    skew=lambda s, xp, x: s.stats.skew(x),
    kurtosis=lambda s, xp, x: s.stats.kurtosis(x),
    gmean=lambda s, xp, x: s.stats.gmean(abs(x)),
    circmean=lambda s, xp, x: s.stats.circmean(x),
    variation=lambda s, xp, x: s.stats.variation(x),
    entropy=lambda s, xp, x: s.stats.entropy(abs(x)),
    t_test=lambda s, xp, x: s.stats.ttest_1samp(x, 0.1).statistic,
    whiten=lambda s, xp, x: s.cluster.vq.whiten(x),
    vq=lambda s, xp, x: s.cluster.vq.vq(x, x[:3]),
    k_means=lambda s, xp, x: s.cluster.vq.kmeans(x, x[:3])[0],
    trapezoid=lambda s, xp, x: s.integrate.trapezoid(x, axis=0),
    simpson_sums=lambda s, xp, x: s.integrate.cumulative_simpson(x, axis=0),
    derivative=lambda s, xp, x: s.differentiate.derivative(xp.exp, x[0]).df,
    detrend=lambda s, xp, x: s.signal.detrend(x, axis=0, type="constant"),
    rotation=lambda s, xp, x: s.spatial.transform.Rotation.from_rotvec(
        x[:, :3]
    ).as_matrix(),
)
def test_scipy(program):
    scipy = package("scipy")
    for name in SCIPY:
        importlib.import_module(f"scipy.{name}")
    agree(lambda xp, x: program(scipy, xp, x), X, rtol=1e-7)


# ---- scikit-learn, with array_api_dispatch


@each(
    standard=lambda k, x, y: k.preprocessing.StandardScaler().fit_transform(x),
    min_max=lambda k, x, y: k.preprocessing.MinMaxScaler().fit_transform(x),
    normal=lambda k, x, y: k.preprocessing.Normalizer().fit_transform(x),
    polynomial=lambda k, x, y: k.preprocessing.PolynomialFeatures().fit_transform(x),
    cosine=lambda k, x, y: k.metrics.pairwise.cosine_similarity(x),
    distances=lambda k, x, y: k.metrics.pairwise.euclidean_distances(x, x + 1),
    kernel=lambda k, x, y: k.metrics.pairwise.rbf_kernel(x),
    split=lambda k, x, y: k.model_selection.train_test_split(x, y, random_state=0),
)
def test_scikit_learn(program):
    sklearn = package("sklearn")
    for name in ("preprocessing", "metrics", "model_selection"):
        importlib.import_module(f"sklearn.{name}")
    with sklearn.config_context(array_api_dispatch=True):
        agree(lambda xp, x, y: program(sklearn, x, y), X, LABELS)


@each(
    squares=lambda m, x, y: m.mean_squared_error(x[:, 0], x[:, 1]),
    r2=lambda m, x, y: m.r2_score(x[:, 0], x[:, 1]),
    largest=lambda m, x, y: m.max_error(x[:, 0], x[:, 1]),
)
def test_scikit_learn_metrics(program):
    sklearn = package("sklearn")
    metrics = importlib.import_module("sklearn.metrics")
    with sklearn.config_context(array_api_dispatch=True):
        agree(lambda xp, x, y: program(metrics, x, y), X, LABELS, host=True)


# ---- xarray


@each(
    arithmetic=lambda xr, d: (d - d.mean("a")) / d.std("a"),
    selected=lambda xr, d: d.sel(a=[2, 5]).isel(b=slice(None, None, -2)),
    where=lambda xr, d: d.where(d > 0).fillna(-1),
    running=lambda xr, d: d.cumsum("b").diff("b"),
    reduced=lambda xr, d: d.max("a") - d.min(),
    joined=lambda xr, d: xr.concat([d, d + 1], "c").transpose("b", "c", "a"),
    dot=lambda xr, d: xr.dot(d, d, dim="b"),
    stacked=lambda xr, d: d.stack(z=("a", "b")),
    shifted=lambda xr, d: d.shift(b=1),
    coarse=lambda xr, d: d.coarsen(b=2).mean(),
    grouped=lambda xr, d: d.groupby("k").mean(),
    applied=lambda xr, d: xr.apply_ufunc(np.exp, d),
    dataset=lambda xr, d: xr.Dataset({"q": d, "r": d * 2}).sum("a").r,
)
def test_xarray(program):
    xarray = package("xarray")

    def run(xp, x):
        coordinates = {"a": np.arange(8), "k": ("a", np.arange(8) % 3)}
        array = xarray.DataArray(x, dims=("a", "b"), coords=coordinates)
        return program(xarray, array).data

    agree(run, X)


# ---- dask: blocks on the device


@each(
    sums=lambda da, d: d.sum(axis=0),
    arithmetic=lambda da, d: (d * 2 + 1).T,
    spread=lambda da, d: d.std(),
    running=lambda da, d: d.cumsum(axis=0),
    product=lambda da, d: d @ d.T,
    mask=lambda da, d: d[d > 0],
    where=lambda da, d: da.where(d > 0, d, 0),
    mapped=lambda da, d: d.map_blocks(np.exp),
    joined=lambda da, d: da.concatenate([d, d]).reshape(96),
    first=lambda da, d: d.argmax(axis=1),
    borders=lambda da, d: da.overlap.overlap(d, 1, "reflect"),
)
def test_dask(program):
    da = package("dask.array")

    def run(xp, x):
        blocks = da.from_array(x, chunks=(4, 3), asarray=False)
        return program(da, blocks).compute(scheduler="sync")

    agree(run, X)
