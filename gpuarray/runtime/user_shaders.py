"""Whole compute shaders that users write: read, compiled, and launched.

Their bindings are those of @group(0): storage buffers and uniforms, in the order of the
numbers in the text.
"""

from __future__ import annotations

import math
import re
import weakref
from typing import TYPE_CHECKING, Any, NamedTuple

import wgpu

from gpuarray.runtime import user_constants, user_text
from gpuarray.runtime.errors import CompileError
from gpuarray.runtime.kernels import Dispatch, Pipeline, bind_group, group_key, rejected
from gpuarray.runtime.uniforms import Type, type_of

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device
    from gpuarray.runtime.memory import Buffer

_INSIDE = r"\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"  # parentheses, three deep
_VARIABLE = re.compile(
    rf"((?:@\w+\s*{_INSIDE}\s*)+)"
    r"var\s*(?:<\s*([^>]*?)\s*>)?\s*(\w+)\s*:\s*([^;]+);"
)
_NUMBER = re.compile(rf"@(group|binding)\s*{_INSIDE}")
_ENTRY = rf"((?:@\w+\s*(?:{_INSIDE})?\s*)+)fn\s+{{name}}\s*\("
# The smallest bindings that each shader was run with: only a run checks them.
_TRIED: weakref.WeakKeyDictionary[Device, dict[Any, tuple[int, ...]]]
_TRIED = weakref.WeakKeyDictionary()
_COMMA = re.compile(r",(?![^()]*\))")  # outside parentheses
_SIZE = re.compile(rf"@workgroup_size\s*{_INSIDE}")


class Binding(NamedTuple):
    """A variable of group 0: `kind` is "read", "read_write" or "uniform"."""

    number: int
    kind: str
    name: str
    type: str
    uniform: Type | None = None


class Shader(NamedTuple):
    """A shader's text, with the sizes of the workgroup put in where it names them."""

    text: str
    written: str
    entry: str
    size: tuple[int, int, int]
    bindings: tuple[Binding, ...]


def read(text: str, entry: str, size: tuple[int, ...] | None) -> Shader:
    """The bindings and the workgroup of a shader; ValueError for what is not there."""
    text = user_text.with_newlines(text)
    plain = user_text.without_comments(text)
    bindings = tuple(sorted(_bindings(plain)))
    numbers = [binding.number for binding in bindings]
    if len(set(numbers)) != len(numbers):
        raise ValueError(f"two variables have the same @binding: {numbers}")
    found = re.search(_ENTRY.replace("{name}", re.escape(entry)), plain)
    if found is None or "@compute" not in found[1]:
        raise ValueError(f"the shader has no @compute function named {entry!r}")
    attribute = _SIZE.search(found[1])
    if attribute is None:
        raise ValueError(f"{entry!r} has no @workgroup_size(..)")
    words = [word.strip() for word in _COMMA.split(attribute[1]) if word.strip()]
    at = user_text.place_of(plain, found.start(1) + attribute.start()).line
    consts, whole = _workgroup(plain, words, size, at)
    return Shader(text + consts, text, entry, whole, bindings)


def _bindings(plain: str) -> list[Binding]:
    found, known = [], user_constants.constants(plain)
    for match in _VARIABLE.finditer(plain):
        attributes, _, space, name, type_ = match.groups()
        written = dict(_NUMBER.findall(attributes))
        if "binding" not in written:
            continue
        line = user_text.place_of(plain, match.start()).line
        numbers = {
            kind: user_constants.integer(text, known) for kind, text in written.items()
        }
        for kind, value in numbers.items():
            if value is None:
                raise ValueError(
                    f"line {line}: @{kind}({written[kind]}) of {name}: write a number, "
                    "or constants that are numbers"
                )
        number = numbers["binding"]
        assert number is not None
        if space is None:
            raise ValueError(
                f"line {line}: {name} is a {type_.strip()}; raw kernels bind "
                "arrays and uniforms, no textures and samplers"
            )
        words = [word.strip() for word in space.split(",")]
        kind = words[-1] if len(words) > 1 else "read"
        kind = "uniform" if words[0] == "uniform" else kind
        if numbers.get("group") != 0:
            raise ValueError(
                f"{name} is in another group than 0, which is what is bound"
            )
        if words[0] not in ("uniform", "storage") or kind not in (
            "uniform",
            "read",
            "read_write",
        ):
            raise ValueError(f"{name} is var<{space}>, which cannot be bound")
        uniform = type_of(type_, plain) if kind == "uniform" else None
        found.append(Binding(number, kind, name, type_.strip(), uniform))
    return found


def _workgroup(
    plain: str, words: list[str], size: tuple[int, ...] | None, line: int
) -> tuple[str, tuple[int, int, int]]:
    """Declarations of the names in @workgroup_size, and the three lengths."""
    consts, lengths = "", []
    constants = user_constants.constants(plain)
    for k, word in enumerate(words):
        given = size[k] if size is not None and k < len(size) else None
        if given is None and size is not None:
            given = 1
        written = user_constants.integer(word, constants)
        if written is None and re.fullmatch(r"[A-Za-z_]\w*", word) is None:
            raise ValueError(
                f"line {line}: @workgroup_size(.. {word} ..): write a number, a name, "
                "or constants that are numbers"
            )
        if written is None and given is None:
            raise ValueError(
                f"@workgroup_size({', '.join(words)}) needs workgroup_size="
            )
        if written is None and f"const {word} " not in consts:
            consts += f"\nconst {word} = {given}u;"
        if written is not None and given is not None and written != given:
            raise ValueError(
                f"workgroup_size={size} is not @workgroup_size({', '.join(words)})"
            )
        lengths.append(given if written is None else written)
    if size is not None and math.prod(size) != math.prod(n or 1 for n in lengths):
        raise ValueError(
            f"workgroup_size={size} is not @workgroup_size({', '.join(words)})"
        )
    x, y, z, *_ = [*(n or 1 for n in lengths), 1, 1]
    return consts, (x, y, z)


