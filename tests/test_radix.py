"""Stable sorts by digits: order, stability, bits, sizes beside every boundary."""

import numpy as np
import pytest
from strategies import any_bits, rng, wild

import gpuarray
from gpuarray.algorithms import hostcopy, radix, radix_jobs, radix_passes, ranking
from gpuarray.runtime import device

pytestmark = pytest.mark.usefixtures("profile")

ROW = 16 * 64  # items of the smaller workgroup of sort_rows


def tile():
    return ranking.EACH * radix_jobs.tile_lanes(device.current())


def sorted_and_order(host, n, **options):
    x = hostcopy.upload(host)
    return (
        hostcopy.download(radix.sort(x, n, **options)),
        hostcopy.download(radix.argsort([x], n, **options)),
    )


def reference(host):
    """NumPy's stable order along the last axis."""
    return np.argsort(host, axis=-1, kind="stable")


def check_rows(host):
    """Both sorts of rows: the order is NumPy's, and items keep their bits."""
    found, order = sorted_and_order(host, max(host.shape[-1], 1))
    want = reference(host)
    assert np.array_equal(order, want)
    assert order.dtype == np.int64
    assert found.dtype == host.dtype
    assert found.tobytes() == np.take_along_axis(host, want, -1).tobytes()


def adversarial(n, dtype):
    """Arrays that are hard on sorts by digits."""
    low = np.arange(n) % 251
    yield np.zeros(n, dtype)
    yield np.sort(wild(n, dtype))
    yield np.sort(wild(n, dtype))[::-1].copy()
    if np.dtype(dtype).kind != "b":
        yield low.astype(dtype)  # one digit
        shift = 8 * np.dtype(dtype).itemsize - 8
        word = f"u{np.dtype(dtype).itemsize}"
        yield (low.astype(word) << np.array(shift, word)).view(dtype)  # the last digit
    yield wild(n, dtype)


@pytest.mark.core
@pytest.mark.parametrize("dtype", ["uint32", "int64", "float32", "float64"])
def test_rows_and_passes(dtype):
    for host in adversarial(300, dtype):
        check_rows(host)
    for host in adversarial(tile() + 1, dtype):
        check_rows(host)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint16", "float16", "uint64"])
def test_the_other_widths(dtype):
    for n in (77, tile() + 1):
        host = wild(n, dtype) if dtype == "bool" else any_bits(n, dtype)
        check_rows(host)


def test_sizes_beside_every_boundary():
    for n in (1, 2, 15, 16, 17, 63, 64, 65, ROW - 1, ROW, ROW + 1):
        check_rows(any_bits(n, "float32", n))
    for n in (tile() - 1, tile(), 2 * tile(), 5 * tile() + 1):
        check_rows(any_bits(n, "float32", n))


@pytest.mark.core
@pytest.mark.parametrize("shape", [(700, 1), (333, 3), (65, 16), (5, 1000), (0, 3)])
def test_many_rows(shape):
    check_rows(rng(*shape).integers(0, 40, shape).astype("f4"))


def test_long_rows():
    check_rows(rng(4).integers(-9, 9, (3, tile() + 5)).astype("i4"))


def test_nan_payloads_and_zeros_keep_their_bits_and_order():
    word = np.array([0x7FC00001, 0xFFC12345, 0x7F800001, 0x80000000, 0, 1], "u4")
    for n in (100, tile() + 100):
        check_rows(np.resize(word, n).view("f4"))
    wide = (word.astype("u8") << np.uint64(32)) | np.uint64(1)
    check_rows(np.resize(np.append(wide, [0, 1 << 63]).astype("u8"), 100).view("f8"))


@pytest.mark.parametrize("dtype", ["int32", "float32", "uint64"])
def test_passes_of_digits_that_differ(dtype, monkeypatch):
    monkeypatch.setattr(radix_passes, "LOOK", 1)
    counters = device.current().counters
    n = tile() + 3
    few = (rng(1).integers(0, 200, n) << 5).astype(dtype)
    for host in (*adversarial(n, dtype), few):
        check_rows(host)
    x = hostcopy.upload(np.full(n, 7, dtype))
    before = counters.dispatches
    radix.sort(x, n)
    assert counters.dispatches - before < 3  # equal keys need no pass


@pytest.mark.parametrize("n", [200, 5000])
def test_descending_keeps_the_order_of_equals(n):
    host = rng(2).integers(0, 50, n).astype("i4")
    found, order = sorted_and_order(host, n, descending=True)
    assert np.array_equal(found, np.sort(host)[::-1])
    assert np.array_equal(order, np.argsort(-host, kind="stable"))


@pytest.mark.core
@pytest.mark.parametrize("n", [500, 4 * ROW + 77])
def test_several_keys(n):
    first, second = rng(5).integers(0, 9, (2, n)).astype("i2")
    order = radix.argsort([hostcopy.upload(first), hostcopy.upload(second)], n)
    assert np.array_equal(hostcopy.download(order), np.lexsort([second, first]))


def test_several_keys_of_rows():
    first, second = rng(6).integers(0, 3, (2, 70, 9)).astype("u1")
    order = radix.argsort([hostcopy.upload(first), hostcopy.upload(second)], 9)
    assert np.array_equal(hostcopy.download(order), np.lexsort([second, first]))


def test_windows(monkeypatch):
    """Every buffer is bound in parts."""
    monkeypatch.setattr(device.current(), "max_binding", 1 << 16)
    check_rows(rng(7).integers(0, 1000, 5 * 4096 + 5).astype("i4"))
    check_rows(rng(8).integers(0, 1000, (200, 99)).astype("f8"))
    order = radix.argsort(
        [hostcopy.upload(x) for x in rng(9).integers(0, 30, (2, 17_000)).astype("u4")],
        17_000,
        dtype=radix.UINT32,
    )
    first, second = rng(9).integers(0, 30, (2, 17_000))
    assert np.array_equal(hostcopy.download(order), np.lexsort([second, first]))


def test_new_shapes_and_dtypes_compile_nothing():
    counters = device.current().counters
    for dtype in ("i4", "f4"):
        gpuarray.sort(gpuarray.asarray(wild(500, dtype)))
    before = counters.pipelines
    for n, dtype in ((301, "u4"), (70, "i4"), (411, "f4"), (999, "u4")):
        gpuarray.sort(gpuarray.asarray(wild(n, dtype)))
        gpuarray.sort(gpuarray.asarray(wild((n, 2), dtype))[:, 1])
    assert counters.pipelines - before <= 1  # a copy of the column


@pytest.mark.parametrize("dtype", ["uint32", "float64"])
def test_places_without_ballots(dtype, monkeypatch):
    monkeypatch.setattr(ranking, "RANKS", "nibble")
    assert not ranking.ranking(device.current()).match
    for n in (900, tile() + 1):
        check_rows(any_bits(n, dtype))
    check_rows(any_bits(900, dtype).reshape(100, 9))
