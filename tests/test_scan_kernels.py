"""Scans and reductions by tiles, below the arrays: kernels, tiles, levels, bits."""

import math

import numpy as np
import pytest

from gpuarray.algorithms import evaluation, hostcopy, reduction, scan, tile_kernels
from gpuarray.runtime import device as devices
from gpuarray.runtime import windows
from gpuarray.runtime.device import use_profile
from gpuarray.runtime.expr import broadcast, const

UFUNCS = {
    "add": np.add,
    "mul": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}
DTYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8"]
PROFILES = ("full", "no-subgroups", "no-64", "baseline")
# (outer, n, inner) beside the ends of lanes, segments and tiles of every class.
SHAPES = [
    *((3, n, 1) for n in (1, 4, 5, 16, 17, 64, 65, 256, 257, 1024, 1025)),
    *((2, n, 1) for n in (4095, 4096, 4097, 8193)),
    (257, 3, 1),
    (1025, 17, 1),
    *((2, n, 3) for n in (4, 5, 16, 17, 257, 1024, 1025)),
    *((2, n, 16) for n in (64, 65, 256, 257)),
    *((3, n, 65) for n in (1, 16, 17, 64, 65, 129)),
    (70, 3, 5),
]

pytestmark = pytest.mark.usefixtures("adapter")


@pytest.fixture(scope="module")
def opened(adapter):
    """The four devices, opened once."""
    return {name: devices.open_profile(name) for name in PROFILES}


@pytest.fixture
def device(opened):
    with use_profile(opened["full"]) as found:
        yield found


def random(shape, dtype, op="add", seed=0):
    rng = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return rng.random(shape) < (0.9 if op in ("and", "mul", "min") else 0.1)
    if dtype.kind == "f":
        low, high = (0.9, 1.1) if op == "mul" else (-1, 1)
        return rng.uniform(low, high, shape).astype(dtype)
    raw = np.frombuffer(rng.bytes(math.prod(shape) * dtype.itemsize), dtype)
    return raw.reshape(shape) | dtype.type(op == "mul")


def scanned(x, op, **kwargs):
    return hostcopy.download(scan.scan(hostcopy.upload(x), op, *x.shape, **kwargs))


def reduced(x, op):
    found = hostcopy.download(reduction.reduce(hostcopy.upload(x), op, *x.shape))
    return found.reshape(x.shape[0], x.shape[2])


def bound(x, op):
    """True running values in float64, and how far a tree of operations may be off."""
    wide = x.astype("f8" if x.dtype.itemsize < 8 else np.longdouble)
    true = UFUNCS[op].accumulate(wide, axis=1)
    wider = np.finfo("f4" if x.dtype == "f2" else x.dtype).eps
    size = np.add.accumulate(abs(wide), axis=1) if op == "add" else abs(true)
    depth = 4 * math.log2(x.shape[1] + 1) + 8
    if op == "mul":
        depth = 2 * x.shape[1]
    return true, depth * wider * size + np.finfo(x.dtype).eps * abs(true) + 1e-7


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_operation(device, dtype):
    for op, ufunc in UFUNCS.items():
        if np.dtype(dtype).kind == "f" and op in ("and", "or", "xor"):
            continue
        x = random((3, 37, 1), dtype, op)
        got, whole = scanned(x, op), reduced(x, op)
        assert got.dtype == whole.dtype == x.dtype
        if x.dtype.kind == "f":
            true, room = bound(x, op)
            assert (abs(got - true) <= room).all(), op
            assert (abs(whole - true[:, -1]) <= room[:, -1]).all(), op
        else:
            want = ufunc.accumulate(x, axis=1, dtype=x.dtype)
            assert (got == want).all(), op
            assert (whole == want[:, -1]).all(), op


@pytest.mark.parametrize("dtype", ["i4", "f4"])
def test_shapes_beside_the_boundaries(device, dtype):
    for shape in SHAPES:
        x = random(shape, dtype, seed=shape[1])
        got, whole = scanned(x, "add"), reduced(x, "add")
        before = scanned(x, "add", exclusive=True)
        if dtype == "i4":
            want = np.add.accumulate(x, axis=1, dtype=x.dtype)
            assert (got == want).all(), shape
            assert (before == want - x).all(), shape
            assert (whole == want[:, -1]).all(), shape
        else:
            true, room = bound(x, "add")
            assert (abs(got - true) <= room).all(), shape
            assert (abs(whole - true[:, -1]) <= room[:, -1]).all(), shape
            room = room[:, :-1]
            assert (abs(before[:, 1:] - true[:, :-1]) <= room).all(), shape


