"""Faults in WGSL that users write which the compiler does not place, or not find."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from gpuarray.runtime import user_text

if TYPE_CHECKING:
    from collections.abc import Iterable

_NUMBER = (
    r"(?:0[xX]0+|0+(?:\.0*)?(?:[eE][+-]?\d+)?|\.0+(?:[eE][+-]?\d+)?)(?:l[fiu]|[fhiu])?"
)
_TYPE = r"(?:(?:vec[234][fiuh]?(?:\s*<\s*\w+\s*>)?|[fiu](?:16|32|64))\s*)?"
_TYPED_NAME = re.compile(r"[(,{]\s*(?:@\w+\([^()]*\)\s*)*(\w+)\s*:")  # of parameters
_CHANGED = re.compile(  # variables that may have another value later
    r"(?<!let )(?<!const )(?<!var )\b(\w+)\s*"
    r"(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--|[.\[])"
)
_POINTED = re.compile(r"&\s*(\w+)")
_FRAGMENT = re.compile(
    r"(?<![\w.])(discard\b|(?:dpdx|dpdy|fwidth)(?:Coarse|Fine)?(?=\s*\()|textureSample)"
)
_BARRIER = re.compile(
    r"(?<![\w.])(\w+Barrier|workgroupUniformLoad)\s*\(",
)
_OPEN = re.compile(r"/\*")  # comments are blanks here
_PYTHON = re.compile(r"(?<![\w.])(and|or|not)\b")
_OPERATORS = {"and": "&&", "or": "||", "not": "!"}
_FUNCTIONS = "functions, constants, structs and aliases"


class Fault(NamedTuple):
    """What is wrong, and where in the text."""

    start: int
    reason: str


def fault_of(text: str, zeros: frozenset[str] = frozenset()) -> Fault | None:
    """The first fault of a text without comments.

    zeros: names that stand for a constant 0, see `zero_names`.
    """
    found = [
        *(
            Fault(match.start(), f"{match[1]} is for fragment shaders")
            for match in _FRAGMENT.finditer(text)
        ),
        *(
            Fault(match.start(), f"{match[1]} is for whole shaders: see raw_kernel")
            for match in _BARRIER.finditer(text)
        ),
        *_python_words(text),
        *_divisions(text, zeros),
        *_braces(text),
        *(
            Fault(match.start(), "this comment is not closed")
            for match in _OPEN.finditer(text)
        ),
    ]
    return min(found, default=None)


def fault_of_preamble(text: str) -> Fault | None:
    """The first declaration that no preamble may have."""
    for part in user_text.declarations(text):
        if part.keyword == "var":
            reason = (
                f"a preamble has {_FUNCTIONS}, no variables: declare them in a "
                "function, or write a whole shader for raw_kernel"
            )
            return Fault(part.start, reason)
        if part.keyword == "override":
            return Fault(part.start, "override is for whole shaders: write const")
    return None


def zero_names(text: str, taken: Iterable[str] = ()) -> frozenset[str]:
    """Names that a text declares once, as a constant 0; not those that are taken."""
    zero = re.compile(
        rf"\b(?:const|let|var)\s+(\w+)\s*(?::[^=;]*)?=\s*{_TYPE}[(\s]*-?{_NUMBER}[)\s]*;"
    )
    declared = user_text.LOCAL.findall(text)
    others = {
        name
        for names in (_TYPED_NAME, _CHANGED, _POINTED)
        for name in names.findall(text)
    }
    return frozenset(
        name
        for name in zero.findall(text)
        if declared.count(name) == 1 and name not in others and name not in taken
    )


def outside(text: str) -> str:
    """The constants of a preamble that its functions and the code see."""
    parts = user_text.declarations(text)
    return "".join(text[p.start : p.stop] for p in parts if p.keyword == "const")


def _python_words(text: str) -> list[Fault]:
    local = user_text.LOCAL.findall(text)
    found = [
        Fault(match.start(), f"WGSL's operator is {_OPERATORS[match[1]]}, not a word")
        for match in _PYTHON.finditer(text)
        if match[1] not in local
    ]
    power = re.search(r"\*\*", text)
    if power:
        found.append(Fault(power.start(), "WGSL has no **: write pow(x, y)"))
    return found


def _divisions(text: str, zeros: frozenset[str]) -> list[Fault]:
    """Divisions by a constant 0, which devices may leave out with all that follows."""
    value = "|".join([_NUMBER, *map(re.escape, sorted(zeros))])
    divided = re.compile(
        rf"[/%]=?\s*((?:{_TYPE}\(\s*)*)[-+]?\s*(?:{value})(?![\w.(\[])"
    )
    found = []
    for match in divided.finditer(text):
        opened = match[1].count("(")
        closed = re.match(r"[)\s]*", text[match.end() :])
        if closed and closed[0].count(")") >= opened:
            reason = (
                "this divides by a constant 0, which has no result in WGSL: write the "
                "infinity or NaN as an argument"
            )
            found.append(Fault(match.start(), reason))
    return found


def _braces(text: str) -> list[Fault]:
    opened: list[int] = []
    for match in re.finditer(r"[{}]", text):
        if match[0] == "{":
            opened.append(match.start())
        elif not opened:
            return [Fault(match.start(), "this } closes nothing")]
        else:
            opened.pop()
    return [Fault(opened[-1], "this { is not closed")] if opened else []
