"""Calls of wgpu by the short way and through wgpu-py do the same."""

import numpy as np
import pytest
from compare import same
from strategies import numbers

import gpuarray
from gpuarray.runtime import hostlink, native

pytestmark = pytest.mark.usefixtures("adapter")


@pytest.fixture(scope="module", params=["direct", "wrapped"])
def device(request):
    patch = pytest.MonkeyPatch()
    if request.param == "wrapped":
        patch.setattr(native, "calls_of", native.Wrapped)
    with gpuarray.device.use_profile("no-subgroups") as found:
        patch.undo()
        assert isinstance(found.calls, native.Direct) == (request.param == "direct")
        yield found


def test_dispatches(device):
    x, y = numbers(70_000, "int32"), numbers(70_000, "int32", seed=2)
    a, b = gpuarray.asarray(x), gpuarray.asarray(y)
    same(np.cumsum(a * 3 + b), np.cumsum(x * 3 + y))
    same(a[a > b], x[x > y])


@pytest.mark.parametrize("start", [0, 1, 3, 4])
@pytest.mark.parametrize("size", [1, 5, 255, 256, 257, 511, 512, 513, 2000])
def test_pieces_of_a_read(device, monkeypatch, start, size):
    monkeypatch.setattr(hostlink, "DOWN", 256)
    host = np.arange(2100, dtype="i4").astype("u1")
    x = gpuarray.asarray(host)
    same(x[start : start + size], host[start : start + size])


@pytest.mark.parametrize("size", [255, 256, 257, 511, 512, 1023, 1024, 1025, 5003])
def test_pieces_of_an_upload(device, monkeypatch, size):
    monkeypatch.setattr(hostlink, "UP", 256)
    monkeypatch.setattr(hostlink, "RING_FROM", 256)
    host = np.arange(size, dtype="i4").astype("u1")
    x = gpuarray.asarray(host)
    y = np.cumsum(x)
    x = gpuarray.asarray(host[::-1])  # into memory that may be in use
    same(y, np.cumsum(host))
    same(x, host[::-1].copy())


def test_one_read_is_one_submission(device):
    x = gpuarray.asarray(np.ones(1000, "f4"))
    y = np.cumsum(x)
    y.get()
    before = vars(device.counters).copy()
    y = np.cumsum(x)
    y.get()
    after = vars(device.counters)
    assert after["submits"] - before["submits"] == 1
    assert after["readbacks"] - before["readbacks"] == 1


def test_a_second_synchronize_submits_at_most_once(device):
    x = gpuarray.asarray(np.ones(100_000, "f4"))
    for _ in range(3):
        x = np.cumsum(x) * 0.5
    gpuarray.evaluate(x)
    gpuarray.synchronize()
    before = device.counters.submits
    gpuarray.synchronize()
    assert device.counters.submits - before <= 1


def test_an_interrupted_read_spoils_nothing(device, monkeypatch):
    x = gpuarray.asarray(np.arange(100, dtype="i4"))

    def interrupted(request):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(device.calls, "mapped", interrupted)
        with pytest.raises(KeyboardInterrupt):
            x.get()
    same(x, np.arange(100, dtype="i4"))
    same(x + 1, np.arange(1, 101, dtype="i4"))


def test_an_unknown_library_is_called_through_wgpu_py(device, monkeypatch):
    monkeypatch.setitem(native._KNOWN, "wgpuBufferUnmap", "void(*)(int)")
    assert type(native.calls_of(device.gpu)) is native.Wrapped


def test_a_lost_device_is_told_by_synchronize():
    with gpuarray.device.use_profile("no-subgroups") as device:
        device.gpu.destroy()
        with pytest.raises(gpuarray.DeviceLostError):
            gpuarray.synchronize()


@pytest.mark.parametrize("name", ["selection", "positions"])
def test_a_selection_submits_and_waits_once(device, name):
    x, m = gpuarray.asarray(numbers(500, "float32")), gpuarray.asarray(numbers(500) > 0)
    call = {"selection": lambda: x[m], "positions": lambda: np.nonzero(m)}[name]
    for _ in range(3):
        call()
    before = vars(device.counters).copy()
    for _ in range(10):
        call()
    moved = {key: value - before[key] for key, value in vars(device.counters).items()}
    assert moved["submits"] == moved["readbacks"] == 10
    assert moved["dispatches"] == 30
    assert moved["bind_groups"] == moved["pipelines"] == 0
