"""The libraries that are compared, behind one small interface.

A library uploads and downloads NumPy arrays, waits for its device, and may time its own
kernels. NumPy, gpuarray and CuPy share the functions of `workloads.py`; PyTorch and JAX
have functions of their own there.
"""

import os
from importlib import metadata

import numpy as np

os.environ.setdefault("CUPY_ACCELERATORS", "cub")
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
os.environ.setdefault("JAX_ENABLE_X64", "1")  # int64 and float64 as in NumPy


class NumPy:
    """The host, and what every other library is checked against."""

    name = "numpy"
    dialect = "numpy"  # whose functions of workloads.py it runs
    distribution = "numpy"
    on_host = True

    def __init__(self):
        self.xp = np

    def device(self):
        """What it runs on, in words."""
        return "host"

    def upload(self, host):
        """A copy of a host array in the library's memory."""
        return host.copy()

    def download(self, array):
        """A NumPy array of a result."""
        return np.array(array)

    def force(self, result):
        """Start what has been put off."""
        return result

    def synchronize(self):
        """Wait until everything has run."""

    def gpu_seconds(self, call, count):
        """Seconds on the GPU of each of `count` calls, or [] where it cannot tell."""
        return []

    def trim(self):
        """Give freed memory back."""


class GPUArray(NumPy):
    """gpuarray on the device that it chooses."""

    name = dialect = "gpuarray"
    distribution = "gpuarray-wgpu"
    on_host = False

    def __init__(self):
        import gpuarray

        self.xp = gpuarray
        self.type = gpuarray.GPUArray

    def device(self):
        info = self.xp.device.current().adapter_info
        return f"{info['device']} ({info['backend_type']}, {info['description']})"

    def upload(self, host):
        return self.xp.asarray(host)

    def download(self, array):
        return self.xp.asnumpy(array)

    def force(self, result):
        results = result if isinstance(result, tuple) else (result,)
        self.xp.evaluate(*(r for r in results if isinstance(r, self.type)))
        return result

    def synchronize(self):
        self.xp.synchronize()

    def trim(self):
        self.xp.trim()


class CuPy(NumPy):
    """CuPy, with CUB for the operations that it has there."""

    name = "cupy"
    distribution = "cupy-cuda12x"
    on_host = False

    def __init__(self):
        import cupy

        self.xp = cupy
        cupy.arange(3).sum()  # fails here where there is no device

    def device(self):
        number = self.xp.cuda.runtime.getDevice()
        found = self.xp.cuda.runtime.getDeviceProperties(number)["name"]
        return found.decode()

    def upload(self, host):
        return self.xp.asarray(host)

    def download(self, array):
        return self.xp.asnumpy(array)

    def synchronize(self):
        self.xp.cuda.Device().synchronize()

    def gpu_seconds(self, call, count):
        event = self.xp.cuda.Event
        pairs = [(event(), event()) for _ in range(count)]
        for start, stop in pairs:
            start.record()
            call()
            stop.record()
        self.synchronize()
        elapsed = self.xp.cuda.get_elapsed_time
        return [elapsed(start, stop) * 1e-3 for start, stop in pairs]

    def trim(self):
        self.xp.get_default_memory_pool().free_all_blocks()


class Torch(NumPy):
    """PyTorch on CUDA where it has it, else on the host."""

    name = dialect = "torch"
    distribution = "torch"

    def __init__(self):
        import torch

        self.xp = torch
        self.where = "cuda" if torch.cuda.is_available() else "cpu"
        self.on_host = self.where == "cpu"

    def device(self):
        return "host" if self.on_host else self.xp.cuda.get_device_name()

    def upload(self, host):
        # on the host this would share memory
        tensor = self.xp.from_numpy(host)
        return tensor.clone() if self.on_host else tensor.to(self.where)

    def download(self, array):
        return array.cpu().numpy()

    def synchronize(self):
        if not self.on_host:
            self.xp.cuda.synchronize()

    def gpu_seconds(self, call, count):
        if self.on_host:
            return []
        event = self.xp.cuda.Event
        pairs = [
            (event(enable_timing=True), event(enable_timing=True)) for _ in range(count)
        ]
        for start, stop in pairs:
            start.record()
            call()
            stop.record()
        self.synchronize()
        return [start.elapsed_time(stop) * 1e-3 for start, stop in pairs]

    def trim(self):
        if not self.on_host:
            self.xp.cuda.empty_cache()


class Jax(NumPy):
    """JAX, compiled by jit wherever the operation allows it."""

    name = dialect = "jax"
    distribution = "jax"

    def __init__(self):
        import jax

        self.jax, self.xp = jax, jax.numpy
        self.last = None
        self.on_host = jax.devices()[0].platform == "cpu"

    def device(self):
        return "host" if self.on_host else self.jax.devices()[0].device_kind

    def upload(self, host):
        return self.jax.device_put(host).block_until_ready()

    def force(self, result):
        self.last = result  # one stream: what is last has waited for the rest
        return result

    def synchronize(self):
        if self.last is not None:
            self.jax.block_until_ready(self.last)
            self.last = None


ALL = (GPUArray, NumPy, Torch, CuPy, Jax)


def installed(names=()):
    """({name: library} of those that work here, {name: why not} of the others)."""
    found, missing = {}, {}
    for kind in ALL:
        if names and kind.name not in names:
            continue
        try:
            found[kind.name] = kind()
        except Exception as error:
            missing[kind.name] = f"{type(error).__name__}: {error}".splitlines()[0]
    return found, missing


def version(library):
    """The version of a library's distribution, else of its module."""
    try:
        return metadata.version(library.distribution)
    except metadata.PackageNotFoundError:
        return getattr(library.xp, "__version__", "unknown")
