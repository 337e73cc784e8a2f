"""`python -m gpuarray`: what this machine's device offers, also for bug reports."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import numpy as np

from gpuarray.runtime.device import current
from gpuarray.runtime.dtypes import ROWS, support
from gpuarray.runtime.errors import NoAdapterError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gpuarray.runtime.device import Device

LIMITS = {
    "buffer size": "max-buffer-size",
    "storage binding size": "max-storage-buffer-binding-size",
    "workgroup memory": "max-compute-workgroup-storage-size",
    "invocations per workgroup": "max-compute-invocations-per-workgroup",
    "workgroups per dimension": "max-compute-workgroups-per-dimension",
    "storage buffers per stage": "max-storage-buffers-per-shader-stage",
}
FEATURES = {
    "subgroup": "faster scans and reductions",
    "shader-int64": "native int64 and uint64",
    "shader-f64": "float64",
    "shader-f16": "half-precision arithmetic",
    "shader-int64-atomic-all-ops": "64-bit atomics",
    "timestamp-query": "timing of kernels",
}
RUNTIME_DIR = (
    "  Lines that say XDG_RUNTIME_DIR is invalid or not set are the software driver's,",
    "  and harmless: it looks for a screen. XDG_RUNTIME_DIR=/tmp ends them.",
    "",
)
NO_ADAPTER = """\
gpuarray found no usable WebGPU adapter on this machine.

What to do
  Debian, Ubuntu   apt-get install mesa-vulkan-drivers libvulkan1
  Fedora           dnf install mesa-vulkan-drivers vulkan-loader
  Arch             pacman -S vulkan-icd-loader vulkan-swrast
                   (AMD and Intel GPUs, and a software device that needs no GPU)
  NVIDIA           install the NVIDIA driver, with its Vulkan part; in a container,
                   set NVIDIA_DRIVER_CAPABILITIES=all
  macOS, Windows   Metal and Direct3D 12 come with the system; update its drivers
"""


def report(device: Device) -> Iterator[str]:
    """The lines that describe `device`."""
    info = device.adapter_info
    kind = str(info.get("adapter_type", "unknown"))
    yield "adapter"
    yield from _rows(
        [
            ("device", str(info.get("device") or "unnamed")),
            ("vendor", str(info.get("vendor") or "unnamed")),
            ("type", kind + (" (software: right, not fast)" if kind == "CPU" else "")),
            ("backend", str(info.get("backend_type", "unknown"))),
            ("driver", str(info.get("description") or "unnamed")),
            ("profile", device.profile),
        ]
    )
    if kind == "CPU" and "XDG_RUNTIME_DIR" not in os.environ:
        yield from RUNTIME_DIR
    yield "limits"
    yield from _rows(
        (text, f"{device.limits[name]:>13,}  {name}") for text, name in LIMITS.items()
    )
    yield "features"
    yield from _rows(
        (name, f"{'yes' if name in device.features else 'no':5}{meaning}")
        for name, meaning in FEATURES.items()
    )
    yield "dtypes"
    yield from _rows(
        (name, f"emulated in {_means(name)}" if word == "emulated" else word)
        for name, word in support(device).items()
    )
    yield "versions"
    yield from _rows(versions())


def _means(name: str) -> str:
    """What an emulated dtype is computed in."""
    entry = ROWS[np.dtype(name)]
    return entry.value if entry.narrow else "two u32"


def versions() -> Iterator[tuple[str, str]]:
    """Of the packages and of Python."""
    for name, distribution in [
        ("gpuarray", "gpuarray-wgpu"),
        ("numpy", "numpy"),
        ("wgpu", "wgpu"),
    ]:
        try:
            yield name, version(distribution)
        except PackageNotFoundError:
            yield name, "not installed"
    yield "python", f"{platform.python_version()} on {platform.platform(terse=True)}"


def _rows(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    for name, text in pairs:
        yield f"  {name:30}{text}"
    yield ""


def main() -> int:
    """Print the report; 1 where there is no device to report on."""
    try:
        device = current()
    except NoAdapterError as error:
        print(NO_ADAPTER, file=sys.stderr)
        print(f"What WebGPU said: {error.cause or error}", file=sys.stderr)
        print(*(" ".join(pair) for pair in versions()), sep=", ", file=sys.stderr)
        return 1
    print("\n".join(report(device)).rstrip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