@pytest.mark.parametrize(
    ("name", "dtype"),
    [
        ("full", "i1"),
        ("full", "f4"),
        ("full", "i8"),
        ("no-subgroups", "f4"),
        ("baseline", "i8"),
    ],
)
def test_both_ways_to_take_a_row_give_the_same_bytes(opened, name, dtype, monkeypatch):
    with use_profile(opened[name]):
        for shape in ((1, 1025, 1), (2, 4097, 1), (3, 8192, 1), (2, 12290, 1)):
            x = random(shape, dtype, seed=5)
            found = {}
            for form in ("always", "never"):
                monkeypatch.setattr(tile_kernels, "LINES", form)
                data = [scanned(x, "add", exclusive=e).tobytes() for e in (False, True)]
                found[form] = [*data, reduced(x, "add").tobytes()]
            assert found["always"] == found["never"], shape


@pytest.mark.parametrize("lines", ["always", "never"])
def test_tiny_floats_are_added_exactly(device, lines, monkeypatch):
    monkeypatch.setattr(tile_kernels, "LINES", lines)
    monkeypatch.setattr(tile_kernels, "QUICK_TILES", 1)
    rng = np.random.default_rng(2)
    for shape in ((1, 5000, 1), (3, 1028, 1), (2, 5001, 1)):
        bits = rng.integers(0, 1 << 12, shape, dtype=np.uint32)  # subnormals
        x = bits.view("f4") * rng.choice([-1, 1], shape).astype("f4")
        np.testing.assert_array_equal(scanned(x, "add"), np.cumsum(x, 1, "f8"))
        np.testing.assert_array_equal(reduced(x, "add"), np.sum(x, 1, "f8"))


def test_the_quick_form_gives_the_same_bits(device, monkeypatch):
    monkeypatch.setattr(tile_kernels, "LINES", "always")
    x = random((1, 9001, 1), "f4", seed=4)
    found = set()
    for tiles_needed in (1, 1000):
        monkeypatch.setattr(tile_kernels, "QUICK_TILES", tiles_needed)
        device.tapes.clear()
        found.add(scanned(x, "add").tobytes() + reduced(x, "add").tobytes())
    assert len(found) == 1


@pytest.mark.parametrize("form", ["blelloch", "hillis_steele"])
@pytest.mark.parametrize("dtype", ["i4", "f8"])
def test_chunks_in_workgroup_memory(device, form, dtype, monkeypatch):
    monkeypatch.setattr(tile_kernels, "LINES", "always")
    monkeypatch.setattr(scan, "BLOCK_SCAN", form)
    for shape in ((1, 4097, 1), (2, 9000, 1)):
        x = random(shape, dtype, seed=9)
        if dtype == "i4":
            assert (scanned(x, "add") == np.cumsum(x, 1, dtype)).all(), shape
        else:
            true, room = bound(x, "add")
            assert (abs(scanned(x, "add") - true) <= room).all(), shape


def test_bits_do_not_depend_on_the_level_where_shuffles_end(device, monkeypatch):
    if not tile_kernels.first_level(device):
        pytest.skip("the device has no subgroups whose lanes are adjacent")
    shuffled = {0, 2}
    for size in (8, 16, 32, 64):  # as if the device promised subgroups of that size
        monkeypatch.setitem(device.adapter_info, "subgroup_min_size", size)
        shuffled.add(tile_kernels._probed(device))
    x = random((1, 9000, 1), "f4", seed=3)
    seen = set()
    for level in shuffled:
        monkeypatch.setitem(tile_kernels._FIRST_LEVELS, device, level)
        for lines in ("always", "never"):
            monkeypatch.setattr(tile_kernels, "LINES", lines)
            device.tapes.clear()
            seen.add(scanned(x, "add").tobytes() + reduced(x, "add").tobytes())
    assert len(seen) == 1


# ---- offsets of groups


def test_exclusive_offsets(device):
    for m in (0, 1, 3, 4, 1023, 1024, 4095, 4096, 70_000):
        counts = random((m,), "u4") & np.uint32(0xFFFF)
        got = hostcopy.download(scan.exclusive_offsets(hostcopy.upload(counts)))
        assert got.dtype == np.uint32
        assert (got == np.concatenate([[0], np.cumsum(counts)])).all(), m


# ---- levels, windows, pipelines


