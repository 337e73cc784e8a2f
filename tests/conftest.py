"""Device profiles for the tests, and the sizes of the Hypothesis runs.

A module marks its device tests with `pytestmark = pytest.mark.usefixtures("profile")`.
Such a test runs on the profile `full`; one that is also marked `core` runs on all four.
"""

from __future__ import annotations

import os

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

PROFILES = ("full", "no-subgroups", "no-64", "baseline")
WITHOUT_64 = ("no-64", "baseline")

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
    """Leave out what a profile does not have: float64 has its own tests there."""

    def kept(item):
        params = item.callspec.params if hasattr(item, "callspec") else {}
        no_64 = params.get("profile") in WITHOUT_64
        return not (no_64 and params.get("dtype") == "float64")

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


@pytest.fixture
def xp(profile):
    import gpuarray

    return gpuarray


@pytest.fixture
def dtypes(profile):
    """The names of the numeric dtypes that the current device computes with."""
    from strategies import NUMERIC

    if profile in WITHOUT_64:
        return tuple(name for name in NUMERIC if name != "float64")
    return NUMERIC


@pytest.fixture(autouse=True)
def _quiet_numpy():
    """NumPy computes the expected values: its floating point warnings are no news."""
    with np.errstate(all="ignore"):
        yield
