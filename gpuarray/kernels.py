"""Kernels: plain WGSL files, completed by declarations, compiled once and launched.

A kernel file lacks a few declarations, which its header lists under `needs:`. They are
appended: aliases, constants, rendered code, the shared files named by `//!use`, and
from `wgsl/lib` each function that is called and not yet defined. WGSL declarations
have no order, so the file keeps its own line numbers.
"""

from __future__ import annotations

import functools
import os
import re
import struct
import sys
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

import wgpu

from gpuarray.device import MAX_GROUPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gpuarray.device import Device
    from gpuarray.memory import Buffer

_ROOT = resources.files("gpuarray") / "wgsl"
_USE = re.compile(r"^//!use (\w+)$", re.M)
_BINDING = re.compile(
    r"@group\((\d)\) @binding\((\d+)\) var<(uniform|storage, read(?:_write)?)> (\w+)"
)
_PARAMS = re.compile(r"^struct Params \{([^}]*)\}", re.M)
_FIELD = re.compile(r"(\w+): u32")
_DECLARATION = re.compile(r"^(?:fn|const|alias|struct) (\w+)", re.M)
_WORD = re.compile(r"\b[A-Za-z_]\w*\b")
_COMMENT = re.compile(r"//[^\n]*")
_DEBUG = int(os.environ.get("GPUARRAY_DEBUG") or 0)


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


@dataclass(frozen=True)
class Pipeline:
    """A compiled kernel and what its text says about bindings and parameters.

    groups: (variable, binding, whether it is a uniform) of each bind group.
    params: the fields of Params; "zero" is one that no caller gives.
    """

    raw: Any
    layouts: tuple[Any, ...]
    groups: tuple[tuple[tuple[str, int, bool], ...], ...]
    storage: frozenset[str]
    params: tuple[str, ...]
    wanted: frozenset[str]


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
        tail.append("@group(1) @binding(0) var<uniform> leaves: Leaves;")
    for number, (leaf, _) in enumerate(source.buffers, 1):
        tail.append(
            f"@group(1) @binding({number}) var<storage, read> {leaf}: array<u32>;"
        )
    tail.append(source.code)
    parts["<expressions>"] = "\n".join(tail)
    text = list(parts.values())
    parts["<library>"] = _linked(device, "\n".join(text))
    text.append(parts["<library>"])
    marks, line = [], 1
    for part, body in parts.items():
        marks.append((line, part if part[0] == "<" else f"{part}.wgsl"))
        line += body.count("\n") + 1
    return "\n".join(text), marks


def _linked(device: Device, text: str) -> str:
    """The library declarations that `text` uses, transitively."""
    lib = library("shader-int64" in device.features, "shader-f64" in device.features)
    defined = set(_DECLARATION.findall(text))
    found: dict[str, str] = {}
    queue = [text]
    while queue:
        for word in sorted(set(_WORD.findall(_COMMENT.sub("", queue.pop())))):
            if word in lib and word not in defined:
                defined.add(word)
                found[word] = lib[word]
                queue.append(lib[word])
    return "\n".join(found.values())


def build(
    device: Device,
    name: str,
    source: Source,
    *,
    aliases: Mapping[str, str],
    consts: Mapping[str, int],
    use: tuple[str, ...],
) -> Pipeline:
    """Compile a kernel, or find it in the device's cache."""
    key = (
        name,
        source.code,
        source.fields,
        tuple([leaf for leaf, _ in source.buffers]),
        (*aliases.items(), *consts.items()),
        use,
    )
    found: Pipeline | None = device.pipelines.get(key)
    if found is None:
        text, marks = complete(
            device, name, source, aliases=aliases, consts=consts, use=use
        )
        found = device.pipelines[key] = _compile(device, name, text, marks)
        device.counters.pipelines += 1
    return found


def _compile(
    device: Device, name: str, text: str, marks: list[tuple[int, str]]
) -> Pipeline:
    if _DEBUG >= 3:
        sys.stderr.write(f"---- {name}\n{text}\n")
    try:
        module = device.gpu.create_shader_module(code=text, label=f"{name}.wgsl")
    except wgpu.GPUError as error:
        raise RuntimeError(_mapped(str(error), marks)) from None
    bindings = {
        variable: (int(group), int(number), kind)
        for group, number, kind, variable in _BINDING.findall(text)
    }
    groups, layouts = [], []
    for group in range(1 + max(group for group, _, _ in bindings.values())):
        found = [(v, n, kind) for v, (g, n, kind) in bindings.items() if g == group]
        entries = [
            {
                "binding": number,
                "visibility": wgpu.ShaderStage.COMPUTE,
                "buffer": _buffer_layout(kind),
            }
            for _, number, kind in found
        ]
        layouts.append(device.gpu.create_bind_group_layout(entries=entries))
        groups.append(tuple((v, n, kind == "uniform") for v, n, kind in found))
    pipeline = device.gpu.create_compute_pipeline(
        label=name,
        layout=device.gpu.create_pipeline_layout(bind_group_layouts=layouts),
        compute={"module": module, "entry_point": "main"},
    )
    params = _PARAMS.search(text)
    fields = _FIELD.findall(_COMMENT.sub("", params[1])) if params else []
    return Pipeline(
        pipeline,
        tuple(layouts),
        tuple(groups),
        frozenset(v for v, (_, _, kind) in bindings.items() if kind != "uniform"),
        tuple(fields),
        frozenset(fields),
    )