def test_dispatches_by_levels(device):
    one = const(np.int32(1))
    for n, levels in ((1, 1), (4096, 1), (4097, 2), (4096**2, 2), (4096**2 + 1, 3)):
        node = broadcast(one, (n,))
        before = vars(device.counters).copy()
        leaf = scan.scan(node, "add", 1, n, 1)
        assert device.counters.dispatches - before["dispatches"] == 2 * levels - 1
        assert device.counters.submits == before["submits"]
        assert device.counters.readbacks == before["readbacks"]
        reduction.reduce(node, "add", 1, n, 1)
        assert device.counters.dispatches - before["dispatches"] == 3 * levels - 1
    last = device.read(leaf.buffer, 4 * (n - 1), 4).view(np.int32)
    assert last[0] == n


def test_shapes_share_pipelines(opened):
    with use_profile("no-subgroups") as device:
        for n in [*range(1, 40), 100, 300, 900, 1200, 5000, 9000]:
            for inner in (1, 2, 5, 16, 40, 64, 100):
                scan.scan(
                    broadcast(const(np.int32(1)), (2, n, inner)), "add", 2, n, inner
                )
        scans = device.counters.pipelines
        assert scans <= 2 * 11 + 6  # classes, with and without a prefix, and reductions
        device.synchronize()


@pytest.fixture
def narrow(opened, monkeypatch):
    """Call it to make bindings of 128 KiB: they stand for what a huge array passes."""
    device = opened["no-subgroups"]

    def apply():
        monkeypatch.setattr(device, "max_binding", 1 << 17)
        monkeypatch.setattr(windows, "_SMALLEST_CHUNK", 1 << 10)

    with use_profile(device):
        yield apply


SPREAD = [(1, 100_000, 1), (30, 5_000, 1), (500, 300, 1), (6, 1500, 3), (400, 50, 16)]
SPREAD += [(3, 40_000, 1), (2, 3000, 3)]  # a span over a border of rows


@pytest.mark.parametrize("dtype", ["i2", "i4", "i8"])
def test_windows(narrow, dtype):
    arrays = [random(shape, dtype) for shape in SPREAD]
    wanted = [(scanned(x, "add"), reduced(x, "add")) for x in arrays]
    narrow()
    for x, (want, total) in zip(arrays, wanted, strict=True):
        assert (want == np.add.accumulate(x, axis=1, dtype=x.dtype)).all()
        assert scanned(x, "add").tobytes() == want.tobytes(), x.shape
        assert reduced(x, "add").tobytes() == total.tobytes(), x.shape


def test_views_that_lie_all_over_a_large_buffer(narrow):
    x = random((300, 400), "i4")
    narrow()
    leaf = hostcopy.upload(x.T)  # the buffer keeps x's order
    assert leaf.layout.strides == (4, 1600)
    got = hostcopy.download(scan.scan(leaf, "add", 400, 300, 1))
    whole = hostcopy.download(reduction.reduce(leaf, "add", 1, 400, 300))
    assert (got == np.cumsum(x.T, axis=1, dtype="i4")).all()
    assert (whole == x.sum(axis=1, dtype="i4")).all()


def test_wide_rows(device):
    for shape in ((1, 70, 131_075), (1, 3, (1 << 21) + 1), (2, 2, (1 << 21) + 1)):
        x = random(shape, "i1")
        want = np.add.accumulate(x, axis=1, dtype="i1")
        assert (scanned(x, "add") == want).all()
        assert (reduced(x, "add") == want[:, -1]).all()
        before = scanned(x, "max", exclusive=True)
        assert (before[:, 0] == -128).all()
        assert (before[:, 1:] == np.maximum.accumulate(x, axis=1)[:, :-1]).all()


@pytest.mark.big
def test_more_than_one_binding(device):
    n = 2**25 + 1
    x = np.zeros(n, "f4")
    x[::64] = 1  # exact in float32, whatever the order
    node = hostcopy.upload(x)
    got = hostcopy.download(scan.scan(node, "add", 1, n, 1))
    assert (got == np.cumsum(x, dtype="i4")).all()
    assert hostcopy.download(reduction.reduce(node, "add", 1, n, 1)) == 2**19 + 1


def test_expressions_are_read_without_being_stored(device):
    x = hostcopy.upload(random((5000,), "i4"))
    live = device.pool.live_bytes
    leaf = scan.scan(broadcast(x, (3, 5000)), "add", 3, 5000, 1)
    assert device.pool.live_bytes - live <= 3 * 5000 * 4 + 65_536
    assert leaf.shape == (3, 5000)
    assert isinstance(evaluation.compute(leaf).shape, tuple)
