"""Reading WGSL that users write: comments, names, fields, places in the text."""

from __future__ import annotations

import re
from typing import NamedTuple

_COMMENT = re.compile(r"//[^\n]*|/\*|\*/")
_NAME = re.compile(r"(?<![\w.@])[A-Za-z_]\w*")
LOCAL = re.compile(r"\b(?:let|var|const)\b(?:\s*<[^>]*>)?\s+([A-Za-z_]\w*)")
_WORD = re.compile(r"(\.\s*)?(?<![\w@])([A-Za-z_]\w*)")
_DECLARED = re.compile(
    r"(?:@\w+\s*(?:\([^()]*\))?\s*)*([A-Za-z_]\w*)\s*(?:<[^<>]*>\s*)?([A-Za-z_]\w*)?"
)
_RETURN = re.compile(r"\breturn\b")
_KEYWORDS = (
    "alias break case const const_assert continue continuing default diagnostic "
    "discard else enable false fn for if let loop override requires return struct "
    "switch true var while"
)
_TYPES = (
    "and array atomic bitcast bool f16 f32 f64 function i32 i64 not or private ptr "
    "read read_write storage u32 u64 uniform workgroup write"
)
# Names that WGSL keeps for later versions.
_KEPT = (
    "NULL Self abstract active alignas alignof as asm asm_fragment async attribute "
    "auto await become cast catch class co_await co_return co_yield coherent "
    "column_major common compile compile_fragment concept const_cast consteval "
    "constexpr constinit crate debugger decltype delete demote demote_to_helper do "
    "dynamic_cast enum explicit export extends extern external fallthrough filter "
    "final finally friend from fxgroup get goto groupshared highp impl implements "
    "import inline instanceof interface layout lowp macro macro_rules match mediump "
    "meta mod module move mut mutable namespace new nil noexcept noinline "
    "nointerpolation non_coherent noncoherent noperspective null nullptr of operator "
    "package packoffset partial pass patch pixelfragment precise precision premerge "
    "priv protected pub public readonly ref regardless register reinterpret_cast "
    "require resource restrict self set shared sizeof smooth snorm static "
    "static_assert static_cast std subroutine super target template this thread_local "
    "throw trait try type typedef typeid typename typeof union unless unorm unsafe "
    "unsized use using varying virtual volatile wgsl where with writeonly yield"
)
WORDS = (  # that are no names of values
    frozenset(f"{_KEYWORDS} {_TYPES}".split())
    | frozenset(f"vec{n}{kind}" for n in "234" for kind in ("", *"fiuh"))
    | frozenset(
        f"mat{n}x{m}{kind}" for n in "234" for m in "234" for kind in ("", *"fh")
    )
)
RESERVED = frozenset(f"{_KEYWORDS} {_KEPT}".split())
_MEMBER = "field_"  # what members begin with whose field has no name in WGSL


class Place(NamedTuple):
    """A line and a column of a text, from 1."""

    line: int
    column: int


class Declaration(NamedTuple):
    """A part of a text outside functions: text[start:stop], as `fn name`."""

    start: int
    stop: int
    keyword: str
    name: str


