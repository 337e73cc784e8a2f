"""Wheel and sdist, import, and the other distribution that has a `gpuarray` package."""

import importlib.metadata
import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

import gpuarray
from gpuarray import _collision

ROOT = Path(__file__).parents[1]

CUMSUM = """
import numpy as np
import gpuarray
values = np.arange(-5, 1000, dtype="i2")
total = gpuarray.asnumpy(gpuarray.cumsum(gpuarray.asarray(values)))
assert total.dtype == np.int64
assert total.tobytes() == np.cumsum(values).tobytes()
print(gpuarray.__file__)
"""


def python(*arguments, executable=sys.executable, **options):
    done = subprocess.run(
        [executable, *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
        **options,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The sdist, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    python("-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    (wheel,) = folder.glob("gpuarray_wgpu-*.whl")
    (sdist,) = folder.glob("gpuarray_wgpu-*.tar.gz")
    return {"wheel": wheel, "sdist": sdist}


def members(archive):
    if archive.suffix == ".whl":
        return set(zipfile.ZipFile(archive).namelist())
    with tarfile.open(archive) as file:
        return {name.partition("/")[2] for name in file.getnames()}


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_has_every_file(built, kind):
    package = ROOT / "gpuarray"
    wanted = {
        path.relative_to(ROOT).as_posix()
        for suffix in ("py", "wgsl", "typed")
        for path in package.rglob(f"*.{suffix}")
    }
    assert "gpuarray/py.typed" in wanted
    assert sum(name.endswith(".wgsl") for name in wanted) >= 5
    assert wanted <= members(built[kind])


def test_sdist_has_tests_and_scripts(built):
    wanted = {"LICENSE", "README.md", "scripts/test.sh", "tests/test_packaging.py"}
    assert wanted <= members(built["sdist"])


@pytest.mark.usefixtures("adapter")
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_installs_and_works(built, kind, tmp_path):
    python("-m", "venv", "--without-pip", tmp_path)
    folder = "Scripts" if os.name == "nt" else "bin"
    fresh = tmp_path / folder / "python"
    scheme = {"base": str(tmp_path), "platbase": str(tmp_path)}
    site_packages = Path(sysconfig.get_path("purelib", "venv", scheme))
    # numpy and wgpu come from here; .pth files there, editable installs, do not
    (site_packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    # fmt: off
    python(
        "-m", "pip", "--python", fresh, "install", "--no-index", "--no-deps",
        "--ignore-installed", "--no-build-isolation", built[kind],
    )
    # fmt: on
    done = python("-I", "-c", CUMSUM, executable=fresh, cwd=tmp_path)
    assert Path(done.stdout.strip()).parent == site_packages / "gpuarray"


def test_versions_agree():
    assert gpuarray.__version__ == importlib.metadata.version("gpuarray-wgpu")


def test_import_opens_no_device_and_loads_little():
    # What makes an import slow, without a clock: other packages, and reading kernels.
    code = (
        "import sys, numpy, wgpu.utils, importlib.resources\n"
        "import pathlib; known = set(sys.modules)\n"
        "wgpu.gpu.request_adapter_sync = None\n"
        "pathlib.Path.read_text = None\n"
        "import gpuarray\n"
        "new = {name.split('.')[0] for name in sys.modules if name not in known}\n"
        "print(*(new - set(sys.stdlib_module_names)))"
    )
    loaded = python("-c", code, cwd=ROOT).stdout.split()
    assert set(loaded) <= {"gpuarray", "numpy", "wgpu"}


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("gpuarray-0.5.0.dist-info", "0.5.0"),
        ("GPUArray-0.5.0rc1-py3.11.egg-info", "0.5.0rc1"),
        ("gpuarray.egg-info", "of unknown version"),
    ],
)
def test_another_gpuarray_is_named(name, version, tmp_path, monkeypatch):
    (tmp_path / name).mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    with pytest.warns(RuntimeWarning, match=f"gpuarray {version} in") as caught:
        _collision.warn()
    assert len(caught) == 1
    assert str(tmp_path) in str(caught[0].message)
    assert "pip uninstall gpuarray gpuarray-wgpu" in str(caught[0].message)


@pytest.mark.parametrize(
    "name",
    ["gpuarray_wgpu-0.1.0.dist-info", "gpuarray-tools-1.0.dist-info", "gpuarray"],
)
def test_ours_and_others_names_are_no_collision(name, tmp_path, monkeypatch):
    (tmp_path / name).mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "gone")])
    _collision.warn()
    assert _collision.others() == []


def test_import_warns_once_of_another_gpuarray(tmp_path):
    (tmp_path / "gpuarray-0.5.0.dist-info").mkdir()
    path = os.pathsep.join([str(ROOT), str(tmp_path)])
    done = python("-c", "import gpuarray", env=os.environ | {"PYTHONPATH": path})
    assert done.stderr.count("RuntimeWarning") == 1
    assert "<string>:1: RuntimeWarning: the distribution gpuarray 0.5.0" in done.stderr
