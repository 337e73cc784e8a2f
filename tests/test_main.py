"""`python -m gpuarray`, with a device and without one."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import wgpu

from gpuarray.runtime import device
from gpuarray.runtime.adapters import open_gpu
from gpuarray.runtime.errors import NoAdapterError

ROOT = Path(__file__).parents[1]


def run(**env):
    return subprocess.run(
        [sys.executable, "-m", "gpuarray"],
        env=os.environ | env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.usefixtures("adapter")
@pytest.mark.parametrize(
    ("chosen", "int64"), [("full", None), ("no-64", "emulated"), ("baseline", None)]
)
def test_reports_the_device(chosen, int64):
    done = run(GPUARRAY_PROFILE=chosen)
    assert done.returncode == 0, done.stderr
    words = {
        line.split()[0]: line.split()[1:] for line in done.stdout.split("\n") if line
    }
    assert words["profile"] == [chosen]
    for name in ("bool", "int8", "uint64", "float16", "float32", "float64"):
        assert words[name][0] in {"native", "emulated", "unavailable"}
    assert words["float16"] == ["emulated", "in", "f32"]  # as docs/dtypes.md says
    assert words["float32"] == ["native"]
    if int64:
        assert words["int64"] == words["uint64"] == [int64, "in", "two", "u32"]
        assert words["float64"] == ["unavailable"]
    assert words["numpy"] == [np.__version__]
    assert words["wgpu"] == [wgpu.__version__]
    assert "max-storage-buffer-binding-size" in done.stdout


@pytest.mark.usefixtures("adapter")
def test_an_empty_profile_is_none_chosen(monkeypatch):
    monkeypatch.setattr(device, "_current", None)
    monkeypatch.setattr(device, "open_profile", lambda profile: profile)
    monkeypatch.setenv("GPUARRAY_PROFILE", "")
    assert device.current() == "full"


def test_says_what_to_do_without_an_adapter():
    done = run(
        WGPU_BACKEND_TYPE="Vulkan", VK_DRIVER_FILES="/none", VK_ICD_FILENAMES="/none"
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert "apt-get install mesa-vulkan-drivers libvulkan1" in done.stderr
    assert f"numpy {np.__version__}" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("no usable WebGPU adapter") == 1  # the cause alone


def test_opengl_alone_is_no_adapter(monkeypatch):
    """scripts/setup.sh does not take it either: it lacks what WebGPU promises."""

    opengl = SimpleNamespace(
        info={"backend_type": "OpenGL"}, summary="a driver (OpenGL)"
    )
    monkeypatch.setattr(wgpu.gpu, "request_adapter_sync", lambda **_: opengl)
    for profile in ("full", "baseline"):
        with pytest.raises(NoAdapterError, match=r"only OpenGL: a driver"):
            open_gpu(profile)
