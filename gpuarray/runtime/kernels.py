"""Kernels: completed WGSL, compiled once, and launched by the names in its text."""

from __future__ import annotations

import functools
import os
import re
import struct
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import wgpu

from gpuarray.runtime.device import MAX_GROUPS
from gpuarray.runtime.sources import COMMENT, EMPTY, Slice, Source, complete, mapped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer

__all__ = [
    "EMPTY",
    "Dispatch",
    "FromDevice",
    "Pipeline",
    "Slice",
    "Source",
    "launch",
    "record",
]

_BINDING = re.compile(
    r"@group\(0\) @binding\((\d+)\) var<(uniform|storage, read(?:_write)?)> (\w+)"
)
_PARAMS = re.compile(r"^struct Params \{([^}]*)\}", re.M)
_FIELD = re.compile(r"(\w+): u32")
_DEBUG = int(os.environ.get("GPUARRAY_DEBUG") or 0)
MOST_PIPELINES = 512  # a software device holds some 5 MB of code for each


@dataclass(frozen=True)
class Pipeline:
    """A compiled kernel and what its text says about bindings and parameters.

    uniforms, storage: (variable, binding) by the number of the binding.
    params: the fields of Params; "zero" is one that no caller gives.
    """

    raw: Any
    layout: Any
    uniforms: tuple[tuple[str, int], ...]
    storage: tuple[tuple[str, int], ...]
    params: tuple[str, ...]
    wanted: frozenset[str]


class FromDevice(NamedTuple):
    """Words of a buffer that stand for the grid of a launch and for some parameters.

    Its first three words are the workgroups of each dimension; words: the word that
    holds a parameter, by name.
    """

    buffer: Buffer
    words: Mapping[str, int]


class Dispatch(NamedTuple):
    """A launch, ready but for the memory of its buffers.

    block, places, sizes: what the uniforms hold, one behind the other.
    slices: (offset, size) of each storage binding.
    key: a number that stands for the pipeline and the slices. patches: None, or for a
    launch with a last buffer of `FromDevice`, (byte there, byte in the first block).
    """

    name: str
    pipeline: Pipeline
    block: bytes
    places: tuple[int, ...]
    sizes: tuple[int, ...]
    slices: tuple[tuple[int, int], ...]
    grid: tuple[int, int]
    key: int
    patches: tuple[tuple[int, int], ...] | None = None


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
    if device.seen is not None:
        text, _ = complete(
            device, name, source, aliases=aliases, consts=consts, use=use
        )
        device.seen.append((name, text))
    found: Pipeline | None = device.pipelines.get(key)
    if found is None:
        if len(device.pipelines) >= MOST_PIPELINES:
            device.forget_pipelines()
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
        raise RuntimeError(mapped(str(error), marks)) from None
    bindings = sorted(
        (int(number), kind, variable)
        for number, kind, variable in _BINDING.findall(text)
    )
    layout = device.gpu.create_bind_group_layout(
        entries=[
            {
                "binding": number,
                "visibility": wgpu.ShaderStage.COMPUTE,
                "buffer": _buffer_layout(kind),
            }
            for number, kind, _ in bindings
        ]
    )
    pipeline = device.gpu.create_compute_pipeline(
        label=name,
        layout=device.gpu.create_pipeline_layout(bind_group_layouts=[layout]),
        compute={"module": module, "entry_point": "main"},
    )
    params = _PARAMS.search(text)
    fields = _FIELD.findall(COMMENT.sub("", params[1])) if params else []
    return Pipeline(
        pipeline,
        layout,
        tuple((v, n) for n, kind, v in bindings if kind == "uniform"),
        tuple((v, n) for n, kind, v in bindings if kind != "uniform"),
        tuple(fields),
        frozenset(fields),
    )


def rejected(device: Device, text: str) -> str:
    """What the compiler says against a text; nothing if it is good."""
    try:
        device.gpu.create_shader_module(code=text, label="user code")
    except wgpu.GPUError as error:
        return str(error)
    return ""


