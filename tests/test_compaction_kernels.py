"""Compaction on expressions and leaves: every item size, tile boundaries, windows."""

import contextlib

import numpy as np
import pytest
from strategies import mask, rng

from gpuarray.algorithms import compaction, evaluation, expansion, positions
from gpuarray.algorithms.hostcopy import download, upload
from gpuarray.runtime import device, kernels
from gpuarray.runtime import layout as lay
from gpuarray.runtime.expr import Iota, Leaf, broadcast, cast, const, op, where
from gpuarray.runtime.layout import Layout

pytestmark = [pytest.mark.usefixtures("profile"), pytest.mark.core]

TILE = compaction.TILE
ITEM_SIZES = (1, 2, 3, 4, 5, 8, 12, 16, 20, 23)
SIZES = (1, 2, 15, 16, 17, TILE - 1, TILE, TILE + 1, 2 * TILE + 1, 5 * TILE - 3)
DENSITIES = (0.0, 0.002, 0.5, 1.0)
BOOL = np.dtype(bool)
INT64 = np.dtype(np.int64)


def items(n, itemsize, seed=0):
    """n items of random bits."""
    dtype = f"u{itemsize}" if itemsize in (1, 2, 4, 8) else f"V{itemsize}"
    return np.frombuffer(rng(seed, itemsize).bytes(n * itemsize), dtype).copy()


def selected(x, keep):
    (result,) = compaction.select([x], keep)
    return download(result)


def assert_bits(got, want):
    assert got.dtype == want.dtype
    assert got.shape == want.shape
    assert got.tobytes() == want.tobytes()


def view(leaf, change):
    layout, dtype = lay.apply(leaf.layout, leaf.dtype, change)
    return Leaf(dtype, layout.shape, leaf.buffer, layout)


@contextlib.contextmanager
def small(monkeypatch, binding=None, groups=None):
    """The current device with small bindings or small dispatches."""
    if binding:
        monkeypatch.setattr(device.current(), "max_binding", binding)
    if groups:
        monkeypatch.setattr(kernels, "MAX_GROUPS", groups)
    yield
    monkeypatch.undo()


# ---- reading


@pytest.mark.parametrize("itemsize", ITEM_SIZES)
def test_select_every_item_size(itemsize):
    for n in SIZES:
        host = items(n, itemsize, n)
        x = upload(host)
        for density in DENSITIES:
            m = mask(n, density, seed=n)
            assert_bits(selected(x, upload(m)), host[m])


@pytest.mark.parametrize("itemsize", [1, 4, 5])
def test_single_survivors_at_the_seams(itemsize):
    n = 3 * TILE + 7
    host = items(n, itemsize)
    x = upload(host)
    for at in (0, 15, 16, TILE - 1, TILE, TILE + 1, 2 * TILE, n - 1):
        m = np.zeros(n, bool)
        m[at] = True
        assert_bits(selected(x, upload(m)), host[m])


def test_predicates_are_expressions():
    host = rng(3).normal(size=9001).astype("f4")
    x = upload(host)
    keep = op("gt_f32", BOOL, x, const(np.float32(0.5)))
    assert_bits(selected(x, keep), host[host > 0.5])
    double = op("add_f32", x.dtype, x, x)
    assert_bits(selected(double, keep), (host + host)[host > 0.5])
    picked = where(keep, x, double)
    assert_bits(selected(picked, keep), host[host > 0.5])
    truth = cast(x, BOOL)
    assert_bits(selected(x, truth), host[host.astype(bool)])


def test_payloads_survive():
    word = np.array([0x7FC00001, 0xFFC12345, 0x7F800001, 0x80000000, 1], "u4")
    host = np.resize(word, 5000).view("f4")
    m = mask(5000)
    assert_bits(selected(upload(host), upload(m)).view("u4"), host[m].view("u4"))


def test_any_layout():
    host = rng(4).integers(0, 99, (30, 41, 7)).astype("i2")
    m = mask((30, 41, 7))
    x, k = upload(host), upload(m)
    for change in (
        lambda d: d.T,
        lambda d: d[::-2, 3:],
        lambda d: d[:, :, 1],
        lambda d: d.swapaxes(0, 1)[::-1],
        lambda d: np.broadcast_to(d[:, :1], (30, 41, 7)),
    ):
        got = selected(view(x, change), view(k, change))
        assert_bits(got, change(host)[change(m)])


