"""The same input gives the same bits: on every run and on every profile."""

import hashlib

import numpy as np
import pytest
from compare import to_device
from conftest import PROFILES
from strategies import mask, packed, rng, wild

import gpuarray

RUNS = 50


def floats(shape, dtype="float32"):
    """Floats of many magnitudes: any change of order shows in the last bits."""
    r = rng(11)
    return (r.normal(size=shape) * 10.0 ** r.integers(-4, 5, shape)).astype(dtype)


def digest(array):
    host = array.get()
    return hashlib.sha256(host.tobytes() + str((host.shape, host.dtype)).encode())


CASES = {
    "float scan": lambda: np.cumsum(to_device(floats(100_003))),
    "float scan of rows": lambda: np.cumsum(to_device(floats((300, 333))), axis=1),
    "float scan of columns": lambda: np.cumsum(to_device(floats((4099, 25))), axis=0),
    "float scan of long rows": lambda: np.cumsum(to_device(floats((3, 40_001))), 1),
    "float scan of a view": lambda: np.cumsum(to_device(floats(70_001))[::-1]),
    "float product": lambda: np.cumprod(1 + to_device(floats(10_001)) / 1e6),
    "half scan": lambda: np.cumsum(to_device(floats(9_001, "float16") / 1e4)),
    "integer scan": lambda: np.cumsum(to_device(wild(100_003, "int32"))),
    "wide scan": lambda: np.cumsum(to_device(wild(50_001, "uint64"))),
    "byte scan": lambda: np.cumsum(to_device(wild(50_001, "int8")), dtype="i1"),
    "bool scan": lambda: np.cumsum(to_device(mask(100_003))),
    "maximum scan": lambda: np.maximum.accumulate(to_device(floats(50_001))),
    "selection": lambda: _select(floats(100_003)),
    "selection of records": lambda: _select(packed(floats(20_003))),
    "selection of bytes": lambda: _select(wild(50_003, "uint8")),
    "positions": lambda: np.flatnonzero(to_device(mask(100_003))),
    "masked write": lambda: _write(floats(50_003)),
    "sum": lambda: np.sum(to_device(floats(100_003))),
}
each_case = pytest.mark.parametrize("case", CASES)


def _select(x):
    return to_device(x)[to_device(mask(x.size))]


def _write(x):
    device, m = to_device(x), to_device(mask(x.size))
    device[m] = device[m][::-1].copy()
    return device


@each_case
@pytest.mark.usefixtures("profile")
def test_fifty_runs_give_one_hash(case):
    runs = RUNS if case in ("float scan", "selection") else 10
    assert len({digest(CASES[case]()).hexdigest() for _ in range(runs)}) == 1


@pytest.fixture(scope="module")
def devices(adapter, open_devices):
    for name in PROFILES:
        if name not in open_devices:
            with gpuarray.device.use_profile(name) as device:
                open_devices[name] = device
    return open_devices


@each_case
def test_every_profile_gives_the_same_hash(case, devices):
    found = {}
    for name in PROFILES:
        with gpuarray.device.use_profile(devices[name]):
            found[name] = digest(CASES[case]()).hexdigest()
    assert len(set(found.values())) == 1, found


def test_neighbours_do_not_change_the_order(devices):
    """Accumulation order depends on the shape, not on what else is on the device."""
    x = floats(60_001)
    with gpuarray.device.use_profile(devices["full"]):
        first = digest(np.cumsum(to_device(x))).hexdigest()
        padded = to_device(np.concatenate([floats(77), x, floats(5)]))
        inside = digest(np.cumsum(padded[77:-5])).hexdigest()
        pending = digest(np.cumsum(to_device(x) * 1)).hexdigest()
    assert first == inside == pending
