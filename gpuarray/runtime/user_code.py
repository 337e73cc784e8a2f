"""Functions that users write in WGSL: their types found out, and their faults placed.

The compiler itself is asked, by small modules of the function alone. What it accepts is
entered beside the value library and linked by name into any kernel.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NamedTuple

from gpuarray.runtime import user_faults, user_text
from gpuarray.runtime.errors import CompileError
from gpuarray.runtime.kernels import rejected
from gpuarray.runtime.sources import DEFINED, linked

if TYPE_CHECKING:
    from gpuarray.runtime.device import Device

_OTHER_TYPE = re.compile(
    r"the type of `result_(\d+)_` is expected to be `[^`]*`, but got `([^`]*)`"
)
_ABSTRACT = {"{AbstractInt}": "i32", "{AbstractFloat}": "f32"}
# Tests of floats by their bits: `x != x` may be compiled to false.
_KINDS = (("is_nan", "isnan"), ("is_inf", "isinf"), ("is_finite", "isfinite"))
# Functions that the compiler takes for f64 and gets wrong.
_INEXACT = (
    "acos acosh asin asinh atan atan2 atanh cos cosh degrees exp exp2 inverseSqrt "
    "ldexp log log2 pow radians sin sinh smoothstep tan tanh"
)
_ENTRY = "@compute @workgroup_size(1) fn user_code_()"
_CALL = re.compile(rf"(?<![\w.])({'|'.join(_INEXACT.split())})\s*\(")


class Code(NamedTuple):
    """What a user wrote: an expression or a body, and declarations that it uses.

    text, preamble: without comments. written: as it was, for messages.
    """

    text: str
    preamble: str
    written: tuple[str, str]

    @classmethod
    def of(cls, code: str, preamble: str = "") -> Code:
        """The code as it was written; TypeError for what is no text, or empty."""
        for what, text in (("code", code), ("preamble", preamble)):
            if not isinstance(text, str):
                raise TypeError(f"{what} must be a str, not {type(text).__name__}")
        code, preamble = map(user_text.with_newlines, (code, preamble))
        found = cls(
            user_text.without_comments(code),
            user_text.without_comments(preamble),
            (code, preamble),
        )
        if not found.text.strip():
            raise ValueError(
                "code is empty: an expression or a function body is wanted"
            )
        return found


class Function(NamedTuple):
    """A function that the compiler took: its name in kernels, and its WGSL type."""

    name: str
    type: str


def function(
    device: Device,
    code: Code,
    params: list[tuple[str, str]],
    wanted: str = "",
    types: str = "",
    names: dict[str, str] | None = None,
) -> Function:
    """The user's code as a function, compiled and entered; CompileError if refused.

    params: (name, WGSL type). wanted: the WGSL type of the result, if it is known.
    types: declarations of the types in `params`. names: what the code calls some of
    the names there.
    """
    _refuse_faults(code, dict(params))
    digest = _digest(code.text, code.preamble, repr(params), types)
    own = {name: f"{name}_{digest}" for name in user_text.declared(code.preamble)}
    own |= names or {}
    doubles = any("f64" in text for text in (*dict(params).values(), *code[:2]))
    own |= {k: f"{v}_f64" if doubles else f"{v}_f32" for k, v in _KINDS if k not in own}
    text, preamble = _parts(code, own)
    taken = ", ".join(f"{name}: {type_}" for name, type_ in params)
    if doubles:
        _refuse_inexact(device, code)
    known = f"{types}\n{preamble}"
    result = _result_type(device, code, text, taken, known, wanted, own)
    name = f"user_{digest}_{_plain(result)}"
    whole = _whole(name, taken, result, text)
    values = "".join(f"var p{k}: {type_}; " for k, (_, type_) in enumerate(params))
    numbered = ", ".join(f"p{k}" for k in range(len(params)))
    run = f"{_ENTRY} {{ {values}_ = {name}({numbered}); }}"  # in a compute shader
    _require_good(device, code, whole, (types, preamble, run), own)
    for text in (types, preamble):
        for part in user_text.declarations(text):
            if part.name and part.keyword != "const_assert":
                DEFINED[part.name] = text[part.start : part.stop]
    DEFINED[name] = whole
    return Function(name, result)


def entered(name: str, text: str) -> str:
    """A name for a declaration that tells its content, after entering it.

    text: with `{name}` where the name goes.
    """
    full = f"{name}_{_digest(text)}"
    DEFINED[full] = text.replace("{name}", full)
    return full


def _digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


def _plain(type_: str) -> str:
    return re.sub(r"\W+", "_", type_).strip("_")


def _parts(code: Code, own: dict[str, str]) -> tuple[str, str]:
    return user_text.renamed(code.text, own), user_text.renamed(code.preamble, own)


def _whole(name: str, taken: str, result: str, text: str) -> str:
    """The function, on whose second line the user's text begins."""
    if user_text.is_body(text):
        return f"fn {name}({taken}) -> {result} {{\n{text}\n}}"
    return f"fn {name}({taken}) -> {result} {{ return (\n{text}\n); }}"


# ---- asking the compiler