def test_several_values_share_one_count():
    n = 10_000
    hosts = [items(n, size) for size in (1, 4, 8, 23)]
    m = mask(n)
    gpu = device.current()
    before = gpu.counters.readbacks, gpu.counters.readback_bytes
    results = compaction.select([upload(h) for h in hosts], upload(m))
    assert gpu.counters.readbacks == before[0] + 1
    assert gpu.counters.readback_bytes == before[1] + 4
    for got, host in zip(results, hosts, strict=True):
        assert_bits(download(got), host[m])


def test_more_leaves_than_a_kernel_can_bind():
    hosts = [rng(k).integers(0, 9, 5000).astype("i4") for k in range(10)]
    arrays = [upload(h) for h in hosts]
    left, right = arrays[0], arrays[5]
    for k in range(1, 5):
        left = op("add_i32", left.dtype, left, arrays[k])
        right = op("add_i32", right.dtype, right, arrays[5 + k])
    keep = op("gt_i32", BOOL, left, const(np.int32(20)))
    want = sum(hosts[5:])[sum(hosts[:5]) > 20].astype("i4")
    assert_bits(selected(right, keep), want)


def test_nothing_to_read():
    gpu = device.current()
    before = gpu.counters.dispatches
    empty = Leaf(BOOL, (0, 3), gpu.allocate(0), Layout((0, 3), (3, 1)))
    (got,) = compaction.select([Iota(INT64, (0, 3), Layout((0, 3), (0, 0)))], empty)
    assert (got.shape, got.dtype) == ((0,), INT64)
    assert compaction.read_count(compaction.count(empty)) == 0
    assert [p.shape for p in positions.positions(empty)] == [(0,), (0,)]
    expansion.assign_in_order(empty, empty, view(empty, np.ravel))
    assert gpu.counters.dispatches == before


def test_scratch_is_four_bytes_a_tile():
    n = 1 << 21
    host = rng(5).normal(size=n).astype("f4")
    x = upload(host)
    pool = device.current().pool
    pool.collect()
    pool.peak_bytes = before = pool.live_bytes
    keep = op("gt_f32", BOOL, x, const(np.float32(0)))
    (got,) = compaction.select([x], keep)
    assert pool.peak_bytes - before <= got.buffer.capacity + n // 256
    assert_bits(download(got), host[host > 0])
    before = pool.peak_bytes = pool.live_bytes
    assert compaction.read_count(compaction.count(keep)) == (host > 0).sum()
    assert pool.peak_bytes - before < n // TILE


# ---- positions


def test_positions():
    for shape in ((1,), (TILE + 1,), (70, 60), (1, 4097), (5, 1, 3), (4, 3, 2, 5), ()):
        m = mask(shape, 0.4, seed=len(shape))
        keep = upload(np.asarray(m))
        want = np.nonzero(np.atleast_1d(m)) if m.shape else ()
        got = positions.positions(keep)
        assert len(got) == len(want)
        for g, w in zip(got, want, strict=True):
            assert_bits(download(g), w)
        if shape:
            assert_bits(download(positions.index_table(keep)), np.argwhere(m))
        assert_bits(download(positions.flat_positions(keep)), np.flatnonzero(m))


# ---- writing


@pytest.mark.parametrize("itemsize", ITEM_SIZES)
def test_assign_every_item_size(itemsize):
    for n in SIZES:
        host = items(n, itemsize, n)
        for density in DENSITIES:
            m = mask(n, density, seed=n)
            values = items(int(m.sum()), itemsize, 9)
            x = upload(host)
            expansion.assign_in_order(x, upload(m), upload(values))
            want = host.copy()
            want[m] = values
            assert_bits(download(x), want)


@pytest.mark.parametrize("itemsize", [1, 2, 5, 8, 12])
def test_assign_into_any_layout(itemsize):
    host = items(40 * 300, itemsize).reshape(40, 300)
    m = mask((40, 300))
    for change in (
        lambda d: d.T,
        lambda d: d[1::3, ::-2],
        lambda d: d[::-1, 5:],
        lambda d: d[:, 7],
    ):
        count = int(change(m).sum())
        values = items(2 * count, itemsize, 9)
        x = upload(host)
        source = view(upload(values), lambda d: d[::-2])
        expansion.assign_in_order(view(x, change), view(upload(m), change), source)
        want = host.copy()
        change(want)[change(m)] = values[::-2]
        assert_bits(download(x), want)


