"""Reading WGSL that users write: comments, names, fields, places in the text."""

from __future__ import annotations

import re
from typing import NamedTuple

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_NAME = re.compile(r"(?<![\w.@])[A-Za-z_]\w*")
_LOCAL = re.compile(r"\b(?:let|var|const)\b(?:\s*<[^>]*>)?\s+([A-Za-z_]\w*)")
_DECLARED = re.compile(r"^[ \t]*(?:fn|const|alias|struct)\s+([A-Za-z_]\w*)", re.M)
_RETURN = re.compile(r"\breturn\b")
WORDS = frozenset(  # that are no names of values
    [
        "alias",
        "array",
        "atomic",
        "bitcast",
        "bool",
        "break",
        "case",
        "const",
        "const_assert",
        "continue",
        "continuing",
        "default",
        "diagnostic",
        "discard",
        "else",
        "enable",
        "f16",
        "f32",
        "f64",
        "false",
        "fn",
        "for",
        "function",
        "i32",
        "i64",
        "if",
        "let",
        "loop",
        "override",
        "private",
        "ptr",
        "read",
        "read_write",
        "requires",
        "return",
        "storage",
        "struct",
        "switch",
        "true",
        "u32",
        "u64",
        "uniform",
        "var",
        "while",
        "workgroup",
        "write",
    ]
) | frozenset(
    [f"vec{n}{kind}" for n in "234" for kind in ("", *"fiuh")]
    + [f"mat{n}x{m}{kind}" for n in "234" for m in "234" for kind in ("", *"fh")]
)


class Place(NamedTuple):
    """A line and a column of a text, from 1."""

    line: int
    column: int


def without_comments(text: str) -> str:
    """The text with blanks for comments, so that all else keeps its place."""
    return _COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def is_body(text: str) -> bool:
    """Whether a text without comments is a function body, and not an expression."""
    return _RETURN.search(text) is not None


def returns(text: str) -> list[int]:
    """Where each `return` begins."""
    return [match.start() for match in _RETURN.finditer(text)]


def declared(text: str) -> list[str]:
    """The names that a text declares outside functions."""
    return _DECLARED.findall(text)


def free_names(text: str, known: frozenset[str] = frozenset()) -> list[str]:
    """The names that an expression or a body takes from outside, in order.

    Not what is called, a type, a local name, a field, or in `known`.
    """
    left_out = WORDS | known | set(_LOCAL.findall(text))
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


def renamed(text: str, names: dict[str, str]) -> str:
    """The text with other names for some; fields keep theirs."""
    if not names:
        return text
    return _NAME.sub(lambda m: names.get(m[0], m[0]), text)


def place_before(line: str, column: int, names: dict[str, str]) -> int:
    """The column of the line before `renamed` for one after it."""
    shift = 0
    for match in _NAME.finditer(line):
        longer = len(names.get(match[0], match[0])) - len(match[0])
        if match.start() + shift + 1 >= column:
            break
        shift += longer
    return max(column - shift, 1)


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
