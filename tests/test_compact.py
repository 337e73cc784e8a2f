"""Compaction whose count stays on the device: orders, sizes, fillings, chains."""

import numpy as np
import pytest

import gpuarray
from gpuarray.algorithms import selecting, tile_kernels

pytestmark = pytest.mark.usefixtures("profile")
ORDERS = ("stable", "block", "any")
PARTICLE = np.dtype([("pos", "f4", 3), ("life", "f2"), ("kind", "u1")])  # 15 bytes


@pytest.fixture
def quiet(profile):
    """Fails where the block waits for the device or reads from it."""
    device = gpuarray.device.current()
    tile_kernels.first_level(device)  # asks each device once how its lanes lie
    return Quiet(device)


class Quiet:
    """Counts what a block reads back and how often it waits."""

    def __init__(self, device):
        self.device = device

    def __enter__(self):
        self.reads = self.device.counters.readbacks
        self.waits, calls = 0, self.device.calls

        def counted(real):
            def call(*args):
                self.waits += 1
                return real(*args)

            return call

        calls.wait, calls.mapped = counted(calls.wait), counted(calls.mapped)
        return self

    def __exit__(self, *failure):
        del self.device.calls.wait, self.device.calls.mapped
        if failure[0] is None:
            assert self.device.counters.readbacks == self.reads
            assert self.waits == 0


def items(dtype, n, seed=0):
    """Random bytes as items."""
    dtype = np.dtype(dtype)
    raw = np.random.default_rng(seed).bytes(n * dtype.itemsize)
    if dtype.kind == "b":
        return np.frombuffer(raw, "u1") > 127
    return np.frombuffer(raw, dtype)


def sorted_bytes(a):
    """The items' bytes, sorted: equal for permutations."""
    size = max(a.dtype.itemsize, 1)
    raw = a.tobytes()
    return sorted(raw[k : k + size] for k in range(0, len(raw), size))


def in_blocks(got, host, mask, tile=4096):
    """Whether `got` is the survivors of the tiles, in order within each tile."""
    blocks = [host[k : k + tile][mask[k : k + tile]] for k in range(0, len(host), tile)]
    waiting = {b.tobytes() for b in blocks if b.size}
    raw = got.tobytes()
    while raw:
        first = next((b for b in waiting if raw.startswith(b)), None)
        if first is None:
            return False
        waiting.remove(first)
        raw = raw[len(first) :]
    return not waiting


@pytest.mark.core
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", [0, 1, 255, 256, 257, 1024, 4095, 4096, 4097, 20000])
def test_compact_is_indexing_with_a_mask(order, n, quiet):
    host = items("i4", n)
    mask = items(bool, n, 1)
    x, m = gpuarray.asarray(host), gpuarray.asarray(mask)
    with quiet:
        c = gpuarray.compact(x, m, order=order)
    got, want = c.get(), host[mask]
    assert got.dtype == want.dtype
    assert got.shape == want.shape
    assert len(c) == int(c.count) == len(want)
    assert c.capacity == n
    if order == "stable":
        np.testing.assert_array_equal(got, want)
    assert sorted_bytes(got) == sorted_bytes(want)
    if order == "block":
        assert in_blocks(got, host, mask)


@pytest.mark.core
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    "dtype", ["bool", "u1", "f2", "u4", "i8", "V3", "V12", "V16", PARTICLE], ids=str
)
def test_any_dtype(order, dtype):
    host, mask = items(dtype, 5000), items(bool, 5000, 1)
    c = gpuarray.compact(gpuarray.asarray(host), mask, order=order)
    assert c.dtype == host.dtype
    if order == "stable":
        assert c.get().tobytes() == host[mask].tobytes()
    assert sorted_bytes(c.get()) == sorted_bytes(host[mask])


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("fraction", [0, 0.001, 0.5, 1])
def test_fractions(order, fraction):
    host = np.arange(9000, dtype="u2")
    mask = np.random.default_rng(3).random(9000) < fraction
    c = gpuarray.compact(gpuarray.asarray(host), gpuarray.asarray(mask), order=order)
    np.testing.assert_array_equal(np.sort(c.get()), host[mask])


@pytest.mark.core
@pytest.mark.parametrize("claims", ["each", "subgroup"])
def test_claims_of_an_item_and_of_a_subgroup(claims, profile, monkeypatch):
    device = gpuarray.device.current()
    if claims == "subgroup" and "subgroup" not in device.features:
        pytest.skip("the device has no subgroups")
    monkeypatch.setattr(selecting, "CLAIMS", claims)
    for n in (1, 63, 1023, 1025, 9000):
        for fraction in (0, 0.1, 0.9, 1):
            host = np.arange(n, dtype="u4")
            mask = np.random.default_rng(n).random(n) < fraction
            c = gpuarray.compact(gpuarray.asarray(host), mask, order="any")
            np.testing.assert_array_equal(np.sort(c.get()), host[mask])


