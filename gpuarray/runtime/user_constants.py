"""Integers that WGSL states by constant expressions: sizes and numbers of bindings."""

from __future__ import annotations

import ast
import re

_CONSTANT = re.compile(r"\b(?:const|override)\s+([A-Za-z_]\w*)\s*(?::[^=;]*)?=([^;]*);")
_SUFFIX = re.compile(r"(?<!\w)(0[xX][0-9a-fA-F]+|\d+)[iu]\b")
_CAST = re.compile(r"\b[iu]32\s*(?=\()")
_DEEPEST = 32  # constants that name each other


def constants(text: str) -> dict[str, str]:
    """What the constants of a text without comments are set to."""
    return {name: value.strip() for name, value in _CONSTANT.findall(text)}


def integer(expression: str, known: dict[str, str], depth: int = 0) -> int | None:
    """The value of an expression of numbers and constants; None if it has none here.

    known: the expressions of the constants.
    """
    plain = _CAST.sub("", _SUFFIX.sub(r"\1", expression)).strip()
    try:
        tree = ast.parse(plain, mode="eval").body
    except (SyntaxError, ValueError):
        return None
    return _value(tree, known, depth) if depth < _DEEPEST else None


def _value(tree: ast.expr, known: dict[str, str], depth: int) -> int | None:
    if isinstance(tree, ast.Constant):
        return tree.value if type(tree.value) is int else None
    if isinstance(tree, ast.Name):
        return integer(known[tree.id], known, depth + 1) if tree.id in known else None
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
        inner = _value(tree.operand, known, depth)
        return None if inner is None else -inner
    if not isinstance(tree, ast.BinOp):
        return None
    a, b = _value(tree.left, known, depth), _value(tree.right, known, depth)
    return None if a is None or b is None else _combined(tree.op, a, b)


def _combined(op: ast.operator, a: int, b: int) -> int | None:
    if isinstance(op, ast.Div | ast.Mod):  # towards zero, as WGSL divides
        if b == 0:
            return None
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return quotient if isinstance(op, ast.Div) else a - quotient * b
    if isinstance(op, ast.LShift | ast.RShift):
        if not 0 <= b < 32:
            return None
        return a << b if isinstance(op, ast.LShift) else a >> b
    found: dict[type[ast.operator], int] = {
        ast.Add: a + b,
        ast.Sub: a - b,
        ast.Mult: a * b,
        ast.BitAnd: a & b,
        ast.BitOr: a | b,
        ast.BitXor: a ^ b,
    }
    return found.get(type(op))