def require_size(device: Device, size: tuple[int, int, int]) -> None:
    """ValueError for a workgroup that the device cannot run."""
    most = [device.limits[f"max-compute-workgroup-size-{d}"] for d in "xyz"]
    total = device.limits["max-compute-invocations-per-workgroup"]
    fits = all(1 <= n <= m for n, m in zip(size, most, strict=True))
    if not fits or math.prod(size) > total:
        raise ValueError(
            f"a workgroup of {size} is not possible on this device: at most "
            f"{tuple(most)} and {total} invocations together"
        )


def pipeline_of(device: Device, shader: Shader, name: str) -> Pipeline:
    """The compiled shader, from the device's cache if it is there."""
    key = ("user shader", shader.text, shader.entry)
    found: Pipeline | None = device.pipelines.get(key)
    if found is None:
        require_size(device, shader.size)
        found = device.pipelines[key] = _compiled(device, shader, name)
        device.counters.pipelines += 1
    return found


def _compiled(device: Device, shader: Shader, name: str) -> Pipeline:
    message = rejected(device, shader.text)
    if message:
        raise refused(message, shader)
    module = device.gpu.create_shader_module(code=shader.text, label=name)
    layout = device.gpu.create_bind_group_layout(
        entries=[
            {
                "binding": binding.number,
                "visibility": wgpu.ShaderStage.COMPUTE,
                "buffer": _KINDS[binding.kind],
            }
            for binding in shader.bindings
        ]
    )
    try:
        raw = device.gpu.create_compute_pipeline(
            label=name,
            layout=device.gpu.create_pipeline_layout(bind_group_layouts=[layout]),
            compute={"module": module, "entry_point": shader.entry},
        )
    except wgpu.GPUError as error:
        raise CompileError(_last_line(error), shader.written) from None
    uniforms = [b for b in shader.bindings if b.kind == "uniform"]
    storage = [b for b in shader.bindings if b.kind != "uniform"]
    return Pipeline(
        raw,
        layout,
        tuple((b.name, b.number) for b in uniforms),
        tuple((b.name, b.number) for b in storage),
        (),
        frozenset(),
    )


_KINDS: dict[str, dict[str, Any]] = {
    "uniform": {"type": "uniform", "has_dynamic_offset": True},
    "read": {"type": "read-only-storage"},
    "read_write": {"type": "storage"},
}


def refused(message: str, shader: Shader) -> CompileError:
    """The compiler's message, placed in the user's text."""
    said = user_text.read_message(message, shader.text)
    lines = shader.written.count("\n") + 1
    for place in said.places:
        if place.line <= lines:
            return CompileError(said.reason, shader.written, *place)
    return CompileError(said.reason, shader.written)


def _last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).split("\n") if line.strip()]
    return lines[-1] if lines else str(error)


def gives_grid(buffer: Buffer) -> bool:
    """Whether the memory may be an argument of an indirect dispatch."""
    return bool(buffer.raw.usage & wgpu.BufferUsage.INDIRECT)


def launch(
    device: Device,
    name: str,
    shader: Shader,
    blocks: list[bytes],
    parts: list[tuple[Buffer, int, int]],
    grid: tuple[int, int, int],
    indirect: Buffer | None,
) -> None:
    """Record one dispatch; ValueError where the bindings are too small for the types.

    blocks: what the uniforms hold. parts: (buffer, offset, size) of each storage
    binding. indirect: three words that are taken for the grid.
    """
    page, pipeline = device.params, pipeline_of(device, shader, name)
    slices = tuple([(offset, size) for _, offset, size in parts])
    sizes = tuple([size for _, size in slices])
    tried = _TRIED.setdefault(device, {})
    known = tried.get(shader)
    new = known is None or any(a < b for a, b in zip(sizes, known, strict=True))
    if new:
        device.flush()  # what others recorded must not fail with this
    dispatch = Dispatch(
        name,
        pipeline,
        *page.joined(blocks),
        tuple(map(len, blocks)),
        slices,
        grid[:2],
        group_key(device, pipeline, slices),
    )
    at = page.put(dispatch.block)
    if at < 0:
        device.flush()
        at = page.put(dispatch.block)
    offsets = [at + place for place in dispatch.places]
    raws = [buffer.raw for buffer, _, _ in parts]
    group = bind_group(device, dispatch, raws)
    last = None if indirect is None else indirect.raw
    used = raws if last is None else [*raws, last]
    device.dispatch(pipeline.raw, group, offsets, grid, used, last)
    if device.profiler is not None:
        device.profiler.after(name, sum(size for _, size in slices))
    if new:
        try:
            device.flush()
        except wgpu.GPUError as error:
            raise ValueError(f"{name}: {_last_line(error)}") from None
        tried[shader] = sizes