@pytest.mark.parametrize("order", ORDERS)
def test_predicates_and_views_are_fused(order, quiet):
    host = items(PARTICLE, 3000)
    x = gpuarray.asarray(host)[::-2]
    view = host[::-2]
    with quiet:
        c = gpuarray.compact(x, (x["kind"] > 100) & (x["kind"] < 200), order=order)
    keep = (view["kind"] > 100) & (view["kind"] < 200)
    assert sorted_bytes(c.get()) == sorted_bytes(view[keep])
    y = gpuarray.asarray(np.arange(12.0, dtype="f4").reshape(3, 4)).T
    want = np.arange(12.0, dtype="f4").reshape(3, 4).T
    c = gpuarray.compact(y * 2 + 1, y % 2 == 0, order=order)
    np.testing.assert_array_equal(
        np.sort(c.get()), np.sort((want * 2 + 1)[want % 2 == 0])
    )


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("shape", [(50, 3), (7, 2, 2), (5, 0), (0, 3), (300, 4)])
def test_a_mask_of_the_first_axes_picks_rows(order, shape):
    host = items("f2", int(np.prod(shape))).view("i2").reshape(shape)
    mask = np.arange(shape[0]) % 3 == 1
    c = gpuarray.compact(gpuarray.asarray(host), mask, order=order)
    want = host[mask]
    got = c.get()
    assert got.shape == want.shape
    assert got.dtype == want.dtype
    key = np.lexsort(got.reshape(len(got), -1).T) if got.size else slice(None)
    ref = np.lexsort(want.reshape(len(want), -1).T) if want.size else slice(None)
    np.testing.assert_array_equal(got[key], want[ref])


@pytest.mark.core
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("dtype", ["u1", "f4", "V3"])
def test_size_and_fill_value(order, dtype):
    host, mask = items(dtype, 5000), items(bool, 5000, 1)
    fill = np.zeros((), dtype) if dtype == "V3" else np.array(7, dtype)
    total = int(mask.sum())
    for size in (0, 1, total - 1, total, total + 5, 6000):
        c = gpuarray.compact(
            gpuarray.asarray(host), mask, order=order, size=size, fill_value=fill
        )
        values = c.values.get()
        assert values.shape == (size,)
        assert len(c) == min(size, total)
        whole = sorted_bytes(host[mask])
        kept = sorted_bytes(values[: len(c)])
        if order == "stable":
            assert values[: len(c)].tobytes() == host[mask][:size].tobytes()
        assert len(kept) == len(c)
        assert set(kept) <= set(whole)
        assert values[len(c) :].tobytes() == fill.tobytes() * max(size - total, 0)


@pytest.mark.core
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("size", [None, 100])
def test_indices_belong_to_the_items(order, size, quiet):
    host, mask = items("i8", 5000), items(bool, 5000, 1)
    x, m = gpuarray.asarray(host), gpuarray.asarray(mask)
    with quiet:
        c = gpuarray.compact(x, m, order=order, size=size, indices=True, fill_value=-1)
    found = c.indices.get()[: len(c)]
    assert c.indices.dtype == np.int64
    assert len(set(found.tolist())) == len(c)
    assert mask[found].all()
    np.testing.assert_array_equal(c.get(), host[found])
    assert (c.values.get()[len(c) :] == -1).all()
    if order == "stable":
        np.testing.assert_array_equal(found, np.flatnonzero(mask)[:size])
    with pytest.raises(AttributeError):
        gpuarray.compact(x, m).indices  # noqa: B018


def test_wrong_arguments_are_refused():
    x = gpuarray.arange(4)
    with pytest.raises(ValueError, match="order must be"):
        gpuarray.compact(x, x > 1, order="sorted")
    with pytest.raises(TypeError, match="mask must be bool"):
        gpuarray.compact(x, x)
    with pytest.raises(ValueError, match="negative"):
        gpuarray.compact(x, x > 1, size=-1)
    for shape in [(3,), (4, 1)]:
        with pytest.raises(IndexError) as failure:
            gpuarray.compact(x, np.zeros(shape, bool))
        with pytest.raises(IndexError) as wanted:
            np.arange(4)[np.zeros(shape, bool)]
        assert str(failure.value) == str(wanted.value)
    c = gpuarray.compact(x, x > 1)
    for call in (
        np.sort,
        gpuarray.sort,
        np.concatenate,
        lambda c: c[0],
        lambda c: c[1:],
    ):
        with pytest.raises(TypeError):
            call(c)
    with pytest.raises(ValueError, match="different counts"):
        c + gpuarray.compact(x, x > 2)
    with pytest.raises(ValueError, match="slots"):
        c + np.zeros((2, 1))


def test_zero_dimensions_and_scalars():
    for value in (True, False):
        x = gpuarray.asarray(np.float32(3))
        c = gpuarray.compact(x, gpuarray.asarray(value))
        np.testing.assert_array_equal(c.get(), np.float32([3])[[value]])
        y = gpuarray.asarray(np.arange(6).reshape(2, 3))
        c = gpuarray.compact(y, np.bool_(value))
        np.testing.assert_array_equal(c.get(), np.arange(6).reshape(2, 3)[value])


def test_as_numpy_sees_it():
    host = np.arange(10.0, dtype="f4")
    c = gpuarray.compact(gpuarray.asarray(host), host > 6)
    np.testing.assert_array_equal(np.asarray(c), host[7:])
    assert np.asarray(c, "f8").dtype == np.float64
    with pytest.raises(ValueError, match="copy"):
        np.asarray(c, copy=False)
    out = np.zeros(3, "f4")
    assert c.get(out) is out
    assert out.tolist() == [7, 8, 9]
    assert c.array().get().tolist() == [7, 8, 9]
    assert gpuarray.asarray(c).get().tolist() == [7, 8, 9]
    assert "10 slots of float32" in repr(c)
    with pytest.raises(ValueError, match="read-only"):
        c.count[...] = 3
