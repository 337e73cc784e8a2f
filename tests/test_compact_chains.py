"""Chains of a Compacted: folds, elementwise functions and fields by its count."""

import numpy as np
import pytest
from compare import same
from test_compact import ORDERS, PARTICLE, Quiet, items, sorted_bytes

import gpuarray
from gpuarray.algorithms import tile_kernels

pytestmark = pytest.mark.usefixtures("profile")


@pytest.fixture
def quiet(profile):
    """Fails where the block waits for the device or reads from it."""
    device = gpuarray.device.current()
    tile_kernels.first_level(device)  # asks each device once how its lanes lie
    return Quiet(device)


POISON = {"f": np.nan, "c": complex(np.nan, np.nan)}


def poisoned(dtype, n, fraction, seed=0):
    """A Compacted whose padding is NaN, or the largest integer, and its items."""
    rng = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    host = rng.integers(-50 if dtype.kind != "u" else 0, 50, n).astype(dtype)
    mask = rng.random(n) < fraction
    fill = POISON.get(dtype.kind)
    if fill is None:
        fill = np.iinfo(dtype).max
    c = gpuarray.compact(gpuarray.asarray(host), mask, fill_value=fill)
    return c, host[mask]


FOLDS = [
    *(np.sum, np.prod, np.max, np.min, np.any, np.all, np.count_nonzero, np.ptp),
    *(gpuarray.sum, gpuarray.max, gpuarray.count_nonzero),
    *(np.logical_xor.reduce, np.fmin.reduce),
]
RUNNING = [np.cumsum, np.cumprod, np.minimum.accumulate, gpuarray.cumsum]
EACH = [
    lambda c: c * 2 + 1,
    lambda c: 7 - c,
    lambda c: -c,
    lambda c: c > 3,
    lambda c: np.where(c > 0, c, np.sign(c)),
    lambda c: np.clip(c, -3, 9),
    lambda c: np.maximum(c, c // 2),
    lambda c: np.isnan(c),
    lambda c: divmod(c, 7)[1],
    lambda c: c.astype("f4"),
    lambda c: np.round(c, -1),
]


def named(of):
    """NumPy's function of a list above, for the host."""
    ours = (getattr(of, "__module__", None) or "").startswith("gpuarray")
    return getattr(np, of.__name__) if ours else of


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["i8", "f4"])
def test_folds_see_the_items_only(dtype, quiet):
    for n, fraction in [(5, 0.3), (1000, 0), (5000, 0.3)]:
        folds_agree(dtype, n, fraction, quiet)


@pytest.mark.parametrize("dtype", ["i4", "u1", "f2"])
def test_folds_of_other_dtypes(dtype, quiet):
    for n, fraction in [(1, 1), (9, 0), (1000, 1), (5000, 0.01)]:
        folds_agree(dtype, n, fraction, quiet)


def folds_agree(dtype, n, fraction, quiet):
    """Compares each fold with NumPy's."""
    c, host = poisoned(dtype, n, fraction)
    for fold in FOLDS:
        if fold is np.prod and host.dtype.kind == "f":
            continue  # rounded, in another order
        with quiet:
            got = fold(c)
        if len(host) or fold in (np.sum, np.prod, np.any, np.all):
            want = named(fold)(host)
            assert got.shape == ()
            assert got.dtype == np.asarray(want).dtype
            np.testing.assert_array_equal(got.get(), want, err_msg=str(fold))


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["i8", "f4"])
def test_running_folds_see_the_items_only(dtype, quiet):
    for n, fraction in [(5, 0.3), (1000, 0), (5000, 0.3)]:
        running_folds_agree(dtype, n, fraction, quiet)


@pytest.mark.parametrize("dtype", ["i4", "u1"])
def test_running_folds_of_other_dtypes(dtype, quiet):
    for n, fraction in [(1, 1), (9, 0), (1000, 1), (5000, 0.01)]:
        running_folds_agree(dtype, n, fraction, quiet)


def running_folds_agree(dtype, n, fraction, quiet):
    """Compares each running fold with NumPy's."""
    c, host = poisoned(dtype, n, fraction)
    for running in RUNNING:
        if running is np.cumprod and host.dtype.kind == "f":
            continue
        with quiet:
            got = running(c)
        assert isinstance(got, gpuarray.Compacted)
        want = named(running)(host)
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(got.get(), want)