def test_assign_into_packed_fields():
    dtype = np.dtype([("f", "?"), ("k", "i2"), ("x", "f4"), ("t", "i8")])
    host = np.frombuffer(rng(6).bytes(5000 * dtype.itemsize), dtype).copy()
    m = mask(5000)
    count = int(m.sum())
    for name in ("k", "x", "t"):
        values = items(count, dtype[name].itemsize).view(dtype[name])
        x = upload(host)
        field = view(x, lambda d, name=name: d[name])
        expansion.assign_in_order(field, upload(m), upload(values))
        want = host.copy()
        want[name][m] = values
        assert_bits(download(x), want)


def test_assign_reads_its_operands_first():
    host = rng(7).integers(-9, 9, 9000).astype("i4")
    x = upload(host)
    keep = op("gt_i32", BOOL, x, const(np.int32(0)))
    count = int((host > 0).sum())
    backwards = view(x, lambda d: d[::-1][:count])
    pending = evaluation.Cell(op("add_i32", x.dtype, x, x))
    expansion.assign_in_order(x, keep, backwards)
    want = host.copy()
    want[host > 0] = host[::-1][:count]
    assert_bits(download(x), want)
    assert_bits(download(pending.leaf()), host + host)


def test_assign_asks_before_it_writes():
    host = np.arange(5000, dtype="i4")
    m = mask(5000)
    x = upload(host)
    counts = []

    def refuse(count):
        counts.append(count)
        raise ValueError

    with pytest.raises(ValueError):
        expansion.assign_in_order(x, upload(m), upload(host), refuse)
    assert counts == [m.sum()]
    assert_bits(download(x), host)


# ---- windows and large dispatches


@pytest.mark.parametrize("itemsize", [1, 2, 3, 4, 8, 12])
def test_buffers_larger_than_a_binding(itemsize, monkeypatch):
    n = 3_000_000 // itemsize + 5
    host, m = items(n, itemsize), mask(n, 0.6)
    count = int(m.sum())
    values = items(count, itemsize, 9)
    x, k, v = upload(host), upload(m), upload(values)
    with small(monkeypatch, binding=1 << 20):
        (got,) = compaction.select([x], k)
        total = compaction.count(k)
        expansion.assign_in_order(x, k, v)
    assert_bits(download(got), host[m])
    assert compaction.read_count(total) == count
    host[m] = values
    assert_bits(download(x), host)


def test_strided_buffers_larger_than_a_binding(monkeypatch):
    host, m = items(1500 * 700, 4).reshape(1500, 700), mask((1500, 700))
    x, k = upload(host), upload(m)
    for change in (lambda d: d[:, ::-1], lambda d: d[::2, 3:], np.transpose):
        with small(monkeypatch, binding=1 << 20):
            (got,) = compaction.select([view(x, change)], view(k, change))
        assert_bits(download(got), change(host)[change(m)])
    back = download(got)[::-1].copy()
    with small(monkeypatch, binding=1 << 20):
        expansion.assign_in_order(view(x, np.transpose), view(k, np.transpose), got)
        expansion.assign_in_order(x, k, upload(back))
    host[m] = back
    assert_bits(download(x), host)


def test_dispatches_fold_into_two_dimensions(monkeypatch):
    for tiles in (6, 7, 8, 13):
        for n in (tiles * TILE, tiles * TILE + 1):
            host, m = items(n, 4), mask(n)
            x, k = upload(host), upload(m)
            with small(monkeypatch, groups=7):
                assert_bits(selected(x, k), host[m])
                values = upload(host[m][::-1].copy())
                expansion.assign_in_order(x, k, values)
            host[m] = host[m][::-1].copy()
            assert_bits(download(x), host)


@pytest.mark.big
@pytest.mark.slow
def test_more_than_65535_tiles(profile):
    if profile != "full":
        pytest.skip("the same text on every profile")
    rows = 65_535 + 2
    row = np.zeros(TILE, bool)
    row[77] = True
    keep = broadcast(upload(row), (rows, TILE))
    flat = download(positions.flat_positions(keep))
    assert_bits(flat, np.arange(rows) * TILE + 77)


@pytest.mark.big
@pytest.mark.slow
def test_a_result_over_one_binding(profile):
    gpu = device.current()
    if profile != "full" or gpu.max_binding > 1 << 28:
        pytest.skip("needs a device with small bindings and large buffers")
    n = gpu.max_binding // 4 + TILE + 2
    x = upload(np.arange(n, dtype="u4"))
    keep = op("ge_u32", BOOL, x, const(np.uint32(1)))
    (got,) = compaction.select([x], keep)
    assert got.buffer.capacity > gpu.max_binding
    assert_bits(download(got), np.arange(1, n, dtype="u4"))
