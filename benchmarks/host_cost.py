"""What the host spends on an operation over a small array, apart from the device.

For queued operations: the calling thread's time for each, the part of it that goes to
wgpu (recording and submitting), and the wall time. For calls that wait: wall time and
the thread's time. On a software device the threads that run the kernels compete for
the processor, so that the wall times say little there.
"""

import argparse
import platform
import time
from datetime import date

import numpy as np

import gpuarray

QUEUED = {
    "cumsum": lambda x, y, m: np.cumsum(x),
    "x > 0": lambda x, y, m: gpuarray.evaluate(x > 0),
    "x + y": lambda x, y, m: gpuarray.evaluate(x + y),
}
WAITING = {
    "nothing": lambda x, y, m: gpuarray.synchronize(),
    "cumsum": lambda x, y, m: (np.cumsum(x), gpuarray.synchronize()),
    "x[m]": lambda x, y, m: x[m],
    "nonzero(m)": lambda x, y, m: np.nonzero(m),
    "x.get()": lambda x, y, m: x.get(),
}
COUNTED = ("dispatches", "submits", "readbacks", "bind_groups")


class InWgpu:
    """Adds up the thread's time in the calls that record and submit."""

    def __init__(self, device):
        self.device, self.seconds = device, 0.0
        self.clock = self._cost()

    def _cost(self):
        spent = []
        for _ in range(1000):
            start = time.thread_time()
            spent.append(time.thread_time() - start)
        return float(np.median(spent))

    def _timed(self, call):
        def timed(*args, **kwargs):
            start = time.thread_time()
            try:
                return call(*args, **kwargs)
            finally:
                self.seconds += time.thread_time() - start - self.clock

        return timed

    def __enter__(self):
        calls, device = self.device.calls, self.device
        self.seconds = 0.0
        calls.dispatch = self._timed(calls.dispatch)
        device.flush = self._timed(device.flush)
        return self

    def __exit__(self, *error):
        del self.device.calls.dispatch, self.device.flush


def spread(seconds, count=1):
    """Microseconds: the median, and the quartiles in brackets."""
    low, middle, high = np.percentile(np.asarray(seconds) / count * 1e6, [25, 50, 75])
    return f"{middle:.1f} ({low:.1f}..{high:.1f})"


def batch(call, operands, count):
    """Wall and thread seconds of `count` queued calls, without the wait after them."""
    gpuarray.synchronize()
    wall, thread = time.perf_counter(), time.thread_time()
    for _ in range(count):
        call(*operands)
    return time.perf_counter() - wall, time.thread_time() - thread


def queued(name, operands, options):
    """A row of the first table."""
    device, call, count = gpuarray.device.current(), QUEUED[name], options.queued
    for _ in range(3):
        batch(call, operands, count)
    times = [batch(call, operands, count) for _ in range(options.repeat)]
    wall, thread = zip(*times, strict=True)
    inside = []
    with InWgpu(device) as wgpu:
        for _ in range(options.repeat):
            wgpu.seconds = 0.0
            batch(call, operands, count)
            inside.append(wgpu.seconds)
    return [spread(thread, count), spread(inside, count), spread(wall, count)]


def waiting(name, operands, options):
    """A row of the second table."""
    call, counters = WAITING[name], gpuarray.device.current().counters
    for _ in range(10):
        call(*operands)
    wall, thread = [], []
    before = {key: getattr(counters, key) for key in COUNTED}
    for _ in range(options.repeat * 10):
        start, used = time.perf_counter(), time.thread_time()
        call(*operands)
        thread.append(time.thread_time() - used)
        wall.append(time.perf_counter() - start)
    counts = [(getattr(counters, key) - before[key]) / len(wall) for key in COUNTED]
    return [spread(wall), spread(thread), *(f"{count:g}" for count in counts)]


def table(title, columns, rows):
    """Print rows as Markdown."""
    print(f"\n{title}\n\n| work | n | {' | '.join(columns)} |")
    print("|---" * (len(columns) + 2) + "|")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 16], help="log2 n")
    parser.add_argument("--queued", type=int, default=100, help="between two waits")
    parser.add_argument("--repeat", type=int, default=50)
    options = parser.parse_args(argv)
    device = gpuarray.device.current()
    print(f"{date.today()}, Python {platform.python_version()}, {device.name}")
    arrays = {}
    for power in options.sizes:
        random = np.random.default_rng(0)
        host = [random.random(1 << power, np.float32) for _ in range(3)]
        x, y = map(gpuarray.asarray, host[:2])
        arrays[f"2^{power}"] = x, y, gpuarray.asarray(host[2] > 0.5)
    table(
        f"Queued, {options.queued} at a time, us for one operation",
        ["thread", "of it in wgpu", "wall"],
        [
            [name, n, *queued(name, operands, options)]
            for n, operands in arrays.items()
            for name in QUEUED
        ],
    )
    table(
        "With a wait, us for one call, and what was done for it",
        ["wall", "thread", *COUNTED],
        [
            [name, n, *waiting(name, operands, options)]
            for n, operands in arrays.items()
            for name in WAITING
        ],
    )


if __name__ == "__main__":
    main()
