"""WGSL text: kernel files, completed by the declarations that they lack.

A kernel file lacks a few declarations, which its header lists under `needs:`. They are
appended: aliases, constants, rendered code, the shared files named by `//!use`, and
from `wgsl/lib` each function that is called and not yet defined. WGSL declarations
have no order, so the file keeps its own line numbers.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer

# What users wrote, by names that tell their content: linked as the library is.
DEFINED: dict[str, str] = {}

_ROOT = resources.files("gpuarray") / "wgsl"
_USE = re.compile(r"^//!use (\w+)$", re.M)
_DECLARATION = re.compile(r"^(?:fn|const|alias|struct) (\w+)", re.M)
_WORD = re.compile(r"\b[A-Za-z_]\w*\b")
COMMENT = re.compile(r"//[^\n]*")
# A kernel's own bindings lie below; those of expressions begin here, in the same group:
# each further group costs a call for every dispatch.
LEAVES_AT = 16


class Slice(NamedTuple):
    """A part of a buffer as a binding: `offset` is a multiple of 256 bytes."""

    buffer: Buffer
    offset: int = 0
    size: int = 0  # 0 is all of it


@dataclass(frozen=True)
class Source:
    """What expressions add to a kernel: code, a uniform `leaves`, and their buffers."""

    code: str
    fields: tuple[str, ...] = ()
    values: tuple[int, ...] = ()
    buffers: tuple[tuple[str, Slice], ...] = ()


EMPTY = Source("")


def file_text(name: str) -> str:
    """The WGSL file `name`.wgsl of the kernel folder or of shared/."""
    return _files()[name]


@functools.cache
def _files() -> dict[str, str]:
    found = {}
    for folder in (_ROOT, _ROOT / "shared"):
        for path in folder.iterdir():
            if path.name.endswith(".wgsl"):
                found[path.name.removesuffix(".wgsl")] = path.read_text("utf-8")
    return found


@functools.cache
def library(native_int64: bool, native_float64: bool) -> dict[str, str]:
    """Each declaration of the value library that is active on a device, by name."""
    left_out = {"int64_words" if native_int64 else "int64_native"}
    found: dict[str, str] = {}
    for path in sorted((_ROOT / "lib").iterdir(), key=lambda p: p.name):
        name = path.name.removesuffix(".wgsl")
        if not native_float64 and (name == "f64" or name.endswith("_f64")):
            continue
        if name not in left_out:
            found.update(declarations(path.read_text("utf-8")))
    return found


def declarations(text: str) -> dict[str, str]:
    """The top-level declarations of a library file, by name."""
    found = {}
    lines = text.split("\n")
    for start, line in enumerate(lines):
        match = _DECLARATION.match(line)
        if match is None:
            continue
        stop = start
        if not line.rstrip().endswith((";", "}")):
            while not lines[stop].startswith("}") and not (
                line.startswith(("const", "alias")) and lines[stop].endswith(";")
            ):
                stop += 1
        found[match[1]] = "\n".join(lines[start : stop + 1])
    return found


def complete(
    device: Device,
    name: str,
    source: Source,
    *,
    aliases: Mapping[str, str],
    consts: Mapping[str, int],
    use: Iterable[str],
) -> tuple[str, list[tuple[int, str]]]:
    """The whole WGSL of a kernel, and (first line, file) of each part for errors."""
    queue = [name, *use]
    parts: dict[str, str] = {}
    for item in queue:
        if item not in parts:
            parts[item] = file_text(item)
            queue += _USE.findall(parts[item])
    tail = [f"alias {k} = {v};" for k, v in aliases.items()]
    tail += [f"const {k} = {v}u;" for k, v in consts.items()]
    if source.fields:
        members = ", ".join(f"{field}: u32" for field in source.fields)
        tail.append(f"struct Leaves {{ {members} }}")
        tail.append(f"@group(0) @binding({LEAVES_AT}) var<uniform> leaves: Leaves;")
    for number, (leaf, _) in enumerate(source.buffers, LEAVES_AT + 1):
        tail.append(
            f"@group(0) @binding({number}) var<storage, read> {leaf}: array<u32>;"
        )
    tail.append(source.code)
    parts["<expressions>"] = "\n".join(tail)
    text = list(parts.values())
    parts["<library>"] = linked(device, "\n".join(text))
    text.append(parts["<library>"])
    marks, line = [], 1
    for part, body in parts.items():
        marks.append((line, part if part[0] == "<" else f"{part}.wgsl"))
        line += body.count("\n") + 1
    return "\n".join(text), marks


def linked(device: Device, text: str, known: Iterable[str] = ()) -> str:
    """The declarations of library and users that `text` uses, transitively.

    known: names that the text declares otherwise than at the beginning of a line.
    """
    lib = library("shader-int64" in device.features, "shader-f64" in device.features)
    defined = {*_DECLARATION.findall(text), *known}
    found: dict[str, str] = {}
    queue = [text]
    while queue:
        for word in sorted(set(_WORD.findall(COMMENT.sub("", queue.pop())))):
            body = lib.get(word) or DEFINED.get(word)
            if body is not None and word not in defined:
                defined.add(word)
                found[word] = body
                queue.append(body)
    return "\n".join(found.values())


def mapped(message: str, marks: list[tuple[int, str]]) -> str:
    """A compile error with positions in the files the text was made of."""

    def place(match: re.Match[str]) -> str:
        line = int(match[1])
        first, part = max(mark for mark in marks if mark[0] <= line)
        return f"{part}:{line - first + 1}:"

    return re.sub(r"(?<=wgsl:)(\d+):", place, message)
