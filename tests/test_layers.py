"""The table of layers: who may import whom. A new module must be entered here."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "gpuarray"
ROW = {
    5: "__init__ __main__",
    4: "creation elementwise statistical searching manipulation",
    3: "array_object",
    2: "indexing compaction scan reduction gather evaluation",
    1: "expr kernels",
    0: "dtypes layout device memory dispatch errors transfers",
}
# In its own row a module imports only what stands to the right of an arrow.
ARROWS = {
    2: ["indexing", "compaction", "scan reduction gather", "evaluation"],
    0: ["device", "memory", "dtypes layout dispatch transfers", "errors"],
}
MAY_IMPORT_WGPU = {"device", "memory", "kernels"}

ROW_OF = {name: row for row, names in ROW.items() for name in names.split()}
STAGE_OF = {
    name: stage
    for stages in ARROWS.values()
    for stage, names in enumerate(stages)
    for name in names.split()
}
MODULES = sorted(path.stem for path in PACKAGE.glob("*.py"))
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
            if base == "gpuarray":  # from gpuarray import device
                for alias in child.names:
                    yield f"gpuarray.{alias.name}", child.lineno, inside
        else:
            yield from imports(child, inside)


def imports_of(module):
    return list(imports(ast.parse((PACKAGE / f"{module}.py").read_text())))


def may_import(module, other):
    row, lower = ROW_OF[module], ROW_OF[other]
    if row != lower:
        return lower < row
    return row in ARROWS and STAGE_OF[module] < STAGE_OF[other]


def test_every_module_is_in_the_table_and_the_other_way_round():
    assert set(MODULES) == set(ROW_OF)


@each_module
def test_imports_go_down_or_to_the_right(module):
    wrong = []
    for name, line, _ in imports_of(module):
        if name.startswith("gpuarray."):
            other = name.split(".")[1]
            if other in ROW_OF and not may_import(module, other):
                wrong.append(f"{module}.py:{line} imports {other}")
    assert not wrong


@each_module
def test_only_three_modules_know_wgpu(module):
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


def test_the_whole_package_is_flat():
    assert not [path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE]
