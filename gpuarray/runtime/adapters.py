"""Finding an adapter and opening a wgpu device on it, with all of it or less."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import wgpu
import wgpu.utils

from gpuarray.runtime.errors import NoAdapterError

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

OPTIONAL_FEATURES = frozenset(
    {
        "shader-int64",
        "shader-f64",
        "shader-f16",
        "shader-int64-atomic-all-ops",
        "subgroup",
        "timestamp-query",
    }
)
_RAISED_LIMITS = (
    "max-buffer-size",
    "max-storage-buffer-binding-size",
    "max-storage-buffers-per-shader-stage",
    "max-compute-workgroup-storage-size",
    "max-compute-invocations-per-workgroup",
    "max-compute-workgroup-size-x",
    "max-compute-workgroup-size-y",
)
# What each profile leaves out of the adapter's features; `baseline` also keeps
# WebGPU's default limits, which are what a device has if none are asked for.
PROFILES: dict[str, frozenset[str]] = {
    "full": frozenset(),
    "no-subgroups": frozenset({"subgroup"}),
    "no-64": frozenset(
        {"shader-int64", "shader-f64", "shader-f16", "shader-int64-atomic-all-ops"}
    ),
    "baseline": OPTIONAL_FEATURES,
}
DEFAULT_LIMITS = {
    "max-buffer-size": 1 << 28,
    "max-storage-buffer-binding-size": 1 << 27,
    "max-storage-buffers-per-shader-stage": 8,
    "max-compute-workgroup-storage-size": 16384,
    "max-compute-invocations-per-workgroup": 256,
    "max-compute-workgroup-size-x": 256,
    "max-compute-workgroup-size-y": 256,
}
_NO_ADAPTER = (
    "no usable WebGPU adapter was found. Install a Vulkan driver: on Debian or "
    "Ubuntu `apt-get install mesa-vulkan-drivers libvulkan1` brings a software one "
    "that works without a GPU; for NVIDIA, AMD or Intel GPUs install the vendor's "
    "Vulkan driver. `python -m gpuarray` shows what is found."
)


def open_gpu(profile: str) -> Any:
    """A wgpu device; "full" is wgpu's shared default device, with all it offers.

    NoAdapterError where there is none, or only OpenGL, which lacks what WebGPU
    promises.
    """
    if profile not in PROFILES:
        raise ValueError(
            f"GPUARRAY_PROFILE must be one of {', '.join(PROFILES)}, not {profile!r}"
        )
    try:
        adapter = wgpu.gpu.request_adapter_sync(power_preference="high-performance")
        _require_usable(adapter)
        features = OPTIONAL_FEATURES & set(map(str, adapter.features))
        limits = {
            name: adapter.limits[name]
            for name in _RAISED_LIMITS
            if name in adapter.limits
        }
        if profile == "full":
            gpu = _shared_device(features, limits)
        elif profile == "baseline":
            gpu = adapter.request_device_sync(required_limits=DEFAULT_LIMITS)
        else:
            gpu = adapter.request_device_sync(
                required_features=list(features - PROFILES[profile]),
                required_limits=limits,
            )
    except NoAdapterError:
        raise
    except (RuntimeError, wgpu.GPUError) as error:
        raise _no_adapter(str(error)) from error
    _require_usable(gpu.adapter)  # the shared device may be another library's
    return gpu


def _require_usable(adapter: Any) -> None:
    if adapter.info.get("backend_type") == "OpenGL":
        raise _no_adapter(f"only OpenGL: {adapter.summary}")


def _no_adapter(cause: str) -> NoAdapterError:
    error = NoAdapterError(f"{_NO_ADAPTER} ({cause})")
    error.cause = cause
    return error


def _shared_device(features: AbstractSet[str], limits: dict[str, int]) -> Any:
    """wgpu's default device, asked for all it has unless it is open already."""
    with suppress(RuntimeError):  # opened by another library: taken as it is
        wgpu.utils.preconfigure_default_device(
            "gpuarray",
            power_preference="high-performance",
            preferred_features=set(features),
            required_limits=limits,
        )
    return wgpu.utils.get_default_device()