@pytest.mark.parametrize("dtype", ["i2", "f2"])
def test_elementwise_functions_keep_the_count(dtype, quiet):
    for n, fraction in [(1, 1), (700, 0), (700, 0.4), (5000, 0.1)]:
        each_agrees(EACH, dtype, n, fraction, quiet)


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["u1", "i8", "f4"])
def test_elementwise_functions_on_every_device(dtype, quiet):
    each_agrees(EACH[:5], dtype, 3000, 0.4, quiet)


def each_agrees(functions, dtype, n, fraction, quiet):
    """Compares elementwise functions with NumPy's."""
    c, host = poisoned(dtype, n, fraction)
    for function in functions:
        with quiet:
            got = function(c)
            got.values  # noqa: B018 - computes it
        want = function(host)
        assert got.dtype == want.dtype
        np.testing.assert_array_equal(got.get(), want)


def test_only_counted_items_are_computed():
    c, host = poisoned("u2", 4000, 0.25)
    device = gpuarray.device.current()
    for function in (lambda c: c + c, np.cumsum, lambda c: c > 3):
        buffers = []
        allocate = device.allocate

        def spoilt(nbytes, allocate=allocate, buffers=buffers):
            buffer = allocate(nbytes)
            device.upload(buffer, np.full(-(-nbytes // 4), 0xABABABAB, "u4"))
            buffers.append(buffer)
            return buffer

        device.allocate = spoilt
        try:
            got = function(c)
            raw = got.values.get()
        finally:
            del device.allocate
        np.testing.assert_array_equal(got.get(), function(host))
        if raw.itemsize >= 4:  # of smaller items a whole word is written
            assert (raw[len(host) :].view("u1") == 0xAB).all()
        elif function is not np.cumsum:
            assert (raw[len(host) + 4 :].view("u1") == 0xAB).all()


@pytest.mark.parametrize("lines", ["always", "never"])
def test_long_rows_by_lines(lines, monkeypatch):
    monkeypatch.setattr(tile_kernels, "LINES", lines)
    for dtype in ("f4", "i8"):
        for fraction in (0.001, 1):
            c, host = poisoned(dtype, 4096 * 66, fraction)
            assert float(np.sum(c)) == float(np.sum(host))
            np.testing.assert_array_equal(np.cumsum(c).get(), np.cumsum(host))
            assert int(np.max(c)) == np.max(host)


@pytest.mark.core
@pytest.mark.parametrize("order", ORDERS)
def test_a_compacted_is_compacted_again(order, quiet):
    host = np.arange(-6000, 6000, dtype="i4")
    x = gpuarray.asarray(host)
    with quiet:
        c = gpuarray.compact(x, x % 2 == 0, order=order, fill_value=2**31 - 1)
        d = gpuarray.compact(c, c > 5, order=order)
        e = gpuarray.compact(d * 2, (d > 100) & (d % 3 == 0), order=order)
        count = e.count
    even = host[host % 2 == 0]
    want = even[even > 5]
    np.testing.assert_array_equal(np.sort(d.get()), want)
    want = (want * 2)[(want > 100) & (want % 3 == 0)]
    np.testing.assert_array_equal(np.sort(e.get()), want)
    assert int(count) == len(want)
    found = gpuarray.compact(c, c > 5, order=order, indices=True)
    at = found.indices.get()[: len(found)]
    np.testing.assert_array_equal(c.values.get()[at], found.get())
    empty = gpuarray.compact(gpuarray.compact(x, x > 9999, order=order), x > 0)
    assert len(empty) == 0


def test_fields_of_records_keep_the_count(quiet):
    host = items(PARTICLE, 3000)
    x = gpuarray.asarray(host)
    with quiet:
        c = gpuarray.compact(x, x["kind"] > 99)
        kinds = c["kind"]
        total = kinds.sum(dtype="u4")
        again = gpuarray.compact(c, kinds > 200)
        pair = c[["kind", "life"]]
    want = host[host["kind"] > 99]
    assert kinds.get().tobytes() == want["kind"].tobytes()
    assert int(total) == int(want["kind"].sum())
    assert again.get().tobytes() == want[want["kind"] > 200].tobytes()
    assert pair["life"].get().tobytes() == want["life"].tobytes()
    assert c["pos"].get().tobytes() == want["pos"].tobytes()


def test_rows_are_counted_as_rows(quiet):
    host = np.random.default_rng(2).integers(-9, 9, (3000, 3)).astype("i4")
    mask = host[:, 0] > 2
    x = gpuarray.asarray(host)
    with quiet:
        c = gpuarray.compact(x, x[:, 0] > 2, fill_value=2**31 - 1)
        every = [np.sum(c), c.sum(axis=0), np.max(c, axis=0), np.cumsum(c, axis=0)]
        scaled = c * np.array([1, 2, 3], "i4")
        mean = c.astype("f4").mean(axis=0)
    rows = host[mask]
    wanted = [np.sum(rows), rows.sum(0), np.max(rows, 0), np.cumsum(rows, 0)]
    for got, want in zip(every, wanted, strict=True):
        np.testing.assert_array_equal(got.get(), want)
    np.testing.assert_array_equal(scaled.get(), rows * [1, 2, 3])
    np.testing.assert_allclose(mean.get(), rows.mean(0), rtol=1e-5)
    for call in (lambda: np.sum(c, axis=1), lambda: np.cumsum(c)):
        with pytest.raises(ValueError, match="axis 0"):
            call()
    one = gpuarray.compact(x[:1], np.array([True]))
    np.testing.assert_array_equal(one.sum(axis=0).get(), host[0])


def test_methods_and_means():
    c, host = poisoned("f4", 3000, 0.5)
    for name in ("sum", "max", "min", "any", "all", "cumsum"):
        np.testing.assert_array_equal(getattr(c, name)().get(), getattr(host, name)())
    np.testing.assert_allclose(float(c.mean()), host.mean(), rtol=1e-6)
    none = gpuarray.compact(c, c > 1000)
    assert np.isnan(float(none.mean()))
    assert float(none.max()) == -np.inf
    assert float(none.min()) == np.inf
    whole = gpuarray.compact(gpuarray.asarray(np.arange(5)), np.zeros(5, bool))
    assert int(whole.max()) == np.iinfo("i8").min


def test_what_is_pending_is_computed_before_its_memory_changes():
    x = gpuarray.asarray(np.arange(100.0, dtype="f4"))
    c = gpuarray.compact(x, x >= 90)
    twice, values = c * 2, c.values
    values[...] = -1
    assert twice.get().tolist() == [2.0 * k for k in range(90, 100)]
    assert c.get().tolist() == [-1.0] * 10


def test_the_same_chain_again_repeats_its_commands():
    device = gpuarray.device.current()
    for k in range(3):
        host = np.arange(2000, dtype="f4") + k
        x = gpuarray.asarray(host)
        c = gpuarray.compact(x, x % (k + 2) == 0, fill_value=np.nan)
        want = host[host % (k + 2) == 0]
        pipelines = device.counters.pipelines
        np.testing.assert_array_equal((c + 1).get(), want + 1)
        assert float(c.sum()) == want.sum()
        np.testing.assert_array_equal(c.cumsum().get(), want.cumsum())
        assert k == 0 or device.counters.pipelines == pipelines


def test_functions_that_take_no_compacted_say_so():
    c, _ = poisoned("f4", 10, 0.5)
    refused = [
        *(np.var, np.argmax, gpuarray.var, gpuarray.sort, np.diff, np.reshape),
        *(np.subtract.reduce, np.hypot.accumulate, np.add.outer, lambda c: c @ c),
        *(lambda c: np.add(c, 1, out=gpuarray.zeros(10)), lambda c: np.sort(c)),
        *(lambda c: np.add(c, 1, where=c > 1), lambda c: np.sum(c, where=c > 1)),
        *(lambda c: gpuarray.segmented_scan(c, c > 0), lambda c: gpuarray.take(c, 1)),
        lambda c: np.cumulative_sum(c, include_initial=True),
        *(lambda c: gpuarray.arange(10)[c], lambda c: gpuarray.arange(10)[c > 0]),
        *(lambda c: gpuarray.arange(10).__setitem__(..., c), lambda c: 1 in c),
        *(list, hash, float, np.concatenate),
        *(lambda c: gpuarray.take(gpuarray.arange(10), c), lambda c: c[0]),
    ]
    for call in refused:
        reads = gpuarray.device.current().counters.readbacks
        with pytest.raises(TypeError):
            call(c)
        assert gpuarray.device.current().counters.readbacks == reads


@pytest.mark.parametrize("dtype", ["f4", "i8", PARTICLE], ids=str)
@pytest.mark.parametrize("order", ["stable", "any"])
def test_arrays_of_several_bindings(dtype, order, monkeypatch):
    monkeypatch.setattr(gpuarray.device.current(), "max_binding", 1 << 20)
    host = items(dtype, (1 << 20) // np.dtype(dtype).itemsize + 5000)
    numbers = host["kind"] if host.dtype.names else host
    for fraction in (0.0, 0.8):
        mask = np.random.default_rng(1).random(len(host)) < fraction
        x = gpuarray.asarray(host)
        c = gpuarray.compact(x, mask, order=order)
        want = host[mask]
        assert sorted_bytes(c.get()) == sorted_bytes(want)
        found = gpuarray.compact(x, mask, order=order, indices=True, size=60_000)
        at = found.indices.get()[: len(found)]
        assert found.get().tobytes() == host[at].tobytes()
        numbers_left = numbers[mask]
        part = c["kind"] if host.dtype.names else c
        np.testing.assert_array_equal(
            np.sort((part > 7).get()), np.sort(numbers_left > 7)
        )
        assert int(np.count_nonzero(part)) == np.count_nonzero(numbers_left)
        if host.dtype != "f4":  # sums of random floats are rounded
            assert int(part.sum()) == int(numbers_left.sum())
            if order == "stable":
                got = part.cumsum().get()
                np.testing.assert_array_equal(got, numbers_left.cumsum())
        again = gpuarray.compact(c, part > 7, order=order)
        assert sorted_bytes(again.get()) == sorted_bytes(want[numbers_left > 7])


def test_a_compacted_beside_arrays():
    x = gpuarray.arange(10, dtype="f4")
    c = gpuarray.compact(x, x > 6)
    slots = np.arange(10, dtype="f4")
    for got in (c + x, x + c, slots + c, np.add(slots, c), gpuarray.add(x, c)):
        assert isinstance(got, gpuarray.Compacted)
        assert got.get().tolist() == [7, 9, 11]
    gpuarray.evaluate(c * 2)
    assert bool(gpuarray.compact(x, x == 3))
    with pytest.raises(ValueError, match="ambiguous"):
        bool(c)


# ---- what a Compacted is compared with, and what it is not


def test_a_compacted_is_compared_as_arrays_are():
    x = np.arange(300, dtype="f4")
    d = gpuarray.asarray(x)
    c, h = gpuarray.compact(d, d % 3 == 0), x[x % 3 == 0]
    for other in (None, "a", 6.0, h[7]):
        same((c == other).array(), np.broadcast_to(h == other, h.shape))
        same((c != other).array(), np.broadcast_to(h != other, h.shape))
    assert (d == c).get().tolist() == (h == x[: len(h)]).tolist()
    records = np.array([(k, k % 5) for k in range(9)], [("a", "f4"), ("b", "u1")])
    d = gpuarray.asarray(records)
    c = gpuarray.compact(d, d["b"] > 1)
    same((c == records[2]).array(), records[records["b"] > 1] == records[2])


def test_a_compacted_says_what_it_has_not():
    d = gpuarray.asarray(np.arange(9, dtype="f4"))
    c = gpuarray.compact(d, d > 3)
    with pytest.raises(TypeError, match="c = c \\+ x"):
        c += 1
    with pytest.raises(TypeError, match=r"c = exp\(c\)"):
        np.exp(c, out=c)
    with pytest.raises(AttributeError, match=r"no shape.*capacity"):
        c.shape  # noqa: B018
    with pytest.raises(AttributeError, match=r"indices=True.* keeps the indices"):
        c.indices  # noqa: B018
    with pytest.raises(AttributeError, match="no attribute 'other'"):
        c.other  # noqa: B018
    assert c.ndim == 1
    assert not hasattr(c, "size")
    assert "nothing is pending" in gpuarray.inspect_wgsl(c)
    assert "nothing is pending" in gpuarray.inspect_wgsl(d)


def test_values_are_the_memory_itself():
    d = gpuarray.asarray(np.arange(9, dtype="f4"))
    c = gpuarray.compact(d, d > 5)
    c.values[0] = 50
    assert c.get().tolist() == [50, 7, 8]


def test_a_fill_is_converted_as_by_full():
    records = np.zeros(4, [("a", "u1"), ("b", "f4")])
    d = gpuarray.asarray(records)
    for fill in ((9, 9.5), 7, records[0]):
        got = gpuarray.compact(d, d["a"] > 0, fill_value=fill).values
        same(got, np.full(4, np.array(fill, records.dtype)))
    for fill, dtype in [(2.5, "i4"), (True, "f4"), (1.5, "?"), ("7", "i2")]:
        d = gpuarray.zeros(4, dtype)
        got = gpuarray.compact(d, d != d, fill_value=fill).values
        same(got, np.full(4, fill, dtype))
    with pytest.warns(np.exceptions.ComplexWarning):
        gpuarray.compact(gpuarray.zeros(2, "f4"), [True, False], fill_value=1j)
    with pytest.raises(OverflowError):
        gpuarray.compact(gpuarray.zeros(2, "u1"), [True, False], fill_value=300)
