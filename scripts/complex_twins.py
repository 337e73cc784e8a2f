"""Writes gpuarray/wgsl/lib/complex_*_f64.wgsl from complex_*_f32.wgsl.

The two differ in names and literals alone, but for complex_bits_*.wgsl.
`tests/test_complex.py` fails when a twin is stale.
"""

from __future__ import annotations

import re
from pathlib import Path

LIB = Path(__file__).parent.parent / "gpuarray" / "wgsl" / "lib"
NAMES = (("f32", "f64"), ("c64", "c128"), ("C64", "C128"), ("complex64", "complex128"))
TYPES = re.compile(r"\b(Pair|Arc)32\b")
LITERAL = re.compile(r"(?<![\w.])(\d+\.\d+(?:e[+-]?\d+)?|0x1p[+-]?\d+)f?\b")


def twin(text: str) -> str:
    """The text for complex128."""
    for old, new in NAMES:
        text = re.sub(rf"(?<![A-Za-z0-9]){old}(?![A-Za-z0-9])", new, text)
    lines = []
    for line in TYPES.sub(r"\g<1>64", text).split("\n"):
        code, mark, comment = line.partition("//")
        lines.append(LITERAL.sub(r"\1lf", code) + mark + comment)
    return "\n".join(lines)


def twins() -> dict[Path, str]:
    """What each generated file must contain."""
    return {
        path.with_name(path.name.replace("_f32", "_f64")): twin(path.read_text("utf-8"))
        for path in sorted(LIB.glob("complex*_f32.wgsl"))
        if path.name != "complex_bits_f32.wgsl"
    }


if __name__ == "__main__":
    for path, text in twins().items():
        path.write_text(text, "utf-8")
