"""How long a call takes: by the batch, alone, and on the GPU."""

import time

import numpy as np

WARM_UP = 0.25  # seconds: an idle GPU's clock is slow, a short burst measures that
REPETITIONS = 64


def summary(seconds):
    """Median, quartiles and number of a list of times, or None for an empty one."""
    if not len(seconds):
        return None
    low, middle, high = np.percentile(seconds, [25, 50, 75])
    return {
        "median": float(middle),
        "quartiles": [float(low), float(high)],
        "samples": len(seconds),
    }


def measure(library, call, limit, *, queue=None, quick=False, alone=False):
    """The times of `call`, in about `limit` seconds and in any case one call.

    batch: seconds an operation, of `queue` operations between two waits.
    wall: seconds of one operation with a wait at its end.
    gpu: seconds between two events around the operation, where the library has them.
    Only `wall` is measured of slow operations, and where `alone` is true.
    """
    clock = time.perf_counter

    def once():
        start = clock()
        library.force(call())
        library.synchronize()
        return clock() - start

    def batch(count):
        start = clock()
        for _ in range(count):
            library.force(call())
        library.synchronize()
        return (clock() - start) / count

    begun = clock()
    library.synchronize()
    first = once()  # compiles
    if first > limit:
        second = once() if first < 3 * limit else first
        return {"wall": summary([second]), "batch": None, "gpu": None}
    least = once()
    warm = 0.0 if library.on_host or quick else WARM_UP
    while clock() - begun < warm:
        least = min(least, batch(max(1, min(8, int(0.02 / least)))))
    samples = []
    stop = clock() + limit / 4
    while len(samples) < REPETITIONS and (clock() < stop or len(samples) < 2):
        samples.append(once())
    wall = summary(samples)
    if library.on_host or alone or least > limit / 8:
        return {"wall": wall, "batch": None, "gpu": None}
    count = queue or max(2, min(32, int(0.02 / least)))
    samples = []
    stop = clock() + limit / 3
    while len(samples) < 2 or (
        clock() < stop and (len(samples) * count < REPETITIONS or len(samples) < 9)
    ):
        samples.append(batch(count))
    of_batches = summary(samples) | {"operations": count}
    count = int(min(REPETITIONS, max(4, limit / 4 / least)))
    gpu = library.gpu_seconds(call, count)
    return {"wall": wall, "batch": of_batches, "gpu": summary(gpu[len(gpu) // 8 :])}


def best(times):
    """The median that tells most of the device: of batches, else of single calls."""
    found = times["batch"] or times["wall"]
    return found["median"]
