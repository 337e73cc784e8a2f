"""README and docs: their code runs, their links lead somewhere, and what they copy from
the package is still so.
"""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(
    [ROOT / "README.md", ROOT / "benchmarks" / "README.md", *DOCS.rglob("*.md")]
)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def name(page):
    return page.relative_to(ROOT).as_posix()


def blocks(page, language):
    return [text for kind, text in FENCE.findall(page.read_text()) if kind == language]


@pytest.mark.usefixtures("profile")
@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "python")], ids=name)
def test_python_blocks_run(page):
    for number, code in enumerate(blocks(page, "python"), 1):
        exec(compile(code, f"{name(page)}, block {number}", "exec"), {})


def test_readmes_example_prints_what_numpy_computes(profile, capsys):
    (code,) = blocks(ROOT / "README.md", "python")
    exec(code, {})
    age = np.arange(1_000_000) % 100
    adults = (age >= 18) & (age < 85)
    total = 2500.0 * np.count_nonzero(adults & (age < 65))
    where = np.nonzero(age[adults] == 30)[0][:3]
    count, printed, found = capsys.readouterr().out.split(maxsplit=2)
    assert int(count) == np.count_nonzero(adults)
    assert abs(float(printed) - total) < 1e-5 * total
    assert found.strip() == str(where)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_to_files_and_headings(page):
    missing = []
    for target in LINK.findall(FENCE.sub("", page.read_text())):
        path, _, heading = target.partition("#")
        if "://" in path:
            continue
        other = (page.parent / path).resolve() if path else page
        if not other.exists() or (heading and heading not in headings(other)):
            missing.append(target)
    assert missing == []


def headings(page):
    """The anchors of a page's headings."""
    found = re.findall(r"^#+ (.*)$", page.read_text(), re.M)
    return {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in found}


def test_every_page_is_in_the_navigation():
    listed = set(re.findall(r"\S+\.md", (ROOT / "mkdocs.yml").read_text()))
    assert listed == {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}


def test_every_page_is_in_the_index():
    listed = re.findall(r"\S+\.md", (ROOT / "mkdocs.yml").read_text())
    links = LINK.findall((DOCS / "index.md").read_text())
    pages = {page for page in listed if not re.match(r"decisions/\d", page)}
    assert pages - {"index.md"} <= set(links)


def test_the_changelog_says_nothing_twice():
    text = (ROOT / "CHANGELOG.md").read_text()
    unreleased = text.split("## [Unreleased]")[1].split("\n## [")[0]
    entries = [" ".join(entry.split()) for entry in unreleased.split("\n- ")[1:]]
    for length in (40, None):
        starts = [entry[:length] for entry in entries]
        assert sorted(set(starts)) == sorted(starts)
    lines = [line.strip() for line in unreleased.split("\n") if len(line) > 30]
    assert sorted(set(lines)) == sorted(lines)


def test_mkdocs_builds_without_warnings(tmp_path):
    pytest.importorskip("mkdocs")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr


def test_coverage_page_is_fresh():
    page = (DOCS / "coverage.md").read_text()
    series = re.search(r"NumPy (\d+\.\d+)\)", page)[1]
    if not np.__version__.startswith(f"{series}."):
        pytest.skip(f"coverage.md was written with NumPy {series}")
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "coverage.py", "--check"], timeout=120
    )
    assert done.returncode == 0, "run: python scripts/coverage.py"


def test_architecture_has_the_drawing_that_is_tested():
    from test_layers import LAYERS, MODULES

    text = (DOCS / "architecture.md").read_text()
    drawing = next(block for block in blocks(DOCS / "architecture.md", "text"))
    assert drawing.strip() == LAYERS.strip(), "copy LAYERS of tests/test_layers.py"
    table = set(re.findall(r"`(\w+)`", text))
    assert {m for m in MODULES if not m.startswith("_")} <= table


def test_adding_shows_a_kernel_as_it_is():
    kernel = (ROOT / "gpuarray" / "wgsl" / "count_all.wgsl").read_text()
    assert kernel in blocks(DOCS / "adding.md", "text")


# ---- claims about waiting


def _values(xp):
    x = xp.asarray(np.arange(1000, dtype="f4"))
    return {
        "x": x,
        "m": x > 500,
        "i": xp.asarray(np.arange(3)),
        "v": xp.asarray(np.zeros(499, "f4")),
    }


WAITING = {  # what a call reads back, in bytes
    "x[m]": 4,
    "x[x > 0]": 4,
    "np.compress(m, x)": 4,
    "np.extract(m, x)": 4,
    "np.nonzero(x)": 4,
    "np.where(m)": 4,
    "np.argwhere(m)": 4,
    "np.flatnonzero(m)": 4,
    "np.delete(x, m)": 4,
    "x.__setitem__(m, v)": 4,
    "x[i]": 8,
    "x.__setitem__(i, v[:3])": 8,
    "np.place(x, m, [1.0, 2.0])": 8,
    "i ** i": 8,
    "x.__setitem__(m, 5)": 0,
    "np.copyto(x, 1, where=m)": 0,
    "np.putmask(x, m, 0)": 0,
    "xp.evaluate(np.where(m, x, 1))": 0,
    "np.count_nonzero(m)": 0,
    "np.cumsum(x)": 0,
    "x.sum()": 0,
    "np.max(x)": 0,
    "xp.evaluate(x * 2 + 1)": 0,
    "x[3:5], x.shape, len(x), list(i)": 0,
}


@pytest.mark.parametrize("call", WAITING)
def test_what_waits_is_what_the_docs_say(call, xp):
    names = {"np": np, "xp": xp, **_values(xp)}
    xp.evaluate(names["m"])
    eval(call, names)  # the first scan of a device asks it about its subgroups
    names |= _values(xp)
    counters = xp.device.current().counters
    before = counters.readback_bytes
    eval(call, names)
    assert counters.readback_bytes - before == WAITING[call]


def test_float_scans_stay_within_the_stated_bound(xp):
    """The bound of dtypes.md, at one, two and three levels of tiles."""
    rng = np.random.default_rng(0)
    for n, levels in ((4096, 1), (4097, 2), (1 << 20, 2), ((1 << 24) + 5, 3)):
        x = rng.standard_normal(n, np.float32)
        exact = np.cumsum(x.astype("f8"))
        weight = np.cumsum(np.abs(x.astype("f8")))
        u = 2.0**-24
        d = 24 + 17 * (levels - 1)
        got = xp.asnumpy(xp.cumsum(xp.asarray(x)))
        assert (np.abs(got - exact) <= d * u / (1 - d * u) * weight + 1e-9).all()
        d = 14 * levels
        total = float(xp.sum(xp.asarray(x)))
        assert abs(total - exact[-1]) <= d * u / (1 - d * u) * weight[-1] + 1e-9
