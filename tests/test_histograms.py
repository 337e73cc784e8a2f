"""bincount and the histograms: counts, weights, edges, rules and errors."""

import numpy as np
import pytest
from compare import ANY, check, same, to_device
from hypothesis import given
from hypothesis import strategies as st
from strategies import TILE, numbers, rng, seeds

pytestmark = pytest.mark.usefixtures("profile")

# Beside the most bins that a workgroup counts, and where copies of the counters end.
BINS = (1, 2, 128, 129, 2048, 2049, 4096, 4097, 70_000)


def bincount(xp, *args):
    return xp.bincount(*args)


def histogram(**options):
    def call(xp, a, *weights):
        if weights:
            return xp.histogram(a, weights=weights[0], **options)
        return xp.histogram(a, **options)

    return call


# ---- bincount


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["bool", "int8", "int16", "int64", "uint8", "int32"])
@pytest.mark.parametrize("n", [0, 1, 3, 255, 1024, 1025, 4 * TILE + 5])
def test_bincount(dtype, n):
    check(bincount, numbers(n, dtype, 0, 100))


@pytest.mark.core
@pytest.mark.parametrize("bins", BINS)
def test_bincount_of_few_and_many_bins(bins):
    x = rng(bins).integers(0, bins, 20_000)
    x[-1] = bins - 1
    check(bincount, x)
    check(bincount, np.full(5000, bins - 1, "i4"))


def test_bincount_of_views_and_expressions():
    x = rng(1).integers(0, 50, 4000).astype("i4")
    check(bincount, x[::-3])

    def computed(xp, x):
        return xp.bincount(x * 2 + 1)

    check(computed, x)


@pytest.mark.parametrize("dtype", ["bool", "int32", "uint64", "float32", "float64"])
def test_bincount_of_weights(dtype):
    # Small whole numbers: their sums are exact in any order.
    x, w = rng(2).integers(0, 40, 3000), numbers(3000, dtype)
    check(bincount, x, w)
    check(bincount, x.astype("u1"), w, 50)
    check(bincount, x[:1], w[:1])


def test_sums_of_weights_repeat_their_bits():
    x, w = rng(3).integers(0, 5, 30_000), rng(4).normal(size=30_000)
    d = to_device(x), to_device(w)
    first = np.bincount(*d).get()
    assert first.tobytes() == np.bincount(*d).get().tobytes()
    bound = 40 * 2.0**-53 * np.bincount(x, np.abs(w))
    assert (np.abs(first - np.bincount(x, w)) <= bound).all()
    check(bincount, np.array([1, 1]), np.array([-0.0, -0.0]))
    check(bincount, rng(5).integers(0, 900, 3000), rng(6).normal(size=3000), bits=True)


def test_bincount_errors():
    one, w = np.array([1, 2, 2]), np.ones(3)
    for args in (
        (np.array([1, -1]),), (np.array([[1]]),), (np.array(3),), (np.array([1.0]),),
        (np.array([1], "u8"),), (one, w[:2]), (one, w, -1), (one, None, 5),
        (one, None, 2.5), (one, None, None), (one, w.reshape(3, 1)), (one, w + 1j),
        (one[:0], w, 4), (one[:0], None, 4), (np.array([], "f8"),),
        (np.array([-(2**63)]),), (np.array([-1, 100], "i1"),),
    ):  # fmt: skip
        check(bincount, *args, raises=ANY)


# ---- histogram


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int64", "uint64", "float32"])
@pytest.mark.parametrize("n", [0, 1, 300])
def test_histogram(dtype, n):
    x = numbers(n, dtype, -50, 50)
    for options in (
        {}, {"bins": 7}, {"bins": 100, "range": (-5, 9.5)},
        {"bins": 3, "range": (2, 2)}, {"bins": np.array([-3, 0, 0, 2.5, 9])},
        {"bins": [0, 1, 2, 30]},
    ):  # fmt: skip
        check(histogram(**options), x)


@pytest.mark.core
def test_histogram_of_float32_needs_no_float64():
    x = rng(1).normal(size=9000).astype("f4")
    check(histogram(bins=50), x)
    check(histogram(bins=50, range=(-1, 1)), x)


@given(st.sampled_from(["f2", "f4", "f8"]), st.integers(1, 40), seeds)
def test_items_on_the_edges(dtype, bins, seed):
    low, high = np.sort(rng(seed).normal(size=2).astype(dtype) * 8)
    edges = np.linspace(low, high, bins + 1).astype(dtype)
    x = np.concatenate([edges, np.nextafter(edges, low), np.nextafter(edges, high)])
    check(histogram(bins=bins), x, raises=ANY)
    check(histogram(bins=bins, range=(float(low), float(high))), x, raises=ANY)


