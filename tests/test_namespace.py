"""The public names: complete, documented, and free of collisions."""

import inspect
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import gpuarray
from gpuarray.runtime.dispatch import FUNCTIONS

CONTRACT = [
    "GPUArray",
    "asarray",
    "array",
    "empty",
    "zeros",
    "ones",
    "full",
    "empty_like",
    "zeros_like",
    "ones_like",
    "full_like",
    "arange",
    "linspace",
    "eye",
    "asnumpy",
    "from_buffer",
    "memory_stats",
    "reset_peak_memory_stats",
    "trim",
    "synchronize",
    "transfer_guard",
    "ImplicitTransferError",
    "cumsum",
    "cumprod",
    "cumulative_sum",
    "cumulative_prod",
    "nonzero",
    "where",
    "flatnonzero",
    "argwhere",
    "count_nonzero",
    "compress",
    "extract",
    "place",
    "putmask",
    "copyto",
    "delete",
    "select",
    "reshape",
    "transpose",
    "broadcast_to",
    "add",
    "subtract",
    "multiply",
    "divide",
    "floor_divide",
    "remainder",
    "power",
    "negative",
    "absolute",
    "invert",
    "equal",
    "not_equal",
    "less",
    "less_equal",
    "greater",
    "greater_equal",
    "logical_and",
    "logical_or",
    "logical_xor",
    "logical_not",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "left_shift",
    "right_shift",
    "maximum",
    "minimum",
]
MODULES = {path.stem for path in Path(gpuarray.__file__).parent.glob("*.py")}
NAMES = sorted(gpuarray.__all__)


def test_all_is_sorted_out():
    assert len(set(NAMES)) == len(NAMES)
    assert not [
        name for name in NAMES if name.startswith("_") and name != "__version__"
    ]
    assert not set(CONTRACT) - set(NAMES)


def test_all_is_complete():
    public = {
        name
        for name, value in vars(gpuarray).items()
        if not name.startswith("_") and not inspect.ismodule(value)
    }
    assert public - {"annotations"} == set(NAMES) - {"__version__"}


@pytest.mark.parametrize("name", NAMES)
def test_every_name_resolves_and_says_what_it_is(name):
    value = getattr(gpuarray, name)
    if name == "__version__" or not callable(value):
        return
    words = inspect.getdoc(value)
    assert words, f"{name} has no docstring"
    if isinstance(value, np.ufunc) or getattr(np, name, None) is value:
        return  # NumPy's own object, with its own words
    first = words.splitlines()[0]
    assert first.endswith("."), first
    assert first[0].isupper() or not first[0].isalpha(), first
    assert first.rstrip(".").count(". ") == 0, first


@pytest.mark.parametrize("name", [n for n in dir(gpuarray.GPUArray) if n[0] != "_"])
def test_every_method_has_a_docstring(name):
    value = inspect.getattr_static(gpuarray.GPUArray, name)
    words = inspect.getdoc(getattr(gpuarray.GPUArray, name, value))
    assert words, f"GPUArray.{name} has no docstring"
    assert words.splitlines()[0].endswith("."), words.splitlines()[0]


def test_module_names_are_no_function_names():
    functions = {
        name for name in NAMES if not inspect.ismodule(getattr(gpuarray, name))
    }
    assert not MODULES & functions
    numpy_functions = {name for name in dir(np) if callable(getattr(np, name))}
    assert not (MODULES - {"__init__", "__main__"}) & numpy_functions


def test_names_shared_with_numpy_mean_the_same():
    constants = {
        name for name in NAMES if hasattr(np, name) and not callable(getattr(np, name))
    } - {"mgrid", "ogrid", "r_", "c_", "emath"}
    for name in constants:
        assert getattr(gpuarray, name) is getattr(np, name)


def test_every_function_of_the_table_is_public():
    for function in FUNCTIONS:
        if getattr(np, function.__name__, None) is function:
            assert hasattr(gpuarray, function.__name__), function.__name__


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_signatures_are_numpys(function):
    """Every parameter of NumPy's, in NumPy's order, can be passed by its name."""
    try:
        theirs = inspect.signature(function).parameters
    except ValueError:
        return  # written in C, and silent about it
    ours = inspect.signature(FUNCTIONS[function]).parameters
    if any(p.kind is p.VAR_KEYWORD for p in ours.values()):
        return
    named = {n for n, p in theirs.items() if p.kind is not p.POSITIONAL_ONLY}
    wanted = [n for n in theirs if n in named - {"like", "subok"}]
    assert [n for n in ours if n in wanted] == wanted


def test_import_touches_no_device():
    code = (
        "import sys, wgpu, gpuarray\n"
        "assert gpuarray.device._current is None\n"
        "assert 'gpuarray' in sys.modules\n"
        "print(sorted(set(gpuarray.__all__) - set(dir(gpuarray))))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
