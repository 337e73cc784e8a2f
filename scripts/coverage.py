"""Writes docs/coverage.md: what of NumPy has a device version, and what has not.

Usage: python scripts/coverage.py [--check]      --check only says whether it is stale.
"""

import argparse
import re
import sys
from pathlib import Path

import numpy as np
import numpy.fft
import numpy.lib.recfunctions
import numpy.linalg
from numpy.testing.overrides import (
    get_overridable_numpy_array_functions,
    get_overridable_numpy_ufuncs,
)

from gpuarray.functions.generalized import FOUR
from gpuarray.functions.ufunc_rows import TABLE
from gpuarray.runtime.dispatch import FUNCTIONS

PAGE = Path(__file__).parents[1] / "docs" / "coverage.md"
DEVICE, LATER = "on device", "later"

FILES = "refused: files hold host data; pass `x.get()`"
DATES = "refused: dates have no dtype on the device"
MASKED = "refused: the device has no masked arrays and no record arrays"
STRINGS = "refused: string processing belongs on the host"
REFUSED = {
    FILES: "save savetxt savez savez_compressed",
    DATES: "busday_count busday_offset datetime_as_string is_busday isnat",
    MASKED: "find_duplicates rec_append_fields rec_drop_fields rec_join",
    STRINGS: "count endswith find index isalnum isalpha isdecimal isdigit islower "
    "isnumeric isspace istitle isupper rfind rindex startswith str_len",
}
REASONS = {name: reason for reason, names in REFUSED.items() for name in names.split()}
# NumPy dispatches these by `like=` alone; the module has them under the same name.
CREATION = (
    "arange array asanyarray asarray ascontiguousarray asfortranarray empty eye "
    "frombuffer fromfile fromfunction fromiter fromstring full genfromtxt identity "
    "loadtxt ones require tri zeros"
)

LATER_MEANS = "*Later* means that there is none yet. "
HEAD = """\
# Coverage of NumPy

Which NumPy functions work on device arrays, written by `python scripts/coverage.py`
from the package's own tables (NumPy {version}). *On device* means that `np.name(x)` of
a device array computes on the device. {later}*Refused* means that no device version is
meant to come. What has none raises TypeError, naming the function: nothing falls back
to the host behind your back.

{counts}
"""


SUITES = """
## Two public test suites

`data-apis/array-api-tests`, version 2025.12, on a software device, 100 examples a test:
1,351 of 1,368 tests passed, 5 were skipped, and the 12 of `tests/array_api_xfails.txt`
failed, which gives the reason of each: 11 of them fail for NumPy 2 as well. The dtypes
that a device lacks, which `python -m gpuarray` names, are left out by the suite.

CuPy's own tests, the 79 files that make sense for any array module, on a software
device: 16,101 of 16,736 passed and 550 were skipped (NumPy in CuPy's place: 16,154 and
552). Eleven tests of `math_tests/test_arithmetic.py` were not run there: each goes
through every triple of dtypes, which a software device compiles for too long. What
failed:

| kind | tests | reason |
|---|---|---|
| `vectorize` | 56 | refused: calls Python for each item; see `elementwise` |
| arrays of 2 GiB | 5 | more than the software device's largest buffer |
| `x.data`, `np.array(x)` that must fail | 4 | CuPy's own pointers and refusals |
| `random` | 3 | refused: random numbers are NumPy's, to be uploaded |
| words of docstrings | 2 | CuPy's; NumPy in its place fails them too |
| `nanmax`, `nanmin` warn where all is NaN | 2 | such warnings would wait |
| a subclass's `ndarray.__new__` | 1 | ours takes no shape |
| `longlong` as a dtype's type | 1 | it is int64 |

So three files are below 93 %: `functional_tests/test_vectorize.py` (0 of 56),
`math_tests/test_rational.py` (2 of 4, its arguments are random) and
`io_tests/test_base_n.py` (26 of 28, as NumPy).
"""


def status(function):
    """On device, later, or refused and why."""
    name = function.__name__
    if getattr(function, "__module__", None) == "numpy" and name in CREATION.split():
        return f"{DEVICE}, as `gpuarray.{name}` or with `like=`"
    if function in FUNCTIONS or function in TABLE or function in FOUR:
        return DEVICE
    return REASONS.get(name, LATER)


def tables():
    """{heading: {name: status}}"""
    found = {}
    for function in get_overridable_numpy_array_functions():
        group = f"Functions of `{function.__module__}`"
        found.setdefault(group, {})[function.__name__] = status(function)
    ufuncs = {
        ufunc.__name__: status(ufunc)
        for ufunc in get_overridable_numpy_ufuncs()
        if not ufunc.__name__.startswith("_")
    }
    return {"Universal functions": ufuncs, **dict(sorted(found.items()))}


def page():
    """The whole text."""
    parts, total = [], {"on device": 0, "later": 0, "refused": 0}
    for heading, rows in tables().items():
        have = sum(s.startswith(DEVICE) for s in rows.values())
        parts += [
            f"\n## {heading}\n",
            f"{have} of {len(rows)} on device.\n",
            "| name | status |",
            "|---|---|",
            *(f"| `{name}` | {rows[name]} |" for name in sorted(rows)),
        ]
        for text in rows.values():
            total[re.split("[:,]", text)[0]] += 1
    counts = ", ".join(f"{number} {name}" for name, number in total.items() if number)
    later = LATER_MEANS if total["later"] else ""
    text = HEAD.format(version=series(), later=later, counts=f"In all: {counts}.")
    return text + "\n".join(parts) + "\n" + SUITES


def series():
    """NumPy's version without the last part: 2.4."""
    return ".".join(np.__version__.split(".")[:2])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    new = page()
    if parser.parse_args().check:
        return int(not PAGE.exists() or PAGE.read_text() != new)
    PAGE.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
