"""einsum's subscripts: which labels each operand's axes and the result's axes have.

Labels are letters; the axes that an ellipsis stands for are labelled ".0", ".1", ..
from the last one on, so that equal labels broadcast.
"""

from __future__ import annotations

import operator
import string
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gpuarray.runtime.layout import Shape

LETTERS = string.ascii_uppercase + string.ascii_lowercase
Labels = list[str]
_NO_SUBSCRIPT = "each subscript must be either an integer or an ellipsis"


def separated(arguments: Sequence[Any]) -> tuple[str, list[Any]]:
    """The subscripts as one text, and the operands, of either form of a call."""
    if not arguments:
        raise ValueError(
            "must specify the einstein sum subscripts string and at least one operand, "
            "or at least one operand and its corresponding subscripts list"
        )
    if isinstance(arguments[0], str):
        if len(arguments) == 1:
            raise ValueError(
                "must specify the einstein sum subscripts string and at least one "
                "operand"
            )
        return arguments[0], list(arguments[1:])
    operands, lists = list(arguments[: len(arguments) // 2 * 2 : 2]), arguments[1::2]
    if not operands:
        raise ValueError(
            "must provide at least an operand and a subscripts list to einsum"
        )
    text = ",".join(_listed(entry) for entry in lists)
    if len(arguments) % 2:
        text += "->" + _listed(arguments[-1])
    return text, operands


def _listed(entry: Any) -> str:
    found = ""
    if isinstance(entry, int):
        raise TypeError(_NO_SUBSCRIPT)
    for place in entry:
        if place is Ellipsis:
            found += "..."
            continue
        try:
            number = operator.index(place)
        except TypeError:
            raise TypeError(_NO_SUBSCRIPT) from None
        if not 0 <= number < len(LETTERS):
            raise ValueError("subscript is not within the valid range [0, 52)")
        found += LETTERS[number]
    return found


def labelled(text: str, shapes: Sequence[Shape]) -> tuple[list[Labels], Labels]:
    """The labels of each operand's axes, and those of the result's."""
    inputs, arrow, output = text.replace(" ", "").partition("->")
    if not arrow and "-" in inputs:
        raise ValueError(
            "einstein sum subscript string does not contain proper '->' output "
            "specified"
        )
    terms = inputs.split(",")
    if len(terms) != len(shapes):
        which = "fewer" if len(terms) < len(shapes) else "more"
        raise ValueError(
            f"{which} operands provided to einstein sum function than specified in the "
            "subscripts string"
        )
    found = [
        _axes(term, len(shape), k)
        for k, (term, shape) in enumerate(zip(terms, shapes, strict=True))
    ]
    hidden = max(sum(label[0] == "." for label in labels) for labels in found)
    rest = [f".{k}" for k in reversed(range(hidden))]
    if arrow:
        return found, _result(output, found, rest)
    seen = [label for labels in found for label in labels if label[0] != "."]
    return found, rest + sorted(label for label in seen if seen.count(label) == 1)


def _axes(term: str, ndim: int, k: int) -> Labels:
    before, dots, after = _parts(term, f"operand {k}")
    rest = ndim - len(before) - len(after)
    if rest < 0:
        raise ValueError(
            "einstein sum subscripts string contains too many subscripts for operand "
            f"{k}"
        )
    if rest and not dots:
        raise ValueError(
            "operand has more dimensions than subscripts given in einstein sum, but no "
            "'...' ellipsis provided to broadcast the extra dimensions."
        )
    return [*before, *[f".{j}" for j in reversed(range(rest))], *after]


def _result(output: str, found: list[Labels], rest: Labels) -> Labels:
    before, dots, after = _parts(output, "the output")
    for label in before + after:
        if (before + after).count(label) > 1:
            raise ValueError(
                "einstein sum subscripts string includes output subscript "
                f"'{label}' multiple times"
            )
        if not any(label in labels for labels in found):
            raise ValueError(
                "einstein sum subscripts string included output subscript "
                f"'{label}' which never appeared in an input"
            )
    if rest and not dots:
        raise ValueError(
            "output has more dimensions than subscripts given in einstein sum, but no "
            "'...' ellipsis provided to broadcast the extra dimensions."
        )
    return [*before, *rest, *after]


def _parts(term: str, where: str) -> tuple[str, str, str]:
    """What stands before an ellipsis, the ellipsis, and what stands after it."""
    before, dots, after = term.partition("...")
    for sign in before + after:
        if sign == ".":
            raise ValueError(
                "einstein sum subscripts string contains a '.' that is not part of an "
                f"ellipsis ('...') in {where}"
            )
        if sign not in LETTERS:
            raise ValueError(
                f"invalid subscript '{sign}' in einstein sum subscripts string, "
                "subscripts must be letters"
            )
    return before, dots, after


def lengths_of(found: list[Labels], shapes: Sequence[Shape]) -> dict[str, int]:
    """The length of each label; ValueError where operands do not broadcast."""
    lengths: dict[str, int] = {}
    for labels, shape in zip(found, shapes, strict=True):
        own: dict[str, int] = {}
        for label, n in zip(labels, shape, strict=True):
            if own.setdefault(label, n) != n:
                raise ValueError(
                    f"dimensions in single operand for collapsing index '{label}' "
                    f"don't match ({own[label]} != {n})"
                )
        for label, n in own.items():
            if lengths.get(label, 1) == 1:
                lengths[label] = n
            elif n not in (1, lengths[label]):
                raise ValueError(
                    "operands could not be broadcast together: subscript "
                    f"'{label}' has the lengths {lengths[label]} and {n}"
                )
    return lengths
