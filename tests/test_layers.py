"""The table of layers: who may import whom. A new module must be entered here."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "gpuarray"
# The drawing of docs/architecture.md. A module imports from lower rows, or in its own
# row what stands to the right of an arrow.
LAYERS = """
5  __init__  __main__
4  exchange  namespace_info  loading  texts  strided  tapers  segments  scatter
   warming
   grid_histograms  fft  user_kernels  user_scans  inspecting
   -> histograms  transforms_nd  frequencies  user_arguments  user_forms
   -> binning  transforms  raw_kernels
   -> linalg -> norms -> spectra  eigensystems -> solving -> matrices
   -> contraction -> products  subscripts -> generalized
   -> nan_functions  covariance  order_statistics  sets -> quantile_rules  axis_rows
   distinct
   -> moments  extrema  rounding  closeness  differences  convolution  polynomials
   progressions  sharing  interpolation  special
   -> ranges  statistical  replacing  ufuncs  ufunc_methods  complex_parts
   grids  padding  inserting  repeating  splitting  along_axis  bits_packing
   concatenators  recfunctions  emath  polynomial_fits  comparing  wide_rounding
   -> searching  joining  diagonals  record_joining
   sorting  sorted_search
   -> filled  manipulation  accumulation  picking  compacting
   record_columns
   -> creation  group_folds  compacted -> folds  indirect -> arguments  elementwise
   -> loops -> recipes
   -> ufunc_rows
3  array_object -> array_methods  array_host  array_printing  array_standard
   array_operators
   -> array_items -> array_views -> array_flat  array_copies -> array_base
   -> array_flags
2  item_numbers -> indexing -> groups  counting  keys  gather  positions  assigned
   sort_keys  binary_search  fourier
   -> selecting  expansion -> compaction  records  bytestrings  hostcopy  decompositions
   radix -> radix_passes -> radix_jobs -> ranking
   user_scan -> user_values
   profiling -> segmented -> scan  ordered  multiplication -> range_folds
   -> reduction -> tile_kernels -> tiles -> evaluation -> storing -> rendering -> naming
   replay  counted
1  windows  user_code  user_shaders -> expr  kernels  user_faults
   -> sources  user_text  user_constants  uniforms
0  device -> hostlink -> memory  adapters  transfers
   -> native  dtypes  layout  dispatch  errors  _collision
"""
MAY_IMPORT_WGPU = {
    *("device", "adapters", "memory", "hostlink", "native"),
    *("kernels", "user_shaders"),
}


def places(drawing):
    """{module: (row, how many arrows stand to its left)}"""
    found, row = {}, None
    for word in drawing.split():
        if word.isdigit():
            row, stage = int(word), 0
        elif word == "->":
            stage += 1
        else:
            assert word not in found
            found[word] = row, stage
    return found


PLACE = places(LAYERS)
# Where the modules of a row live; row 5, and what users import, at the top.
FOLDERS = {0: "runtime", 1: "runtime", 2: "algorithms", 3: "arrays", 4: "functions"}
AT_THE_TOP = {"__init__", "__main__", "_collision", "fft", "linalg"}
PATHS = {path.stem: path for path in PACKAGE.glob("*.py")} | {
    path.stem: path for path in PACKAGE.glob("*/*.py") if path.stem != "__init__"
}
MODULES = sorted(PATHS)
FROM_PACKAGE = {"gpuarray"} | {f"gpuarray.{folder}" for folder in FOLDERS.values()}
each_module = pytest.mark.parametrize("module", MODULES)


def imports(node, in_function=False):
    """(imported module, line, whether inside a function) for each import below."""
    for child in ast.iter_child_nodes(node):
        inside = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield alias.name, child.lineno, inside
        elif isinstance(child, ast.ImportFrom):
            base = "gpuarray" * bool(child.level) + "." * bool(child.level)
            base = (base + (child.module or "")).rstrip(".")
            yield base, child.lineno, inside
            if base in FROM_PACKAGE:  # from gpuarray.runtime import device
                for alias in child.names:
                    yield f"{base}.{alias.name}", child.lineno, inside
        else:
            yield from imports(child, inside)


def imports_of(module):
    return list(imports(ast.parse(PATHS[module].read_text())))


def may_import(module, other):
    (row, stage), (other_row, other_stage) = PLACE[module], PLACE[other]
    return other_row < row or (other_row == row and other_stage > stage)


def test_every_module_is_in_the_drawing_and_the_other_way_round():
    assert set(MODULES) == set(PLACE)


def test_the_drawing_is_read_as_it_looks():
    assert may_import("indexing", "scan")
    assert may_import("creation", "dtypes")
    assert not may_import("scan", "indexing")
    assert not may_import("expr", "kernels")
    assert not may_import("dtypes", "expr")


@each_module
def test_imports_go_down_or_to_the_right(module):
    wrong = []
    for name, line, _ in imports_of(module):
        parts = name.split(".")
        for other in parts[1:] if parts[0] == "gpuarray" else []:
            if other in PLACE and not may_import(module, other):
                wrong.append(f"{module}.py:{line} imports {other}")
    assert not wrong


@each_module
def test_only_few_modules_know_wgpu(module):
    lines = [
        line for name, line, _ in imports_of(module) if name.split(".")[0] == "wgpu"
    ]
    assert not lines or module in MAY_IMPORT_WGPU


@each_module
def test_no_import_of_the_package_inside_a_function(module):
    wrong = [
        f"{module}.py:{line}"
        for name, line, inside in imports_of(module)
        if inside and name.split(".")[0] == "gpuarray"
    ]
    assert not wrong


@each_module
def test_each_module_is_in_the_folder_of_its_row(module):
    folder = None if module in AT_THE_TOP else FOLDERS[PLACE[module][0]]
    assert PATHS[module].parent == (PACKAGE / folder if folder else PACKAGE)


def test_the_folders_hold_nothing_else():
    inits = {PACKAGE / folder / "__init__.py" for folder in FOLDERS.values()}
    assert set(PACKAGE.rglob("*.py")) == set(PATHS.values()) | inits
    for init in inits:  # a docstring alone: importing a row imports no module of it
        assert len(ast.parse(init.read_text()).body) == 1
