"""Device profiles for the tests, and the sizes of the Hypothesis runs.

A module marks its device tests with `pytestmark = pytest.mark.usefixtures("profile")`.
Such a test runs on the profile `full`; one that is also marked `core` runs on all four.
"""

from __future__ import annotations

import os

os.environ.setdefault("SCIPY_ARRAY_API", "1")  # SciPy reads it when it is imported

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from strategies import COMPLEX, NUMERIC

PROFILES = ("full", "no-subgroups", "no-64", "baseline")
# `full` runs every dtype. The others run those that differ there: what is emulated
# without 64-bit shaders, and one of each width elsewhere.
DTYPES = {
    "no-subgroups": ("uint8", "int64", "float32", "float64"),
    "no-64": ("bool", "int16", "int64", "uint64", "float16", "float32"),
    "baseline": ("int8", "uint64", "float32"),
}

_COMMON = {
    "deadline": None,
    "derandomize": True,
    "database": None,
    "suppress_health_check": [
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
        HealthCheck.large_base_example,
        HealthCheck.function_scoped_fixture,
    ],
}
settings.register_profile("ci", max_examples=15, **_COMMON)
settings.register_profile("thorough", max_examples=300, **_COMMON)
settings.load_profile(os.environ.get("GPUARRAY_HYPOTHESIS", "ci"))


def pytest_configure(config):
    config.addinivalue_line("markers", "core: runs on all four device profiles")
    config.addinivalue_line("markers", "slow: takes some seconds on a software adapter")


def pytest_generate_tests(metafunc):
    if "profile" in metafunc.fixturenames:
        core = metafunc.definition.get_closest_marker("core")
        names = PROFILES if core else PROFILES[:1]
        metafunc.parametrize("profile", names, indirect=True, scope="module")


def pytest_collection_modifyitems(config, items):
    """Leave out the dtypes that a profile does not run."""

    def kept(item):
        params = item.callspec.params if hasattr(item, "callspec") else {}
        run, dtype = DTYPES.get(params.get("profile")), params.get("dtype")
        if dtype in COMPLEX:
            return dtype == "complex64" or run is None or "float64" in run
        return run is None or dtype in run or dtype not in NUMERIC

    dropped = [item for item in items if not kept(item)]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = [item for item in items if kept(item)]


@pytest.fixture(scope="session")
def adapter():
    """The WebGPU adapter; without one the device tests are skipped, saying why."""
    wgpu = pytest.importorskip("wgpu")
    try:
        return wgpu.gpu.request_adapter_sync()
    except RuntimeError as error:
        pytest.skip(f"no WebGPU adapter: {error}")


@pytest.fixture(scope="session")
def open_devices():
    """One device a profile for the whole session: pipelines are compiled once."""
    return {}


@pytest.fixture(scope="module")
def profile(request, adapter, open_devices):
    """The name of the device profile that is current while the test runs."""
    import gpuarray

    name = request.param
    with gpuarray.device.use_profile(open_devices.get(name, name)) as device:
        open_devices[name] = device
        yield name
        # A software device holds some 5 MB a pipeline, and the tests make thousands.
        if len(device.pipelines) > 100:
            device.forget_pipelines()


@pytest.fixture
def xp(profile):
    import gpuarray

    return gpuarray


@pytest.fixture
def dtypes(profile):
    """The names of the numeric dtypes to run on the current device."""
    return DTYPES.get(profile, NUMERIC)


@pytest.fixture(autouse=True)
def _quiet_numpy():
    """NumPy computes the expected values: its floating point warnings are no news."""
    with np.errstate(all="ignore"):
        yield
