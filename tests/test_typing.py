"""What mypy tells users about their programs: types of results, and mistakes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ARRAY = "gpuarray.arrays.array_object.GPUArray"
HOST = "numpy.ndarray[Any, Any]"
HEAD = """\
import numpy as np
import gpuarray
x = gpuarray.asarray(np.arange(6.0, dtype="f4").reshape(2, 3))
"""
# {expression: its type}, or None for what must be refused
TYPES = {
    "x": ARRAY,
    "x.shape": "tuple[int, ...]",
    "x.dtype": "numpy.dtype[Any]",
    "x.ndim": "int",
    "x.device": "gpuarray.runtime.device.Device",
    "x + 1": ARRAY,
    "1 - x": ARRAY,
    "-x": ARRAY,
    "x @ x.T": ARRAY,
    "divmod(x, 2)": f"tuple[{ARRAY}, {ARRAY}]",
    "x > 2": ARRAY,
    "x == x": ARRAY,
    "x[0]": ARRAY,
    "x[x > 1]": ARRAY,
    "x[..., None]": ARRAY,
    "x.T": ARRAY,
    "x.sum()": ARRAY,
    "x.cumsum(axis=0)": ARRAY,
    "x.nonzero()": f"tuple[{ARRAY}, ...]",
    "x.reshape(3, 2)": ARRAY,
    "x.astype('i4')": ARRAY,
    "x.get()": HOST,
    "float(x[0, 0])": "float",
    "len(x)": "int",
    "gpuarray.asnumpy(x)": HOST,
    "gpuarray.zeros((2, 3), dtype='i4')": ARRAY,
    "gpuarray.cumsum(x, axis=0)": ARRAY,
    "gpuarray.sum(x)": ARRAY,
    "gpuarray.sqrt(x)": ARRAY,
    "gpuarray.divmod(x, 2)": f"tuple[{ARRAY}, {ARRAY}]",
    "gpuarray.where(x > 1, x, 0)": ARRAY,
    "gpuarray.where(x > 1)": f"tuple[{ARRAY}, ...]",
    "gpuarray.nonzero(x)": f"tuple[{ARRAY}, ...]",
    "gpuarray.stack([x, x])": ARRAY,
    "gpuarray.memory_stats()": "dict[str, int]",
    "[row for row in x]": f"list[{ARRAY}]",
    "gpuarray.no_such_function": None,
    "gpuarray.zeros(3, shape=4)": None,
    "gpuarray.cumsum(x, axes=0)": None,
    "x.reshape(3, 2, ordre='C')": None,
}
PROGRAM = """
def kept(a: gpuarray.GPUArray, least: float) -> gpuarray.GPUArray:
    b = (a * 2 + 1)[a > least]
    b -= b.mean()
    return gpuarray.where(b > 0, gpuarray.exp(b), 0).cumsum()

def total(a: gpuarray.GPUArray) -> float:
    rows: list[gpuarray.GPUArray] = [row.sum() for row in a]
    quotient, rest = gpuarray.divmod(a, 3)
    host: np.ndarray[tuple[int, ...], np.dtype[np.float32]] = (quotient + rest).get()
    return float(rows[0]) + float(host.sum()) + float(kept(a, 1.5)[-1])

if gpuarray.any(x > 1):
    print(total(x), x.dtype == gpuarray.float32)
"""


@pytest.fixture(scope="module")
def messages(tmp_path_factory):
    """{line number: what mypy --strict says there} of a user's program."""
    pytest.importorskip("mypy", reason="mypy is not installed: pip install mypy")
    folder = tmp_path_factory.mktemp("typing")
    lines = [f"reveal_type({expression})" for expression in TYPES]
    (folder / "user.py").write_text(HEAD + "\n".join(lines) + "\n" + PROGRAM)
    options = "--strict --follow-imports=silent --no-pretty --config-file="
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options.split(), "--cache-dir=.", "user.py"],
        cwd=folder,
        env={"MYPYPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr, done.stderr
    found = {}
    for line, message in re.findall(
        r"^user.py:(\d+): (.*)$", done.stdout, re.MULTILINE
    ):
        found.setdefault(int(line), []).append(message)
    return found


@pytest.mark.parametrize("expression", TYPES)
def test_types_of_expressions(messages, expression):
    line = HEAD.count("\n") + list(TYPES).index(expression) + 1
    said, wanted = messages.get(line, []), TYPES[expression]
    if wanted is None:
        assert any(message.startswith("error: ") for message in said), said
    else:
        assert said == [f'note: Revealed type is "{wanted}"']


def test_a_users_program_passes_mypy_strict(messages):
    first = HEAD.count("\n") + len(TYPES) + 1
    assert not {line: said for line, said in messages.items() if line >= first}