def _buffer_layout(kind: str) -> dict[str, Any]:
    if kind == "uniform":
        return {"type": "uniform", "has_dynamic_offset": True}
    read_only = kind == "storage, read"
    return {"type": "read-only-storage" if read_only else "storage"}


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
    counted: FromDevice | None = None,
) -> None:
    """Record one dispatch of `groups` workgroups; names are those of the file.

    counted: an indirect dispatch in place of `groups`, with parameters from the device
    (the values given for them do not count). Does not wait. A wrong or missing buffer
    or parameter is a TypeError.
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
        if bound.keys() != {variable for variable, _ in pipeline.storage}:
            wanted = sorted(variable for variable, _ in pipeline.storage)
            raise TypeError(f"{name}.wgsl takes {wanted}, not {sorted(bound)}")
        words = [params[field] for field in pipeline.params]
        packed = {"params": _packed(words), "leaves": _packed(source.values)}
        blocks = [packed[variable] for variable, _ in pipeline.uniforms]
        parts = [bound[variable] for variable, _ in pipeline.storage]
        slices = tuple([(part.offset, part.size) for part in parts])
        y = -(-groups // MAX_GROUPS)
        dispatch = Dispatch(
            name,
            pipeline,
            *device.params.joined(blocks),
            tuple(map(len, blocks)),
            slices,
            (-(-groups // y), y),
            group_key(device, pipeline, slices),
        )
        used = [part.buffer for part in parts]
        if counted is not None:
            fields = pipeline.params
            patches = [(4 * w, 4 * fields.index(f)) for f, w in counted.words.items()]
            dispatch = dispatch._replace(patches=tuple(patches))
            used.append(counted.buffer)
        if device.tape is not None:
            device.tape.dispatched(dispatch, used)
        record(device, dispatch, [buffer.raw for buffer in used])
        if _DEBUG:
            sys.stderr.write(f"{name} groups={groups} {dict(params)}\n")


def record(device: Device, dispatch: Dispatch, raws: list[Any]) -> None:
    """Record a dispatch with the memory of its storage bindings, in their order."""
    page = device.params
    at = page.put(dispatch.block)
    if at < 0:
        device.flush()
        at = page.put(dispatch.block)
    indirect = None
    if dispatch.patches is not None:
        *raws, indirect = raws
        names = [variable for variable, _ in dispatch.pipeline.uniforms]
        to = at + dispatch.places[names.index("params")]
        device.patch(indirect, [(here, to + there) for here, there in dispatch.patches])
    group = bind_group(device, dispatch, raws)
    offsets = [at + place for place in dispatch.places]
    pipeline = dispatch.pipeline.raw
    device.dispatch(pipeline, group, offsets, dispatch.grid, raws, indirect)
    if device.profiler is not None:
        sizes = zip(dispatch.slices, raws, strict=True)
        nbytes = sum([size or raw.size - offset for (offset, size), raw in sizes])
        device.profiler.after(dispatch.name, nbytes)


def group_key(
    device: Device, pipeline: Pipeline, slices: tuple[tuple[int, int], ...]
) -> int:
    """A number for a pipeline and the parts of its buffers, to find bind groups by."""
    known = device.slices
    return known.setdefault((id(pipeline), slices), len(known))


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


def bind_group(device: Device, dispatch: Dispatch, raws: list[Any]) -> Any:
    """A bind group from the cache: making one costs 23 to 33 us."""
    cache = device.bind_groups
    key = (dispatch.key, *raws)
    group = cache.get(key)
    if group is not None:
        return group
    pipeline, page = dispatch.pipeline, device.params.raw
    entries = [
        (number, page, 0, size)
        for (_, number), size in zip(pipeline.uniforms, dispatch.sizes, strict=True)
    ]
    entries += [
        (number, raw, offset, size or raw.size - offset)
        for (_, number), raw, (offset, size) in zip(
            pipeline.storage, raws, dispatch.slices, strict=True
        )
    ]
    group = device.gpu.create_bind_group(
        layout=pipeline.layout,
        entries=[
            {"binding": n, "resource": {"buffer": raw, "offset": offset, "size": size}}
            for n, raw, offset, size in entries
        ],
    )
    while len(cache) >= 512:
        del cache[next(iter(cache))]
    cache[key] = group
    device.counters.bind_groups += 1
    return group