def _buffer_layout(kind: str) -> dict[str, Any]:
    if kind == "uniform":
        return {"type": "uniform", "has_dynamic_offset": True}
    read_only = kind == "storage, read"
    return {"type": "read-only-storage" if read_only else "storage"}


def _mapped(message: str, marks: list[tuple[int, str]]) -> str:
    """A compile error with positions in the files the text was made of."""

    def place(match: re.Match[str]) -> str:
        line = int(match[1])
        first, part = max(mark for mark in marks if mark[0] <= line)
        return f"{part}:{line - first + 1}:"

    return re.sub(r"(?<=wgsl:)(\d+):", place, message)


def launch(
    device: Device,
    name: str,
    groups: int,
    params: Mapping[str, int],
    buffers: Mapping[str, Buffer | Slice],
    source: Source = EMPTY,
    *,
    aliases: Mapping[str, str] | None = None,
    consts: Mapping[str, int] | None = None,
    use: tuple[str, ...] = (),
) -> None:
    """Record one dispatch of `groups` workgroups; names are those of the file.

    Does not wait. A wrong or missing buffer or parameter is a TypeError.
    """
    with device.lock:
        pipeline = build(
            device, name, source, aliases=aliases or {}, consts=consts or {}, use=use
        )
        if "zero" in pipeline.params:
            params = {**params, "zero": 0}
        if params.keys() != pipeline.wanted:
            raise TypeError(
                f"{name}.wgsl takes Params {pipeline.params}, not {tuple(params)}"
            )
        bound = {k: b if isinstance(b, Slice) else Slice(b) for k, b in buffers.items()}
        bound.update(source.buffers)
        if bound.keys() != pipeline.storage:
            wanted = sorted(pipeline.storage)
            raise TypeError(f"{name}.wgsl takes {wanted}, not {sorted(bound)}")
        words = [params[field] for field in pipeline.params]
        blocks = {"params": _packed(words), "leaves": _packed(source.values)}
        if not device.params.fits(*map(len, blocks.values())):
            device.flush()
        page, bind_groups = device.params, []
        for layout, variables in zip(pipeline.layouts, pipeline.groups, strict=True):
            entries, offsets = [], []
            for variable, number, uniform in variables:
                if uniform:
                    block = blocks[variable]
                    offsets.append(page.put(block))
                    entries.append((number, page.raw, 0, len(block)))
                else:
                    s = bound[variable]
                    entries.append((number, s.buffer.raw, s.offset, s.size))
            bind_groups.append((_bind_group(device, layout, entries), offsets))
        y = -(-groups // MAX_GROUPS)
        grid = (-(-groups // y), y)
        raws = [s.buffer.raw for s in bound.values()]
        device.dispatch(pipeline.raw, bind_groups, grid, raws)
        if _DEBUG:
            sys.stderr.write(f"{name} groups={groups} {dict(params)}\n")


def _packed(values: Sequence[int]) -> bytes:
    """The low 32 bits of each value, filled up to whole vectors of four words."""
    form = _words(len(values))
    try:
        return form.pack(*values)
    except struct.error:  # negative, or longer
        return form.pack(*[value & 0xFFFFFFFF for value in values])


@functools.cache
def _words(count: int) -> struct.Struct:
    return struct.Struct(f"<{count}I{-count % 4 * 4}x")


def _bind_group(
    device: Device, layout: Any, entries: list[tuple[int, Any, int, int]]
) -> Any:
    """A bind group from the cache: making one costs 23 to 33 us."""
    key = (
        id(layout),
        tuple([id(raw) for _, raw, _, _ in entries]),
        tuple([(offset, size) for _, _, offset, size in entries]),
    )
    cache = device.bind_groups
    found = cache.get(key)
    if found is None:
        found = device.gpu.create_bind_group(
            layout=layout,
            entries=[
                {
                    "binding": number,
                    "resource": {
                        "buffer": raw,
                        "offset": offset,
                        "size": size or raw.size - offset,
                    },
                }
                for number, raw, offset, size in entries
            ],
        )
        while len(cache) >= 512:
            del cache[next(iter(cache))]
        # The raw buffers are kept too: a key holds their ids.
        cache[key] = (found, [raw for _, raw, _, _ in entries])
        return found
    return found[0]