def with_newlines(text: str) -> str:
    """The text with one character for the end of a line."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def without_comments(text: str) -> str:
    """The text with blanks for comments, so that all else keeps its place."""
    kept, depth, begin = [], 0, 0  # comments between /* and */ may be nested
    for match in _COMMENT.finditer(text):
        if match.start() < begin:
            continue
        if match[0] == "/*":
            if not depth:
                kept.append(text[begin : match.start()])
                begin = match.start()
            depth += 1
        elif match[0] == "*/" and depth:
            depth -= 1
            if not depth:
                kept.append(_blank(text[begin : match.end()]))
                begin = match.end()
        elif not depth and match[0] != "*/":
            kept += [text[begin : match.start()], _blank(match[0])]
            begin = match.end()
    return "".join(kept) + text[begin:]


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def is_body(text: str) -> bool:
    """Whether a text without comments is a function body, and not an expression."""
    return _RETURN.search(text) is not None


def returns(text: str) -> list[int]:
    """Where each `return` begins."""
    return [match.start() for match in _RETURN.finditer(text)]


def declarations(text: str) -> list[Declaration]:
    """What a text without comments declares, part by part."""
    found, depth, begin = [], 0, 0
    for match in re.finditer(r"[{};]|\Z", text):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        ends = match[0] in (";", "") or (match[0] == "}" and depth <= 0)
        if (depth > 0 and match[0]) or not ends:
            continue
        start = begin + len(text[begin:]) - len(text[begin:].lstrip())
        begin, depth = match.end(), 0
        head = _DECLARED.match(text, start)
        if head and start < match.start():
            found.append(Declaration(start, begin, head[1], head[2] or ""))
    return found


def declared(text: str) -> list[str]:
    """The names that a text declares outside functions."""
    kinds = ("fn", "const", "alias", "struct", "var", "override")
    return [part.name for part in declarations(text) if part.keyword in kinds]


def free_names(text: str, known: frozenset[str] = frozenset()) -> list[str]:
    """The names that an expression or a body takes from outside, in order.

    Not what is called, a type, a local name, a field, or in `known`.
    """
    left_out = WORDS | known | set(LOCAL.findall(text))
    found: dict[str, None] = {}
    for match in _NAME.finditer(text):
        before, after = text[: match.start()].rstrip(), text[match.end() :].lstrip()
        called = after.startswith("(")
        typed = before.endswith((":", "->"))
        if match[0] not in left_out and not called and not typed:
            found[match[0]] = None
    return list(found)


def fields_of(text: str, name: str) -> list[str] | None:
    """The fields of `name` that a text uses; None where it uses the whole."""
    uses = list(re.finditer(rf"(?<![\w.]){re.escape(name)}\b(?:\s*\.\s*(\w+))?", text))
    if any(use[1] is None for use in uses):
        return None
    return list(dict.fromkeys(use[1] for use in uses))


def member(field: str) -> str:
    """How WGSL names a field of a record; itself where it may."""
    if field.isidentifier():
        free = field not in RESERVED and field != "_" and not field.startswith("__")
        return field if free else _MEMBER + field
    return _MEMBER + "_".join(f"{ord(letter):x}" for letter in field)


def renamed(text: str, names: dict[str, str]) -> str:
    """The text with other names for some, and members for fields."""
    return _WORD.sub(lambda m: (m[1] or "") + _new(m, names), text)


def _new(word: re.Match[str], names: dict[str, str]) -> str:
    return member(word[2]) if word[1] else names.get(word[2], word[2])


def place_before(line: str, column: int, names: dict[str, str]) -> int:
    """The column of the line before `renamed` for one after it."""
    shift = 0
    for match in _WORD.finditer(line):
        longer = len(_new(match, names)) - len(match[2])
        if match.start(2) + shift + 1 >= column:
            break
        shift += longer
    return max(column - shift, 1)


def names_before(reason: str, names: dict[str, str]) -> str:
    """A message with the names that are in the text before `renamed`."""
    for name, full in names.items():
        reason = reason.replace(full, name)
    reason = re.sub(rf"\b{_MEMBER}({'|'.join(RESERVED)}|_\w*)\b", r"\1", reason)
    return re.sub(r"\b([A-Za-z]\w*)_[0-9a-f]{12}\b", r"\1", reason)


def place_of(text: str, offset: int) -> Place:
    """The line and column of a position."""
    start = text.rfind("\n", 0, offset) + 1
    return Place(text.count("\n", 0, offset) + 1, offset - start + 1)


# ---- what the compiler says

_REASON = re.compile(r"(?:parsing|[Vv]alidation) error: ([^\n]*)")
_AT = re.compile(r"┌─ [^\n:]*:(\d+):(\d+)")
_LINE = re.compile(r"^\s*(\d+) │ (.*)$")
_CAUSE = re.compile(r"^\s*= (?!note)(.*)$", re.M)
_NOTE = re.compile(r"^\s*= note: (consider [^\n]*)$", re.M)
_TYPED = re.compile(
    r"\[\d+\] \(of type Scalar\(Scalar \{ kind: (\w+), width: (\d) \}\)\)"
)
_VECTOR = re.compile(
    r"\[\d+\] \(of type Vector \{ size: (\w+), "
    r"scalar: Scalar \{ kind: (\w+), width: (\d) \} \}\)"
)
_KINDS = {"Float": "f", "Sint": "i", "Uint": "u", "Bool": "bool"}


class Said(NamedTuple):
    """A compiler's message: why, and the places it marks, the likeliest first."""

    reason: str
    places: list[Place]


def read_message(message: str, text: str) -> Said:
    """What the compiler says of a text."""
    found = _REASON.search(message)
    reason = found[1] if found else message.strip()
    if " is invalid" in reason:
        causes = [
            cause for cause in _CAUSE.findall(message) if "is invalid" not in cause
        ]
        reason = causes[-1] if causes else reason
    reason = _TYPED.sub(lambda m: _type(m[1], m[2]), reason)
    reason = _VECTOR.sub(
        lambda m: f"vec{ {'Bi': 2, 'Tri': 3, 'Quad': 4}[m[1]] }<{_type(m[2], m[3])}>",
        reason,
    )
    reason = re.sub(
        r"The `return` expression (None )?.*does not match the declared return type.*",
        lambda m: (
            "not every path returns a value"
            if m[1]
            else "the value that is returned has another type than the result"
        ),
        reason,
    )
    reason = re.sub(
        r"(?:Index|Accessing index) (\d+) is out of.*bounds.*",
        lambda m: (
            f"index {m[1]} is out of bounds"
            if m[0][0] == "I"
            else "this index is out of bounds"
        ),
        reason,
    )
    note = _NOTE.search(message)
    if note:
        reason += f" ({note[1]})"
    return Said(reason, _places(message, text))


def _type(kind: str, width: str) -> str:
    name = _KINDS.get(kind, kind)
    return name if name == "bool" else f"{name}{8 * int(width)}"


def _places(message: str, text: str) -> list[Place]:
    lines = text.split("\n")
    marked: list[tuple[bool, Place]] = []
    at, begins = 0, 0
    for row in message.split("\n"):
        numbered = _LINE.match(row)
        if numbered:
            at = int(numbered[1])
            source = lines[at - 1].expandtabs(4) if at <= len(lines) else ""
            begins = row.rfind(source) if source.strip() else -1
            continue
        for mark in re.finditer(r"\^+", row):
            if at and begins >= 0:
                exact = "naga::ir::Expression" in row
                column = max(mark.start() - begins + 1, 1)
                marked.append((not exact, Place(at, column)))
    marked.sort(key=lambda m: m[0])
    first = _AT.search(message)
    begin = [Place(int(first[1]), int(first[2]))] if first else []
    if "alidation error" in message:
        return [place for _, place in marked] + begin
    return begin + [place for _, place in marked]
