"""The benchmarks run: each bench file once with tiny arrays, and compare.py."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "benchmarks"
FILES = sorted(path.name for path in FOLDER.glob("bench_*.py"))

pytestmark = pytest.mark.usefixtures("adapter")


def python(*arguments, **environment):
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=500,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_bench_file_runs():
    pytest.importorskip("pytest_benchmark")
    out = python(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "--benchmark-disable"),
        *(FOLDER / name for name in FILES),
        GPUARRAY_BENCH_SIZES="100",
    )
    assert " passed" in out
    assert "skipped" not in out


def test_every_bench_file_is_in_the_readme():
    readme = (FOLDER / "README.md").read_text()
    assert [name for name in FILES if f"`{name}`" not in readme] == []


def test_compare_gives_numpys_results():
    out = python(
        *(FOLDER / "compare.py", "--check-only", "--check-size", "11"),
        *("--libraries", "gpuarray", "numpy"),
    )
    assert "0 in which gpuarray differs" in out


def test_compare_writes_medians_and_spread(tmp_path):
    python(
        *(
            FOLDER / "compare.py",
            "--rows",
            "copy",
            "upload",
            "nonzero",
            "--sizes",
            "10",
        ),
        *("--quick", "--libraries", "gpuarray", "numpy"),
        *("--json", tmp_path / "out.json", "--table", tmp_path / "out.md"),
    )
    found = json.loads((tmp_path / "out.json").read_text())
    rows = {(r["row"], r["library"]): r for r in found["results"]}
    for name in ("copy float32", "nonzero(m)", "upload float32"):
        for library in ("gpuarray", "numpy"):
            result = rows[name, library]
            assert result["error"] is None
            low, high = result["wall"]["quartiles"]
            assert 0 < low <= result["wall"]["median"] <= high
    assert rows["copy float32", "gpuarray"]["bytes"] == 8 << 10
    assert rows["copy float32", "gpuarray"]["batch"]["operations"] > 1
    table = (tmp_path / "out.md").read_text()
    assert "| copy float32 | 2^10 | gpuarray |" in table
    assert {"date", "command", "machine"} <= set(found["about"])


def test_compare_needs_only_numpy_and_survives_failing_rows(tmp_path):
    """Peers that are missing are named, and rows that raise are noted."""
    code = f"""
import sys
sys.path.insert(0, {str(FOLDER)!r})
for peer in ("gpuarray", "torch", "cupy", "jax"):
    sys.modules[peer] = None
import compare, workloads
def broken(xp, d):
    raise MemoryError("no room")
workloads.COPY.run["numpy"] = workloads.each(broken)
arguments = ["--rows", "copy", "x > 0", "--sizes", "10", "--quick"]
sys.exit(compare.main([*arguments, "--json", {str(tmp_path / "out.json")!r}]))
"""
    python("-c", code)
    found = json.loads((tmp_path / "out.json").read_text())
    assert set(found["about"]["libraries"]) == {"numpy"}
    assert set(found["about"]["not installed"]) == {"gpuarray", "torch", "cupy", "jax"}
    errors = {r["row"]: r["error"] for r in found["results"]}
    assert errors["copy float32"] == "MemoryError: no room"
    assert errors["x > 0, queued"] is None


def test_host_cost_prints_both_tables():
    arguments = ("--sizes", "4", "--queued", "2", "--repeat", "1")
    out = python(FOLDER / "host_cost.py", *arguments)
    rows = [line for line in out.splitlines() if line.startswith("| ")]
    assert len(rows) == 2 + 3 + 5
    assert next(row for row in rows if row.startswith("| x[m]")).count("|") == 9


def test_bytes_of_picked_sectors():
    spec = importlib.util.spec_from_file_location("workloads", FOLDER / "workloads.py")
    workloads = importlib.util.module_from_spec(spec)
    sys.modules["workloads"] = workloads
    try:
        spec.loader.exec_module(workloads)
    finally:
        del sys.modules["workloads"]

    mask = np.zeros(64, bool)
    assert workloads.sectors(mask, 4) == 0
    mask[[0, 7, 8]] = True  # two of them in one sector of eight words
    assert workloads.sectors(mask, 4) == 64
    assert workloads.sectors(mask, 16) == 96
    assert workloads.sectors(mask, 20) == 96  # of bytes 0..19, 140..159, 160..179
    mask[:] = True
    assert workloads.sectors(mask, 4) == 64 * 4