@pytest.mark.filterwarnings("ignore:The number of bins")
@pytest.mark.parametrize("rule", ["sqrt", "sturges", "rice", "scott", "doane", "stone"])
def test_rules(rule):
    for x in (rng(2).normal(size=400), rng(2).integers(-9, 9, 100), np.ones(5)):
        check(histogram(bins=rule), x)
    check(histogram(bins=rule, range=(-1, 2)), rng(2).normal(size=50))
    check(histogram(bins=rule), np.zeros(0))


@pytest.mark.parametrize("rule", ["auto", "fd"])
def test_rules_of_percentiles(rule):
    for x in (rng(3).normal(size=400), rng(3).integers(-9, 9, 100)):
        check(histogram(bins=rule), x)


def test_density_and_weights():
    x, w = rng(5).normal(size=500), numbers(500, "float64", 1, 9)
    check(histogram(density=True), x, rtol=1e-14)
    check(histogram(density=True, bins=[-1, 0, 3]), x, w, rtol=1e-14)
    for dtype in ("f8", "f4", "i4", "?"):
        check(histogram(), x, w.astype(dtype))
        check(histogram(bins=[-1, 0, 0.5, 3]), x, w.astype(dtype), raises=ANY)
    z = to_device(w + 2j * w)
    same(np.histogram(to_device(x), weights=z)[0], np.histogram(x, weights=z.get())[0])


def test_not_a_number():
    x = rng(6).normal(size=50)
    x[7] = np.nan
    check(histogram(), x, raises=ValueError)
    check(histogram(range=(-1, 1)), x)
    check(histogram(bins=[-1, 0, 1]), x)
    x[7] = np.inf
    check(histogram(), x, raises=ValueError)
    check(histogram(range=(-1, 1)), x)


@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
@pytest.mark.parametrize("dtype", ["c16", "c8"])
def test_histogram_of_complex_numbers(dtype):
    for values in ([1j, 2, 0], [1, 1 + 2j, 1 + 3j, 2 - 1j, 5], [1j, 1j], []):
        x = np.array(values, dtype)
        check(lambda xp, x: xp.histogram(x), x, rtol=1e-6)
        check(lambda xp, x: xp.histogram(x, 3, (0, 2)), x, rtol=1e-6)
    check(lambda xp, x: xp.histogram(x, 3, (0, 2j)), x, raises=TypeError)
    check(lambda xp, x: xp.histogram(x, 3), x + np.nan, raises=ANY)


def test_histogram_errors():
    x = np.arange(5.0)
    for options in (
        {"bins": 0}, {"bins": -1}, {"bins": 1.5}, {"bins": "x"}, {"bins": [2, 1]},
        {"bins": [[1]]}, {"bins": None}, {"range": (2, 1)}, {"range": (0, np.inf)},
        {"range": (0, 1, 2)}, {"bins": 10**5, "range": (0, 1e-310)},
    ):  # fmt: skip
        check(histogram(**options), x, raises=ANY)

        def edges(xp, x, options=options):
            return xp.histogram_bin_edges(x, **options)

        check(edges, x, raises=ANY)
    check(histogram(), x, x[:2], raises=ValueError)
    check(histogram(bins="sqrt"), x, x, raises=TypeError)
    with pytest.warns(RuntimeWarning, match="bool"):
        check(histogram(), x > 2)


# ---- several axes


@pytest.mark.parametrize(
    "options",
    [{}, {"bins": 4}, {"bins": [3, 4]}, {"bins": [[0, 1, 2], [-1, 0, 1]]},
     {"bins": [3, [0, 1]]}, {"range": [[0, 1], [0, 2]]}, {"range": [None, [0, 2]]},
     {"density": True}],
    ids=str,
)  # fmt: skip
def test_grids(options):
    points = rng(7).normal(size=(300, 2))

    def grid(xp, points, *weights):
        given = dict(zip(["weights"], weights, strict=False))
        found, edges = xp.histogramdd(points, **options, **given)
        return found, *edges

    check(grid, points, rtol=1e-14)


def test_planes():
    points = rng(7).normal(size=(300, 2))

    def plane(xp, x, y, *weights):
        return xp.histogram2d(x, y, 5, None, None, *weights)

    check(plane, points[:, 0], points[:, 1])
    check(plane, points[:, 0], points[:, 1], numbers(300, "float64"))


def test_grids_of_other_ranks_and_errors():
    points = rng(8).integers(0, 9, (50, 3)).astype("f8")

    def grid(xp, *args):
        found, edges = xp.histogramdd(*args)
        return found, *edges

    check(grid, points, (2, 3, 4))
    check(grid, points[:0], 2)
    for bins in (0, 1.5, (2, 3), [[1, 0], 2, 3], [[[1]], 2, 3]):
        check(grid, points, bins, raises=ANY)
    check(grid, points, 2, [(0, 1)], raises=ANY)
    check(
        lambda xp, x, y: xp.histogram2d(x, y), points[:4, 0], points[:5, 0], raises=ANY
    )
    check(lambda xp, x, y: xp.histogram2d(x, y, [0, 1, 4]), points[:, 0], points[:, 1])