def _result_type(
    device: Device,
    code: Code,
    text: str,
    taken: str,
    known: str,
    wanted: str,
    own: dict[str, str],
) -> str:
    """The type of what is returned: what the compiler says is no `bool`."""
    type_ = wanted or "bool"
    for _ in range(3):  # a guess, what the compiler said, and that checked
        message = _refused(device, _probe(text, taken, type_), known)
        other = _OTHER_TYPE.search(message)
        if other is None:
            return type_
        got = _ABSTRACT.get(other[2], other[2])
        if wanted or type_ != "bool":
            break
        type_ = got
    assert other is not None
    place = _return_place(text, int(other[1]))
    reason = f"this is of type {got}, but {type_} is wanted"
    raise _error(code, reason, place, own)


def _probe(text: str, taken: str, type_: str) -> str:
    """The function with variables in place of what it returns."""
    if not user_text.is_body(text):
        return f"fn probe({taken}) {{ var result_0_: {type_} = (\n{text}\n); }}"
    starts = user_text.returns(text)
    pieces, last = [], 0
    for number, start in enumerate(starts):
        pieces += [text[last:start], f"var result_{number}_: {type_} = "]
        last = start + len("return")
    return f"fn probe({taken}) {{\n{''.join(pieces)}{text[last:]}\n}}"


def _return_place(text: str, number: int) -> user_text.Place:
    starts = user_text.returns(text)
    start = starts[number] + len("return") if starts else 0
    rest = text[start:]
    return user_text.place_of(text, start + len(rest) - len(rest.lstrip()))


def _refused(device: Device, whole: str, known: str) -> str:
    text = f"{whole}\n{known}"
    own = [part.name for part in user_text.declarations(text)]
    library = linked(device, text, own)
    if "params." in library:  # what every kernel has
        library += "\nstruct Params { zero: u32 }\nvar<private> params: Params;"
    return rejected(device, f"{text}\n{library}")


def _require_good(
    device: Device,
    code: Code,
    whole: str,
    parts: tuple[str, str, str],
    own: dict[str, str],
) -> None:
    types, preamble, _ = parts
    known = "\n".join(parts)
    message = _refused(device, whole, known)
    if not message:
        return
    said = user_text.read_message(message, f"{whole}\n{known}")
    lines = code.text.count("\n") + 1
    ahead = whole.count("\n") + 1 + types.count("\n") + 1
    for line, column in said.places:
        if line == lines + 2:  # what closes the function: the text ends too early
            at = user_text.Place(lines, len(code.text.split("\n")[-1]) + 1)
            raise _error(code, said.reason, at, own)
        if 2 <= line <= lines + 1:
            raise _error(code, said.reason, user_text.Place(line - 1, column), own)
        if ahead < line <= ahead + preamble.count("\n") + 1:
            at = user_text.Place(line - ahead, column)
            raise _error(code, said.reason, at, own, in_preamble=True)
    named = re.search(r"^index (\d+) is out|`(\w+)`", said.reason)
    for in_preamble, text in enumerate(code[:2]):
        place = named and (
            re.search(rf"(?<=\[)\s*{named[1]}[iu]?\s*\]", text)
            if named[1]
            else re.search(rf"(?<![\w.]){named[2]}\b", text)
        )
        if place:
            at = user_text.place_of(text, place.start())
            raise _error(code, said.reason, at, {}, in_preamble=bool(in_preamble))
    raise CompileError(user_text.names_before(said.reason, own), code.written[0])


def _error(
    code: Code,
    reason: str,
    place: user_text.Place,
    own: dict[str, str],
    *,
    in_preamble: bool = False,
) -> CompileError:
    written = code.written[in_preamble]
    lines = written.split("\n")
    line = min(place.line, len(lines))
    column = user_text.place_before(lines[line - 1], place.column, own)
    return CompileError(user_text.names_before(reason, own), written, line, column)


def _refuse_faults(code: Code, params: dict[str, str]) -> None:
    """CompileError for what the compiler does not say, or not where."""
    consts = user_faults.outside(code.preamble)
    known = user_faults.zero_names(consts, user_text.LOCAL.findall(code.text))
    zeros = user_faults.zero_names(code.text) | known - params.keys()
    fault = user_faults.fault_of(code.text, zeros)
    in_preamble = fault is None
    if fault is None:
        zeros = user_faults.zero_names(code.preamble)
        fault = user_faults.fault_of(code.preamble, zeros)
        fault = fault or user_faults.fault_of_preamble(code.preamble)
    if fault is not None:
        text = code.preamble if in_preamble else code.text
        written = code.written[in_preamble]
        place = user_text.place_of(text, fault.start)
        raise CompileError(fault.reason, written, *place)


def _refuse_inexact(device: Device, code: Code) -> None:
    for k, text in enumerate((code.text, code.preamble)):
        for found in _CALL.finditer(text):
            name = found[1]
            if name in user_text.declared(code.preamble):
                continue
            better = [f"{name}_{t}" for t in ("f64", "f32")]
            if not linked(device, better[0]):
                better = ["f32(..) around what it takes"]
            raise CompileError(
                f"WGSL's {name} is not exact for f64, and the code has f64 values: "
                f"write {' or '.join(better)}",
                code.written[k],
                *user_text.place_of(text, found.start(1)),
            )
