"""gpuarray and whichever peers are installed, timed in one sitting on one machine.

    python benchmarks/compare.py                     everything that is installed
    python benchmarks/compare.py --quick --check     small sizes, results checked first
    python benchmarks/compare.py --rows cumsum nonzero --sizes 20 24
    python benchmarks/compare.py --libraries gpuarray numpy --json out.json

Peers: NumPy, PyTorch, CuPy (with CUB), JAX. See README.md for what is measured.
"""

import argparse
import datetime
import gc
import json
import os
import platform
import sys
import time
from pathlib import Path

import numpy as np
from libraries import installed, version
from timing import best, measure
from workloads import COPY, ROWS

QUICK = {"device": (16, 20), "small": (10,), "transfer": (20,)}
QUEUE = 100  # operations between two waits, of rows that are queued


def arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--rows",
        nargs="+",
        default=[],
        metavar="TEXT",
        help="rows of these names, or whose names contain them",
    )
    parser.add_argument(
        "--sizes",
        nargs="+",
        type=int,
        default=[],
        metavar="E",
        help="2^E items, instead of each row's own sizes",
    )
    parser.add_argument("--libraries", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--quick", action="store_true", help="small sizes, short times")
    parser.add_argument(
        "--check",
        action="store_true",
        help="compare each result with NumPy's before timing",
    )
    parser.add_argument("--check-size", type=int, default=14, metavar="E")
    parser.add_argument("--check-only", action="store_true")
    parser.add_argument(
        "--limit",
        type=float,
        default=0.6,
        metavar="S",
        help="seconds a row, size and library (default 0.6)",
    )
    parser.add_argument(
        "--budget",
        type=float,
        default=330,
        metavar="S",
        help="seconds after which no row is begun (default 330)",
    )
    parser.add_argument("--json", type=Path, default=Path("compare.json"))
    parser.add_argument("--table", type=Path, help="write the table here too")
    parser.add_argument("--list", action="store_true", help="print the rows and stop")
    options = parser.parse_args(argv)
    if options.quick:
        options.limit = min(options.limit, 0.2)
    return options  # fmt: skip


def chosen(options):
    """(row, exponent) in the order in which they are run."""
    names = {row.name for row in ROWS}
    for row in ROWS:
        exponents = options.sizes or row.exponents
        if options.quick and not options.sizes:
            exponents = QUICK[row.kind]
        if not options.rows or any(
            row.name == text if text in names else text in row.name
            for text in options.rows
        ):
            yield from ((row, e) for e in exponents)


# ---- one row of one library


def prepared(library, row, data):
    """The call to time, or None where the library has no such operation."""
    if row.kind == "transfer":
        host = next(iter(data.values()))
        if row.name.startswith("upload"):
            return lambda: library.upload(host)
        device = library.upload(host)
        library.synchronize()
        return lambda: library.download(device)
    run = row.run.get(library.dialect) or row.run.get("numpy")
    if library.dialect in ("torch", "jax") and library.dialect not in row.run:
        return None
    return run(library.xp, {k: library.upload(v) for k, v in data.items()})


def expected(row, data):
    """NumPy's result, from copies: some rows write to their operands."""
    if row.kind == "transfer":
        return next(iter(data.values()))
    return row.run["numpy"](np, {k: v.copy() for k, v in data.items()})()


def agrees(row, library, call, data):
    """None, or how the result differs from NumPy's."""
    result = call()
    found = result if isinstance(result, np.ndarray) else library.download(result)
    found = np.asarray(found)
    wanted = np.asarray(expected(row, data))
    if found.shape != wanted.shape:
        return f"shape {found.shape} instead of {wanted.shape}"
    if not row.loose:
        same = found.tobytes() == wanted.astype(wanted.dtype).tobytes()
        if not same and found.dtype != wanted.dtype:
            same = np.array_equal(found, wanted)
        return None if same else "other values"
    scale = np.abs(wanted.astype("f8")).max(initial=1)
    worst = np.abs(found.astype("f8") - wanted.astype("f8")).max(initial=0) / scale
    return None if worst < 1e-4 else f"off by {worst:.2g} of the largest value"


def bytes_moved(row, data, library):
    """Those that must move; the operation runs once, for the size of its result."""
    result = None if row.kind == "transfer" else prepared(library, row, data)()
    return row.moved(data, result)


# ---- the run


class Comparison:
    """Runs rows, prints as it goes, and keeps what was found in a JSON file."""

    def __init__(self, options):
        self.options = options
        self.begun = time.monotonic()
        self.libraries, missing = installed(options.libraries)
        self.results = []
        self.about = {
            "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "command": " ".join(["compare.py", *sys.argv[1:]]),
            "machine": f"{cpu()}, {os.cpu_count()} cores, {platform.platform()}",
            "python": platform.python_version(),
            "libraries": {
                name: {"version": version(lib), "device": lib.device()}
                for name, lib in self.libraries.items()
            },
            "not installed": missing,
        }

    @property
    def out_of_time(self):
        return time.monotonic() - self.begun > self.options.budget

    def check(self):
        """Compare every row's result with NumPy's; the number that differ."""
        wrong, done = 0, set()
        for row, _ in chosen(self.options):
            if row.name in done:
                continue
            done.add(row.name)
            data = row.data(1 << self.options.check_size)
            for name, library in self.libraries.items():
                if library.dialect == "numpy" and library.on_host:
                    continue
                try:
                    call = prepared(library, row, data)
                    reason = call and agrees(row, library, call, data)
                except Exception as error:
                    reason = first_line(error)
                if reason:
                    wrong += name == "gpuarray"
                    say(f"check: {row.name}: {name}: {reason}")
        say(f"check: {len(done)} rows, {wrong} in which gpuarray differs from NumPy")
        return wrong

    def run(self):
        """Time every row."""
        for row, exponent in chosen(self.options):
            if self.out_of_time:
                self.note(row, exponent, error="left out: the time budget is spent")
                continue
            try:
                data = row.data(1 << exponent)
                moved = bytes_moved(row, data, next(iter(self.libraries.values())))
            except Exception as error:
                self.note(row, exponent, error=first_line(error))
                continue
            for name, library in self.libraries.items():
                self.time_one(row, exponent, name, library, data, moved)
            del data
            self.save()

    def time_one(self, row, exponent, name, library, data, moved):
        times, error = None, None
        limit = self.options.limit * (0.5 if library.on_host else 1)
        try:
            call = prepared(library, row, data)
            if call is not None:
                times = measure(
                    library,
                    call,
                    limit,
                    queue=QUEUE if row.kind == "small" else None,
                    quick=self.options.quick,
                    alone=row.kind == "transfer",
                )
            del call
        except Exception as problem:
            error = first_line(problem)
        gc.collect()
        try:
            library.synchronize()
            library.trim()
        except Exception as problem:
            error = error or first_line(problem)
        if times or error:
            self.note(row, exponent, name, moved, times, error)

    def note(self, row, exponent, library="", moved=0, times=None, error=None):
        entry = {
            "row": row.name,
            "kind": row.kind,
            "exponent": exponent,
            "library": library,
            "bytes": moved,
            "error": error,
            **(times or {}),
        }
        if times:
            entry["gb_per_s"] = moved / best(times) / 1e9
        self.results.append(entry)
        say(f"{time.monotonic() - self.begun:6.1f} s  " + one_line(entry))

    def save(self):
        text = json.dumps({"about": self.about, "results": self.results}, indent=1)
        self.options.json.write_text(text)


# ---- text


def cpu():
    """The processor's name."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def first_line(error):
    return f"{type(error).__name__}: {error}".splitlines()[0][:160]


def say(*words):
    print(*words, flush=True)


def spread(times):
    """A median and its quartiles in microseconds, as text."""
    if not times:
        return "-"
    low, high = (f"{1e6 * q:,.0f}" for q in times["quartiles"])
    return f"{1e6 * times['median']:,.1f} ({low}..{high})"


def one_line(entry):
    where = f"{entry['row']} 2^{entry['exponent']} {entry['library']}"
    if entry["error"]:
        return f"{where}: {entry['error']}"
    kinds = ", ".join(
        f"{k} {spread(entry[k])}" for k in ("batch", "wall", "gpu") if entry[k]
    )
    return f"{where}: {kinds} us, {entry['gb_per_s']:,.1f} GB/s"


def table(about, results):
    """Markdown: a line for each row, size and library."""
    copies = {
        r["exponent"]: r["gb_per_s"]
        for r in results
        if r["row"] == COPY.name and r["library"] == "gpuarray" and not r["error"]
    }
    lines = [
        f"{about['date']}, {about['machine']}, `{about['command']}`",
        "",
        *(
            f"- {name} {found['version']} on {found['device']}"
            for name, found in about["libraries"].items()
        ),
        "",
        "| work | n | library | batch, us | wall, us | gpu, us | GB/s | of copy |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for r in results:
        start = f"| {r['row']} | 2^{r['exponent']} | {r['library']} |"
        if r["error"]:
            lines.append(f"{start} {r['error'].replace('|', '/')} | | | | |")
            continue
        share = copies.get(r["exponent"]) if r["kind"] == "device" else None
        lines.append(
            " | ".join(
                [
                    start.removesuffix(" |"),
                    *(spread(r[kind]) for kind in ("batch", "wall", "gpu")),
                    f"{r['gb_per_s']:,.1f}",
                    f"{r['gb_per_s'] / share:.0%} |" if share else "|",
                ]
            )
        )
    return "\n".join(lines) + "\n"


def main(argv=None):
    options = arguments(argv)
    if options.list:
        for row in ROWS:
            say(f"{row.name}: 2^{', 2^'.join(map(str, row.exponents))}")
        return 0
    comparison = Comparison(options)
    for name, reason in comparison.about["not installed"].items():
        say(f"{name} is left out: {reason}")
    wrong = 0
    if options.check or options.check_only:
        wrong = comparison.check()
    if not options.check_only:
        comparison.run()
        comparison.save()
        text = table(comparison.about, comparison.results)
        say("\n" + text)
        if options.table:
            options.table.write_text(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
