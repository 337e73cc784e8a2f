"""What a frame costs: its time, the device's time by kernel, and its read-backs."""

import time

import gpuarray

WARM = 3  # frames that compile kernels and fill the pool of buffers


def measured(frame, frames):
    """Call `frame()` `frames` times, print what one took; how often it was waited for.

    The first line has the wall time without a profile; the table, of more frames, the
    device's time by kernel. Drawing is in the wall time alone.
    """
    for _ in range(WARM):
        frame()
    gpuarray.synchronize()
    counters = gpuarray.device.current().counters
    readbacks, begin = counters.readbacks, time.perf_counter()
    for _ in range(frames):
        frame()
    readbacks = counters.readbacks - readbacks
    queued = (time.perf_counter() - begin) / frames
    gpuarray.synchronize()
    whole = (time.perf_counter() - begin) / frames
    with gpuarray.profile() as profile:
        for _ in range(WARM):
            frame()
    print(
        f"{1000 * whole:.2f} ms a frame ({1000 * queued:.2f} ms of it on the host), "
        f"{readbacks} read-backs in {frames} frames"
    )
    print(f"\n{WARM} frames by kernel:\n{profile}")
    return readbacks
